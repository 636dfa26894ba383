//! What spells leave on the table: molten rock, a swarm of rats, smoke and fog.

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{blob, bump, ease, paint},
    edge::Edge,
    spread,
};
use crate::{
    app::{
        drawing::Drawing,
        noise::{Grain, layers},
    },
    table::Terrain,
};

/// Molten rock, bright in the middle, with a crust that has broken into plates.
pub(super) fn lava(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    let deepest = (edge.high - edge.low).min_element() / 2.0;
    edge.ground(drawing, 0.14, 0.12, seed, |at, depth| {
        let heat = ease(0.0, 0.9, depth / deepest + 0.35 * layers(at * 2.2, 256, 3, seed) - 0.15);
        let glow = Vec3::new(0.30, 0.06, 0.03).lerp(Vec3::new(0.98, 0.58, 0.12), heat);
        paint(glow, 0.97)
    });
    let mut grain = Grain::new(seed * 13 + 3);
    for at in spread(piece, 0.34, seed) {
        if grain.draw() < 0.42 + 0.3 * edge.depth(at) / deepest {
            continue;
        }
        let half = Vec2::new(grain.between(0.07, 0.16), grain.between(0.05, 0.11));
        let rim = blob(at, half, 7, 0.24, &mut grain);
        let tone = grain.between(0.10, 0.19);
        bump(drawing, at, &rim, Vec3::new(tone * 1.25, tone * 0.92, tone * 0.85), 0.92);
    }
    if signed {
        edge.sign(drawing);
    }
}

/// Rats on trampled ground, all of them different.
pub(super) fn swarm(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    edge.ground(drawing, 0.3, 0.35, seed, |_, _| paint(Vec3::new(0.16, 0.13, 0.10), 0.42));
    let mut grain = Grain::new(seed * 29 + 1);
    for at in spread(piece, 0.27, seed) {
        let ahead = Vec2::from_angle(grain.between(0.0, std::f32::consts::TAU));
        let size = grain.between(0.085, 0.125);
        let (head, tail) = (at + ahead * size * 1.15, at - ahead * size * 2.3);
        let tone = grain.between(0.16, 0.34);
        let fur = Vec3::new(tone * 1.12, tone * 0.96, tone * 0.84);
        drawing.soft_patch(at - LIGHT * size * 0.4, Vec2::splat(size * 1.3), paint(fur * 0.2, 0.5));
        drawing.bar(at, tail, paint(Vec3::new(0.52, 0.37, 0.34), 0.9), 0.026);
        let body = blob(Vec2::ZERO, Vec2::new(size * 1.25, size * 0.62), 8, 0.08, &mut grain);
        let body: Vec<Vec2> = body.into_iter().map(|point| at + point.rotate(ahead)).collect();
        bump(drawing, at, &body, fur, 1.0);
        let skull = blob(head, Vec2::splat(size * 0.42), 6, 0.06, &mut grain);
        bump(drawing, head, &skull, fur * 1.08, 1.0);
    }
    if signed {
        edge.sign(drawing);
    }
}

/// Billows, thin at the edge, through which the ground just shows.
pub(super) fn cloud(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    edge.ground(drawing, 0.3, 0.3, seed, |at, depth| {
        let billow = layers(at * 0.9, 256, 3, seed);
        let tone = 0.58 + 0.24 * billow;
        paint(Vec3::new(tone, tone * 1.01, tone * 1.03), 0.46 + 0.34 * ease(0.0, 0.8, depth))
    });
    let mut grain = Grain::new(seed * 17 + 7);
    for at in spread(piece, 0.62, seed) {
        let size = grain.between(0.22, 0.46).min(edge.depth(at) + 0.1);
        let tone = grain.between(0.74, 0.92);
        drawing.soft_patch(
            at - LIGHT * size * 0.4,
            Vec2::splat(size),
            paint(Vec3::splat(0.34), 0.24),
        );
        drawing.soft_patch(
            at + LIGHT * size * 0.2,
            Vec2::splat(size),
            paint(Vec3::splat(tone), 0.40),
        );
    }
    if signed {
        edge.sign(drawing);
    }
}

//! Flat things that one walks over: roads, fields, and whatever has no picture of its own.

use bevy::prelude::*;

use super::{
    brush::{blob, bump, paint, shade, tuft},
    edge::Edge,
    lane::Lane,
    spread,
};
use crate::{
    app::{
        drawing::Drawing,
        noise::{Grain, smooth},
    },
    table::Terrain,
};

/// Beaten earth with two ruts and grass between them.
pub(super) fn road(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let lane = Lane::of(piece, 0.4, seed);
    let edge = Edge::of(piece);
    let (earth, rut) = (Vec3::new(0.455, 0.395, 0.270), Vec3::new(0.365, 0.310, 0.205));
    lane.strips(
        drawing,
        &[
            (1.22, 0.20, paint(earth * 0.85, 0.0)),
            (0.92, 0.14, paint(earth * 0.92, 0.62)),
            (0.68, 0.06, paint(earth * 1.04, 0.86)),
            (0.55, 0.05, paint(rut, 0.86)),
            (0.42, 0.05, paint(rut * 0.96, 0.86)),
            (0.29, 0.06, paint(earth * 1.06, 0.84)),
            (0.12, 0.05, paint(earth * 0.98, 0.66)),
            (0.0, 0.0, paint(Vec3::new(0.40, 0.385, 0.22), 0.46)),
        ],
    );
    let mut grain = Grain::new(seed * 3 + 1);
    for at in spread(piece, 0.45, seed) {
        let inside = edge.depth(at) / lane.half;
        if inside > 0.86 && grain.draw() < 0.55 {
            tuft(
                drawing,
                at,
                grain.between(0.10, 0.18),
                4,
                Vec3::new(0.42, 0.44, 0.20),
                &mut grain,
            );
        } else if grain.draw() < 0.42 {
            let size = grain.between(0.03, 0.075);
            let rim = blob(at, Vec2::new(size, size * 0.75), 6, 0.15, &mut grain);
            let tone = grain.between(0.42, 0.62);
            bump(drawing, at, &rim, Vec3::new(tone, tone * 0.93, tone * 0.80), 0.9);
        }
    }
}

/// Furrows along the field's longest edge with rows of a crop in them.
pub(super) fn field(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = Edge::of(piece);
    edge.ground(drawing, 0.3, 0.4, seed, |_, _| paint(Vec3::new(0.335, 0.26, 0.155), 0.92));
    let count = edge.corners.len();
    let sides = (0..count).map(|i| edge.corners[(i + 1) % count] - edge.corners[i]);
    let along = sides
        .max_by(|a, b| a.length().total_cmp(&b.length()))
        .map_or(Vec2::X, |side| side.normalize_or(Vec2::X));
    let across = along.perp();
    let middle = (edge.low + edge.high) / 2.0;
    let reach = edge.low.distance(edge.high) / 2.0 + 0.5;
    let mut grain = Grain::new(seed * 61 + 5);
    let wheat = grain.draw() < 0.6;
    let crop = if wheat { Vec3::new(0.64, 0.53, 0.235) } else { Vec3::new(0.33, 0.43, 0.16) };
    let rows = (reach / FURROW) as i32;
    for row in -rows..=rows {
        let on = middle + across * row as f32 * FURROW;
        for (a, b) in within(piece, on + across * FURROW * 0.5, along * reach) {
            drawing.bar(a, b, shade(0.34), FURROW * 0.30);
        }
        for (a, b) in within(piece, on, along * reach) {
            let plants = (a.distance(b) / 0.19) as u32;
            for plant in 0..plants {
                let at = a + along * (plant as f32 + grain.between(0.2, 0.8)) * 0.19;
                let thin = smooth(at * 0.8 + 50.0, 256, seed);
                if thin < 0.16 {
                    continue;
                }
                let at = at + across * grain.between(-0.05, 0.05);
                let light = grain.between(0.80, 1.12) * (0.86 + 0.22 * thin);
                let half = if wheat { Vec2::new(0.13, 0.12) } else { Vec2::new(0.11, 0.105) };
                let leaf = blob(at, half, 6, 0.22, &mut grain);
                bump(drawing, at, &leaf, crop * light, 0.96);
            }
        }
    }
}

/// The parts of a line through a point that lie inside a piece, a little short of its edge.
fn within(piece: &Terrain, on: Vec2, reach: Vec2) -> Vec<(Vec2, Vec2)> {
    let (from, to) = (on - reach, on + reach);
    let short = reach.normalize_or_zero() * 0.12;
    let parts = piece.spans_inside(from, to).into_iter();
    parts
        .map(|(start, end)| (from.lerp(to, start) + short, from.lerp(to, end) - short))
        .filter(|(a, b)| (*b - *a).dot(reach) > 0.0)
        .collect()
}

/// Inches from furrow to furrow.
const FURROW: f32 = 0.40;

/// A faint wash inside the sign of an edge, so that one sees that there is something.
pub(super) fn unknown(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    edge.ground(drawing, 0.4, 0.4, seed, |_, _| Color::srgba(0.80, 0.76, 0.55, 0.22));
    if signed {
        edge.sign(drawing);
    }
}

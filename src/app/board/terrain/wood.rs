//! Woods: leaf mould under the trees, undergrowth along the edge, trunks, and the crowns above
//! them, which stand in front of tokens.

use bevy::prelude::*;

use super::{
    brush::{bush, ease, paint, shade, tuft},
    crown::{self, KINDS},
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

/// One tree of a wood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree {
    /// Where it stands.
    pub at: Vec2,
    /// How far its crown reaches.
    pub radius: f32,
    /// Which of the crowns it has.
    pub kind: usize,
}

/// The floor of a wood with everything that stands under the crowns.
pub(super) fn floor(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    edge.ground(drawing, 0.3, 0.85, seed, |at, depth| {
        let patches = layers(at * 1.3 + 20.0, 256, 3, seed + 1);
        let mould = Vec3::new(0.235, 0.195, 0.105).lerp(Vec3::new(0.13, 0.185, 0.075), patches);
        paint(mould, 0.74 + 0.18 * ease(0.0, 2.0, depth))
    });
    let trees = trees(piece, seed);
    for tree in &trees {
        let off = -super::LIGHT * tree.radius * 0.42;
        drawing.soft_patch(tree.at + off, Vec2::splat(tree.radius * 1.25), shade(0.62));
    }
    let mut grain = Grain::new(seed * 31 + 5);
    for at in spread(piece, 0.5, seed + 3) {
        let tone = grain.draw();
        let leaf = Vec3::new(0.34, 0.27, 0.10).lerp(Vec3::new(0.22, 0.31, 0.11), tone);
        match (grain.draw() * 10.0) as u32 {
            0..=3 => tuft(drawing, at, grain.between(0.14, 0.26), 5, leaf * 1.25, &mut grain),
            4..=5 => drawing.soft_patch(
                at,
                Vec2::new(grain.between(0.15, 0.4), grain.between(0.1, 0.25)),
                paint(leaf, 0.6),
            ),
            _ => {}
        }
    }
    for tree in &trees {
        trunk(drawing, tree, &mut grain);
    }
    undergrowth(drawing, &edge, &mut grain);
    if signed {
        edge.sign(drawing);
    }
}

/// Bushes and ferns on both sides of the edge, so that it is soft; its sign stays readable.
fn undergrowth(drawing: &mut Drawing, edge: &Edge, grain: &mut Grain) {
    let size = edge.high - edge.low + 1.0;
    for _ in 0..(size.x * size.y * 3.4) as usize {
        let at = edge.low - 0.5 + Vec2::new(grain.draw(), grain.draw()) * size;
        let depth = edge.depth(at);
        let green = Vec3::new(0.19, 0.27, 0.10) * grain.between(0.8, 1.2);
        if (0.12..0.9).contains(&depth) && grain.draw() < 0.42 {
            bush(drawing, at, grain.between(0.16, 0.30), green, grain);
        } else if (-0.42..0.4).contains(&depth) && grain.draw() < 0.45 {
            tuft(drawing, at, grain.between(0.16, 0.30), 6, green * 1.35, grain);
        }
    }
}

fn trunk(drawing: &mut Drawing, tree: &Tree, grain: &mut Grain) {
    let radius = (tree.radius * 0.19).max(0.08);
    let rim: Vec<Vec2> = (0..14)
        .map(|i| {
            let root = if i % 3 == 0 { grain.between(1.25, 1.7) } else { 0.95 };
            tree.at + Vec2::from_angle(i as f32 / 14.0 * std::f32::consts::TAU) * radius * root
        })
        .collect();
    super::brush::bump(drawing, tree.at, &rim, Vec3::new(0.30, 0.21, 0.13), 1.0);
}

/// The trees of a wood; the far ones first.
pub(super) fn trees(piece: &Terrain, seed: u32) -> Vec<Tree> {
    let edge = Edge::of(piece);
    let mut grain = Grain::new(seed * 47 + 11);
    let mut found: Vec<Tree> = Vec::new();
    // Large ones first, smaller ones into the gaps.
    for (spacing, least, most) in
        [(1.75, 0.95, 1.40), (1.0, 0.66, 0.98), (0.66, 0.42, 0.66), (0.5, 0.30, 0.46)]
    {
        for at in spread(piece, spacing, seed + (spacing * 10.0) as u32) {
            // Crowns hang over the edge a little, but don't hide where it is.
            let radius = grain.between(least, most).min(edge.depth(at) + 0.12);
            let kind = (grain.draw() * KINDS as f32) as usize % KINDS;
            let apart = |other: &Tree| other.at.distance(at) > (other.radius + radius) * 0.70;
            if radius >= least * 0.8 && found.iter().all(apart) {
                found.push(Tree { at, radius, kind });
            }
        }
    }
    found.sort_by(|a, b| b.at.y.total_cmp(&a.at.y));
    found
}

/// A wood with its crowns in one picture, without the sign of its edge.
pub(super) fn wood(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    floor(drawing, piece, seed, false);
    for tree in trees(piece, seed) {
        crown::crown(drawing, tree.at, tree.radius, tree.kind);
    }
}

//! Barriers along a line that aren't stone: hedges, fences, ditches.

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{blob, bump, cast, paint, shade, tuft},
    edge::Edge,
    lane::Lane,
    stations,
};
use crate::{
    app::{drawing::Drawing, noise::Grain},
    table::Terrain,
};

/// A hedge of leafy clumps, lit along the top, here and there in blossom.
pub(super) fn hedge(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let lane = Lane::of(piece, 0.3, seed);
    let half = lane.half.max(0.12);
    let edge = Edge::of(piece);
    let mut grain = Grain::new(seed * 29 + 3);
    cast(drawing, &edge.corners, (piece.height.0 * 0.40).clamp(0.25, 0.6), 0.6);
    let (rim, dark) = (Vec3::new(0.075, 0.125, 0.05), Vec3::new(0.10, 0.165, 0.065));
    lane.strips(drawing, &[(1.0, 0.03, paint(rim, 1.0)), (0.0, 0.0, paint(dark, 1.0))]);
    let blossom = grain.draw() < 0.5;
    // From the shady side to the sunny one, so that lit leaves lie on top.
    for row in 0..3 {
        for (i, (at, along)) in stations(&lane.at, false, half * 0.62).into_iter().enumerate() {
            let side = LIGHT * half * (row as f32 - 1.0) * 0.52;
            let middle = at + side + grain.in_disc(half * 0.16) + along * half * 0.1;
            let size = half * grain.between(0.34, 0.5);
            let leaf = blob(middle, Vec2::splat(size), 8, 0.18, &mut grain);
            let light = 0.72 + 0.34 * row as f32 + grain.between(-0.1, 0.1);
            bump(drawing, middle, &leaf, Vec3::new(0.185, 0.29, 0.105) * light, 1.0);
            if blossom && row == 2 && i % 3 == 0 {
                let at = middle + grain.in_disc(size);
                drawing.soft_patch(at, Vec2::splat(0.06), Color::srgb(0.93, 0.90, 0.80));
            }
        }
    }
}

/// Posts with two rails.
pub(super) fn fence(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let lane = Lane::of(piece, 0.5, seed);
    let half = lane.half.clamp(0.1, 0.3);
    let mut grain = Grain::new(seed * 23 + 9);
    let wood = Vec3::new(0.47, 0.36, 0.235);
    let posts = stations(&lane.at, false, 1.1);
    for (at, _) in &posts {
        tuft(drawing, *at - LIGHT * 0.1, 0.2, 4, Vec3::new(0.33, 0.39, 0.17), &mut grain);
    }
    let rail = |drawing: &mut Drawing, off: Vec2, colour: Color, width: f32| {
        for pair in lane.at.windows(2) {
            let along = (pair[1] - pair[0]).normalize_or_zero() * 0.01;
            drawing.bar(pair[0] + off - along, pair[1] + off + along, colour, width);
        }
    };
    rail(drawing, -LIGHT * 0.34, shade(0.34), half * 0.6);
    rail(drawing, -LIGHT * 0.20, shade(0.34), half * 0.6);
    for (off, light) in [(-0.45, 0.82), (0.45, 1.08)] {
        let side = LIGHT * half * off;
        rail(drawing, side - LIGHT * 0.03, paint(wood * 0.36, 1.0), half * 0.66);
        rail(drawing, side, paint(wood * light, 1.0), half * 0.46);
    }
    for (at, along) in posts {
        let lean = along.rotate(Vec2::from_angle(grain.between(-0.12, 0.12)));
        let square = |half: Vec2, at: Vec2| {
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, y)| at + (Vec2::new(x, y) * half).rotate(lean))
        };
        let size = Vec2::new(half * 0.62, half * 0.95).max(Vec2::splat(0.10));
        cast(drawing, &square(size, at), 0.42, 0.6);
        drawing.quad(square(size, at), [paint(wood * 0.34, 1.0); 4]);
        let top = square(size * 0.76, at + LIGHT * 0.02);
        drawing.quad(
            top,
            top.map(|p| paint(wood * (1.16 + 0.2 * (p - at).normalize_or_zero().dot(LIGHT)), 1.0)),
        );
    }
}

/// A trench: the bank towards the light lies in shade, the far one is lit.
pub(super) fn ditch(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let lane = Lane::of(piece, 0.35, seed);
    let mut grain = Grain::new(seed * 43 + 9);
    let earth = Vec3::new(0.33, 0.265, 0.165);
    let spoil = 0.42 / lane.half;
    lane.strips(
        drawing,
        &[
            (1.0 + spoil, 0.12, paint(earth * 1.2, 0.0)),
            (1.0 + spoil * 0.4, 0.06, paint(earth * 1.25, 0.75)),
            (1.0, 0.02, paint(earth, 1.0)),
            (0.55, 0.04, paint(earth * 0.66, 1.0)),
            (0.0, 0.0, paint(Vec3::new(0.185, 0.15, 0.10), 1.0)),
        ],
    );
    for side in [-1.0, 1.0] {
        let (top, floor) = (lane.row(side, 0.02), lane.row(side * 0.5, 0.04));
        for i in 1..top.len() {
            let lit = (lane.across[i] * side).dot(LIGHT);
            let colour = if lit > 0.0 {
                shade(0.62 * lit)
            } else {
                Color::srgba(0.86, 0.74, 0.50, -0.46 * lit)
            };
            let clear = colour.with_alpha(0.0);
            let corners = [top[i - 1], top[i], floor[i], floor[i - 1]];
            drawing.quad(corners, [colour, colour, clear, clear]);
        }
        for (i, &at) in top.iter().enumerate() {
            if grain.draw() < 0.5 {
                let at = at + lane.across[i] * side * grain.between(0.05, 0.3);
                tuft(
                    drawing,
                    at,
                    grain.between(0.14, 0.24),
                    4,
                    Vec3::new(0.37, 0.42, 0.18),
                    &mut grain,
                );
            }
        }
    }
}

//! Woods: a dark floor with a leafy edge and the crowns of its trees.

use bevy::prelude::*;

use super::{LIGHT, fine_outline, spread};
use crate::{
    app::{
        drawing::{Drawing, ellipse, open, polygon, smooth},
        noise::Grain,
    },
    table::Terrain,
};

pub(super) fn wood(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = fine_outline(piece, 0.4);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgba(0.10, 0.17, 0.07, 0.62));
    drawing.line(&open(edge.iter().copied()).close(), Color::srgba(0.05, 0.10, 0.03, 0.9), 0.09);
    let mut grain = Grain::new(seed * 31 + 5);
    for at in spread(piece, 0.55, seed + 3) {
        let radii = Vec2::new(grain.between(0.10, 0.24), grain.between(0.07, 0.15));
        let shade = grain.draw();
        let leaf = Color::srgba(0.20 + 0.16 * shade, 0.27 + 0.12 * shade, 0.09, 0.45);
        drawing.fill(&ellipse(at, radii), leaf);
    }
    for at in spread(piece, 1.34, seed) {
        let radius = grain.between(0.72, 1.02);
        // Crowns may hang over the edge a little, but not hide where it is.
        let inside = |share: f32| {
            (0..8).all(|i| {
                let angle = i as f32 / 8.0 * std::f32::consts::TAU;
                piece.contains(at + Vec2::from_angle(angle) * radius * share)
            })
        };
        if inside(0.62) {
            tree(drawing, at, radius, &mut grain);
        } else if inside(0.34) {
            tree(drawing, at, radius * 0.58, &mut grain);
        }
    }
}

/// One tree from above.
pub(super) fn tree(drawing: &mut Drawing, at: Vec2, radius: f32, grain: &mut Grain) {
    let hue = grain.draw();
    let green = |light: f32, alpha: f32| {
        Color::srgba(
            (0.15 + 0.10 * hue) * light,
            0.285 * light,
            (0.115 - 0.03 * hue) * light,
            alpha,
        )
    };
    let shadow = at - LIGHT * radius * 0.34;
    drawing.fill(&crown(shadow, radius * 1.02, grain), Color::srgba(0.0, 0.02, 0.0, 0.42));
    drawing.fill(&crown(at, radius, grain), green(0.72, 1.0));
    drawing.fill(&crown(at + LIGHT * radius * 0.10, radius * 0.84, grain), green(1.02, 1.0));
    drawing.fill(&crown(at + LIGHT * radius * 0.24, radius * 0.60, grain), green(1.36, 1.0));
    for _ in 0..4 {
        let leaf = at + LIGHT * radius * 0.36 + grain.in_disc(radius * 0.36);
        let size = radius * grain.between(0.08, 0.17);
        drawing.fill(&ellipse(leaf, Vec2::new(size, size * 0.8)), green(1.85, 0.85));
    }
}

/// A lobed outline around a point.
pub(super) fn crown(
    at: Vec2,
    radius: f32,
    grain: &mut Grain,
) -> bevy_prototype_lyon::prelude::ShapePath {
    let lobes = 9;
    let turn = grain.draw();
    let points: Vec<Vec2> = (0..lobes * 2)
        .map(|i| {
            let angle = (i as f32 / (lobes * 2) as f32 + turn) * std::f32::consts::TAU;
            let out =
                if i % 2 == 0 { grain.between(1.04, 1.20) } else { grain.between(0.78, 0.90) };
            at + Vec2::from_angle(angle) * radius * out
        })
        .collect();
    smooth(&points)
}

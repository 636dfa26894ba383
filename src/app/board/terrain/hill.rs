//! Hills: slopes between contours, bright towards the light and dark away from it.

use bevy::prelude::*;

use super::{fine_outline, lit, middle};
use crate::{
    app::{
        drawing::{Drawing, open, polygon},
        noise::smooth,
    },
    table::Terrain,
};

pub(super) fn hill(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let foot = fine_outline(piece, 0.35);
    if foot.len() < 3 {
        return;
    }
    let centre = middle(&foot);
    let light = lit(&foot);
    let terraces = if piece.elevation.0 >= 2.0 { 3 } else { 2 };
    // The shadow the hill throws.
    let drop = Vec2::new(0.28, -0.34) * piece.elevation.0.clamp(0.5, 2.5);
    for step in 0..4 {
        let off = drop * (1.0 - step as f32 * 0.25);
        drawing.fill(&polygon(foot.iter().map(|&p| p + off)), Color::srgba(0.0, 0.0, 0.0, 0.085));
    }
    drawing.fill(&polygon(foot.iter().copied()), Color::srgba(0.50, 0.47, 0.26, 0.55));
    let mut from = foot.clone();
    for terrace in 0..terraces {
        let level = terrace as f32 / terraces as f32;
        let slope = 0.16 + 0.05 * terrace as f32;
        let to = towards(&from, centre, slope, seed + terrace);
        let shades = |i: usize| {
            let shade = light[i];
            let (rim, crest) = if shade > 0.0 {
                (Color::srgba(1.0, 0.97, 0.72, 0.10 + 0.26 * shade), 0.02)
            } else {
                (Color::srgba(0.06, 0.08, 0.02, 0.16 - 0.40 * shade), 0.06)
            };
            (rim, rim.with_alpha(crest))
        };
        drawing.ring(&from, &to, shades);
        let edge = Color::srgba(0.16, 0.15, 0.05, 0.30);
        drawing.line(&open(to.iter().copied()).close(), edge, 0.05);
        drawing.fill(
            &polygon(to.iter().copied()),
            Color::srgba(0.80, 0.74, 0.42, 0.10 + 0.05 * level),
        );
        from = towards(&to, centre, 0.16, seed + terrace + 9);
        if terrace + 1 < terraces {
            drawing.line(&open(from.iter().copied()).close(), edge.with_alpha(0.16), 0.035);
        }
    }
    // The true edge, which the rules measure.
    drawing.line(&open(foot.iter().copied()).close(), Color::srgba(0.20, 0.19, 0.08, 0.85), 0.075);
}

/// The points moved towards the middle by a share of the way, not quite evenly.
fn towards(points: &[Vec2], centre: Vec2, share: f32, seed: u32) -> Vec<Vec2> {
    points
        .iter()
        .map(|&p| {
            let uneven = smooth((p - centre).normalize_or_zero() * 2.0 + 8.0, 16, seed) - 0.5;
            p.lerp(centre, share * (1.0 + 0.7 * uneven))
        })
        .collect()
}

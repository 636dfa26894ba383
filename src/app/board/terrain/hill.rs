//! Hills: grass that rises, bright towards the light and in shade behind, with a thin contour for
//! each step up.

use bevy::prelude::*;

use super::{
    brush::{ease, paint, stone, tuft},
    edge::Edge,
    relief::Relief,
    spread,
};
use crate::{
    app::{drawing::Drawing, noise::Grain},
    table::{Ground, Terrain},
};

pub(super) fn hill(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    let height = piece.elevation.0.clamp(0.8, 4.0);
    let relief = Relief::of(&edge, height, seed);
    drawing.sheet(edge.low - 2.7, edge.high + 2.7, 0.3, |at| {
        let up = relief.height(at) / height;
        let lit = relief.lit(at);
        // Sunburnt grass higher up, then light and shade over it.
        let grass = Vec3::new(0.50, 0.49, 0.24);
        let mut alpha = 0.42 * ease(0.02, 0.9, up);
        let mut colour = grass;
        let (over, much) = if lit > 0.0 {
            (Vec3::new(0.93, 0.88, 0.55), (lit * 1.05).min(0.44))
        } else {
            (Vec3::new(0.03, 0.06, 0.03), (-lit * 1.15).min(0.56))
        };
        for (top, much) in [(over, much), (Vec3::ZERO, 0.36 * relief.shadowed(at))] {
            let both = much + alpha * (1.0 - much);
            colour = if both > 0.0 { colour.lerp(top, much / both) } else { colour };
            alpha = both;
        }
        paint(colour, alpha)
    });
    let mut grain = Grain::new(seed * 53 + 1);
    for at in spread(piece, 0.95, seed + 2) {
        let lit = 1.0 + relief.lit(at) * 1.1;
        if grain.draw() < 0.6 {
            let size = grain.between(0.13, 0.24);
            tuft(drawing, at, size, 4, Vec3::new(0.46, 0.47, 0.22) * lit, &mut grain);
        }
    }
    let steep = piece.ground != Ground::Open;
    let lines = (height.round() as u32).max(1) + 1;
    for line in 0..lines {
        let level = height * (line as f32 + 0.45) / lines as f32;
        for (a, b) in relief.contour(level) {
            let lit = relief.lit((a + b) / 2.0);
            let colour = Color::srgba(0.14, 0.12, 0.03, 0.46 + 0.5 * lit.max(-0.4));
            drawing.bar(a, b, colour, if steep { 0.07 } else { 0.05 });
        }
    }
    if steep {
        scree(drawing, piece, &relief, seed);
    }
    if signed {
        edge.sign(drawing);
    }
}

/// Stones on slopes that are hard to climb.
fn scree(drawing: &mut Drawing, piece: &Terrain, relief: &Relief, seed: u32) {
    let mut grain = Grain::new(seed * 59 + 7);
    for at in spread(piece, 0.5, seed + 4) {
        if relief.slope(at).length() > grain.between(0.35, 1.3) {
            let size = grain.between(0.07, 0.2);
            let half = Vec2::new(size, size * grain.between(0.6, 0.9));
            stone(drawing, at, half, Vec2::from_angle(grain.between(-0.6, 0.6)), &mut grain);
        }
    }
}

//! Flat things that one walks over: roads, fields, and whatever has no picture of its own.

use bevy::prelude::*;

use super::{breadth, course, fine_outline, spread};
use crate::{
    app::{
        drawing::{Drawing, dashes, ellipse, open, polygon, segment},
        noise::Grain,
    },
    table::Terrain,
};

pub(super) fn road(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = fine_outline(piece, 0.5);
    let rim = open(edge.iter().copied()).close();
    drawing.line(&rim, Color::srgba(0.36, 0.31, 0.20, 0.5), 0.22);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgba(0.58, 0.50, 0.35, 0.9));
    let (points, closed) = course(piece);
    if !closed {
        let rut = breadth(piece) * 0.24;
        for side in [-rut, rut] {
            let lane = points.iter().enumerate().map(|(i, &p)| {
                let a = points[i.saturating_sub(1)];
                let b = points[(i + 1).min(points.len() - 1)];
                p + (b - a).normalize_or_zero().perp() * side
            });
            drawing.line(&open(lane), Color::srgba(0.38, 0.31, 0.20, 0.6), rut * 0.5);
        }
    }
    let mut grain = Grain::new(seed * 3 + 1);
    for at in spread(piece, 0.6, seed) {
        let radii = Vec2::new(grain.between(0.03, 0.09), grain.between(0.03, 0.06));
        let tone = grain.between(0.40, 0.76);
        drawing.fill(&ellipse(at, radii), Color::srgba(tone, tone * 0.9, tone * 0.72, 0.7));
    }
}

/// Furrows across the field's shorter way.
pub(super) fn field(drawing: &mut Drawing, piece: &Terrain) {
    let edge = fine_outline(piece, 0.5);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgba(0.50, 0.41, 0.22, 0.6));
    let low = edge.iter().copied().fold(Vec2::MAX, Vec2::min);
    let high = edge.iter().copied().fold(Vec2::MIN, Vec2::max);
    let mut y = low.y + 0.2;
    let mut row = 0;
    while y < high.y {
        let (from, to) = (Vec2::new(low.x - 0.1, y), Vec2::new(high.x + 0.1, y));
        for (start, end) in piece.spans_inside(from, to) {
            let (a, b) = (from.lerp(to, start), from.lerp(to, end));
            let colour = if row % 2 == 0 {
                Color::srgba(0.30, 0.22, 0.10, 0.55)
            } else {
                Color::srgba(0.78, 0.70, 0.34, 0.55)
            };
            drawing.cut_line(&segment(a, b), colour, 0.12);
        }
        y += 0.26;
        row += 1;
    }
    drawing.line(&open(edge.iter().copied()).close(), Color::srgba(0.26, 0.20, 0.08, 0.8), 0.07);
}

/// A dashed edge, so that one sees that there is something.
pub(super) fn unknown(drawing: &mut Drawing, piece: &Terrain) {
    let edge = fine_outline(piece, 0.5);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgba(0.9, 0.86, 0.7, 0.16));
    for (a, b) in dashes(&edge, true, 0.4, 0.3) {
        drawing.cut_line(&segment(a, b), Color::srgba(0.95, 0.92, 0.8, 0.8), 0.07);
    }
}

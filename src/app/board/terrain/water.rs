//! Streams and ponds: sandy banks, deeper blue in the middle, ripples.

use bevy::prelude::*;

use super::{LIGHT, fine_outline, lit, middle, spread};
use crate::{
    app::{
        drawing::{Drawing, open, polygon, segment},
        noise::Grain,
    },
    table::{Footprint, Terrain},
};

pub(super) fn water(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = fine_outline(piece, 0.3);
    if edge.len() < 3 {
        return;
    }
    let bank = open(edge.iter().copied()).close();
    drawing.line(&bank, Color::srgba(0.50, 0.43, 0.28, 0.80), 0.42);
    drawing.line(&bank, Color::srgba(0.30, 0.25, 0.15, 0.70), 0.20);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgb(0.255, 0.415, 0.475));
    match &piece.footprint {
        Footprint::Line { points, width } => {
            let course = open(points.iter().copied());
            drawing.line(&course, Color::srgba(0.16, 0.31, 0.40, 0.55), width.0 * 0.62);
            drawing.line(&course, Color::srgba(0.12, 0.26, 0.36, 0.55), width.0 * 0.30);
        }
        Footprint::Polygon(_) | Footprint::Circle { .. } => {
            let centre = middle(&edge);
            for (share, alpha) in [(0.80, 0.30), (0.58, 0.34), (0.36, 0.36)] {
                let inner = edge.iter().map(|&p| centre.lerp(p, share));
                drawing.fill(&polygon(inner), Color::srgba(0.11, 0.25, 0.36, alpha));
            }
        }
    }
    ripples(drawing, piece, seed);
    // The bank towards the light throws its shade on the water.
    let light = lit(&edge);
    for (i, &from) in edge.iter().enumerate() {
        let to = edge[(i + 1) % edge.len()];
        let (colour, wide) = if light[i] > 0.0 {
            (Color::srgba(0.03, 0.07, 0.09, 0.65 * light[i]), 0.15)
        } else {
            (Color::srgba(0.86, 0.93, 0.92, -0.55 * light[i]), 0.07)
        };
        drawing.line(&segment(from - LIGHT * 0.03, to - LIGHT * 0.03), colour, wide);
    }
}

fn ripples(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let mut grain = Grain::new(seed * 19 + 5);
    for at in spread(piece, 0.55, seed) {
        let along = flow(piece, at);
        let half = grain.between(0.14, 0.36);
        let (a, b) = (at - along * half, at + along * half);
        let bend = at + along.perp() * grain.between(-0.09, 0.09);
        if piece.contains(a) && piece.contains(b) {
            let white = Color::srgba(0.82, 0.92, 0.94, grain.between(0.18, 0.50));
            drawing.line(&open([a, bend, b]), white, 0.035);
        }
    }
}

/// Which way water flows at a point: along the nearest part of the stream.
fn flow(piece: &Terrain, at: Vec2) -> Vec2 {
    let Footprint::Line { points, .. } = &piece.footprint else { return Vec2::X };
    points
        .windows(2)
        .min_by(|p, q| {
            let far = |pair: &[Vec2]| segment_distance(pair[0], pair[1], at);
            far(p).total_cmp(&far(q))
        })
        .map_or(Vec2::X, |pair| (pair[1] - pair[0]).normalize_or(Vec2::X))
}

fn segment_distance(a: Vec2, b: Vec2, at: Vec2) -> f32 {
    let way = b - a;
    let share = ((at - a).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
    (a + way * share).distance(at)
}

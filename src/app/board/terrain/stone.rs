//! Stone: dry walls of laid stones, crags of broken faces, rough ground strewn with both.

use bevy::prelude::*;

use super::{LIGHT, breadth, course, fine_outline, middle, spread, stations};
use crate::{
    app::{
        drawing::{Drawing, open, polygon, smooth},
        noise::Grain,
    },
    table::Terrain,
};

/// A dry stone wall along a line, two stones wide.
pub(super) fn wall(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let (points, closed) = course(piece);
    let wide = breadth(piece).max(0.2);
    let outline = fine_outline(piece, 0.5);
    let drop = -LIGHT * 0.16 * piece.height.0.clamp(0.6, 2.5);
    for share in [1.0, 0.66, 0.33] {
        let off = drop * share;
        let shadow = polygon(outline.iter().map(|&p| p + off));
        drawing.fill(&shadow, Color::srgba(0.0, 0.0, 0.0, 0.16));
    }
    drawing.fill(&polygon(outline.iter().copied()), Color::srgb(0.235, 0.225, 0.20));
    let mut grain = Grain::new(seed * 17 + 1);
    let courses = if wide >= 0.36 { 2 } else { 1 };
    let thick = wide / courses as f32;
    for lane in 0..courses {
        let step = (thick * 1.5).max(0.3);
        let across = (lane as f32 + 0.5) * thick - wide / 2.0;
        for (at, along) in stations(&points, closed, step) {
            let shift = if lane == 1 { step / 2.0 } else { 0.0 } + grain.between(-0.03, 0.03);
            let at = at + along * (shift - step * 0.25) + along.perp() * across;
            let half =
                Vec2::new(step * grain.between(0.40, 0.48), thick * grain.between(0.38, 0.46));
            stone(drawing, at, half, along, &mut grain);
        }
    }
}

/// One stone with a bright and a dark edge.
fn stone(drawing: &mut Drawing, at: Vec2, half: Vec2, along: Vec2, grain: &mut Grain) {
    let corner = |x: f32, y: f32, grain: &mut Grain| {
        let round = Vec2::new(half.x * grain.between(0.8, 1.0), half.y * grain.between(0.8, 1.0));
        (Vec2::new(x, y) * round).rotate(along)
    };
    let points: Vec<Vec2> = [
        (-1.0, -0.5),
        (-0.6, -1.0),
        (0.6, -1.0),
        (1.0, -0.5),
        (1.0, 0.5),
        (0.6, 1.0),
        (-0.6, 1.0),
        (-1.0, 0.5),
    ]
    .iter()
    .map(|&(x, y)| corner(x, y, grain))
    .collect();
    let tone = grain.between(0.48, 0.66);
    let warm = grain.between(-0.02, 0.03);
    let colour =
        |light: f32| Color::srgb((tone + warm) * light, tone * light, (tone - warm - 0.03) * light);
    drawing.fill(&polygon(points.iter().map(|&p| at + p)), colour(0.78));
    let lift = LIGHT * half.y * 0.16;
    drawing.fill(&polygon(points.iter().map(|&p| at + lift + p * 0.84)), colour(1.0));
    drawing.fill(&polygon(points.iter().map(|&p| at + lift * 2.2 + p * 0.52)), colour(1.14));
}

/// A crag: faces that rise to broken tops.
pub(super) fn crag(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let foot = fine_outline(piece, 1.1);
    if foot.len() < 3 {
        return;
    }
    let centre = middle(&foot);
    let mut grain = Grain::new(seed * 13 + 7);
    for share in [1.0, 0.66, 0.33] {
        let off = -LIGHT * 0.55 * share;
        let shadow = polygon(foot.iter().map(|&p| p + off));
        drawing.fill(&shadow, Color::srgba(0.0, 0.0, 0.0, 0.15));
    }
    let mut from = foot.clone();
    for ring in 0..3 {
        let to: Vec<Vec2> = from
            .iter()
            .map(|&p| {
                let jag = grain.in_disc(0.28);
                p.lerp(centre, grain.between(0.22, 0.42)) + jag * (1.0 - ring as f32 * 0.3)
            })
            .collect();
        for i in 0..from.len() {
            let next = (i + 1) % from.len();
            for face in [[from[i], from[next], to[i]], [from[next], to[next], to[i]]] {
                facet(drawing, face, centre, &mut grain);
            }
        }
        from = to;
    }
    drawing.fill(&polygon(from.iter().copied()), Color::srgb(0.60, 0.58, 0.54));
    drawing.line(&open(foot.iter().copied()).close(), Color::srgb(0.15, 0.14, 0.13), 0.08);
}

fn facet(drawing: &mut Drawing, face: [Vec2; 3], centre: Vec2, grain: &mut Grain) {
    let out = (middle(&face) - centre).normalize_or_zero();
    let tone = 0.42 + 0.20 * out.dot(LIGHT) + grain.between(-0.06, 0.06);
    drawing.fill(&polygon(face), Color::srgb(tone, tone * 0.97, tone * 0.91));
}

/// Rough ground: bare soil, stones, tufts.
pub(super) fn rough(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = fine_outline(piece, 0.4);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgba(0.41, 0.34, 0.22, 0.62));
    let mut grain = Grain::new(seed * 7 + 11);
    for at in spread(piece, 0.75, seed + 1) {
        let size = grain.between(0.25, 0.55);
        let shade = grain.between(0.20, 0.50);
        let patch: Vec<Vec2> = (0..7)
            .map(|i| {
                let angle = i as f32 / 7.0 * std::f32::consts::TAU;
                at + Vec2::from_angle(angle) * size * grain.between(0.6, 1.1)
            })
            .collect();
        drawing.fill(&smooth(&patch), Color::srgba(shade, shade * 0.82, shade * 0.52, 0.28));
    }
    for at in spread(piece, 0.62, seed) {
        if grain.draw() < 0.5 {
            let size = grain.between(0.10, 0.26);
            let half = Vec2::new(size, size * grain.between(0.6, 0.85));
            let shadow = at - LIGHT * size * 0.5;
            let turn = Vec2::from_angle(grain.between(-0.6, 0.6));
            drawing.fill(
                &crate::app::drawing::ellipse(shadow, half * 1.05),
                Color::srgba(0.0, 0.0, 0.0, 0.35),
            );
            stone(drawing, at, half, turn, &mut grain);
        } else {
            for _ in 0..4 {
                let tip = Vec2::new(grain.between(-0.22, 0.22), grain.between(0.18, 0.38));
                let root = at + Vec2::new(grain.between(-0.08, 0.08), 0.0);
                let shade = grain.between(0.7, 1.2);
                let colour = Color::srgb(0.38 * shade, 0.40 * shade, 0.15 * shade);
                drawing.line(&open([root, root + tip]), colour, 0.045);
            }
        }
    }
    for (a, b) in crate::app::drawing::dashes(&edge, true, 0.32, 0.26) {
        drawing.line(
            &crate::app::drawing::segment(a, b),
            Color::srgba(0.20, 0.14, 0.06, 0.85),
            0.07,
        );
    }
}

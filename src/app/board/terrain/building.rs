//! Huts with their roofs, and ruins of which the walls are left.

use bevy::prelude::*;

use super::{LIGHT, fine_outline, middle, spread};
use crate::{
    app::{
        drawing::{Drawing, circle, open, polygon, rectangle, segment},
        noise::Grain,
    },
    table::Terrain,
};

pub(super) fn hut(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let corners = piece.outline(16);
    if corners.len() < 3 {
        return;
    }
    for step in 0..5 {
        let off = -LIGHT * (1.0 - step as f32 * 0.2);
        let shadow = polygon(corners.iter().map(|&p| p + off));
        drawing.fill(&shadow, Color::srgba(0.0, 0.0, 0.0, 0.11));
    }
    drawing.fill(&polygon(corners.iter().copied()), Color::srgb(0.23, 0.17, 0.12));
    let mut grain = Grain::new(seed * 37 + 2);
    if corners.len() == 4 {
        hipped(drawing, [corners[0], corners[1], corners[2], corners[3]], &mut grain);
    } else {
        let top = middle(&corners);
        for i in 0..corners.len() {
            let next = corners[(i + 1) % corners.len()];
            face(drawing, &[corners[i], next, top], top, &mut grain);
        }
    }
    drawing.line(&open(corners.iter().copied()).close(), Color::srgb(0.12, 0.08, 0.05), 0.10);
}

/// A roof of two long sides and two short ones, with the ridge along the longer axis.
fn hipped(drawing: &mut Drawing, mut corners: [Vec2; 4], grain: &mut Grain) {
    if corners[0].distance(corners[1]) < corners[1].distance(corners[2]) {
        corners.rotate_left(1);
    }
    let [a, b, c, d] = corners;
    let (left, right) = ((a + d) / 2.0, (b + c) / 2.0);
    let hip = (a.distance(d) * 0.42 / left.distance(right).max(0.1)).min(0.42);
    let (from, to) = (left.lerp(right, hip), right.lerp(left, hip));
    let top = (from + to) / 2.0;
    face(drawing, &[a, b, to, from], top, grain);
    face(drawing, &[c, d, from, to], top, grain);
    face(drawing, &[d, a, from], top, grain);
    face(drawing, &[b, c, to], top, grain);
    for (corner, end) in [(a, from), (d, from), (b, to), (c, to)] {
        drawing.line(&segment(corner, end), Color::srgba(0.16, 0.10, 0.05, 0.55), 0.07);
    }
    drawing.line(&segment(from, to), Color::srgb(0.22, 0.15, 0.08), 0.17);
    drawing.line(
        &segment(from + LIGHT * 0.03, to + LIGHT * 0.03),
        Color::srgb(0.78, 0.62, 0.38),
        0.07,
    );
    let chimney = from.lerp(to, 0.2) + (c - b).normalize_or_zero() * 0.3;
    drawing.fill(
        &rectangle(chimney - LIGHT * 0.18, Vec2::splat(0.44)),
        Color::srgba(0.0, 0.0, 0.0, 0.4),
    );
    drawing.fill(&rectangle(chimney, Vec2::splat(0.44)), Color::srgb(0.46, 0.44, 0.42));
    drawing.fill(&rectangle(chimney, Vec2::splat(0.22)), Color::srgb(0.10, 0.09, 0.08));
}

/// One face of a roof with rows of thatch.
fn face(drawing: &mut Drawing, corners: &[Vec2], top: Vec2, grain: &mut Grain) {
    let out = ((corners[0] + corners[1]) / 2.0 - top).normalize_or_zero();
    let light = 1.0 + 0.36 * out.dot(LIGHT);
    let straw = |light: f32| Color::srgb(0.56 * light, 0.43 * light, 0.25 * light);
    drawing.fill(&polygon(corners.iter().copied()), straw(light));
    let (low, high) = ((corners[0], corners[1]), (corners[corners.len() - 1], corners[2]));
    let rows = 6;
    for row in 0..rows {
        let share = (row as f32 + 0.5) / rows as f32;
        let (a, b) = (low.0.lerp(high.0, share), low.1.lerp(high.1, share));
        let shade = if grain.draw() > 0.4 { 0.72 } else { 1.16 };
        drawing.cut_line(&segment(a, b), straw(light * shade).with_alpha(0.5), 0.05);
        for _ in 0..5 {
            let at = a.lerp(b, grain.draw());
            let way = -out * 0.16;
            drawing.cut_line(&segment(at, at + way), straw(light * 0.66).with_alpha(0.5), 0.035);
        }
    }
}

pub(super) fn ruin(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = fine_outline(piece, 0.45);
    drawing.fill(&polygon(edge.iter().copied()), Color::srgba(0.36, 0.33, 0.28, 0.75));
    let mut grain = Grain::new(seed * 41 + 3);
    for at in spread(piece, 0.6, seed) {
        let tone = grain.between(0.30, 0.62);
        let size = grain.between(0.06, 0.2);
        drawing.fill(&circle(at - LIGHT * 0.05, size), Color::srgba(0.0, 0.0, 0.0, 0.4));
        drawing.fill(&circle(at, size), Color::srgb(tone, tone * 0.97, tone * 0.9));
    }
    // Broken walls: most of the edge still stands.
    let mut standing = true;
    for i in 0..edge.len() {
        if grain.draw() < 0.22 {
            standing = !standing;
        }
        if !standing && grain.draw() < 0.75 {
            continue;
        }
        let (a, b) = (edge[i], edge[(i + 1) % edge.len()]);
        let off = -LIGHT * 0.22;
        drawing.line(&segment(a + off, b + off), Color::srgba(0.0, 0.0, 0.0, 0.3), 0.34);
        drawing.cut_line(&segment(a, b), Color::srgb(0.25, 0.24, 0.22), 0.36);
        let tone = grain.between(0.52, 0.68);
        drawing.cut_line(&segment(a, b), Color::srgb(tone, tone * 0.98, tone * 0.92), 0.24);
    }
    drawing.line(&open(edge.iter().copied()).close(), Color::srgba(0.1, 0.1, 0.09, 0.8), 0.05);
}

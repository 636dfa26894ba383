//! Barriers along a line that aren't stone: hedges, fences, ditches.

use bevy::prelude::*;

use super::{LIGHT, breadth, course, fine_outline, lit, stations, wood::crown};
use crate::{
    app::{
        drawing::{Drawing, circle, open, polygon, segment},
        noise::Grain,
    },
    table::Terrain,
};

pub(super) fn hedge(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let (points, closed) = course(piece);
    let half = breadth(piece).max(0.2) / 2.0;
    let mut grain = Grain::new(seed * 29 + 3);
    let outline = fine_outline(piece, 0.5);
    for share in [1.0, 0.5] {
        let off = -LIGHT * 0.22 * share;
        let shadow = polygon(outline.iter().map(|&p| p + off));
        drawing.fill(&shadow, Color::srgba(0.0, 0.02, 0.0, 0.24));
    }
    drawing.fill(&polygon(outline.iter().copied()), Color::srgb(0.11, 0.19, 0.08));
    for (at, _) in stations(&points, closed, half * 1.15) {
        let at = at + grain.in_disc(half * 0.12);
        let tone = grain.between(0.85, 1.15);
        let green = |light: f32| {
            let light = light * tone;
            Color::srgb(0.17 * light, 0.30 * light, 0.11 * light)
        };
        drawing.fill(&crown(at, half * 0.96, &mut grain), green(0.9));
        drawing.fill(&crown(at + LIGHT * half * 0.25, half * 0.62, &mut grain), green(1.35));
        let leaf = at + LIGHT * half * 0.4 + grain.in_disc(half * 0.2);
        drawing.fill(&circle(leaf, half * 0.16), green(1.9));
    }
}

pub(super) fn fence(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let (points, closed) = course(piece);
    let half = breadth(piece).clamp(0.2, 0.8) / 2.0;
    let mut grain = Grain::new(seed * 23 + 9);
    let path = |off: Vec2| {
        let path = open(points.iter().map(|&p| p + off));
        if closed { path.close() } else { path }
    };
    let dark = Color::srgb(0.24, 0.16, 0.09);
    let wood = Color::srgb(0.55, 0.40, 0.24);
    drawing.line(&path(-LIGHT * 0.16), Color::srgba(0.0, 0.0, 0.0, 0.35), half * 0.9);
    drawing.line(&path(Vec2::ZERO), dark, half * 0.95);
    drawing.line(&path(LIGHT * half * 0.20), wood, half * 0.55);
    for (at, along) in stations(&points, closed, 1.0) {
        let lean = along.perp() * grain.between(-0.04, 0.04);
        let post = at + lean;
        let across = along.perp() * half;
        drawing.cut_line(
            &segment(post - across - LIGHT * 0.1, post + across - LIGHT * 0.1),
            Color::srgba(0.0, 0.0, 0.0, 0.35),
            half * 1.0,
        );
        drawing.cut_line(&segment(post - across, post + across), dark, half * 0.95);
        drawing.cut_line(
            &segment(post - across * 0.8 + LIGHT * 0.03, post + across * 0.8 + LIGHT * 0.03),
            Color::srgb(0.68, 0.52, 0.33),
            half * 0.55,
        );
    }
}

pub(super) fn ditch(drawing: &mut Drawing, piece: &Terrain) {
    let edge = fine_outline(piece, 0.4);
    let (points, closed) = course(piece);
    let wide = breadth(piece);
    let floor = open(points.iter().copied());
    let floor = if closed { floor.close() } else { floor };
    drawing.fill(&polygon(edge.iter().copied()), Color::srgb(0.29, 0.23, 0.14));
    drawing.line(&floor, Color::srgb(0.17, 0.13, 0.08), wide * 0.42);
    // Sunken: the side away from the light is the bright one.
    let light = lit(&edge);
    for (i, &from) in edge.iter().enumerate() {
        let to = edge[(i + 1) % edge.len()];
        let colour = if light[i] > 0.0 {
            Color::srgba(0.0, 0.0, 0.0, 0.25 + 0.45 * light[i])
        } else {
            Color::srgba(0.85, 0.76, 0.52, 0.15 - 0.45 * light[i])
        };
        drawing.line(&segment(from, to), colour, 0.10);
    }
}

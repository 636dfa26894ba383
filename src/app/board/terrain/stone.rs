//! Stone: dry walls of laid stones, crags of broken faces, rough ground strewn with both.

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{blob, bump, cast, ease, paint, shade, stone, tuft},
    edge::Edge,
    fine_outline,
    lane::Lane,
    middle, spread, stations,
};
use crate::{
    app::{
        drawing::Drawing,
        noise::{Grain, layers},
    },
    table::Terrain,
};

/// A dry stone wall along a line. Higher ones are built of squared stones and have battlements.
pub(super) fn wall(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let lane = Lane::of(piece, 0.4, seed);
    let high = piece.height.0 >= 1.5;
    let wide = lane.half.max(0.1) * 2.0;
    let edge = Edge::of(piece);
    worn(drawing, &edge, 0.5, 0.34);
    cast(drawing, &edge.corners, (piece.height.0 * 0.42).clamp(0.25, 0.9), 0.62);
    let dark = paint(Vec3::new(0.235, 0.225, 0.20), 1.0);
    lane.strips(drawing, &[(1.0, 0.0, dark), (0.0, 0.0, dark)]);
    let mut grain = Grain::new(seed * 17 + 1);
    if high {
        battlements(drawing, &lane, &mut grain);
        return;
    }
    if let (Some(&first), Some(&last)) = (lane.at.first(), lane.at.last()) {
        for at in [first, last] {
            let half = Vec2::splat(lane.half * 0.86);
            block(drawing, at, half, Vec2::X, Vec3::new(0.50, 0.49, 0.45), 0.20, &mut grain);
        }
    }
    let courses = if wide >= 0.36 { 2 } else { 1 };
    let thick = wide / courses as f32;
    let length: f32 = lane.at.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    for course in 0..courses {
        // Whole stones from end to end, the courses half a stone apart.
        let count = (length / (thick * 1.5).max(0.3)).round().max(1.0) + course as f32 * 0.5;
        let step = length / count;
        let across = (course as f32 + 0.5) * thick - wide / 2.0;
        for (at, along) in stations(&lane.at, false, step) {
            let at = at + along * grain.between(-0.03, 0.03) + along.perp() * across;
            let half =
                Vec2::new(step * grain.between(0.46, 0.54), thick * grain.between(0.42, 0.50));
            let tone = grain.between(0.44, 0.60);
            let warm = grain.between(-0.01, 0.035);
            let moss = if grain.draw() < 0.14 { 0.07 } else { 0.0 };
            let colour = Vec3::new(tone + warm - moss, tone, tone - warm - 0.03 - moss);
            block(drawing, at, half, along, colour, 0.16, &mut grain);
        }
    }
}

/// A walk of flagstones between two rows of merlons.
fn battlements(drawing: &mut Drawing, lane: &Lane, grain: &mut Grain) {
    let half = lane.half;
    for (at, along) in stations(&lane.at, false, 0.34) {
        let tone = grain.between(0.36, 0.43);
        let colour = Vec3::new(tone, tone * 0.98, tone * 0.92);
        block(drawing, at, Vec2::new(0.16, half * 0.52), along, colour, 0.04, grain);
    }
    for side in [-1.0, 1.0] {
        for (at, along) in stations(&lane.at, false, 0.5) {
            let at = at + along.perp() * side * half * 0.76;
            let size = Vec2::new(0.165, half * 0.24);
            block(drawing, at - LIGHT * 0.07, size, along, Vec3::splat(0.09), 0.04, grain);
            let tone = grain.between(0.58, 0.66);
            block(drawing, at, size, along, Vec3::new(tone, tone * 0.98, tone * 0.92), 0.06, grain);
        }
    }
}

/// Trodden earth around something, as far as `reach` inches from its edge.
pub(super) fn worn(drawing: &mut Drawing, edge: &Edge, reach: f32, alpha: f32) {
    drawing.sheet(edge.low - reach - 0.3, edge.high + reach + 0.3, 0.3, |at| {
        let depth = edge.rough_depth(at, 0.3, 77);
        paint(Vec3::new(0.31, 0.255, 0.155), alpha * ease(-reach, 0.1, depth))
    });
}

/// One laid stone: a block whose corners are rounded by a share of its size.
fn block(
    drawing: &mut Drawing,
    at: Vec2,
    half: Vec2,
    along: Vec2,
    colour: Vec3,
    rounded: f32,
    grain: &mut Grain,
) {
    let inner = 1.0 - rounded * 2.4;
    let places = [
        (-1.0, -inner),
        (-inner, -1.0),
        (inner, -1.0),
        (1.0, -inner),
        (1.0, inner),
        (inner, 1.0),
        (-inner, 1.0),
        (-1.0, inner),
    ];
    let rim = places.map(|(x, y)| {
        let uneven = 1.0 - rounded * grain.draw();
        at + (Vec2::new(x, y) * half * uneven).rotate(along)
    });
    bump(drawing, at, &rim, colour, 1.0);
}

/// A crag: faces that rise to broken tops.
pub(super) fn crag(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let foot = fine_outline(piece, 0.8);
    if foot.len() < 3 {
        return;
    }
    let edge = Edge::of(piece);
    worn(drawing, &edge, 0.8, 0.42);
    let mut grain = Grain::new(seed * 13 + 7);
    cast(drawing, &edge.corners, (piece.height.0 * 0.36).clamp(0.4, 1.3), 0.62);
    let centre = middle(&foot) + LIGHT * 0.25;
    let mut from = foot.clone();
    for ring in 0..4 {
        let calm = 1.0 - ring as f32 * 0.25;
        let to: Vec<Vec2> = from
            .iter()
            .map(|&p| p.lerp(centre, grain.between(0.10, 0.46)) + grain.in_disc(0.20) * calm)
            .collect();
        for i in 0..from.len() {
            let next = (i + 1) % from.len();
            for face in [[from[i], from[next], to[i]], [from[next], to[next], to[i]]] {
                facet(drawing, face, centre, ring, &mut grain);
            }
        }
        from = to;
    }
    let top = middle(&from);
    drawing.fan(top, paint(Vec3::new(0.66, 0.65, 0.60), 1.0), &from, |_| {
        paint(Vec3::new(0.54, 0.53, 0.50), 1.0)
    });
    // Lichen on what looks up, stones that fell at its foot.
    for at in spread(piece, 0.8, seed + 8) {
        if grain.draw() < 0.35 {
            let size = grain.between(0.12, 0.3);
            drawing.soft_patch(
                at,
                Vec2::new(size, size * 0.7),
                paint(Vec3::new(0.42, 0.46, 0.26), 0.5),
            );
        }
    }
    for &at in &foot {
        if grain.draw() < 0.4 {
            let out = (at - centre).normalize_or_zero() * grain.between(0.05, 0.3);
            let size = grain.between(0.06, 0.15);
            stone(drawing, at + out, Vec2::new(size, size * 0.8), Vec2::X, &mut grain);
        }
    }
}

fn facet(drawing: &mut Drawing, face: [Vec2; 3], centre: Vec2, ring: u32, grain: &mut Grain) {
    let out = (middle(&face) - centre).normalize_or_zero().dot(LIGHT);
    let tone = 0.40 + 0.05 * ring as f32 + 0.21 * out + grain.between(-0.07, 0.07);
    let colour = |light: f32| paint(Vec3::new(tone, tone * 0.97, tone * 0.91) * light, 1.0);
    drawing.triangle(face, [colour(0.86), colour(0.93), colour(1.12)]);
}

/// Rough ground: cracked soil, stones, tussocks.
pub(super) fn rough(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    edge.ground(drawing, 0.28, 0.55, seed, |at, _| {
        let patches = layers(at * 1.6 + 20.0, 256, 3, seed + 1);
        let soil = Vec3::new(0.30, 0.235, 0.145).lerp(Vec3::new(0.47, 0.39, 0.255), patches);
        paint(soil, 0.90)
    });
    let mut grain = Grain::new(seed * 7 + 11);
    for at in spread(piece, 0.95, seed + 5) {
        if edge.depth(at) > 0.35 {
            crack(drawing, &edge, at, &mut grain);
        }
    }
    for at in spread(piece, 0.52, seed) {
        let which = grain.draw();
        if which < 0.34 {
            let size = grain.between(0.09, 0.17) + 0.16 * grain.draw() * grain.draw();
            let half = Vec2::new(size, size * grain.between(0.62, 0.9));
            stone(drawing, at, half, Vec2::from_angle(grain.between(-0.7, 0.7)), &mut grain);
        } else if which < 0.58 {
            let straw = Vec3::new(0.56, 0.51, 0.25).lerp(Vec3::new(0.38, 0.42, 0.17), grain.draw());
            tuft(drawing, at, grain.between(0.24, 0.40), 9, straw, &mut grain);
        } else if which < 0.80 {
            for _ in 0..3 {
                let at = at + grain.in_disc(0.25);
                let size = grain.between(0.025, 0.06);
                let rim = blob(at, Vec2::new(size, size * 0.8), 6, 0.15, &mut grain);
                let tone = grain.between(0.4, 0.6);
                bump(drawing, at, &rim, Vec3::new(tone, tone * 0.94, tone * 0.84), 1.0);
            }
        }
    }
    if signed {
        edge.sign(drawing);
    }
}

/// A crack in dry soil: dark, with a bright lip on the side that looks into the light.
fn crack(drawing: &mut Drawing, edge: &Edge, from: Vec2, grain: &mut Grain) {
    let mut heading = grain.between(0.0, std::f32::consts::TAU);
    let mut at = from;
    let parts = 3 + (grain.draw() * 3.0) as u32;
    for part in 0..parts {
        heading += grain.between(-0.8, 0.8);
        let to = at + Vec2::from_angle(heading) * grain.between(0.18, 0.38);
        if edge.depth(to) < 0.2 {
            return;
        }
        let wide = 0.065 * (1.0 - part as f32 / parts as f32 * 0.6);
        let lip = -LIGHT * wide * 0.8;
        drawing.bar(at + lip, to + lip, Color::srgba(0.74, 0.65, 0.46, 0.34), wide * 0.8);
        drawing.bar(at, to, shade(0.66), wide);
        at = to;
    }
}

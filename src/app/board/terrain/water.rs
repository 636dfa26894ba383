//! Streams and ponds: earthen banks with reeds, water that is deeper and darker in the middle,
//! ripples along its flow. A pond as small as a well is one.

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{blade, blob, bump, cast, ease, paint, shade, stone},
    edge::Edge,
    is_water,
    lane::Lane,
    lit, spread,
    stone::worn,
};
use crate::{
    app::{
        drawing::{Drawing, open},
        noise::Grain,
    },
    table::{Footprint, Terrain},
};

/// From the bank's grass to the middle: half widths (or shares of the radius), colour.
fn depths() -> [(f32, Color); 7] {
    [
        (1.0, paint(Vec3::new(0.33, 0.27, 0.16), 0.0)),
        (0.62, paint(Vec3::new(0.33, 0.27, 0.16), 0.80)),
        (0.15, paint(Vec3::new(0.235, 0.19, 0.115), 1.0)),
        (0.0, paint(Vec3::new(0.32, 0.37, 0.325), 1.0)),
        (-0.20, paint(Vec3::new(0.245, 0.355, 0.365), 1.0)),
        (-0.55, paint(Vec3::new(0.165, 0.275, 0.315), 1.0)),
        (-1.0, paint(Vec3::new(0.11, 0.20, 0.255), 1.0)),
    ]
}

pub(super) fn water(
    drawing: &mut Drawing,
    piece: &Terrain,
    seed: u32,
    signed: bool,
    around: &[Terrain],
) {
    let edge = Edge::of(piece);
    let others = around.iter().filter(|&other| other != piece);
    let waters: Vec<Edge> = others.filter(|other| is_water(other)).map(Edge::of).collect();
    let elsewhere =
        |at: Vec2| waters.iter().map(|edge| edge.depth(at)).fold(f32::NEG_INFINITY, f32::max);
    let mut grain = Grain::new(seed * 19 + 5);
    match &piece.footprint {
        Footprint::Circle { at, radius } if radius.0 <= 1.0 => {
            well(drawing, *at, radius.0, &edge, &mut grain);
            return;
        }
        Footprint::Line { .. } => {
            let lane = Lane::of(piece, 0.35, seed);
            let bank = 0.55 / lane.half;
            let lanes: Vec<_> = depths()
                .into_iter()
                .map(|(out, colour)| {
                    let wander = if out > -0.3 { 0.09 } else { 0.0 };
                    (1.0 + out * if out > 0.0 { bank } else { 1.0 }, wander, colour)
                })
                .collect();
            lane.strips(drawing, &lanes);
        }
        Footprint::Polygon(_) | Footprint::Circle { .. } => {
            let deepest = ((edge.high - edge.low).min_element() / 2.0).min(2.6);
            let lanes = depths();
            drawing.sheet(edge.low - 0.8, edge.high + 0.8, 0.16, |at| {
                let own = edge.rough_depth(at, 0.09, seed);
                let depth = own.max(elsewhere(at));
                let out = if depth < 0.0 { -depth / 0.55 } else { -depth / deepest };
                let colour = between(&lanes, out);
                // Beyond the bank a stream that runs in has its own colours.
                colour.with_alpha(colour.alpha() * ease(-0.70, -0.35, own))
            });
        }
    }
    ripples(drawing, piece, &edge, &mut grain);
    bank(drawing, &edge, &mut grain, |at| elsewhere(at) < 0.0);
    if signed {
        edge.sign_where(drawing, |at| elsewhere(at) < 0.0);
    }
}

/// The colour at a place between the bank and the middle.
fn between(lanes: &[(f32, Color)], out: f32) -> Color {
    let next = lanes.iter().position(|&(place, _)| place <= out).unwrap_or(lanes.len() - 1);
    if next == 0 {
        return lanes[0].1;
    }
    let ((from, a), (to, b)) = (lanes[next - 1], lanes[next]);
    a.mix(&b, ((from - out) / (from - to)).clamp(0.0, 1.0))
}

fn ripples(drawing: &mut Drawing, piece: &Terrain, edge: &Edge, grain: &mut Grain) {
    for at in spread(piece, 0.42, 3) {
        let along = flow(piece, at);
        let half = grain.between(0.10, 0.34);
        let (a, b) = (at - along * half, at + along * half);
        if edge.depth(a).min(edge.depth(b)) < 0.14 {
            continue;
        }
        let bend = at + along.perp() * grain.between(-0.07, 0.07);
        let colour = if grain.draw() < 0.5 {
            Color::srgba(0.72, 0.86, 0.88, grain.between(0.16, 0.44))
        } else {
            Color::srgba(0.03, 0.10, 0.15, grain.between(0.15, 0.34))
        };
        drawing.line(&open([a, bend, b]), colour, 0.035);
    }
}

/// The bank towards the light throws its shade on the water; stones and reeds stand along it.
fn bank(drawing: &mut Drawing, edge: &Edge, grain: &mut Grain, ashore: impl Fn(Vec2) -> bool) {
    let corners: Vec<Vec2> = {
        let count = edge.corners.len();
        let mut points = Vec::new();
        for i in 0..count {
            let (a, b) = (edge.corners[i], edge.corners[(i + 1) % count]);
            let parts = (a.distance(b) / 0.3).ceil().clamp(1.0, 300.0) as u32;
            points.extend((0..parts).map(|part| a.lerp(b, part as f32 / parts as f32)));
        }
        points
    };
    let light = lit(&corners);
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        if !ashore((a + b) / 2.0) {
            continue;
        }
        let out = (b - a).normalize_or_zero().perp() * -1.0;
        if light[i] > 0.0 {
            let dark = shade(0.55 * light[i]);
            let deep = -out * 0.34;
            drawing.quad([a, b, b + deep, a + deep], [dark, dark, shade(0.0), shade(0.0)]);
        } else {
            let bright = Color::srgba(0.82, 0.90, 0.86, -0.40 * light[i]);
            drawing.bar(a - out * 0.05, b - out * 0.05, bright, 0.05);
        }
        let which = grain.draw();
        if which < 0.09 {
            let size = grain.between(0.07, 0.16);
            let at = a + out * grain.between(-0.12, 0.2);
            stone(drawing, at, Vec2::new(size, size * 0.75), Vec2::X, grain);
        } else if which < 0.24 {
            for _ in 0..5 {
                let root = a + out * grain.between(-0.1, 0.25) + grain.in_disc(0.12);
                let tip = root + Vec2::new(grain.between(-0.12, 0.12), grain.between(0.24, 0.5));
                let green = Vec3::new(0.40, 0.45, 0.19) * grain.between(0.7, 1.15);
                blade(drawing, root, tip, paint(green, 1.0), 0.055);
            }
        }
    }
}

/// A ring of stones around dark water.
fn well(drawing: &mut Drawing, at: Vec2, radius: f32, edge: &Edge, grain: &mut Grain) {
    worn(drawing, edge, 0.9, 0.55);
    cast(drawing, &edge.corners, 0.42, 0.6);
    let rim: Vec<Vec2> = edge.corners.clone();
    drawing.fan(at, paint(Vec3::splat(0.2), 1.0), &rim, |_| paint(Vec3::splat(0.2), 1.0));
    let inner = radius * 0.62;
    let water = blob(at, Vec2::splat(inner), 24, 0.0, grain);
    drawing.fan(at - LIGHT * inner * 0.3, paint(Vec3::new(0.13, 0.25, 0.31), 1.0), &water, |i| {
        let into = (water[i] - at).normalize_or_zero().dot(LIGHT);
        paint(Vec3::new(0.07, 0.13, 0.17) * (1.0 - 0.5 * into), 1.0)
    });
    let count = (radius * 18.0).round().max(8.0) as usize;
    for i in 0..count {
        let out = Vec2::from_angle(i as f32 / count as f32 * std::f32::consts::TAU);
        let place = at + out * radius * 0.81;
        let half = Vec2::new(radius * 0.18, radius * 2.35 / count as f32);
        let stone: Vec<Vec2> = blob(Vec2::ZERO, half, 8, 0.08, grain)
            .into_iter()
            .map(|p| place + p.rotate(out))
            .collect();
        let tone = grain.between(0.5, 0.64);
        bump(drawing, place, &stone, Vec3::new(tone, tone * 0.97, tone * 0.9), 1.0);
    }
}

/// Which way water flows at a point: along the nearest part of the stream.
fn flow(piece: &Terrain, at: Vec2) -> Vec2 {
    let Footprint::Line { points, .. } = &piece.footprint else { return Vec2::X };
    let far = |pair: &[Vec2]| {
        let way = pair[1] - pair[0];
        let share = ((at - pair[0]).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
        (pair[0] + way * share).distance(at)
    };
    points
        .windows(2)
        .min_by(|p, q| far(p).total_cmp(&far(q)))
        .map_or(Vec2::X, |pair| (pair[1] - pair[0]).normalize_or(Vec2::X))
}

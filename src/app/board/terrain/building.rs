//! Huts: roofs of thatch, tiles or shingles, each side lit by the way it slopes, with a trodden
//! yard around them and a long shadow.

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{cast, paint, shade},
    edge::Edge,
    middle,
    stone::worn,
};
use crate::{
    app::{drawing::Drawing, noise::Grain},
    table::Terrain,
};

/// What a roof is covered with.
#[derive(Clone, Copy)]
struct Cover {
    colour: Vec3,
    /// How wide and how long one tile is.
    tile: Vec2,
    /// How much tiles differ.
    uneven: f32,
    /// How dark the edge of each row is.
    step: f32,
}

const THATCH: Cover = Cover {
    colour: Vec3::new(0.455, 0.385, 0.245),
    tile: Vec2::new(0.075, 0.40),
    uneven: 0.17,
    step: 0.20,
};
const TILES: Cover = Cover {
    colour: Vec3::new(0.425, 0.275, 0.205),
    tile: Vec2::new(0.24, 0.27),
    uneven: 0.12,
    step: 0.42,
};
const SHINGLES: Cover = Cover {
    colour: Vec3::new(0.395, 0.345, 0.29),
    tile: Vec2::new(0.19, 0.34),
    uneven: 0.14,
    step: 0.40,
};

pub(super) fn hut(drawing: &mut Drawing, piece: &Terrain, seed: u32) {
    let edge = Edge::of(piece);
    let corners = piece.outline(12);
    if corners.len() < 3 {
        return;
    }
    worn(drawing, &edge, 0.9, 0.42);
    cast(drawing, &corners, (piece.height.0 * 0.34).clamp(0.4, 1.3), 0.66);
    let mut grain = Grain::new(seed * 37 + 2);
    let kind = (grain.draw() * 2.999) as usize;
    let cover = [THATCH, TILES, SHINGLES][kind];
    match <[Vec2; 4]>::try_from(corners.clone()) {
        Ok(corners) => ridged(drawing, corners, &cover, kind == 0, &mut grain),
        Err(_) => {
            let top = middle(&corners);
            for i in 0..corners.len() {
                let next = corners[(i + 1) % corners.len()];
                slope(drawing, [corners[i], next, top, top], top, &cover, &mut grain);
            }
        }
    }
    // Eaves: the rim that looks into the light is bright, the other one dark.
    let light = super::lit(&corners);
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let colour = paint(cover.colour * (0.34 + 0.12 * light[i]), 1.0);
        drawing.bar(a, b, colour, 0.09);
    }
}

/// A roof with a ridge along its longer axis: hipped at the ends, or with gables.
fn ridged(
    drawing: &mut Drawing,
    mut corners: [Vec2; 4],
    cover: &Cover,
    hipped: bool,
    grain: &mut Grain,
) {
    if corners[0].distance(corners[1]) < corners[1].distance(corners[2]) {
        corners.rotate_left(1);
    }
    let [a, b, c, d] = corners;
    let (left, right) = ((a + d) / 2.0, (b + c) / 2.0);
    let hip =
        if hipped { (a.distance(d) * 0.42 / left.distance(right).max(0.1)).min(0.42) } else { 0.0 };
    let (from, to) = (left.lerp(right, hip), right.lerp(left, hip));
    let top = (from + to) / 2.0;
    slope(drawing, [a, b, to, from], top, cover, grain);
    slope(drawing, [c, d, from, to], top, cover, grain);
    if hipped {
        slope(drawing, [d, a, from, from], top, cover, grain);
        slope(drawing, [b, c, to, to], top, cover, grain);
        for (corner, end) in [(a, from), (d, from), (b, to), (c, to)] {
            drawing.bar(corner, end, paint(cover.colour * 0.5, 0.55), 0.08);
        }
    } else {
        // Boards along the gables.
        for (from, to) in [(a, left), (left, d), (b, right), (right, c)] {
            drawing.bar(from, to, paint(cover.colour * 0.42, 1.0), 0.16);
            drawing.bar(
                from + LIGHT * 0.02,
                to + LIGHT * 0.02,
                paint(cover.colour * 0.85, 1.0),
                0.07,
            );
        }
    }
    drawing.bar(from - LIGHT * 0.07, to - LIGHT * 0.07, shade(0.45), 0.16);
    drawing.bar(from, to, paint(cover.colour * 0.62, 1.0), 0.19);
    let lit = LIGHT * 0.035;
    drawing.bar(from + lit, to + lit, paint(cover.colour * 1.45, 1.0), 0.08);
    let chimney = from.lerp(to, 0.24) + (c - b).normalize_or_zero() * 0.34;
    stack(drawing, chimney, (b - a).normalize_or(Vec2::X));
}

/// A chimney of stone with its shadow on the roof.
fn stack(drawing: &mut Drawing, at: Vec2, along: Vec2) {
    let square = |half: f32, at: Vec2| {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| at + (Vec2::new(x, y) * half).rotate(along))
    };
    cast(drawing, &square(0.21, at), 0.5, 0.7);
    let edge = square(0.22, at);
    drawing.quad(
        edge,
        edge.map(|p| {
            paint(Vec3::new(0.46, 0.44, 0.41) * (1.0 + 0.35 * (p - at).normalize().dot(LIGHT)), 1.0)
        }),
    );
    drawing.quad(square(0.12, at), [paint(Vec3::splat(0.07), 1.0); 4]);
}

/// One side of a roof: an eave from the first corner to the second, a ridge from the fourth to
/// the third, and rows of tiles between them.
fn slope(drawing: &mut Drawing, corners: [Vec2; 4], top: Vec2, cover: &Cover, grain: &mut Grain) {
    let [a, b, c, d] = corners;
    let out = ((a + b) / 2.0 - top).normalize_or_zero();
    let light = 0.98 + 0.34 * out.dot(LIGHT);
    let base = paint(cover.colour * light * 0.8, 1.0);
    drawing.quad(corners, [base; 4]);
    let height = ((a + b) / 2.0).distance((c + d) / 2.0);
    let rows = (height / cover.tile.y).round().max(2.0);
    for row in 0..rows as u32 {
        let (low, high) = (row as f32 / rows, (row + 1) as f32 / rows);
        let (from, to) = ((a.lerp(d, low), b.lerp(c, low)), (a.lerp(d, high), b.lerp(c, high)));
        let tiles = (from.0.distance(from.1) / cover.tile.x).round().max(1.0);
        let shift = if row % 2 == 1 { 0.5 } else { 0.0 };
        for tile in 0..=tiles as u32 {
            let left = ((tile as f32 - shift) / tiles).clamp(0.0, 1.0);
            let right = ((tile as f32 + 1.0 - shift) / tiles).clamp(0.0, 1.0);
            if right - left < 1e-3 {
                continue;
            }
            let tone = 1.0 + cover.uneven * grain.between(-1.0, 1.0);
            let (bright, dark) = (
                paint(cover.colour * light * tone * 1.08, 1.0),
                paint(cover.colour * light * tone * 0.86, 1.0),
            );
            let at = |row: (Vec2, Vec2), share: f32| row.0.lerp(row.1, share);
            drawing.quad(
                [at(from, left), at(from, right), at(to, right), at(to, left)],
                [bright, bright, dark, dark],
            );
        }
        drawing.bar(to.0, to.1, shade(cover.step * (1.0 - 0.3 * light)), 0.055);
    }
    // The lower half of a slope that looks away from the light is darker still.
    let deep = shade(0.16 * (1.0 - out.dot(LIGHT)).clamp(0.0, 1.6));
    drawing.quad(corners, [deep, deep, shade(0.0), shade(0.0)]);
}

//! Strokes that several kinds of terrain are painted with, all lit from the upper left.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::LIGHT;
use crate::app::{drawing::Drawing, noise::Grain};

/// A colour from red, green and blue parts.
pub(super) fn paint(rgb: Vec3, alpha: f32) -> Color {
    let rgb = rgb.clamp(Vec3::ZERO, Vec3::ONE);
    Color::srgba(rgb.x, rgb.y, rgb.z, alpha)
}

/// Shade on whatever lies below.
pub(super) fn shade(alpha: f32) -> Color {
    Color::srgba(0.02, 0.03, 0.03, alpha)
}

/// From 0 to 1 while a value goes from one bound to the other, slow at both ends.
pub(super) fn ease(from: f32, to: f32, value: f32) -> f32 {
    let share = ((value - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// A closed outline around a point that is round but uneven; `rough` is a share of the radius.
pub(super) fn blob(
    at: Vec2,
    radii: Vec2,
    points: usize,
    rough: f32,
    grain: &mut Grain,
) -> Vec<Vec2> {
    let turn = grain.draw();
    (0..points)
        .map(|i| {
            let angle = (i as f32 / points as f32 + turn) * TAU;
            at + Vec2::from_angle(angle) * radii * (1.0 + rough * grain.between(-1.0, 1.0))
        })
        .collect()
}

/// A rounded thing: bright towards the light, dark away from it.
pub(super) fn bump(drawing: &mut Drawing, middle: Vec2, rim: &[Vec2], colour: Vec3, alpha: f32) {
    let reach = rim.iter().map(|p| p.distance(middle)).fold(0.0, f32::max);
    let top = middle + LIGHT * reach * 0.22;
    drawing.fan(top, paint(colour * 1.22, alpha), rim, |i| {
        let facing = (rim[i] - middle).normalize_or_zero().dot(LIGHT);
        paint(colour * (0.74 + 0.30 * facing), alpha)
    });
}

/// A stone that lies on the ground and throws a shadow.
pub(super) fn stone(drawing: &mut Drawing, at: Vec2, half: Vec2, turn: Vec2, grain: &mut Grain) {
    let rim: Vec<Vec2> =
        blob(Vec2::ZERO, half, 8, 0.14, grain).into_iter().map(|p| at + p.rotate(turn)).collect();
    let size = half.max_element();
    drawing.soft_patch(at - LIGHT * size * 0.45, half.max(half.yx() * 0.8) * 1.35, shade(0.62));
    let tone = grain.between(0.44, 0.62);
    let warm = grain.between(-0.01, 0.035);
    bump(drawing, at, &rim, Vec3::new(tone + warm, tone, tone - warm - 0.02), 1.0);
}

/// A blade of grass: broad at its root, pointed at its tip.
pub(super) fn blade(drawing: &mut Drawing, root: Vec2, tip: Vec2, colour: Color, width: f32) {
    let side = (tip - root).normalize_or_zero().perp() * width / 2.0;
    drawing.triangle([root - side, root + side, tip], [colour; 3]);
}

/// A tuft of blades that spread from one root.
pub(super) fn tuft(
    drawing: &mut Drawing,
    at: Vec2,
    height: f32,
    blades: usize,
    colour: Vec3,
    grain: &mut Grain,
) {
    drawing.soft_patch(
        at - LIGHT * height * 0.25,
        Vec2::new(height * 0.55, height * 0.32),
        shade(0.30),
    );
    for _ in 0..blades {
        let root = at + Vec2::new(grain.between(-0.22, 0.22), grain.between(-0.1, 0.1)) * height;
        let lean = Vec2::new(grain.between(-0.5, 0.5), grain.between(0.55, 1.05)) * height;
        let light = grain.between(0.72, 1.25);
        blade(drawing, root, root + lean, paint(colour * light, 0.95), height * 0.14);
    }
}

/// A low bush of a few leafy clumps.
pub(super) fn bush(drawing: &mut Drawing, at: Vec2, radius: f32, colour: Vec3, grain: &mut Grain) {
    drawing.soft_patch(at - LIGHT * radius * 0.40, Vec2::splat(radius * 1.35), shade(0.55));
    for layer in 0..7 {
        let off = if layer == 0 {
            Vec2::ZERO
        } else {
            grain.in_disc(radius * 0.62) + LIGHT * radius * 0.1
        };
        let size = radius * if layer == 0 { 0.9 } else { grain.between(0.30, 0.48) };
        let rim = blob(at + off, Vec2::splat(size), 9, 0.16, grain);
        let light = 0.82 + 0.34 * off.dot(LIGHT) / radius + grain.between(-0.06, 0.14);
        bump(drawing, at + off, &rim, colour * light, 1.0);
    }
}

/// The shadow that something with this edge throws on the ground, `reach` inches long.
pub(super) fn cast(drawing: &mut Drawing, outline: &[Vec2], reach: f32, strength: f32) {
    let count = outline.len();
    let area: f32 = (0..count).map(|i| outline[i].perp_dot(outline[(i + 1) % count])).sum();
    let out = if area >= 0.0 { -1.0 } else { 1.0 };
    // A wide faint one around a narrow dark one: the edge of the shadow is soft.
    for (far, alpha) in [(1.0, 0.45), (0.82, 0.55)] {
        let off = -LIGHT * reach * far;
        let (near, tip) = (shade(strength * alpha), shade(strength * alpha * 0.55));
        for i in 0..count {
            let (a, b) = (outline[i], outline[(i + 1) % count]);
            if ((b - a).perp() * out).dot(LIGHT) < 0.0 {
                drawing.quad([a, b, b + off, a + off], [near, near, tip, tip]);
            }
        }
    }
}

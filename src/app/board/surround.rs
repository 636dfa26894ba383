//! The walnut frame around the ground with its brass rule, on a table in a dark room.

use bevy::prelude::*;

use super::rule;
use crate::app::{
    drawing::Drawing,
    noise::{Grain, smooth},
};

/// How wide the frame is, in inches.
pub(super) const FRAME: f32 = 1.4;

fn corners(size: Vec2, out: f32) -> [Vec2; 4] {
    let (low, high) = (Vec2::splat(-out), size + out);
    [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)]
}

/// A strip around the table between two distances from the ground, with a colour for each side
/// and distance.
fn strip(
    drawing: &mut Drawing,
    size: Vec2,
    from: f32,
    to: f32,
    colour: impl Fn(usize, bool) -> Color,
) {
    let (inner, outer) = (corners(size, from), corners(size, to));
    for side in 0..4 {
        let next = (side + 1) % 4;
        let (near, far) = (colour(side, false), colour(side, true));
        drawing.quad([inner[side], inner[next], outer[next], outer[side]], [near, near, far, far]);
    }
}

/// Dark boards in a pool of light around the frame, and the frame's shadow on them. Like the frame
/// they lie over terrain that runs off the table.
pub(super) fn room(drawing: &mut Drawing, size: Vec2) {
    let far = size.max_element().max(48.0);
    let tone = |out: f32| {
        let glow = (1.0 - (out - FRAME) / 30.0).clamp(0.0, 1.0);
        Color::srgb_u8(0x17, 0x15, 0x13).mix(&Color::srgb(0.150, 0.118, 0.092), glow * glow)
    };
    for pair in [FRAME, 4.0, 8.0, 14.0, 22.0, 32.0, far].windows(2) {
        strip(drawing, size, pair[0], pair[1], |_, outer| tone(pair[usize::from(outer)]));
    }
    let (low, high) = (Vec2::splat(-far), size + far);
    let mut line = |y: f32, from: f32, to: f32, colour: Color, width: f32| {
        let beside = y > -FRAME - width && y < size.y + FRAME + width;
        let parts = if beside {
            [(from, to.min(-FRAME)), (from.max(size.x + FRAME), to)]
        } else {
            [(from, to), (0.0, 0.0)]
        };
        for (from, to) in parts.into_iter().filter(|(from, to)| to > from) {
            drawing.bar(Vec2::new(from, y), Vec2::new(to, y), colour, width);
        }
    };
    let mut grain = Grain::new(13);
    let boards = ((high.y - low.y) / 7.5) as u32;
    for board in 0..boards {
        let y = low.y + board as f32 * 7.5 + 2.0;
        line(y, low.x, high.x, Color::srgba(0.0, 0.0, 0.0, 0.42), 0.16);
        for _ in 0..18 {
            let from = low.x + grain.draw() * (high.x - low.x);
            let y = y + grain.between(0.4, 7.0);
            let streak = Color::srgba(0.0, 0.0, 0.0, grain.between(0.08, 0.22));
            line(y, from, from + grain.between(4.0, 22.0), streak, grain.between(0.05, 0.16));
        }
    }
    for (reach, alpha) in [(2.6, 0.26), (1.7, 0.30), (0.9, 0.34)] {
        let edge = corners(size, FRAME);
        let off = Vec2::new(0.64, -0.768) * reach;
        let (near, tip) = (Color::BLACK.with_alpha(alpha), Color::BLACK.with_alpha(alpha * 0.5));
        for (a, b) in [(edge[0], edge[1]), (edge[1], edge[2])] {
            drawing.quad([a, b, b + off, a + off], [near, near, tip, tip]);
        }
    }
}

/// The frame with its brass rule.
pub(super) fn frame(drawing: &mut Drawing, size: Vec2) {
    planks(drawing, size);
    rule::rule(drawing, size);
}

/// The four sides, mitred, each lit by the way its mouldings face.
fn planks(drawing: &mut Drawing, size: Vec2) {
    let walnut = |light: f32| Color::srgb(0.335 * light, 0.215 * light, 0.128 * light);
    // How much the outer bevel of each side looks into the light: below, right, above, left.
    let facing = [-0.77, -0.64, 0.77, 0.64];
    let flat = [0.93, 0.90, 1.05, 1.02];
    strip(drawing, size, FRAME - 0.20, FRAME, |side, far| {
        walnut(flat[side] + facing[side] * if far { 0.52 } else { 0.34 })
    });
    strip(drawing, size, 0.16, FRAME - 0.20, |side, far| {
        walnut(flat[side] * if far { 1.0 } else { 0.94 })
    });
    strip(drawing, size, 0.0, 0.16, |side, far| {
        walnut(flat[side] * 0.72 - facing[side] * if far { 0.40 } else { 0.28 })
    });
    streaks(drawing, size, &flat);
    let dark = Color::srgba(0.05, 0.03, 0.015, 0.85);
    strip(drawing, size, FRAME - 0.02, FRAME + 0.05, |_, _| dark);
    strip(drawing, size, -0.03, 0.035, |_, _| dark);
    strip(drawing, size, FRAME - 0.225, FRAME - 0.185, |side, _| {
        walnut(if facing[side] > 0.0 { 1.35 } else { 0.55 })
    });
    let (inner, outer) = (corners(size, 0.0), corners(size, FRAME));
    for i in 0..4 {
        drawing.bar(inner[i], outer[i], Color::srgba(0.05, 0.03, 0.01, 0.55), 0.045);
    }
}

/// The grain of the wood along each side.
fn streaks(drawing: &mut Drawing, size: Vec2, light: &[f32; 4]) {
    let mut grain = Grain::new(3);
    let (inner, outer) = (corners(size, 0.17), corners(size, FRAME - 0.22));
    for side in 0..4 {
        let next = (side + 1) % 4;
        let length = inner[side].distance(inner[next]);
        for _ in 0..(length * 2.2) as usize {
            let (across, from) = (grain.draw(), grain.draw());
            let to = (from + grain.between(1.0, 7.0) / length).min(1.0);
            let point = |share: f32| {
                let bent =
                    smooth(Vec2::new(share * length * 0.35 + 9.0, across * 4.0), 256, 21) - 0.5;
                let across = (across + bent * 0.10).clamp(0.0, 1.0);
                let ends =
                    (inner[side].lerp(outer[side], across), inner[next].lerp(outer[next], across));
                ends.0.lerp(ends.1, share)
            };
            let tone = light[side] * if grain.draw() > 0.42 { 0.66 } else { 1.36 };
            let colour = Color::srgba(0.335 * tone, 0.215 * tone, 0.128 * tone, 0.42);
            let wide = grain.between(0.02, 0.05);
            let middle = (from + to) / 2.0;
            drawing.bar(point(from), point(middle), colour, wide);
            drawing.bar(point(middle), point(to), colour, wide);
        }
    }
}

/// The frame's shade on the ground, from the two sides that stand in the light's way.
pub(super) fn inner_shade(drawing: &mut Drawing, size: Vec2) {
    let (dark, clear) = (Color::srgba(0.0, 0.0, 0.0, 0.46), Color::srgba(0.0, 0.0, 0.0, 0.0));
    let deep = 0.85;
    let top = [
        Vec2::new(0.0, size.y),
        size,
        Vec2::new(size.x, size.y - deep),
        Vec2::new(deep * 0.83, size.y - deep),
    ];
    drawing.quad(top, [dark, dark, clear, clear]);
    let left = [
        Vec2::new(0.0, size.y),
        Vec2::ZERO,
        Vec2::new(deep * 0.83, 0.0),
        Vec2::new(deep * 0.83, size.y - deep),
    ];
    drawing.quad(left, [dark, dark, clear, clear]);
}

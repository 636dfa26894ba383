//! The brass rule on the frame: a tick for each inch, a longer one for each six, and the number
//! of inches from the lower left corner at each twelve.

use bevy::prelude::*;

use super::surround::FRAME;
use crate::app::drawing::{Drawing, open};

const BRASS: Color = Color::srgb(0.86, 0.70, 0.40);
const BRIGHT: Color = Color::srgb(0.97, 0.87, 0.62);
const ENGRAVED: Color = Color::srgba(0.04, 0.02, 0.01, 0.65);
/// How far from the ground the ticks begin.
const NEAR: f32 = 0.10;
/// How high digits are.
const DIGIT: f32 = 0.58;

/// Draws the rule on all four sides.
pub(super) fn rule(drawing: &mut Drawing, size: Vec2) {
    side(drawing, size.x, |along, out| Vec2::new(along, -out));
    side(drawing, size.x, |along, out| Vec2::new(along, size.y + out));
    side(drawing, size.y, |along, out| Vec2::new(-out, along));
    side(drawing, size.y, |along, out| Vec2::new(size.x + out, along));
    for corner in [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)] {
        plate(drawing, corner, (corner - size / 2.0).signum());
    }
}

fn side(drawing: &mut Drawing, length: f32, place: impl Fn(f32, f32) -> Vec2) {
    for inch in 0..=length as u32 {
        let along = inch as f32;
        let (long, width) = match inch {
            _ if inch % 12 == 0 => (0.34, 0.095),
            _ if inch % 6 == 0 => (0.50, 0.08),
            _ => (0.24, 0.055),
        };
        let (from, to) = (place(along, NEAR), place(along, NEAR + long));
        let off = Vec2::new(0.03, -0.035);
        drawing.bar(from + off, to + off, ENGRAVED, width);
        drawing.bar(from, to, BRASS, width);
        if inch > 0 && inch % 12 == 0 && length - along > 1.0 {
            number(drawing, place(along, (NEAR + 0.34 + FRAME) / 2.0 - 0.04), inch);
        }
    }
}

/// A triangle of brass with a screw at a corner of the frame.
fn plate(drawing: &mut Drawing, corner: Vec2, out: Vec2) {
    let at = |x: f32, y: f32| corner + out * Vec2::new(x, y);
    let points = [at(FRAME - 0.1, FRAME - 0.1), at(FRAME - 0.1, 0.12), at(0.12, FRAME - 0.1)];
    let shadow = points.map(|p| p + Vec2::new(0.04, -0.05));
    drawing.triangle(shadow, [ENGRAVED; 3]);
    let tone = |p: Vec2| {
        let light = (p - corner).dot(Vec2::new(-0.64, 0.768)) * 0.10;
        Color::srgb(0.66 + light, 0.52 + light, 0.28 + light * 0.7)
    };
    drawing.triangle(points, points.map(tone));
    for i in 0..3 {
        drawing.bar(points[i], points[(i + 1) % 3], BRIGHT.with_alpha(0.45), 0.03);
    }
    let screw = at(FRAME - 0.42, FRAME - 0.42);
    let rim: [Vec2; 14] = std::array::from_fn(|i| {
        screw + Vec2::from_angle(i as f32 / 14.0 * std::f32::consts::TAU) * 0.15
    });
    let dark = Color::srgb(0.42, 0.31, 0.15);
    drawing.fan(screw + Vec2::new(-0.04, 0.05), BRIGHT, &rim, |_| dark);
    let slot = Vec2::from_angle(0.6) * 0.12;
    drawing.bar(screw - slot, screw + slot, ENGRAVED, 0.035);
}

/// A number around a point.
fn number(drawing: &mut Drawing, at: Vec2, number: u32) {
    let digits: Vec<u32> =
        number.to_string().chars().filter_map(|digit| digit.to_digit(10)).collect();
    let step = DIGIT * 0.72;
    let first = at - Vec2::new((digits.len() as f32 - 1.0) * step / 2.0, 0.0);
    for (shift, colour, width) in
        [(Vec2::new(0.03, -0.035), ENGRAVED, 0.125), (Vec2::ZERO, BRIGHT, 0.10)]
    {
        for (i, &digit) in digits.iter().enumerate() {
            let middle = first + Vec2::X * (step * i as f32) + shift;
            for stroke in strokes(digit) {
                let path = open(stroke.iter().map(|&(x, y)| middle + Vec2::new(x, y) * DIGIT));
                drawing.line(&path, colour, width);
            }
        }
    }
}

/// The strokes of a digit of height 1 around its middle.
fn strokes(digit: u32) -> Vec<Vec<(f32, f32)>> {
    const W: f32 = 0.26;
    let round = |middle: f32, radius: f32, from: f32, to: f32| -> Vec<(f32, f32)> {
        (0..=12)
            .map(|i| {
                let angle = (from + (to - from) * i as f32 / 12.0).to_radians();
                let way = Vec2::from_angle(angle);
                (way.x * W, middle + way.y * radius)
            })
            .collect()
    };
    match digit {
        0 => vec![round(0.0, 0.5, 0.0, 360.0)],
        1 => vec![vec![(-0.16, 0.30), (0.04, 0.5), (0.04, -0.5)]],
        2 => {
            let mut bow = round(0.24, 0.26, 160.0, -30.0);
            bow.extend([(-W, -0.5), (W, -0.5)]);
            vec![bow]
        }
        3 => {
            let mut bow = round(0.25, 0.25, 150.0, -90.0);
            bow.extend(round(-0.25, 0.25, 90.0, -150.0));
            vec![bow]
        }
        4 => vec![vec![(0.12, -0.5), (0.12, 0.5), (-0.28, -0.18), (0.30, -0.18)]],
        5 => {
            let mut bow = vec![(0.22, 0.5), (-0.20, 0.5), (-0.24, 0.06)];
            bow.extend(round(-0.19, 0.31, 110.0, -150.0));
            vec![bow]
        }
        6 => {
            let mut bow = vec![(0.16, 0.5), (-0.14, 0.16)];
            bow.extend(round(-0.2, 0.30, 160.0, 520.0));
            vec![bow]
        }
        7 => vec![vec![(-W, 0.5), (W, 0.5), (-0.08, -0.5)]],
        8 => vec![round(0.26, 0.24, 0.0, 360.0), round(-0.24, 0.26, 0.0, 360.0)],
        _ => {
            let mut bow = vec![(-0.16, -0.5), (0.14, -0.16)];
            bow.extend(round(0.2, 0.30, -20.0, -380.0));
            vec![bow]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_is_drawn_within_its_place() {
        for digit in 0..10 {
            for (x, y) in strokes(digit).concat() {
                assert!(x.abs() <= 0.31 && y.abs() <= 0.52, "{digit}: {x} {y}");
            }
        }
    }
}

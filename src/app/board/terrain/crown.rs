//! The crowns of trees from above: a dozen and a few, which all woods share.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{blob, bump, paint},
};
use crate::app::{drawing::Drawing, noise::Grain};

/// How many crowns there are.
pub(super) const KINDS: usize = 14;

/// Draws a crown of a kind.
pub(super) fn crown(drawing: &mut Drawing, at: Vec2, radius: f32, kind: usize) {
    let mut grain = Grain::new(kind as u32 * 101 + 17);
    let hue = grain.draw();
    let warm = kind % 7 == 5;
    if kind % 7 == 3 {
        let green = Vec3::new(0.115, 0.225, 0.135).lerp(Vec3::new(0.15, 0.26, 0.12), hue);
        spruce(drawing, at, radius, green, &mut grain);
    } else if warm {
        let gold = Vec3::new(0.40, 0.33, 0.11).lerp(Vec3::new(0.36, 0.37, 0.12), hue);
        broadleaf(drawing, at, radius, gold, &mut grain);
    } else {
        let green = Vec3::new(0.165, 0.275, 0.085).lerp(Vec3::new(0.275, 0.345, 0.115), hue);
        broadleaf(drawing, at, radius, green, &mut grain);
    }
}

/// How bright a round crown is at a place in it, from the middle to its edge.
fn roundness(place: Vec2) -> f32 {
    let height = (1.0 - place.length_squared()).max(0.0).sqrt();
    place.dot(LIGHT) * 0.72 + height * 0.62
}

fn broadleaf(drawing: &mut Drawing, at: Vec2, radius: f32, colour: Vec3, grain: &mut Grain) {
    let lobes = 8.0 + (grain.draw() * 3.0).floor();
    let phase = grain.draw() * TAU;
    let rim = |share: f32| -> Vec<Vec2> {
        (0..44)
            .map(|i| {
                let angle = i as f32 / 44.0 * TAU;
                let lobe = bevy::math::ops::sin(angle * lobes + phase).abs();
                let uneven = bevy::math::ops::sin(angle * 3.0 + phase * 2.0) * 0.04;
                at + Vec2::from_angle(angle) * radius * share * (0.84 + 0.14 * lobe + uneven)
            })
            .collect()
    };
    // The whole crown first, dark to its rim, then leafy clumps from the rim to the middle.
    let edge = rim(1.0);
    drawing.fan(at, paint(colour * 0.85, 1.0), &edge, |i| {
        paint(colour * (0.42 + 0.24 * ((edge[i] - at) / radius).dot(LIGHT)), 1.0)
    });
    for (ring, count, size) in [(0.70, 11, 0.27), (0.44, 8, 0.27), (0.16, 4, 0.25)] {
        let turn = grain.draw();
        for i in 0..count {
            let angle = (i as f32 / count as f32 + turn) * TAU + grain.between(-0.16, 0.16);
            let place = Vec2::from_angle(angle) * ring * grain.between(0.88, 1.1);
            let clump = blob(
                at + place * radius,
                Vec2::splat(radius * size * grain.between(0.85, 1.15)),
                9,
                0.13,
                grain,
            );
            let light = 0.56 + 0.62 * roundness(place) + grain.between(-0.07, 0.09);
            bump(drawing, at + place * radius, &clump, colour * light, 1.0);
        }
    }
}

/// A tree of needles: a star of branches in tiers.
fn spruce(drawing: &mut Drawing, at: Vec2, radius: f32, colour: Vec3, grain: &mut Grain) {
    for (tier, share) in [1.0, 0.74, 0.5, 0.28].into_iter().enumerate() {
        let turn = grain.draw();
        let points = 26 - tier * 4;
        let middle = at + LIGHT * radius * 0.05 * tier as f32;
        let rim: Vec<Vec2> = (0..points)
            .map(|i| {
                let angle = (i as f32 / points as f32 + turn) * TAU;
                let out = if i % 2 == 0 { grain.between(0.92, 1.06) } else { 0.70 };
                middle + Vec2::from_angle(angle) * radius * share * out
            })
            .collect();
        let base = 0.62 + 0.22 * tier as f32;
        drawing.fan(middle, paint(colour * base * 1.25, 1.0), &rim, |i| {
            let facing = (rim[i] - middle).normalize_or_zero().dot(LIGHT);
            let tip = if i % 2 == 0 { 1.08 } else { 0.62 };
            paint(colour * base * tip * (0.92 + 0.42 * facing), 1.0)
        });
    }
}

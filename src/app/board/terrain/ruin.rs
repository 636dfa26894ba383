//! Ruins: a cracked floor between broken walls, overgrown.

use bevy::prelude::*;

use super::{
    LIGHT,
    brush::{blob, bump, cast, paint, shade, stone, tuft},
    edge::Edge,
    fine_outline, lit, spread,
    stone::worn,
};
use crate::{
    app::{drawing::Drawing, noise::Grain},
    table::Terrain,
};

pub(super) fn ruin(drawing: &mut Drawing, piece: &Terrain, seed: u32, signed: bool) {
    let edge = Edge::of(piece);
    let mut grain = Grain::new(seed * 41 + 3);
    worn(drawing, &edge, 0.7, 0.60);
    if signed {
        edge.sign(drawing);
    }
    // Flagstones that are left of the floor.
    for at in spread(piece, 0.44, seed + 2) {
        if edge.depth(at) > 0.3 && grain.draw() < 0.62 {
            let half = Vec2::new(grain.between(0.16, 0.24), grain.between(0.15, 0.21));
            let rim = blob(at, half, 7, 0.10, &mut grain);
            let tone = grain.between(0.33, 0.44);
            bump(drawing, at, &rim, Vec3::new(tone, tone * 0.97, tone * 0.88), 0.9);
        }
    }
    let places = fine_outline(piece, 0.42);
    let inward = lit(&places);
    let count = places.len();
    // How much of the wall stands at each place: whole runs with gaps between them.
    let mut left = 0.0;
    let standing: Vec<f32> = (0..count)
        .map(|_| {
            if left <= 0.0 && grain.draw() < 0.45 {
                left = grain.between(1.0, 4.5);
            }
            left -= 0.42;
            if left > 0.0 { grain.between(0.7, 1.0) } else { grain.between(-0.4, 0.25) }
        })
        .collect();
    for i in 0..count {
        if standing[i] > 0.5 {
            let (a, b) = (places[i], places[(i + 1) % count]);
            let side = (b - a).normalize_or_zero().perp() * 0.17;
            cast(drawing, &[a - side, b - side, b + side, a + side], 0.62 * standing[i], 0.5);
        }
    }
    for i in 0..count {
        let (a, b) = (places[i], places[(i + 1) % count]);
        let (at, along) = ((a + b) / 2.0, (b - a).normalize_or(Vec2::X));
        if standing[i] > 0.5 {
            let half = Vec2::new(a.distance(b) * 0.54, 0.19);
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, y)| at + (Vec2::new(x, y) * half).rotate(along));
            drawing.quad(corners, [paint(Vec3::splat(0.19), 1.0); 4]);
            for lane in [-0.09, 0.09] {
                let shift = along * grain.between(-0.04, 0.04);
                let place = at + along.perp() * lane + shift;
                let half = Vec2::new(a.distance(b) * grain.between(0.40, 0.5), 0.085);
                let rim: Vec<Vec2> = blob(Vec2::ZERO, half, 8, 0.10, &mut grain)
                    .into_iter()
                    .map(|p| place + p.rotate(along))
                    .collect();
                let tone = grain.between(0.50, 0.66) + 0.04 * inward[i];
                bump(drawing, place, &rim, Vec3::new(tone, tone * 0.98, tone * 0.90), 1.0);
            }
        } else if standing[i] > 0.0 {
            let size = grain.between(0.10, 0.18);
            stone(
                drawing,
                at + grain.in_disc(0.12),
                Vec2::new(size, size * 0.8),
                along,
                &mut grain,
            );
        }
    }
    for at in spread(piece, 0.7, seed) {
        match (grain.draw() * 6.0) as u32 {
            0 | 1 => {
                let green = Vec3::new(0.33, 0.39, 0.16);
                tuft(drawing, at, grain.between(0.18, 0.32), 7, green, &mut grain);
            }
            2 | 3 => {
                let size = grain.between(0.07, 0.19);
                let turn = Vec2::from_angle(grain.between(-0.6, 0.6));
                stone(drawing, at, Vec2::new(size, size * 0.75), turn, &mut grain);
            }
            _ => {}
        }
    }
    // A fallen beam.
    let at = (edge.low + edge.high) / 2.0 + grain.in_disc(0.3);
    let along = Vec2::from_angle(grain.between(0.0, 3.1)) * 0.75;
    drawing.bar(at - along - LIGHT * 0.09, at + along - LIGHT * 0.09, shade(0.5), 0.17);
    drawing.bar(at - along, at + along, paint(Vec3::new(0.25, 0.18, 0.11), 1.0), 0.15);
    let lit = LIGHT * 0.03;
    drawing.bar(at - along + lit, at + along + lit, paint(Vec3::new(0.42, 0.32, 0.20), 1.0), 0.06);
}

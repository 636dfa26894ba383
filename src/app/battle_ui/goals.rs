//! What the armies fight about, on the table: a star at a place, a dashed ring around a model. Whoever
//! holds a place has its edge around the star, in colour and with its signs. They lie under the names of
//! units, which make way for the stars.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::{course::Course, paint::Canvas};
use crate::{app::tokens::banners::Hung, battle::playable::showing::Goal};

/// How far the points of a star reach, and how far in it is cut, in inches.
const STAR: (f32, f32) = (0.55, 0.24);
/// How far the edge of who holds it is from a star's middle, in inches.
const HELD: f32 = 0.95;

/// Draws stars and rings, and has names make way for the stars.
pub fn draw(world: &mut World, canvas: &Canvas) {
    let places = world.resource::<Course>().goals().iter().filter_map(|goal| goal.at);
    let stars: Vec<(Vec2, Vec2)> = places.map(|at| (at, Vec2::splat(HELD))).collect();
    world.resource_mut::<Hung>().bypass_change_detection().spare(stars);
    for goal in world.resource::<Course>().goals() {
        let colour = goal.side.map_or(canvas.selected(), |side| canvas.side(side));
        let colour = goal.holder.map_or(colour, |side| canvas.side(side));
        if let Some(at) = goal.at {
            let star: Vec<Vec2> = (0..10_u8)
                .map(|i| {
                    let out = if i % 2 == 0 { STAR.0 } else { STAR.1 };
                    at + Vec2::from_angle(f32::from(i) * 0.628_318_5 + 0.314_159_3) * out
                })
                .collect();
            if let Some(holder) = goal.holder {
                canvas.edge_of_side(&around(at), holder, true);
                canvas.wash(&star, colour.gamma_multiply(0.8));
            }
            canvas.outline(&star, canvas.text(), 1.4);
        }
        if let Some(placed) = goal.model.and_then(|model| super::shown(world, model)) {
            canvas.dashed_ring(&placed, 6.0, colour, 1.8);
        }
    }
}

/// The edge around a star that somebody holds.
fn around(star: Vec2) -> Vec<Vec2> {
    const CORNERS: u8 = 40;
    let corner = |i| Vec2::from_angle(f32::from(i) / f32::from(CORNERS) * TAU) * HELD;
    (0..CORNERS).map(|i| star + corner(i)).collect()
}

/// The goal whose star is at a place on the table.
pub fn at(world: &World, place: Vec2) -> Option<&Goal> {
    let there = |goal: &&Goal| goal.at.is_some_and(|at| at.distance(place) <= HELD);
    world.resource::<Course>().goals().iter().find(there)
}

//! Attack zones: the merged edge of the ground that a mover's base may not come into, with the
//! signs of the side whose zones they are.

use bevy::prelude::*;

use super::{
    super::paint::{Canvas, signs::side_edge, strokes::Strokes},
    shorten::shorten,
};
use crate::{
    battle::{BattleWorld, SideId},
    no_quarter::movement,
    table::{Zone, zone::merged_outlines},
};

/// The edges of the zones of a side.
#[derive(Clone, Debug)]
pub struct OfSide {
    side: SideId,
    loops: Vec<Vec<Vec2>>,
}

/// The edges of zones by side; while a unit moves, only those that stop it.
pub fn contours(world: &World, moving: bool) -> Vec<OfSide> {
    let merged = |side: SideId, zones: &[Zone]| {
        let loops = merged_outlines(zones).iter().map(|edge| shorten(edge)).collect();
        OfSide { side, loops }
    };
    if let Some(unit) = world.frame().active.filter(|_| moving) {
        let movers = world.standing(unit);
        let around = movement::around(world, &movers, &[]);
        return vec![merged(world.side_of(unit).other(), &around.zones)];
    }
    let zones = |side: SideId| -> Vec<Zone> {
        world
            .roster()
            .models()
            .filter(|&model| {
                world.is_standing(model)
                    && world.side_of_model(model) == side
                    && !movement::is_engaged(world, model)
            })
            .map(|model| movement::zone(world, model))
            .collect()
    };
    world.roster().sides().map(|side| merged(side, &zones(side))).collect()
}

/// Draws the edges, hatched inside.
pub fn draw(canvas: &Canvas, strokes: &mut Strokes, zones: &[OfSide]) {
    for OfSide { side, loops } in zones {
        for outline in loops {
            side_edge(strokes, &canvas.all(outline), *side, canvas.side(*side));
        }
    }
}

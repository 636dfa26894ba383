//! Attack zones: the merged edge of the ground that a mover's base may not come into.

use bevy::prelude::*;

use super::super::paint::Canvas;
use crate::{
    battle::{BattleWorld, SideId},
    no_quarter::movement,
    table::{Zone, zone::merged_outlines},
};

/// The edges of zones by side; while a unit moves, only those that stop it.
pub fn contours(world: &World, moving: bool) -> Vec<(SideId, Vec<Vec<Vec2>>)> {
    if let Some(unit) = world.frame().active.filter(|_| moving) {
        let movers = world.standing(unit);
        let around = movement::around(world, &movers, &[]);
        return vec![(world.side_of(unit).other(), merged_outlines(&around.zones))];
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
    world.roster().sides().map(|side| (side, merged_outlines(&zones(side)))).collect()
}

/// Draws the edges, dashed.
pub fn draw(canvas: &Canvas, zones: &[(SideId, Vec<Vec<Vec2>>)]) {
    for (side, loops) in zones {
        let colour = canvas.side(*side).gamma_multiply(0.8);
        for outline in loops {
            canvas.dashed(outline, true, colour, 1.4);
        }
    }
}

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

/// The edge of a side's zones; while a unit moves, only of those that stop it.
pub fn contours(world: &World, side: SideId, moving: bool) -> Option<OfSide> {
    let zones: Vec<Zone> = match world.frame().active.filter(|_| moving) {
        Some(unit) if world.side_of(unit) == side => return None,
        Some(unit) => movement::around(world, &world.standing(unit), &[]).zones,
        None => {
            let models = world.roster().models().filter(|&model| {
                world.is_standing(model)
                    && world.side_of_model(model) == side
                    && !movement::is_engaged(world, model)
            });
            models.map(|model| movement::zone(world, model)).collect()
        }
    };
    let loops = merged_outlines(&zones).iter().map(|edge| shorten(edge)).collect();
    Some(OfSide { side, loops })
}

/// Draws the edges, hatched inside.
pub fn draw(canvas: &Canvas, strokes: &mut Strokes, OfSide { side, loops }: &OfSide) {
    for outline in loops {
        side_edge(strokes, &canvas.all(outline), *side, canvas.side(*side));
    }
}

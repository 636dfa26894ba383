//! Attack zones: the merged edge of the ground that a mover's base may not come into.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, SideId, playable::mapping::Contour},
    no_quarter::movement,
    table::{Zone, outline::shorten, zone::merged_outlines},
};

/// The edge of a side's zones; while a unit moves, only of those that stop it.
pub(super) fn of(world: &World, side: SideId, moving: bool) -> Vec<Contour> {
    let zones: Vec<Zone> = match world.frame().active.filter(|_| moving) {
        Some(unit) if world.side_of(unit) == side => return Vec::new(),
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
    vec![Contour::Ground { side, loops }]
}

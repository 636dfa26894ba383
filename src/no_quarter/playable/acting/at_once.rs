//! Orders that need no aim: one press gives them.

use bevy::prelude::*;

use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::acting::Focus},
    no_quarter::{Order, close_combat, plan as placing, support_weapons},
    table::formation::Flank,
};

/// The sweep of a tail over the side with more enemies.
pub fn best_sweep(world: &World) -> Option<Order> {
    let unit = world.frame().active?;
    let side = world.side_of(unit);
    let enemies = |model, flank| {
        let caught = close_combat::swept(world, model, flank);
        caught.into_iter().filter(|&other| world.side_of_model(other) != side).count()
    };
    let sweeps = world
        .standing(unit)
        .into_iter()
        .flat_map(|model| [Flank::Left, Flank::Right].map(|flank| (model, flank)));
    let legal =
        |&(model, flank): &(ModelId, Flank)| close_combat::check_tail(world, model, flank).is_ok();
    let (model, flank) =
        sweeps.filter(legal).max_by_key(|&(model, flank)| enemies(model, flank))?;
    Some(Order::SweepTail { model, flank })
}

/// Whether a weapon of the unit can be loaded, and its chassis.
pub fn to_load(world: &World, unit: UnitId) -> Option<Order> {
    support_weapons::weapon_of(world, unit).map(|weapon| Order::Load { weapon })
}

/// What leaving or joining would do now: the selected individual leaves, or the active one joins.
pub fn membership(world: &World, focus: Focus) -> Option<Order> {
    if let Some(&unit) = placing::joinable(world).first() {
        return Some(Order::Join { unit });
    }
    let leavers = placing::leavers(world);
    let chosen = focus.model.filter(|model| leavers.contains(model));
    chosen.or(leavers.first().copied()).map(|model| Order::Leave { model })
}

//! Orders that need no aim: one press gives them.

use bevy::prelude::*;

use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::acting::Focus},
    no_quarter::{
        Order, plan as placing, support_weapons,
        uses::{At, Usable},
    },
    table::formation::Flank,
};

/// The sweep of a tail over the side with more enemies.
pub fn best_sweep(world: &World) -> Option<Order> {
    let unit = world.frame().active?;
    let side = world.side_of(unit);
    let what = Usable::TailAttack;
    let enemies = |model: ModelId, at: At| {
        let caught = what.rules().foretell(world, model, at).attacks;
        caught.into_iter().filter(|hit| world.side_of_model(hit.target) != side).count()
    };
    let sweeps = world
        .standing(unit)
        .into_iter()
        .flat_map(|model| [Flank::Left, Flank::Right].map(|flank| (model, At::Side(flank))));
    let legal = |&(model, at): &(ModelId, At)| what.rules().check(world, model, at).is_ok();
    let (model, at) = sweeps.filter(legal).max_by_key(|&(model, at)| enemies(model, at))?;
    Some(Order::Use { model, what, at })
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

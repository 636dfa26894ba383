//! Individuals who come and go (FORM-10).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, RuleSystem, UnitId},
    no_quarter::{formations, order::Order, system::NoQuarter},
};

/// The individuals who may leave the active unit now (FORM-10).
pub fn leavers(world: &World) -> Vec<ModelId> {
    let Some(unit) = world.frame().active else { return Vec::new() };
    let mut models = world.standing(unit);
    models.retain(|&model| formations::is_individual(world, model));
    models.retain(|&model| NoQuarter::check(world, &Order::Leave { model }).is_ok());
    models
}

/// The units that the active individual may join where it stands (FORM-10).
pub fn joinable(world: &World) -> Vec<UnitId> {
    if world.frame().active.is_none() {
        return Vec::new();
    }
    let units = world.roster().units();
    units.filter(|&unit| NoQuarter::check(world, &Order::Join { unit }).is_ok()).collect()
}

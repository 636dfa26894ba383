//! Orders that need no aim: one press gives them.

use bevy::prelude::*;

use crate::{
    battle::{UnitId, playable::acting::Focus},
    no_quarter::{Order, plan as placing, support_weapons},
};

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

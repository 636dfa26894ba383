//! Orders that need no aim: one press gives them.

use bevy::prelude::*;

use crate::{
    battle::UnitId,
    no_quarter::{Order, support_weapons},
};

/// Whether a weapon of the unit can be loaded, and its chassis.
pub fn to_load(world: &World, unit: UnitId) -> Option<Order> {
    support_weapons::weapon_of(world, unit).map(|weapon| Order::Load { weapon })
}

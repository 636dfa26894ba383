//! Putting units on the table. Book: Getting Started (SET-03, SET-04).

use super::error::OrderError;
use crate::{
    battle::{UnitId, level::Formation},
    table::Pose,
};
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check(
    _world: &World,
    _unit: UnitId,
    _at: &Pose,
    _formation: Formation,
) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn deploy(_world: &mut World, _unit: UnitId, _at: &Pose, _formation: Formation) {}

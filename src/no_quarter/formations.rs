//! Formations, coherency and changing them. Book: Model Facing, Attack Zone, Formations (FORM-01 to FORM-08, FORM-11).

use super::error::OrderError;
use crate::{
    battle::{UnitId, level::Formation},
    table::Pose,
};
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check_form_up(
    _world: &World,
    _formation: Formation,
    _at: Option<Pose>,
) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn form_up(_world: &mut World, _formation: Formation, _at: Option<Pose>) {}

/// Not written yet.
pub(super) fn regroup(_world: &mut World, _unit: UnitId) {}

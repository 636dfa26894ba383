//! Turns, initiative and activations. Book: Turn Sequence (TURN-01 to TURN-06).

use super::error::OrderError;
use crate::battle::UnitId;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check_activate(_world: &World, _unit: UnitId) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn activate(_world: &mut World, _unit: UnitId) {}

/// Not written yet.
pub(super) fn check_end_activation(_world: &World) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn end_activation(_world: &mut World) {}

/// Not written yet.
pub(super) fn begin_turn(_world: &mut World) {}

/// Not written yet.
pub(super) fn roll_initiative(_world: &mut World) {}

/// Not written yet.
pub(super) fn next_activation(_world: &mut World) {}

/// Not written yet.
pub(super) fn end_turn(_world: &mut World) {}

/// Not written yet.
pub(super) fn finish_activation(_world: &mut World, _unit: UnitId) {}

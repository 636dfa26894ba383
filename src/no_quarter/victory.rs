//! Who has won. Book: Victory Conditions (TURN-06 to TURN-08).

use super::error::OrderError;
use crate::battle::SideId;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check_concede(_world: &World, _side: SideId) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn concede(_world: &mut World, _side: SideId) {}

/// Not written yet.
pub(super) fn look_for_the_end(_world: &mut World) {}

//! From a level to a battle: spawns terrain, units and models, and begins the first turn.

use bevy::prelude::World;

use crate::battle::{DataError, Level};

/// Not written yet.
pub(super) fn set_up(_world: &mut World, _level: &Level) -> Result<(), Vec<DataError>> {
    Ok(())
}

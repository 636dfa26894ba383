//! The armour save. Book: Armour Saves (ARM-01 to ARM-04).

use super::step::Hit;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn save(_world: &mut World, _hit: Hit) {}

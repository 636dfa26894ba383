//! The armour save. Book: Armour Saves (ARM-01 to ARM-04).

use bevy::prelude::World;
use super::step::Hit;

/// Not written yet.
pub(super) fn save(_world: &mut World, _hit: Hit) {  }

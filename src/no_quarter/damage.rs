//! The damage roll, wounds, casualties and who falls. Book: Damage (DMG-01 to DMG-04).

use bevy::prelude::World;
use super::step::Hit;

/// Not written yet.
pub(super) fn damage(_world: &mut World, _hit: Hit) {  }

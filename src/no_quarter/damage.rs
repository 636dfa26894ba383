//! The damage roll, wounds, casualties and who falls. Book: Damage (DMG-01 to DMG-04).

use super::step::Hit;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn damage(_world: &mut World, _hit: Hit) {}

/// Takes a model off the table for good.
pub(super) fn slay(world: &mut World, model: crate::battle::ModelId, cause: super::event::Cause) {
    let _ = (world, model, cause);
}

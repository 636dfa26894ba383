//! Shooting: range, modifiers, cover, priority. Book: Ranged Combat (RNG-01 to RNG-09).

use super::{error::OrderError, order::Shot};
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check(_world: &World, _shots: &[Shot]) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn begin(_world: &mut World, _shots: Vec<Shot>) {}

/// Not written yet.
pub(super) fn shoot(_world: &mut World, _shot: Shot, _paid: bool) {}

/// Not written yet.
pub fn sees_model(
    _w: &World,
    _a: crate::battle::ModelId,
    _b: crate::battle::ModelId,
) -> crate::table::sight::Sight {
    crate::table::sight::Sight::default()
}
/// Not written yet.
pub fn closest_in_sight(
    _w: &World,
    _a: crate::battle::ModelId,
    _b: crate::battle::UnitId,
) -> Option<(crate::battle::ModelId, crate::table::Inches, crate::table::sight::Sight)> {
    None
}

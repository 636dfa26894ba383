//! Declaring and running a charge, momentum, falling short, redirecting. Book: Charges (CHG-01 to CHG-06), Momentum Attack.

use super::{error::OrderError, order::Answer, step::Charge};
use crate::battle::{ModelId, UnitId};
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check(
    _world: &World,
    _models: &[ModelId],
    _target: UnitId,
) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn declare(_world: &mut World, _models: Vec<ModelId>, _target: UnitId) {}

/// Not written yet.
pub(super) fn begin(_world: &mut World, _charge: Charge) {}

/// Not written yet.
pub(super) fn run(_world: &mut World, _charge: Charge) {}

/// Not written yet.
pub(super) fn end(_world: &mut World, _charge: Charge) {}

/// Not written yet.
pub(super) fn ask_after_flight(_world: &mut World, _charge: Charge) {}

/// Not written yet.
pub(super) fn answer_flight(_world: &mut World, _charge: Charge, _answer: &Answer) {}

//! Going on hold, and responding from it. Book: Hold Actions (HOLD-01 to HOLD-05).

use super::{
    error::OrderError,
    order::{Answer, Standing},
};
use crate::battle::UnitId;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check(_world: &World, _standing: Standing) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn hold(_world: &mut World, _standing: Standing) {}

/// Not written yet.
pub(super) fn settle(_world: &mut World, _active: UnitId) {}

/// Not written yet.
pub(super) fn offer_responses(_world: &mut World, _holders: Vec<UnitId>) {}

/// Not written yet.
pub(super) fn receive_charge(_world: &mut World, _charger: UnitId, _holders: Vec<UnitId>) {}

/// Not written yet.
pub(super) fn flee(_world: &mut World, _unit: UnitId, _charger: UnitId) {}

/// Not written yet.
pub(super) fn answer_action(
    _world: &mut World,
    _holder: UnitId,
    _active: UnitId,
    _answer: &Answer,
) {
}

/// Not written yet.
pub(super) fn answer_charge(
    _world: &mut World,
    _holder: UnitId,
    _charger: UnitId,
    _answer: &Answer,
) {
}

/// Not written yet.
pub(super) fn answer_contact(
    _world: &mut World,
    _holder: UnitId,
    _charger: UnitId,
    _answer: &Answer,
) {
}

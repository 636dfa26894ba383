//! Blows, free hits and follow up moves. Book: Close Combat (CC-01 to CC-14).

use super::{
    error::OrderError,
    order::{Answer, Blow},
};
use crate::{battle::ModelId, table::Inches};
use bevy::math::Vec2;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check(_world: &World, _blows: &[Blow]) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn begin(_world: &mut World, _blows: Vec<Blow>) {}

/// Not written yet.
pub(super) fn strike(_world: &mut World, _blow: Blow, _paid: bool) {}

/// Not written yet.
pub(super) fn offer_follow_up(_world: &mut World, _model: ModelId) {}

/// Not written yet.
pub(super) fn check_follow_up(
    _world: &World,
    _model: ModelId,
    _to: Vec2,
    _distance: Inches,
) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn answer_follow_up(_world: &mut World, _model: ModelId, _answer: &Answer) {}

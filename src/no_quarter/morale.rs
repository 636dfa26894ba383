//! Morale tests, the panic table, retreating and rallying. Book: Morale (MOR-01 to MOR-07).

use super::{error::OrderError, order::Answer};
use crate::battle::UnitId;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn check_rally(_world: &World) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn rally(_world: &mut World) {}

/// Not written yet.
pub(super) fn test_all(_world: &mut World) {}

/// Not written yet.
pub(super) fn roll_panic(_world: &mut World, _unit: UnitId, _bonus: u8) {}

/// Not written yet.
pub(super) fn retreat(_world: &mut World, _unit: UnitId) {}

/// Not written yet.
pub(super) fn answer_stand(_world: &mut World, _unit: UnitId, _answer: &Answer) {}

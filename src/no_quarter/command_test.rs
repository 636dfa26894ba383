//! Command tests and their modifiers. Book: Command Test Modifiers (CMD-01, CMD-02).

use super::event::TestReason;
use crate::battle::UnitId;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn test(_world: &mut World, _unit: UnitId, _reason: TestReason) {}

//! Moving models and blocks. Book: Actions, Move (MOVE-01 to MOVE-10).

use bevy::prelude::World;

use super::{error::OrderError, order::ModelMove, step::Walk};
use crate::{
    battle::ModelId,
    table::{Placed, Zone, formation::Manoeuvre, travel::Surroundings},
};

/// Everything around a mover, and which model each piece of it is.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Solid bases.
    pub enemies: Vec<Placed>,
    /// Whose they are.
    pub enemy_ids: Vec<ModelId>,
    /// Bases that may be passed through.
    pub friends: Vec<Placed>,
    /// Whose they are.
    pub friend_ids: Vec<ModelId>,
    /// Attack zones to keep out of.
    pub zones: Vec<Zone>,
    /// Whose they are.
    pub zone_ids: Vec<ModelId>,
}

impl Around {
    /// As the table's functions want it.
    pub fn surroundings<'a>(&'a self, world: &'a World) -> Surroundings<'a> {
        use crate::battle::BattleWorld;
        Surroundings {
            table: world.table(),
            enemies: &self.enemies,
            friends: &self.friends,
            zones: &self.zones,
        }
    }
}

/// Not written yet.
pub(super) fn check_move(_world: &World, _moves: &[ModelMove]) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn begin_move(_world: &mut World, _moves: Vec<ModelMove>) {}

/// Not written yet.
pub(super) fn check_manoeuvre(_world: &World, _manoeuvre: &Manoeuvre) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn begin_manoeuvre(_world: &mut World, _manoeuvre: &Manoeuvre) {}

/// Not written yet.
pub(super) fn check_stand_up(_world: &World, _models: &[ModelId]) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn stand_up(_world: &mut World, _models: Vec<ModelId>) {}

/// Not written yet.
pub(super) fn walk(_world: &mut World, _walk: Walk) {}

//! Where a charge goes. The preview, the order and the computer players ask the same function.

use bevy::prelude::World;

use super::{block, loose};
use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{formations, step::Walker},
};

/// Where everybody of a charge goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChargePlan {
    /// Who moves, and how.
    pub walkers: Vec<Walker>,
    /// Those of them who come into contact.
    pub contacts: Vec<ModelId>,
}

/// Plans a charge of some models of a unit at another unit, with the actions they have left.
/// A ranked unit charges as one block, others model by model.
pub fn plan(world: &World, unit: UnitId, models: &[ModelId], target: UnitId) -> ChargePlan {
    let whole = models.len() == crate::battle::BattleWorld::standing(world, unit).len();
    if formations::is_ranked(world, unit) && whole {
        block::plan(world, models, target)
    } else {
        loose::plan(world, models, target)
    }
}

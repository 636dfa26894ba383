//! What the models of a unit have left to act with. The card, the orders and refusals take it from here,
//! so that they agree.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{ActionsLeft, Momentum, statistics},
};

/// What a standing model has left to act with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// Its actions.
    pub actions: u8,
    /// What a charge gave it to strike with besides. Book: Charges.
    pub momentum: u8,
    /// The actions that it begins an activation with.
    pub whole: u8,
}

impl Left {
    fn of(world: &World, model: ModelId) -> Self {
        Self {
            actions: world.of_model::<ActionsLeft>(model).0,
            momentum: world.of_model::<Momentum>(model).0,
            whole: statistics::actions(world, model),
        }
    }
}

/// What those of a unit have left who ever act, by id: an engine doesn't.
pub(super) fn of_unit(world: &World, unit: UnitId) -> Vec<Left> {
    let standing = world.standing(unit).into_iter().map(|model| Left::of(world, model));
    standing.filter(|left| left.whole > 0).collect()
}

/// How many models of a unit have actions left, and how many others can still strike with momentum.
pub(super) fn able(world: &World, unit: UnitId) -> (usize, usize) {
    let left = of_unit(world, unit);
    let with_actions = left.iter().filter(|left| left.actions > 0).count();
    let with_momentum = left.iter().filter(|left| left.actions == 0 && left.momentum > 0).count();
    (with_actions, with_momentum)
}

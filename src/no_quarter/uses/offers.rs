//! What models can use, each with why not if it can't be used now.

use bevy::prelude::World;

use super::Usable;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::error::OrderError,
};

/// Something that a model has to use.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// Who.
    pub model: ModelId,
    /// What.
    pub what: Usable,
    /// Why it can't be used now, wherever.
    pub refused: Option<OrderError>,
}

/// What a model has to use.
pub fn had(world: &World, model: ModelId) -> impl Iterator<Item = Usable> {
    Usable::ALL.into_iter().filter(move |what| what.rules().has(world, model))
}

/// All that the models of a unit have to use.
pub fn offers(world: &World, unit: UnitId) -> Vec<Offer> {
    let offer = |model: ModelId, what: Usable| Offer {
        model,
        what,
        refused: what.rules().check_now(world, model).err(),
    };
    let models = world.standing(unit).into_iter();
    models.flat_map(|model| had(world, model).map(move |what| offer(model, what))).collect()
}

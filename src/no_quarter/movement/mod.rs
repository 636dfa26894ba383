//! Moving models and blocks. Book: Actions, Move (MOVE-01 to MOVE-10).
//!
//! - *engaged*: in close combat, that is in contact with an enemy or across a barrier from one.
//! - *around*: everything that stands in a mover's way.

mod around;
mod members;

use bevy::prelude::World;

pub(super) use around::near;
pub use around::{
    Around, across_a_barrier, are_engaged, around, engaged_with, is_engaged, mover, zone,
};
pub use members::{check_member, unit_gap};

use super::{
    components::{ActionsLeft, Record, UnitRecord},
    error::{OrderError, Refusal},
    order::ModelMove,
    step::Walk,
};
use crate::{
    battle::{BattleWorld, ModelId, Phase, UnitId},
    table::formation::Manoeuvre,
};

/// The unit that may be given orders now.
///
/// # Errors
/// No unit is active, or the battle isn't at its activations.
pub fn active_unit(world: &World) -> Result<UnitId, OrderError> {
    let frame = world.frame();
    if frame.phase != Phase::Activations {
        let text = "units can't act before the first turn or after the last";
        return Err(OrderError::new(Refusal::WrongPhase, "TURN-04", text));
    }
    frame.active.ok_or_else(|| {
        let text = "no unit is active: activate one first";
        OrderError::new(Refusal::NoActiveUnit, "TURN-03", text)
    })
}

/// Takes actions from a model, and remembers that it and its unit did something. Book: Actions.
pub fn pay(world: &mut World, model: ModelId, actions: u8) {
    let left = world.of_model::<ActionsLeft>(model).0.saturating_sub(actions);
    world.set_model(model, ActionsLeft(left));
    has_acted(world, model);
}

/// Remembers that a model and its unit did something.
pub(super) fn has_acted(world: &mut World, model: ModelId) {
    let record = *world.of_model::<Record>(model);
    world.set_model(model, Record { acted: true, ..record });
    let unit = world.unit_of(model);
    let record = *world.of_unit::<UnitRecord>(unit);
    world.set_unit(unit, UnitRecord { acted: true, ..record });
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

#[cfg(test)]
mod tests;

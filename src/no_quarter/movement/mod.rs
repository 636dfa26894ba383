//! Moving models and blocks. Book: Actions, Move (MOVE-01 to MOVE-10).
//!
//! - *engaged*: in close combat, that is in contact with an enemy or across a barrier from one.
//! - *around*: everything that stands in a mover's way.

mod around;
mod check;
mod engagement;
mod limit;
mod manoeuvre;
mod members;
mod stand_up;
mod walk;

use bevy::prelude::World;

pub use around::{Around, around, flies, flies_at, mover, zone};
pub(super) use check::{PlannedMove, begin_move, check_move, plan_move, turning};
pub use engagement::{across_a_barrier, are_engaged, engaged_with, is_engaged, would_fight};
pub(super) use engagement::{engaged_at, is_engaged_among, near, would_fight_on};
pub(super) use limit::check_length;
pub use limit::{actions_for_moving, within_limit};
pub(super) use manoeuvre::{
    ActiveBlock, begin_manoeuvre, block_reach, block_walkers, check_manoeuvre, drill, movers,
    plan_manoeuvre,
};
pub use members::{check_member, unit_gap};
pub use stand_up::{STANDING_UP, fallen};
pub(super) use stand_up::{check_stand_up, stand_up};
pub(super) use walk::{altitude, hand_over, is_clear, walk};

use super::{
    components::{ActionsLeft, Morale, Record, UnitRecord},
    error::{OrderError, Refusal},
    phase::{Phase, phase},
};
use crate::battle::{BattleWorld, ModelId, UnitId};

/// The unit that may be given orders now.
///
/// # Errors
/// No unit is active, or the battle isn't at its activations.
pub fn active_unit(world: &World) -> Result<UnitId, OrderError> {
    let frame = world.frame();
    if phase(world) != Phase::Activations {
        let text = "units can't act before the first turn or after the last";
        return Err(OrderError::new(Refusal::WrongPhase, "TURN-04", text));
    }
    frame.active.ok_or_else(|| {
        let text = "no unit is active: activate one first";
        OrderError::new(Refusal::NoActiveUnit, "TURN-03", text)
    })
}

/// The active unit, if it is able to move at all.
///
/// # Errors
/// As [`active_unit`], or the unit is terrified (MOR-06).
pub(super) fn moving_unit(world: &World) -> Result<UnitId, OrderError> {
    let unit = active_unit(world)?;
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        let text = format!("{} is terrified and can't act", world.unit_name(unit));
        return Err(OrderError::new(Refusal::Terrified, "MOR-06", text));
    }
    Ok(unit)
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
    world.set_unit(unit, UnitRecord { acted: true });
}

#[cfg(test)]
mod tests;

//! Cavalry that draws up for a charge at a word of its leader. Book: Abilities, Hold The Line
//! (AB-HOLD-THE-LINE).

use bevy::prelude::World;

use super::leaders;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ProfileOf, UnitRecord},
        effects::{self, Deed, Does, Effect, Gift, Source, Until},
        error::{OrderError, Refusal},
        order::Order,
        uses::Occasion,
    },
};

/// What keeps a unit to the charge for which it has formed up.
const COMMITTED: Effect = Effect {
    does: Does::Forbids(Deed::AllButCharge),
    source: Source::HeldLine,
    until: Until::EndOfGo,
};

/// Whether a unit forms up for nothing: riders all, led by somebody who holds the line, who have done
/// nothing yet in this activation.
pub fn forms_up_freely(world: &World, unit: UnitId) -> bool {
    let rides = |&model: &ModelId| world.of_model::<ProfileOf>(model).0.cavalry;
    let holds = |&model: &ModelId| effects::has(world, model, Gift::HoldingTheLine);
    !world.of_unit::<UnitRecord>(unit).acted
        && world.standing(unit).iter().all(rides)
        && leaders(world, unit).iter().any(holds)
}

/// A unit has formed up for nothing. Ruling: after that it charges, or does nothing more.
pub(super) fn commit(world: &mut World, unit: UnitId) {
    effects::lay_on_unit(world, unit, COMMITTED);
}

/// The charge has been declared: its unit is free again.
pub(in crate::no_quarter) fn has_charged(world: &mut World, unit: UnitId) {
    effects::lift_from_unit(world, unit, COMMITTED.does);
}

/// Whether an order may be given to the active unit, which may have to charge first.
pub(in crate::no_quarter) fn check_commitment(
    world: &World,
    order: &Order,
) -> Result<(), OrderError> {
    let Some(unit) = world.frame().active else { return Ok(()) };
    if !effects::forbids_unit(world, unit, Deed::AllButCharge) {
        return Ok(());
    }
    match order {
        Order::Charge { .. }
        | Order::ChargeToReach { .. }
        | Order::EndActivation
        | Order::Answer { .. }
        | Order::Concede { .. }
        | Order::Instruct { .. } => Ok(()),
        Order::Use { what, .. } if what.about().occasion == Occasion::Charge => Ok(()),
        _ => {
            let name = world.unit_name(unit);
            let text = format!("{name} has formed up for a charge and can do nothing else before");
            Err(OrderError::new(Refusal::ActedAlready, "AB-HOLD-THE-LINE", text))
        }
    }
}

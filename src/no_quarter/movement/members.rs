//! Whose models an order names, and how far units are from each other.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        error::{OrderError, Refusal},
        who::who,
    },
    table::{Inches, Placed, base::gap},
};

/// Whether a model is one of a unit's that stand on the table.
///
/// # Errors
/// When there is no such model, it isn't in the unit, or it isn't on the table.
pub fn check_member(world: &World, unit: UnitId, model: ModelId) -> Result<(), OrderError> {
    if world.roster().model(model).is_none() {
        return Err(OrderError::no_such_model());
    }
    let name = who(world, model);
    if world.unit_of(model) != unit {
        let text = format!("{name} is not in the active unit, {}", world.unit_name(unit));
        return Err(OrderError::new(Refusal::NotInActiveUnit, "TURN-03", text).model(model));
    }
    if !world.is_standing(model) {
        let text = format!("{name} is not on the table any more");
        return Err(OrderError::new(Refusal::NotOnTable, "TURN-04", text).model(model));
    }
    Ok(())
}

/// The gap between the nearest models of two units, if both have any.
pub fn unit_gap(world: &World, a: UnitId, b: UnitId) -> Option<Inches> {
    let others: Vec<Placed> = world.placed_models(b);
    let mut least: Option<Inches> = None;
    for model in world.standing(a) {
        let placed = world.placed(model);
        for other in &others {
            let distance = gap(&placed, other);
            if least.is_none_or(|known| distance < known) {
                least = Some(distance);
            }
        }
    }
    least
}

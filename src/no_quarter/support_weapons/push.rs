//! Moving and turning a support weapon. Book: Support Weapon Movement (SUP-01), Support Weapon Crew
//! (SUP-09).
//!
//! Ruling: two of the crew push. They begin and end their own move beside the weapon, in the same
//! order, and pay at least what its way costs at half their pace.

use bevy::prelude::World;

use super::{BATTERY, FULL_CREW, SERVING, crew_of, near_its_battery};
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::count},
    no_quarter::{
        components::ActionsLeft,
        effects,
        error::{OrderError, Refusal},
        movement::PlannedMove,
        who::who,
    },
    table::{Inches, Placed, base::gap},
};

/// Inches that a weapon covers with one action of its crew: half of what the slowest of them does.
pub(in crate::no_quarter) fn rate(world: &World, chassis: ModelId) -> Inches {
    let crew = crew_of(world, world.unit_of(chassis));
    let rates = crew.iter().map(|&model| effects::rate(world, model).0);
    let slowest = rates.fold(f32::INFINITY, f32::min);
    Inches(if slowest.is_finite() { slowest / 2.0 } else { 0.5 })
}

/// The crew that could push a weapon now, those with most actions first.
pub fn pushers(world: &World, chassis: ModelId) -> Vec<ModelId> {
    let mut hands = super::hands(world, chassis, 1);
    let left = |model: ModelId| world.of_model::<ActionsLeft>(model).0;
    hands.sort_by(|&a, &b| left(b).cmp(&left(a)).then(a.cmp(&b)));
    hands
}

/// Makes two of the crew pay for the way of their weapon.
///
/// # Errors
/// Fewer than two of those who go along begin and end beside it with enough actions.
pub(in crate::no_quarter) fn pay_to_push(
    world: &World,
    planned: &mut [PlannedMove],
    chassis: ModelId,
) -> Result<(), OrderError> {
    let Some(weapon) = planned.iter().find(|one| one.model == chassis) else { return Ok(()) };
    let (cost, length) = (weapon.travel.actions, weapon.travel.length);
    let (from, to) = (world.placed(chassis), weapon.end());
    let to = Placed { pose: to, ..from };
    let name = who(world, chassis);
    let refuse =
        |text: String| Err(OrderError::new(Refusal::NoCrew, "SUP-01", text).model(chassis));
    let crew = crew_of(world, world.unit_of(chassis)).len();
    if crew == 0 {
        return refuse(format!("{name} has no crew left to turn or move it"));
    }
    if length.at_most(Inches::ZERO) {
        return Ok(());
    }
    if crew < FULL_CREW {
        return refuse(format!("one model alone can turn {name} in place but can't move it"));
    }
    let mut pushing: Vec<usize> = Vec::new();
    for (index, one) in planned.iter().enumerate() {
        if one.model == chassis {
            continue;
        }
        let begins = world.placed(one.model);
        let ends = Placed { pose: one.end(), ..begins };
        if u32::from(world.of_model::<ActionsLeft>(one.model).0) >= cost
            && gap(&from, &begins).at_most(SERVING)
            && gap(&to, &ends).at_most(SERVING)
        {
            pushing.push(index);
        }
    }
    let dear = |index: usize| planned[index].travel.actions;
    pushing.sort_by(|&a, &b| dear(b).cmp(&dear(a)).then(a.cmp(&b)));
    if pushing.len() < FULL_CREW {
        return refuse(format!(
            "two of the crew have to push {name}: each begins and ends its own move beside it and \
             needs {}",
            count(cost as usize, "action")
        ));
    }
    for index in pushing.into_iter().take(FULL_CREW) {
        let travel = &mut planned[index].travel;
        travel.actions = travel.actions.max(cost);
    }
    Ok(())
}

/// Whether a weapon would be deployed within 4" of another of its battery that is on the table
/// (SUP-09).
///
/// # Errors
/// It would be farther away.
pub(in crate::no_quarter) fn check_battery_placed(
    world: &World,
    unit: UnitId,
    places: &[(ModelId, Placed)],
) -> Result<(), OrderError> {
    let weapon = places.iter().find(|(model, _)| super::is_chassis(world, *model));
    let Some((chassis, placed)) = weapon else { return Ok(()) };
    match near_its_battery(world, unit, placed) {
        Some(gap) if !gap.at_most(BATTERY) => Err(too_far(world, *chassis, gap, placed)),
        _ => Ok(()),
    }
}

fn too_far(world: &World, chassis: ModelId, gap: Inches, end: &Placed) -> OrderError {
    let text = format!(
        "{} would be {gap} from the next weapon of its battery, which has to keep within {BATTERY}",
        who(world, chassis)
    );
    let refusal = Refusal::BreaksCoherency { gap, allowed: BATTERY };
    OrderError::new(refusal, "SUP-09", text).model(chassis).at(end.pose.at)
}

/// Weapons of a battery keep within 4" of another of it, if they are now (SUP-09).
///
/// # Errors
/// The weapon would end farther away.
pub(in crate::no_quarter) fn check_battery(
    world: &World,
    chassis: ModelId,
    end: &Placed,
) -> Result<(), OrderError> {
    let unit = world.unit_of(chassis);
    let (Some(before), Some(after)) =
        (near_its_battery(world, unit, &world.placed(chassis)), near_its_battery(world, unit, end))
    else {
        return Ok(());
    };
    if after.at_most(BATTERY) || after.at_most(before) {
        return Ok(());
    }
    Err(too_far(world, chassis, after, end))
}

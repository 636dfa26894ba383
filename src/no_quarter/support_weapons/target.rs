//! Who is hit of a support weapon and its crew. Book: Shooting at Support Weapons (SUP-08).

use bevy::prelude::World;

use super::{crew_of, weapon_of};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    dice::D10_SIDES,
    no_quarter::dice::Purpose,
    no_quarter::{
        error::{OrderError, Refusal},
        event::Event,
        line_of_sight::closest_seen,
        ranged_combat,
        system::emit,
        who::who,
    },
    table::base::gap,
};

/// The crew is hit on this or less, the weapon on more.
pub const CREW_HIT: u16 = 4;

/// Whether a unit is a weapon and crew, so that a shot has to find out which of them it hits.
pub fn is_served(world: &World, unit: UnitId) -> bool {
    weapon_of(world, unit).is_some() && !crew_of(world, unit).is_empty()
}

/// The share of hits from afar that strike the crew, from 0 to 1.
pub fn crew_share() -> f32 {
    f32::from(CREW_HIT) / f32::from(D10_SIDES)
}

/// Between whom a hit from afar decides, if a model is of a weapon and crew: one of the crew, and the
/// weapon.
pub fn elements(world: &World, target: ModelId) -> Option<(ModelId, ModelId)> {
    let unit = world.unit_of(target);
    let weapon = weapon_of(world, unit)?;
    let crew = crew_of(world, unit);
    let one = crew.iter().copied().find(|&model| model == target).or(crew.first().copied())?;
    Some((one, weapon))
}

/// Whether a shooter may pick a model of a unit to hit: the weapon or one of the crew, at close
/// range, in sight (SUP-08).
///
/// # Errors
/// Why it may not.
pub fn check_pick(
    world: &World,
    shooter: ModelId,
    unit: UnitId,
    pick: ModelId,
    band: Option<usize>,
) -> Result<(), OrderError> {
    let refuse =
        |refusal, text: String| Err(OrderError::new(refusal, "SUP-08", text).model(shooter));
    let name = who(world, shooter);
    if world.roster().model(pick).is_none()
        || !world.is_standing(pick)
        || world.unit_of(pick) != unit
    {
        let text = format!("{name} can't pick a model of {}", world.unit_name(unit));
        return refuse(Refusal::NoSuchThing, text);
    }
    if !is_served(world, unit) {
        let text = "a shooter can pick only between a support weapon and its crew".to_owned();
        return refuse(Refusal::CannotPick, text);
    }
    if band != Some(0) {
        let text = format!("{name} can pick between weapon and crew only at close range");
        return refuse(Refusal::CannotPick, text);
    }
    if !ranged_combat::sees_model(world, shooter, pick).visible() {
        let text = format!("{name} can't see {}", who(world, pick));
        return refuse(Refusal::OutOfSight, text);
    }
    Ok(())
}

/// Who of a weapon and its crew a hit strikes: at close range the one that was picked, else by a
/// D10. The crew member hit is the one aimed at, or the closest in sight.
pub(in crate::no_quarter) fn element_hit(
    world: &mut World,
    shooter: ModelId,
    target: ModelId,
    band: usize,
) -> ModelId {
    let unit = world.unit_of(target);
    let Some(weapon) = weapon_of(world, unit).filter(|_| is_served(world, unit)) else {
        return target;
    };
    // At close range it is whom the shooter picked, or the closest in sight.
    if band == 0 {
        return target;
    }
    let roll = world.dice().d10(Purpose::WhoIsHit, Some(shooter.0));
    let hit = if roll.result <= CREW_HIT { of_crew(world, shooter, target) } else { weapon };
    emit(world, Event::ElementHit { unit, roll, hit });
    hit
}

/// Who of a crew is hit: the one aimed at, or else the closest to the shooter, in sight if any is.
fn of_crew(world: &World, shooter: ModelId, target: ModelId) -> ModelId {
    let unit = world.unit_of(target);
    let crew = crew_of(world, unit);
    if crew.contains(&target) {
        return target;
    }
    let own = world.placed(shooter);
    let seen = closest_seen(world, shooter, unit, false).map(|(model, ..)| model);
    if let Some(seen) = seen.filter(|seen| crew.contains(seen)) {
        return seen;
    }
    let distance = |model: ModelId| gap(&own, &world.placed(model)).0;
    let nearest =
        crew.iter().copied().min_by(|&a, &b| distance(a).total_cmp(&distance(b)).then(a.cmp(&b)));
    nearest.unwrap_or(target)
}

//! Fear: who is afraid of whom, and the tests it takes. Book: Fear Causing Models (FEAR-01 to
//! FEAR-03).

use bevy::prelude::World;

use super::{
    command_test::{self, CommandTest},
    components::{Morale, ProfileOf},
    effects::{self, Deed, Does, Effect, Gift, Source, Until},
    error::{OrderError, Refusal},
    event::{Event, TestReason},
    reason::Reason,
    system::emit,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    dice::Needed,
};

/// The level of fear that a model causes, if it does (AB-FEAR, TR-UNDEAD).
pub fn caused_by(world: &World, model: ModelId) -> Option<u8> {
    let level = |does| match does {
        Does::Frightens(level) => Some(level),
        _ => None,
    };
    effects::on(world, model).filter_map(level).max()
}

/// The highest level of fear that some of what lasts on a unit has inured it to (FEAR-03).
fn inured(world: &World, unit: UnitId, level: impl Fn(Does) -> Option<u8>) -> Option<u8> {
    effects::on_unit(world, unit).filter_map(level).max()
}

/// The highest level of fear that some enemies cause in a unit, if any: none in those who cause fear
/// themselves, and in large models by smaller ones (FEAR-03).
fn level(world: &World, unit: UnitId, enemies: &[ModelId]) -> Option<u8> {
    let levels = enemies.iter().filter(|&&enemy| is_subject(world, unit, enemy));
    levels.filter_map(|&enemy| caused_by(world, enemy)).max()
}

/// Whether anybody of a unit could be frightened by an enemy at all: who causes fear can't, nor who is
/// large by somebody smaller (FEAR-03).
pub fn is_subject(world: &World, unit: UnitId, enemy: ModelId) -> bool {
    let size = |model: ModelId| world.of_model::<ProfileOf>(model).0.size;
    world.standing(unit).into_iter().any(|model| {
        let looks_down = size(model).is_large() && size(enemy) < size(model);
        !effects::has(world, model, Gift::Fearless) && !looks_down
    })
}

/// The level of fear that a unit has to overcome to charge another. Ruling: it need not once it has
/// passed a test against as much, whoever charged whom (FEAR-01, FEAR-03).
pub fn of_charging(world: &World, unit: UnitId, target: UnitId) -> Option<u8> {
    let overcome = |does| match does {
        Does::HasOvercome(level) => Some(level),
        _ => None,
    };
    let level = level(world, unit, &world.standing(target))?;
    inured(world, unit, overcome).is_none_or(|overcome| overcome < level).then_some(level)
}

/// The level of fear that a unit has to overcome when some enemies charge it. Ruling: it need not once
/// it has passed a test against as much, nor after the turn in which it bore such a charge, however it
/// bore it (FEAR-02, FEAR-03).
pub fn of_being_charged(world: &World, unit: UnitId, chargers: &[ModelId]) -> Option<u8> {
    let overcome = |does| match does {
        Does::HasOvercome(level) | Does::HasBorne(level) => Some(level),
        _ => None,
    };
    let level = level(world, unit, chargers)?;
    inured(world, unit, overcome).is_none_or(|overcome| overcome < level).then_some(level)
}

/// The number needed against fear of a level, by a unit about to charge or by one that another
/// charges. Ruling: the level stands for the fear in combat, which is not counted twice, and the
/// charger is no enemy that is merely near; others are (FEAR-02).
pub fn needed(world: &World, unit: UnitId, level: u8, charger: Option<UnitId>) -> Needed {
    let needed = command_test::needed_facing(world, unit, charger).without(Reason::FearInCombat);
    needed.with(Reason::Fear, -i32::from(level))
}

/// Whether a unit may announce a charge at another: one test in an activation (FEAR-01).
pub(super) fn check_charge(world: &World, unit: UnitId, target: UnitId) -> Result<(), OrderError> {
    let Some(level) = of_charging(world, unit, target) else { return Ok(()) };
    if !effects::forbids_unit(world, unit, Deed::FaceFear) || is_sure(world, unit) {
        return Ok(());
    }
    let text = format!(
        "{} has already tested against fear in this activation and can't charge {}, which causes \
         fear ({level})",
        world.unit_name(unit),
        world.unit_name(target)
    );
    Err(OrderError::new(Refusal::Afraid, "FEAR-01", text))
}

/// Whether a unit passes its tests against fear without a die.
pub fn is_sure(world: &World, unit: UnitId) -> bool {
    command_test::is_sure(world, unit, TestReason::Fear)
}

/// A unit takes its test against fear: before it charges, or when another charges it.
pub(super) fn test(
    world: &mut World,
    unit: UnitId,
    level: u8,
    charged: bool,
    charger: Option<UnitId>,
) {
    if world.standing(unit).is_empty() {
        return;
    }
    if is_sure(world, unit) {
        tested(world, unit, level, charged, true);
    } else {
        let number = needed(world, unit, level, charger);
        command_test::roll(world, unit, CommandTest::Fear { level, charged }, number);
    }
}

/// What follows from a test against fear, or from not having to take it.
pub(super) fn tested(world: &mut World, unit: UnitId, level: u8, charged: bool, passed: bool) {
    let mut lay = |does, until| {
        effects::lay_on_unit(world, unit, Effect { does, source: Source::Fear, until });
    };
    if !charged {
        lay(Does::Forbids(Deed::FaceFear), Until::EndOfGo);
    }
    if !charged && !passed {
        lay(Does::Forbids(Deed::ChargeTheFeared), Until::EndOfGo);
    }
    if passed {
        lay(Does::HasOvercome(level), Until::Always);
    }
    if charged {
        lay(Does::HasBorne(level), Until::FromNextTurn);
    }
    if charged && !passed {
        lay(Does::CountsAsPanicked, Until::EndOfActivation);
        emit(world, Event::Frightened { unit });
    }
    if !charged && passed {
        effects::lift_from_unit(world, unit, Does::Forbids(Deed::ChargeTheFeared));
    }
}

/// Whether a unit is too much afraid to charge another: it has failed its test in this activation
/// (FEAR-01).
pub(super) fn is_daunted(world: &World, unit: UnitId, target: UnitId) -> bool {
    effects::forbids_unit(world, unit, Deed::ChargeTheFeared)
        && of_charging(world, unit, target).is_some()
}

/// The nerves of a unit as far as close combat asks: one that was charged and failed its test
/// counts as panicked until the active unit has finished (FEAR-02).
pub fn nerves_in_combat(world: &World, unit: UnitId) -> Morale {
    let morale = *world.of_unit::<Morale>(unit);
    let cowed = || effects::on_unit(world, unit).any(|does| does == Does::CountsAsPanicked);
    if morale == Morale::Steady && cowed() { Morale::Panicked } else { morale }
}

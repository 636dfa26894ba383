//! Fear: who is afraid of whom, and the tests it takes. Book: Fear Causing Models (FEAR-01 to
//! FEAR-03).

use bevy::prelude::World;

use super::{
    command_test,
    components::{Morale, MoraleRecord, ProfileOf, UnitRecord},
    error::{OrderError, Refusal},
    event::{Event, TestReason},
    morale,
    reason::Reason,
    system::emit,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    dice::Needed,
};

/// The level of fear that some enemies cause in a unit, if any: none in those who cause fear
/// themselves, in large models by smaller ones, and in those who have overcome as much (FEAR-03).
pub fn level(world: &World, unit: UnitId, enemies: &[ModelId]) -> Option<u8> {
    let levels = enemies.iter().filter(|&&enemy| is_subject(world, unit, enemy));
    let level = levels.filter_map(|&enemy| world.of_model::<ProfileOf>(enemy).0.fear()).max()?;
    let overcome = world.of_unit::<MoraleRecord>(unit).fear_overcome;
    overcome.is_none_or(|overcome| overcome < level).then_some(level)
}

/// Whether anybody of a unit could be frightened by an enemy at all: who causes fear can't, nor who is
/// large by somebody smaller (FEAR-03).
pub fn is_subject(world: &World, unit: UnitId, enemy: ModelId) -> bool {
    let size = world.of_model::<ProfileOf>(enemy).0.size;
    world.standing(unit).into_iter().any(|model| {
        let own = &world.of_model::<ProfileOf>(model).0;
        own.fear().is_none() && !(own.size.is_large() && size < own.size)
    })
}

/// The level of fear that a unit has to overcome to charge another.
pub fn of_charging(world: &World, unit: UnitId, target: UnitId) -> Option<u8> {
    level(world, unit, &world.standing(target))
}

/// The number needed against fear of a level. Ruling: the level stands for the fear in combat, which
/// is not counted twice.
pub fn needed(world: &World, unit: UnitId, level: u8) -> Needed {
    let needed = command_test::needed(world, unit).without(Reason::FearInCombat);
    needed.with(Reason::Fear, -i32::from(level))
}

/// Whether a unit may announce a charge at another: one test in an activation (FEAR-01).
pub(super) fn check_charge(world: &World, unit: UnitId, target: UnitId) -> Result<(), OrderError> {
    let Some(level) = of_charging(world, unit, target) else { return Ok(()) };
    if !world.of_unit::<UnitRecord>(unit).fear_tested || morale::is_unwavering(world, unit) {
        return Ok(());
    }
    let text = format!(
        "{} has taken its test against fear in this activation and doesn't charge {}, which \
         causes fear ({level})",
        world.unit_name(unit),
        world.unit_name(target)
    );
    Err(OrderError::new(Refusal::Afraid, "FEAR-01", text))
}

/// A unit takes its test against fear: before it charges, or when it is charged.
pub(super) fn test(world: &mut World, unit: UnitId, level: u8, charged: bool) {
    if world.standing(unit).is_empty() {
        return;
    }
    let passed = if morale::is_unwavering(world, unit) {
        emit(world, Event::Unwavering { unit });
        true
    } else {
        let number = needed(world, unit, level);
        command_test::roll_with_standard(world, unit, TestReason::Fear, number)
    };
    if !charged {
        let record = *world.of_unit::<UnitRecord>(unit);
        let record = UnitRecord { fear_tested: true, daunted: !passed, ..record };
        world.set_unit(unit, record);
    }
    let nerves = *world.of_unit::<MoraleRecord>(unit);
    // Ruling: the round of combat hardens those who were charged, too, however they bore it.
    let fear_overcome = if passed || charged {
        nerves.fear_overcome.max(Some(level))
    } else {
        nerves.fear_overcome
    };
    let frightened = nerves.frightened || charged && !passed;
    world.set_unit(unit, MoraleRecord { fear_overcome, frightened, ..nerves });
    if charged && !passed {
        emit(world, Event::Frightened { unit });
    }
}

/// The nerves of a unit as far as close combat asks: one that was charged and failed its test
/// counts as panicked until the active unit has finished (FEAR-02).
pub fn nerves_in_combat(world: &World, unit: UnitId) -> Morale {
    let morale = *world.of_unit::<Morale>(unit);
    if morale == Morale::Steady && world.of_unit::<MoraleRecord>(unit).frightened {
        Morale::Panicked
    } else {
        morale
    }
}

/// After the active unit has finished, nobody is frightened any more (FEAR-02).
pub(super) fn calm_down(world: &mut World) {
    for unit in world.roster().units() {
        let nerves = *world.of_unit::<MoraleRecord>(unit);
        if nerves.frightened {
            world.set_unit(unit, MoraleRecord { frightened: false, ..nerves });
        }
    }
}

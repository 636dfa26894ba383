//! Units so well trained that once in a battle hardly a blow gets through. Book: Abilities, Masters Of
//! Combat (AB-MASTERS-OF-COMBAT).

use bevy::prelude::World;

use super::{
    effects::{self, Does, Effect, Gift, Source, Test, Until, When, Whose},
    event::Event,
    question::{Answer, Question},
    reason::{Change, Reason},
    step::Step,
    system::{NoQuarter, emit},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::dice::Purpose,
};

/// The sides of the die for what a unit adds to its saves.
const SIDES: u16 = 5;

/// The battle begins: every unit of masters rolls what it may add to its saves once, for all to see.
/// Ruling: a unit of masters is one all of whose models have the ability.
pub(super) fn begin(world: &mut World) {
    for unit in world.roster().units() {
        let models = world.members(unit);
        let master = |&model: &ModelId| effects::has(world, model, Gift::Mastery);
        if models.is_empty() || !models.iter().all(master) {
            continue;
        }
        let roll = world.dice().roll(SIDES, Purpose::Special, None);
        let does = Does::Masters(u8::try_from(roll.result).unwrap_or(u8::MAX));
        let (source, until) = (Source::Mastery, Until::Always);
        effects::lay_on_unit(world, unit, Effect { does, source, until });
        emit(world, Event::MasteryRolled { unit, roll });
    }
}

/// What a unit may still add to its saves, once.
pub fn left(world: &World, unit: UnitId) -> Option<u8> {
    effects::on_unit(world, unit).find_map(|does| match does {
        Does::Masters(by) => Some(by),
        _ => None,
    })
}

/// Before an attack on these come the questions to those among them who are masters. Ruling: they are
/// asked before the blows and the shots of an order, and it counts until the active unit has finished.
pub(super) fn offers(world: &World, targets: impl Iterator<Item = UnitId>) -> Vec<Step> {
    let mut units: Vec<UnitId> = targets.filter(|&unit| left(world, unit).is_some()).collect();
    units.sort_unstable();
    units.dedup();
    units.into_iter().map(|unit| Step::OfferMastery { unit }).collect()
}

/// Asks a unit that is attacked whether it uses its mastery now.
pub(super) fn offer(world: &mut World, unit: UnitId) {
    if let Some(by) = left(world, unit)
        && !world.standing(unit).is_empty()
    {
        world.ask::<NoQuarter>(Decision {
            side: world.side_of(unit),
            question: Question::UseMastery { unit, by },
            options: vec![Answer::UseMastery, Answer::Pass],
            default: 1,
        });
    }
}

/// A unit uses its mastery, or keeps it for later.
pub(super) fn answer(world: &mut World, unit: UnitId, by: u8, answer: &Answer) {
    if *answer != Answer::UseMastery {
        return;
    }
    effects::lift_from_unit(world, unit, Does::Masters(by));
    let change = Change::new(Reason::Mastery, i32::from(by));
    let (test, whose, when) = (Test::Save, Whose::Own, When::Always);
    let does = Does::Modifies { test, whose, by: change, when };
    let (source, until) = (Source::Mastery, Until::EndOfActivation);
    effects::lay_on_unit(world, unit, Effect { does, source, until });
    emit(world, Event::MasteryUsed { unit, by });
}

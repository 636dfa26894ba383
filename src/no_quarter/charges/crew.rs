//! The crew of a chariot strikes while it drives through those it charges: each as soon as the
//! actions for its attack are there. Book: Special Combination Models (COMBO-02).
//!
//! - *account*: what an element of the model may spend on the way: the momentum, and the actions
//!   that the chariot has moved since it first made contact, less what it has spent.

use bevy::prelude::World;

use super::{
    charge::Charge,
    drive::{Drive, Stage},
};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        arms::use_cost,
        close_combat, combined,
        components::Stance,
        movement,
        order::Blow,
        question::{Answer, Question},
        statistics::{Stat, stat_with},
        step::Step,
        system::{NoQuarter, push},
    },
};

/// Blows offered at once, at most.
const MOST_BLOWS: usize = 7;

/// What an element of the driving model may spend now.
fn account(charge: &Charge, drive: &Drive, element: usize) -> u8 {
    if drive.contact.is_none() {
        return 0;
    }
    let momentum = charge.gains(drive.driver).momentum();
    let spent = drive.spent.get(element).copied().unwrap_or(0);
    momentum.saturating_add(drive.moved()).saturating_sub(spent)
}

/// The blows that the crew can strike at whom the chariot touches: those of the dearest weapon that
/// each can use first.
fn blows(world: &World, charge: &Charge, drive: &Drive) -> Vec<Blow> {
    let model = drive.driver;
    let able = combined::is_combined(world, model)
        && world.is_standing(model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && close_combat::may_strike(world, model);
    if !able {
        return Vec::new();
    }
    let enemies = movement::engaged_with(world, model);
    let mut blows: Vec<(u8, Blow)> = Vec::new();
    for (element, weapons) in combined::weapons_by_element(world, model).into_iter().enumerate() {
        for weapon in weapons {
            let Ok(arm) = close_combat::weapon(world, model, weapon) else { continue };
            let cost = use_cost(world, model, arm);
            if stat_with(world, model, weapon, Stat::CloseCombat) == 0
                || cost > account(charge, drive, element)
                || close_combat::check_weapon(world, model, arm).is_err()
            {
                continue;
            }
            let hurt = enemies.iter().filter(|&&e| close_combat::can_hurt(world, model, weapon, e));
            blows.extend(hurt.map(|&enemy| (cost, Blow::plain(model, enemy, weapon))));
        }
    }
    blows.sort_by_key(|(cost, blow)| (u8::MAX - cost, blow.weapon, blow.target));
    blows.truncate(MOST_BLOWS);
    blows.into_iter().map(|(_, blow)| blow).collect()
}

/// Asks whether the crew strikes before the chariot drives on, as long as it can.
pub(super) fn offer(world: &mut World, unit: UnitId, target: UnitId, drive: &Drive) {
    let charge = Charge::of(world, unit);
    let blows = charge.map(|charge| blows(world, charge, drive)).unwrap_or_default();
    if blows.is_empty() {
        push(world, Step::Drive { unit, stage: Stage::On });
        return;
    }
    let question = Question::CrewStrikes { driver: drive.driver, target };
    let mut options: Vec<Answer> =
        blows.into_iter().map(|blow| Answer::CrewStrikes { blow }).collect();
    options.push(Answer::Pass);
    let side = world.side_of(unit);
    world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
}

pub(in crate::no_quarter) fn answer(world: &mut World, driver: ModelId, answer: &Answer) {
    let unit = world.unit_of(driver);
    let Some((_, mut drive)) = Drive::of(world, unit) else { return };
    let Answer::CrewStrikes { blow } = answer else {
        push(world, Step::Drive { unit, stage: Stage::On });
        return;
    };
    let element = combined::place_of_wielder(world, driver, blow.weapon);
    let arm = close_combat::weapon(world, driver, blow.weapon);
    let cost = arm.map_or(0, |arm| use_cost(world, driver, arm));
    if drive.spent.len() <= element {
        drive.spent.resize(element + 1, 0);
    }
    drive.spent[element] = drive.spent[element].saturating_add(cost);
    drive.keep(world, unit);
    world.push_all::<NoQuarter>(vec![
        Step::StrikeOnTheWay { blow: *blow },
        Step::Drive { unit, stage: Stage::Crew },
    ]);
}

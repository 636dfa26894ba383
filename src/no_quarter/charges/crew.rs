//! The crew of a chariot strikes while it drives through those it charges: each as soon as the
//! actions for its attack are there. Book: Creating Chariots, Chariot Crew And Overrun (COMBO-02).
//!
//! - *account*: what an element of the model may spend on the way: the momentum, and the actions
//!   that the chariot has moved since it first made contact, less what it has spent.

use bevy::prelude::World;

use super::MOMENTUM;
use crate::{
    battle::{BattleWorld, Decision, Resolving},
    no_quarter::{
        close_combat, combined,
        components::Stance,
        movement,
        order::Blow,
        question::{Answer, Question},
        statistics::{Stat, stat_with},
        step::{Overrun, Step},
        system::{NoQuarter, push},
    },
};

/// Blows offered at once, at most.
const MOST_BLOWS: usize = 7;

/// What an element of the driving model may spend now.
pub fn account(overrun: &Overrun, element: usize) -> u8 {
    let Some(since) = overrun.contact else { return 0 };
    let momentum = if overrun.charge.first_action { MOMENTUM } else { 0 };
    let moved = overrun.paid.saturating_sub(since);
    let spent = overrun.spent.get(element).copied().unwrap_or(0);
    (momentum + moved).saturating_sub(spent)
}

/// The blows that the crew can strike at whom the chariot touches: those of the dearest weapon that
/// each can use first.
pub fn blows(world: &World, overrun: &Overrun) -> Vec<Blow> {
    let model = overrun.model;
    let able = combined::is_combined(world, model)
        && world.is_standing(model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && !close_combat::has_fumbled(world, model);
    if !able {
        return Vec::new();
    }
    let enemies = movement::engaged_with(world, model);
    let mut blows: Vec<(u8, Blow)> = Vec::new();
    for (element, weapons) in combined::weapons_by_element(world, model).into_iter().enumerate() {
        for weapon in weapons {
            let Ok(arm) = close_combat::weapon(world, model, weapon) else { continue };
            if stat_with(world, model, weapon, Stat::CloseCombat) == 0
                || arm.use_cost > account(overrun, element)
                || close_combat::check_weapon(world, model, arm).is_err()
            {
                continue;
            }
            let hurt = enemies.iter().filter(|&&e| close_combat::can_hurt(world, model, weapon, e));
            blows.extend(hurt.map(|&enemy| (arm.use_cost, Blow::plain(model, enemy, weapon))));
        }
    }
    blows.sort_by_key(|(cost, blow)| (u8::MAX - cost, blow.weapon, blow.target));
    blows.truncate(MOST_BLOWS);
    blows.into_iter().map(|(_, blow)| blow).collect()
}

/// Asks whether the crew strikes before the chariot drives on, as long as it can.
pub(in crate::no_quarter) fn offer(world: &mut World, overrun: Overrun) {
    let blows = blows(world, &overrun);
    if blows.is_empty() {
        push(world, Step::Overrun(overrun));
        return;
    }
    let mut options: Vec<Answer> =
        blows.into_iter().map(|blow| Answer::CrewStrikes { blow }).collect();
    options.push(Answer::Pass);
    let side = world.side_of_model(overrun.model);
    let question = Question::CrewStrikes { overrun };
    world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
}

pub(in crate::no_quarter) fn answer(world: &mut World, mut overrun: Overrun, answer: &Answer) {
    let Answer::CrewStrikes { blow } = answer else {
        push(world, Step::Overrun(overrun));
        return;
    };
    let element = combined::place_of_wielder(world, overrun.model, blow.weapon);
    let cost = close_combat::weapon(world, overrun.model, blow.weapon).map_or(0, |w| w.use_cost);
    if overrun.spent.len() <= element {
        overrun.spent.resize(element + 1, 0);
    }
    overrun.spent[element] = overrun.spent[element].saturating_add(cost);
    world.push_all::<NoQuarter>(vec![
        Step::StrikeOnTheWay { blow: *blow },
        Step::OfferCrewStrikes(overrun),
    ]);
}

/// What the crew has used of the momentum: what anybody of it has struck with beyond the actions that
/// the chariot moved.
pub(super) fn momentum_used(overrun: &Overrun) -> u8 {
    let moved = overrun.contact.map_or(0, |since| overrun.paid.saturating_sub(since));
    overrun.spent.iter().map(|spent| spent.saturating_sub(moved)).max().unwrap_or(0)
}

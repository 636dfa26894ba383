//! Receiving charges and fleeing from them. Book: Receive A Charge (HOLD-04), Flee From A Charge
//! (HOLD-05).

use bevy::prelude::World;

use super::{end_hold, mark_responded};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId, level::Formation},
    no_quarter::{
        close_combat,
        components::{Holding, Morale, ProfileOf, Record, Stance},
        event::{Event, Gait},
        flight, movement,
        order::Standing,
        plan,
        question::{Answer, Question},
        step::Step,
        support_weapons,
        system::{NoQuarter, emit, push},
    },
};

/// Whether a unit is on hold and wants to be asked when it is charged.
fn answers_charges(world: &World, unit: UnitId) -> bool {
    world.of_unit::<Holding>(unit).0.is_some_and(|standing| standing != Standing::Never)
}

/// Whether a unit may answer a declared charge by fleeing (HOLD-05).
pub fn may_flee(world: &World, unit: UnitId) -> bool {
    let fresh = |&model: &ModelId| world.of_model::<Record>(model).responded_to.is_none();
    let free = |&model: &ModelId| !movement::is_engaged(world, model);
    let models = world.standing(unit);
    answers_charges(world, unit)
        && *world.of_unit::<Morale>(unit) != Morale::Terrified
        && models.iter().all(fresh)
        && models.iter().all(free)
        && !models.is_empty()
}

/// Asks a unit on hold whether it flees from a charge.
pub(in crate::no_quarter) fn ask_flee(world: &mut World, holder: UnitId, charger: UnitId) {
    world.ask::<NoQuarter>(Decision {
        side: world.side_of(holder),
        question: Question::RespondToCharge { holder, charger },
        options: vec![Answer::Pass, Answer::Flee],
        default: 0,
    });
}

pub(in crate::no_quarter) fn answer_charge(world: &mut World, holder: UnitId, charger: UnitId, answer: &Answer) {
    if *answer == Answer::Flee {
        push(world, Step::Flee { unit: holder, charger });
    }
}

/// The whole unit runs straight away from the charger with half its actions; ranks break.
pub(in crate::no_quarter) fn flee(world: &mut World, unit: UnitId, charger: UnitId) {
    emit(world, Event::Fled { unit, from: charger });
    let away = flight::middle(world, unit) - flight::middle(world, charger);
    break_ranks(world, unit);
    flight::run(world, unit, away, Gait::Flight, |profile: &ProfileOf| profile.0.actions / 2);
    for model in world.standing(unit) {
        mark_responded(world, model, charger);
    }
    end_hold(world, unit);
}

/// A unit in ranks or closed up becomes skirmished because it runs.
pub(in crate::no_quarter) fn break_ranks(world: &mut World, unit: UnitId) {
    let formation = *world.of_unit::<Formation>(unit);
    if matches!(formation, Formation::Ranked { .. } | Formation::Closed) {
        world.set_unit(unit, Formation::Skirmish);
        emit(world, Event::RanksBroken { unit });
    }
}

/// Models of a unit on hold that chargers touch, or that reach them over the front rank with their
/// spears (WPN-SPEAR), and that haven't responded yet.
fn receivers(world: &World, holder: UnitId, charger: UnitId) -> Vec<(ModelId, ModelId)> {
    let turn = world.frame().turn;
    let steady = *world.of_unit::<Morale>(holder) != Morale::Terrified;
    let able = |&model: &ModelId| {
        let record = world.of_model::<Record>(model);
        record.responded_to.is_none()
            && record.fumbled_in != Some(turn)
            && *world.of_model::<Stance>(model) == Stance::Standing
            && !support_weapons::is_chassis(world, model)
    };
    let touched = |model: ModelId| {
        let mut enemies = movement::engaged_with(world, model).into_iter();
        let touching = enemies.find(|&enemy| world.unit_of(enemy) == charger);
        let over = || close_combat::blow_over_the_front_rank(world, model, charger);
        let enemy = touching.or_else(|| over().map(|blow| blow.target))?;
        Some((model, enemy))
    };
    if !steady {
        return Vec::new();
    }
    world.standing(holder).into_iter().filter(able).filter_map(touched).collect()
}

/// Units on hold that a charge has touched.
pub(in crate::no_quarter) fn receiving_units(world: &World, charger: UnitId) -> Vec<UnitId> {
    let side = world.side_of(charger);
    let units = world.roster().units();
    units
        .filter(|&unit| {
            world.side_of(unit) != side
                && answers_charges(world, unit)
                && !receivers(world, unit, charger).is_empty()
        })
        .collect()
}

/// Lets touched units on hold strike before the chargers do (HOLD-04).
pub(in crate::no_quarter) fn receive_charge(world: &mut World, charger: UnitId, mut holders: Vec<UnitId>) {
    if holders.is_empty() {
        return;
    }
    let holder = holders.remove(0);
    if !holders.is_empty() {
        push(world, Step::ReceiveCharge { charger, holders });
    }
    if receivers(world, holder, charger).is_empty() {
        return;
    }
    world.ask::<NoQuarter>(Decision {
        side: world.side_of(holder),
        question: Question::ReceiveCharge { holder, charger },
        options: vec![Answer::Strike, Answer::Pass],
        default: 0,
    });
}

pub(in crate::no_quarter) fn answer_contact(world: &mut World, holder: UnitId, charger: UnitId, answer: &Answer) {
    if *answer != Answer::Strike {
        return;
    }
    emit(world, Event::Responded { unit: holder, to: charger });
    let mut steps = Vec::new();
    for (model, enemy) in receivers(world, holder, charger) {
        mark_responded(world, model, charger);
        let blows = if movement::are_engaged(world, model, enemy) {
            plan::best_blows(world, model, enemy)
        } else {
            close_combat::blow_over_the_front_rank(world, model, charger).into_iter().collect()
        };
        steps.extend(blows.into_iter().map(|blow| Step::Strike { blow, paid: false }));
    }
    world.push_all::<NoQuarter>(steps);
}

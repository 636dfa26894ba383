//! Receiving charges and fleeing from them. Book: Receive A Charge (HOLD-04), Flee From A Charge
//! (HOLD-05).

use bevy::prelude::World;

use super::{end_hold, is_watchful, mark_responded};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving, UnitId},
    no_quarter::{
        close_combat,
        components::{Formation, Holding, Morale, Record, Stance},
        doctrine,
        event::{Event, Gait},
        flight, movement,
        order::{Blow, StandingOrder},
        question::{Answer, Question},
        step::Step,
        support_weapons,
        system::{NoQuarter, emit, push},
    },
};

/// Whether a unit is on hold, or counts as that, and wants to be asked when it is charged.
pub(in crate::no_quarter) fn answers_charges(world: &World, unit: UnitId) -> bool {
    match world.of_unit::<Holding>(unit).0 {
        Some(standing) => standing != StandingOrder::Never,
        None => is_watchful(world, unit),
    }
}

/// Whether a unit may answer a declared charge by fleeing: it is on hold and in no combat, and somebody
/// in it could run (HOLD-05).
pub fn may_flee(world: &World, unit: UnitId) -> bool {
    let fresh = |&model: &ModelId| world.of_model::<Record>(model).responded_to.is_none();
    let free = |&model: &ModelId| !movement::is_engaged(world, model);
    let models = world.standing(unit);
    answers_charges(world, unit)
        && *world.of_unit::<Morale>(unit) != Morale::Terrified
        && models.iter().all(fresh)
        && models.iter().all(free)
        && models.iter().any(|&model| flight::can_run(world, model))
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

pub(in crate::no_quarter) fn answer_charge(
    world: &mut World,
    holder: UnitId,
    charger: UnitId,
    answer: &Answer,
) {
    if *answer == Answer::Flee {
        push(world, Step::Flee { unit: holder, charger });
    }
}

/// The whole unit runs straight away from the charger with half its actions; ranks break.
pub(in crate::no_quarter) fn flee(world: &mut World, unit: UnitId, charger: UnitId) {
    emit(world, Event::Fled { unit, from: charger });
    let away = world.middle(unit) - world.middle(charger);
    break_ranks(world, unit);
    flight::run(world, unit, away, Gait::Flight);
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

/// Whether a model on hold has a blow left at a charger of a unit.
pub(in crate::no_quarter) fn can_receive(world: &World, model: ModelId) -> bool {
    let record = world.of_model::<Record>(model);
    record.responded_to.is_none()
        && close_combat::may_strike(world, model)
        && *world.of_model::<Stance>(model) == Stance::Standing
        && *world.of_unit::<Morale>(world.unit_of(model)) != Morale::Terrified
        && !support_weapons::is_chassis(world, model)
}

/// The chargers of a unit that a model on hold may strike at: those that it touches and can hurt, or if
/// it touches none, one that it reaches over the front rank with its spear (CC-13, WPN-SPEAR).
fn in_front_of(world: &World, model: ModelId, charger: UnitId) -> Vec<ModelId> {
    let mut enemies = movement::engaged_with(world, model);
    enemies.retain(|&enemy| world.unit_of(enemy) == charger);
    let touches = !enemies.is_empty();
    enemies.retain(|&enemy| !blows_at(world, model, charger, enemy).is_empty());
    if !touches {
        let over = close_combat::blow_over_the_front_rank(world, model, charger);
        enemies.extend(over.map(|blow| blow.target));
    }
    enemies
}

/// Models of a unit on hold that haven't responded yet, with the chargers that each may strike at.
fn receivers(world: &World, holder: UnitId, charger: UnitId) -> Vec<(ModelId, Vec<ModelId>)> {
    let models = world.standing(holder).into_iter();
    let able = models.filter(|&model| can_receive(world, model));
    able.map(|model| (model, in_front_of(world, model, charger)))
        .filter(|(_, enemies)| !enemies.is_empty())
        .collect()
}

/// What a model on hold strikes at a charger with: those it touches with all its elements, others
/// over the front rank.
fn blows_at(world: &World, model: ModelId, charger: UnitId, enemy: ModelId) -> Vec<Blow> {
    if movement::are_engaged(world, model, enemy) {
        doctrine::blows(world, model, enemy)
    } else {
        close_combat::blow_over_the_front_rank(world, model, charger).into_iter().collect()
    }
}

/// The blows of a unit on hold if all who may still strike at its chargers do, each at the first of
/// those in front of it (HOLD-04).
pub fn receiving_blows(world: &World, holder: UnitId, charger: UnitId) -> Vec<Blow> {
    let blows = |(model, enemies): (ModelId, Vec<ModelId>)| {
        enemies.first().map(|&enemy| blows_at(world, model, charger, enemy)).unwrap_or_default()
    };
    receivers(world, holder, charger).into_iter().flat_map(blows).collect()
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
pub(in crate::no_quarter) fn receive_charge(
    world: &mut World,
    charger: UnitId,
    mut holders: Vec<UnitId>,
) {
    if holders.is_empty() {
        return;
    }
    let holder = holders.remove(0);
    if !holders.is_empty() {
        push(world, Step::ReceiveCharge { charger, holders });
    }
    let receivers = receivers(world, holder, charger);
    if receivers.is_empty() {
        return;
    }
    let mut options = vec![Answer::Strike, Answer::Pass];
    if receivers.iter().any(|(_, enemies)| enemies.len() > 1) {
        // Somebody has a choice: each charger by itself.
        let mut targets: Vec<ModelId> =
            receivers.into_iter().flat_map(|(_, enemies)| enemies).collect();
        targets.sort_unstable();
        targets.dedup();
        options.extend(targets.into_iter().map(|target| Answer::StrikeAt { target }));
    }
    world.ask::<NoQuarter>(Decision {
        side: world.side_of(holder),
        question: Question::ReceiveCharge { holder, charger },
        options,
        default: 0,
    });
}

/// Those who may strike do, each once: all of them, or those who can at one charger; the others are
/// then asked again.
pub(in crate::no_quarter) fn answer_contact(
    world: &mut World,
    holder: UnitId,
    charger: UnitId,
    answer: &Answer,
) {
    let at = match answer {
        Answer::Strike => None,
        Answer::StrikeAt { target } => Some(*target),
        _ => return,
    };
    emit(world, Event::Responded { unit: holder, to: charger });
    let mut steps = Vec::new();
    for (model, enemies) in receivers(world, holder, charger) {
        if at.is_none_or(|target| enemies.contains(&target)) {
            steps.push(Step::Receive { model, charger, at });
        }
    }
    if at.is_some() {
        steps.push(Step::ReceiveCharge { charger, holders: vec![holder] });
    }
    world.push_all::<NoQuarter>(steps);
}

/// One model on hold strikes at a charger: at the one named, or if none is at the first of those
/// still there. Whom others have slain meanwhile costs it nothing (HOLD-04).
pub(in crate::no_quarter) fn receive(
    world: &mut World,
    model: ModelId,
    charger: UnitId,
    at: Option<ModelId>,
) {
    if !world.is_standing(model) || !can_receive(world, model) {
        return;
    }
    let enemies = in_front_of(world, model, charger).into_iter();
    let Some(enemy) = enemies.into_iter().find(|&enemy| at.is_none_or(|at| at == enemy)) else {
        return;
    };
    mark_responded(world, model, charger);
    let blows = blows_at(world, model, charger, enemy);
    match blows[..] {
        [] => {}
        [blow] => push(world, Step::Strike { blow, paid: false }),
        _ => push(world, Step::StrikeTogether { blows, paid: false }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::test_world::{TestWorld, man};

    #[test]
    fn hold_04_whoever_has_struck_is_not_counted_again() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (13.0, 10.0, 90.0), (16.0, 10.0, 90.0)];
        let holder = test.unit(0, Formation::Skirmish, &places, man());
        let places = [(10.0, 11.0, 270.0), (13.0, 11.0, 270.0)];
        let charger = test.unit(1, Formation::Skirmish, &places, man());
        let (own, enemies) = (test.models(holder), test.models(charger));
        let pairs = |world: &World| -> Vec<(ModelId, ModelId)> {
            let blows = receiving_blows(world, holder, charger).into_iter();
            blows.map(|blow| (blow.attacker, blow.target)).collect()
        };
        assert_eq!(pairs(&test.world), [(own[0], enemies[0]), (own[1], enemies[1])]);
        mark_responded(&mut test.world, own[0], charger);
        assert_eq!(pairs(&test.world), [(own[1], enemies[1])]);
    }
}

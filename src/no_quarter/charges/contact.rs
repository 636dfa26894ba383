//! The end of a charge: who is in contact or in reach, what that gives them, and whom it frightens.
//! Book: Charges, Momentum Attack (CHG-02, CHG-04), Extended Reach Weapons (CC-09), Being Charged
//! By Fear Causing Models (FEAR-02).

use bevy::prelude::World;

use super::{MOMENTUM, push_back, reach, shortfall};
use crate::{
    battle::{BattleWorld, ModelId, Resolving, UnitId},
    no_quarter::{
        components::{Arms, Momentum, Record},
        effects::{self, Does, Effect, Source, Test, Until, When, Whose},
        event::Event,
        fear, formations, hold, movement,
        profile::WeaponRule,
        reason::{Change, Reason},
        step::{Charge, Step},
        system::{NoQuarter, emit},
    },
};

/// Sees who is in contact, or reaches an enemy, and gives them their charge bonus and momentum
/// (CHG-02, CHG-04, CC-09). A ranked unit may push on first (CC-10).
pub(in crate::no_quarter) fn end(world: &mut World, charge: Charge) {
    let (unit, target, first_action) = (charge.unit, charge.target, charge.first_action);
    let here = |model: &ModelId| world.is_standing(*model);
    let models: Vec<ModelId> = charge.models.iter().copied().filter(here).collect();
    let contacts: Vec<ModelId> =
        models.iter().copied().filter(|&model| movement::is_engaged(world, model)).collect();
    if !contacts.is_empty() && !charge.settled && push_back::ask(world, charge.clone()) {
        return;
    }
    let reaching: Vec<(ModelId, ModelId)> = models
        .iter()
        .copied()
        .filter(|model| !contacts.contains(model))
        .filter_map(|model| Some((model, reach::in_reach(world, model, target)?)))
        .collect();
    if contacts.is_empty() && reaching.is_empty() {
        if !world.standing(unit).is_empty() {
            let (gap, why) = shortfall::after(world, &charge, &models);
            emit(world, Event::FellShort { unit, target, gap, why });
        }
        return;
    }
    let momentum = if first_action { MOMENTUM.saturating_sub(charge.momentum_used) } else { 0 };
    let gaining = contacts.iter().copied().chain(reaching.iter().map(|(model, _)| *model));
    for model in gaining.collect::<Vec<_>>() {
        if !charge.no_bonus.contains(&model) {
            has_charged(world, model);
            let late = charge.acted_before.contains(&model);
            world.set_model(model, Momentum(if late { 0 } else { momentum }));
        }
    }
    for model in second_rank(world, unit, &contacts) {
        has_charged(world, model);
    }
    for &(model, enemy) in &reaching {
        let record = Record { reaching: Some(enemy), ..*world.of_model::<Record>(model) };
        world.set_model(model, record);
        emit(world, Event::InReach { model, enemy });
    }
    if !contacts.is_empty() {
        let gains_nothing = |model: &ModelId| {
            charge.no_bonus.contains(model) || charge.acted_before.contains(model)
        };
        let gained = if contacts.iter().all(gains_nothing) { 0 } else { momentum };
        emit(world, Event::Charged { unit, target, contacts: contacts.clone(), momentum: gained });
    }
    let steps = met(world, unit, &contacts, &reaching);
    world.push_all::<NoQuarter>(steps);
}

/// What contact brings for those who are met: they are frightened, and if they are on hold they strike
/// first (FEAR-02, HOLD-04). Ruling: on hold one waits for the active unit, so whoever follows up in
/// another's activation is received by nobody.
pub(in crate::no_quarter) fn met(
    world: &World,
    unit: UnitId,
    contacts: &[ModelId],
    reaching: &[(ModelId, ModelId)],
) -> Vec<Step> {
    let met = met_units(world, contacts, reaching);
    let mut steps = frightened(world, unit, &met);
    if world.frame().active == Some(unit) {
        let mut holders = hold::receiving_units(world, unit);
        holders.retain(|holder| met.contains(holder));
        if !holders.is_empty() {
            steps.push(Step::ReceiveCharge { charger: unit, holders });
        }
    }
    steps
}

/// What a charge gives to the blows of the whole turn (CC-03).
pub const BONUS: Change = Change::new(Reason::Charging, 1);

/// Remembers that a model has charged this turn (CC-03).
pub(in crate::no_quarter) fn has_charged(world: &mut World, model: ModelId) {
    let (test, whose, by, when) = (Test::Strike, Whose::Own, BONUS, When::Always);
    let does = Does::Modifies { test, whose, by, when };
    let until = Until::EndOfTurn;
    effects::lay_on_model(world, model, Effect { does, source: Source::Charge, until });
}

/// Whether a model has charged this turn (CC-03).
pub fn charged_this_turn(world: &World, model: ModelId) -> bool {
    effects::comes_from(world, model, Source::Charge)
}

/// Those of the second rank who fight over the first as part of its charge: spearmen. Book:
/// Armoury, Spear (WPN-SPEAR). Ruling: they charge too, but without contact they gain no momentum.
fn second_rank(world: &World, unit: UnitId, contacts: &[ModelId]) -> Vec<ModelId> {
    if contacts.is_empty() || !formations::is_ranked(world, unit) {
        return Vec::new();
    }
    let spear = |model: &ModelId| {
        let arms = &world.of_model::<Arms>(*model).0;
        arms.iter().any(|weapon| weapon.has(WeaponRule::TwoRanks))
    };
    let ranks = formations::ranks(world, unit);
    let second = ranks.get(1).cloned().unwrap_or_default();
    second.into_iter().filter(|model| spear(model) && !contacts.contains(model)).collect()
}

/// The units that these touch or reach, by id.
fn met_units(world: &World, contacts: &[ModelId], reaching: &[(ModelId, ModelId)]) -> Vec<UnitId> {
    let mut met: Vec<UnitId> = contacts
        .iter()
        .flat_map(|&model| movement::engaged_with(world, model))
        .chain(reaching.iter().map(|(_, enemy)| *enemy))
        .map(|enemy| world.unit_of(enemy))
        .collect();
    met.sort_unstable();
    met.dedup();
    met
}

/// The tests of units that are charged by what they fear: once each, at the first touch (FEAR-02).
fn frightened(world: &World, unit: UnitId, met: &[UnitId]) -> Vec<Step> {
    let chargers = world.standing(unit);
    let test = |&enemy: &UnitId| {
        let level = fear::level(world, enemy, &chargers)?;
        Some(Step::FearTest { unit: enemy, level, charged: true })
    };
    met.iter().filter_map(test).collect()
}

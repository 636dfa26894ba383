//! The end of a charge: who is in contact or in reach, what that gives them, and whom it frightens.
//! Book: Charges, Momentum Attack (CHG-02, CHG-04), Extended Reach Weapons (CC-09), Being Charged
//! By Fear Causing Models (FEAR-02).

use bevy::prelude::World;

use super::{
    charge::{Charge, Gains, Manner},
    push_back, reach, shortfall,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        brutes,
        components::{Arms, Momentum, Record},
        effects::{self, Does, Effect, Source, Test, Until, When, Whose},
        event::Event,
        fear, formations, hold,
        moment::{self, Moment},
        movement,
        profile::WeaponRule,
        reason::{Change, Reason},
        step::Step,
        system::emit,
    },
};

/// The end of a charge's move. A ranked unit in contact may push on first (CC-10).
pub(in crate::no_quarter) fn end(world: &mut World, unit: UnitId) {
    let Some(charge) = Charge::of(world, unit) else { return };
    let (target, models) = (charge.target, charge.models());
    // A drive pushes nobody back.
    let drives = matches!(charge.manner, Manner::Through(_));
    let fights = |&model: &ModelId| world.is_standing(model) && movement::is_engaged(world, model);
    let asked = !drives && models.iter().any(fights) && push_back::ask(world, unit, target);
    if !asked {
        meet(world, unit);
    }
}

/// Sees who is in contact, or reaches an enemy, and gives them their charge bonus, and those in
/// contact momentum (CHG-02, CHG-04, CC-09).
pub(in crate::no_quarter) fn meet(world: &mut World, unit: UnitId) {
    let Some(charge) = Charge::of(world, unit).cloned() else { return };
    Charge::end(world, unit);
    let target = charge.target;
    let here = |model: &ModelId| world.is_standing(*model);
    let models: Vec<ModelId> = charge.models().into_iter().filter(here).collect();
    let contacts: Vec<ModelId> =
        models.iter().copied().filter(|&model| movement::is_engaged(world, model)).collect();
    let reaching: Vec<(ModelId, ModelId)> = models
        .iter()
        .copied()
        .filter(|model| !contacts.contains(model))
        .filter_map(|model| Some((model, reach::in_reach(world, model, target)?)))
        .collect();
    if contacts.is_empty() && reaching.is_empty() {
        if !world.standing(unit).is_empty() {
            let (gap, why) = shortfall::after(world, unit, target, &models);
            emit(world, Event::FellShort { unit, target, gap, why });
        }
        return;
    }
    let used = match &charge.manner {
        Manner::Through(drive) => drive.momentum_used(),
        Manner::Home | Manner::ToReach => 0,
    };
    for &model in &contacts {
        if let Gains::Bonus { momentum } = charge.gains(model) {
            has_charged(world, model);
            world.set_model(model, Momentum(momentum.saturating_sub(used)));
        }
    }
    // Ruling: who strikes from where its weapon reaches has charged, but without contact it gains no
    // momentum.
    let afar = reaching.iter().map(|(model, _)| *model);
    let afar = afar.filter(|&model| charge.gains(model) != Gains::Nothing);
    for model in afar.chain(second_rank(world, unit, &contacts)).collect::<Vec<_>>() {
        has_charged(world, model);
    }
    for &(model, enemy) in &reaching {
        let record = Record { reaching: Some(enemy), ..*world.of_model::<Record>(model) };
        world.set_model(model, record);
        emit(world, Event::InReach { model, enemy });
    }
    if !contacts.is_empty() {
        let momentum = |&model: &ModelId| charge.gains(model).momentum().saturating_sub(used);
        let momentum = contacts.iter().map(momentum).max().unwrap_or(0);
        emit(world, Event::Charged { unit, target, contacts: contacts.clone(), momentum });
    }
    moment::comes(world, Moment::Charged { unit, contacts: &contacts, reaching: &reaching });
}

/// What contact brings: those who are met are frightened, whoever meets brutes is tested, and those on
/// hold strike first (FEAR-02, AB-BRUTES, HOLD-04). Ruling: on hold one waits for the active unit, so whoever follows up in
/// another's activation is received by nobody.
pub(in crate::no_quarter) fn met(
    world: &World,
    unit: UnitId,
    contacts: &[ModelId],
    reaching: &[(ModelId, ModelId)],
) -> Vec<Step> {
    let met = met_units(world, contacts, reaching);
    let mut steps = frightened(world, unit, &met);
    steps.extend(brutes::met(world, unit, &met));
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
        let level = fear::of_being_charged(world, enemy, &chargers)?;
        Some(Step::FearTest { unit: enemy, level, charged: true, charger: Some(unit) })
    };
    met.iter().filter_map(test).collect()
}

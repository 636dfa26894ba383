//! Loading a support weapon for its next activation. Book: Loading A Support Weapon (SUP-03).

use bevy::prelude::World;

use super::{check::nobody_serves, crew_of, half_cost, hands, is_chassis};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        arms::use_cost,
        close_combat,
        components::{Gun, Morale},
        error::{OrderError, Refusal},
        event::Event,
        formations, hold, movement,
        system::emit,
        who::who,
    },
};

/// What loading costs each of those who serve a weapon: half its use cost, rounded up.
pub(super) fn cost(world: &World, chassis: ModelId) -> Option<u8> {
    let weapon = close_combat::weapon(world, chassis, 0).ok()?;
    (!weapon.bands.is_empty()).then(|| half_cost(use_cost(world, chassis, weapon)))
}

/// What loading would cost, and whom; a model that isn't loaded by a crew has no cost.
pub fn load_bill(world: &World, chassis: ModelId) -> Option<(u8, Vec<ModelId>)> {
    world.roster().model(chassis)?;
    let cost = cost(world, chassis).filter(|_| is_chassis(world, chassis))?;
    Some((cost, hands(world, chassis, cost)))
}

/// Whether a weapon may be loaded now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_load(world: &World, chassis: ModelId) -> Result<(), OrderError> {
    let unit = movement::active_unit(world)?;
    movement::check_member(world, unit, chassis)?;
    let name = who(world, chassis);
    let refuse =
        |refusal, rule, text: String| Err(OrderError::new(refusal, rule, text).model(chassis));
    // Ruling: panic bars firing, not loading (MOR-05); the terrified do nothing at all.
    if *world.of_unit::<Morale>(unit) == Morale::Terrified {
        let text = format!("{} is terrified and can't load", world.unit_name(unit));
        return refuse(Refusal::Terrified, "MOR-06", text);
    }
    let Some(cost) = cost(world, chassis).filter(|_| is_chassis(world, chassis)) else {
        return refuse(Refusal::WrongWeapon, "SUP-03", format!("{name} is not loaded by a crew"));
    };
    if world.of_model::<Gun>(chassis).loaded_in.is_some() {
        return refuse(Refusal::UsedAlready, "SUP-03", format!("{name} is already loaded"));
    }
    let crew = crew_of(world, unit);
    if crew.is_empty() {
        return refuse(Refusal::NoCrew, "SUP-07", format!("{name} has no crew left to load it"));
    }
    if crew.iter().any(|&model| close_combat::has_fumbled(world, model)) {
        let text = format!("the crew of {name} has fumbled and can do nothing more this turn");
        return refuse(Refusal::Fumbled, "SUP-04", text);
    }
    let hands = hands(world, chassis, cost);
    if hands.is_empty() {
        return Err(nobody_serves(world, chassis, "to load", cost));
    }
    let spent: Vec<(ModelId, u32)> =
        hands.into_iter().map(|model| (model, u32::from(cost))).collect();
    formations::check_duty(world, unit, &spent)
}

/// Loads a weapon.
pub(in crate::no_quarter) fn load(world: &mut World, chassis: ModelId) {
    let Some(actions) = cost(world, chassis) else { return };
    for model in hands(world, chassis, actions) {
        movement::pay(world, model, actions);
    }
    let turn = world.frame().turn;
    let gun = Gun { loaded_in: Some(turn), ..*world.of_model::<Gun>(chassis) };
    world.set_model(chassis, gun);
    emit(world, Event::Loaded { model: chassis, actions });
    hold::offer(world);
}

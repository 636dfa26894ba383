//! What must always hold between orders. Tests and the soak check it after every order; a broken
//! one is a bug, never a player's fault.

use bevy::prelude::World;

use super::{
    components::{ActionsLeft, ProfileOf, Stance, WoundsLeft},
    event::{Event, Gait},
    formations, movement,
    statistics::{self, Stat, stat},
    system::NoQuarter,
};
use crate::{
    battle::{BattleWorld, Log, ModelId, Pending, Stack, UnitId},
    table::{Placed, base::overlapping, base::penetration, formation::chain},
};

/// Everything that is broken, in words.
pub(super) fn broken(world: &World) -> Vec<String> {
    let mut broken = Vec::new();
    // In the middle of a walk models pass through friends.
    let pending = world.resource::<Pending<NoQuarter>>().0.is_some();
    let standing: Vec<(ModelId, Placed)> = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model))
        .map(|model| (model, world.placed(model)))
        .collect();
    for (index, (model, placed)) in standing.iter().enumerate() {
        let name = world.model_name(*model);
        if !placed.pose.at.is_finite() || (placed.pose.facing.length() - 1.0).abs() > 1e-3 {
            broken.push(format!("{name} stands nowhere: {:?}", placed.pose));
        }
        if !world.table().holds(placed) {
            broken.push(format!("{name} is off the table at {}", placed.pose.at));
        }
        let profile = &world.of_model::<ProfileOf>(*model).0;
        let wounds = world.of_model::<WoundsLeft>(*model).0;
        let whole = stat(world, *model, Stat::Wounds);
        if wounds == 0 || i32::from(wounds) > whole {
            broken.push(format!("{name} stands with {wounds} wounds of {whole}"));
        }
        if profile.chassis && *world.of_model::<Stance>(*model) == Stance::Prone {
            broken.push(format!("{name} is a support weapon, and prone"));
        }
        let actions = world.of_model::<ActionsLeft>(*model).0;
        let most = statistics::actions(world, *model);
        if actions > most {
            broken.push(format!("{name} has {actions} actions of {most}"));
        }
        for (other, other_placed) in &standing[index + 1..] {
            if !pending && overlapping(placed, other_placed) {
                let depth = penetration(placed, other_placed);
                let other = world.model_name(*other);
                broken.push(format!("{name} and {other} stand in each other, {depth} deep"));
            }
        }
    }
    if !pending && !world.resource::<Stack<NoQuarter>>().0.is_empty() {
        broken.push("steps are left, and nobody has to decide".to_owned());
    }
    if let Some(active) = world.frame().active
        && world.side_of(active) != world.frame().side
        && !pending
    {
        broken.push("the active unit is not of the side whose go it is".to_owned());
    }
    if !pending {
        for unit in world.roster().units() {
            if let Some(problem) = incoherent_without_excuse(world, unit) {
                broken.push(problem);
            }
        }
    }
    broken
}

/// A unit out of coherency that nothing has scattered: no loss, charge, combat or flight. Who was in
/// combat may have been left there by the others (FORM-11).
fn incoherent_without_excuse(world: &World, unit: UnitId) -> Option<String> {
    let models = world.standing(unit);
    let placed: Vec<Placed> = models.iter().map(|&model| world.placed(model)).collect();
    if chain(&placed, formations::coherency(world, unit)).len() <= 1 {
        return None;
    }
    if models.iter().any(|&model| movement::is_engaged(world, model)) {
        return None;
    }
    let own = |model: &ModelId| world.unit_of(*model) == unit;
    let scattering = |event: &Event| match event {
        Event::Fell { model, .. }
        | Event::BrokeOff { model }
        | Event::FollowedUp { model, .. }
        | Event::KnockedProne { model } => own(model),
        Event::RanOver { target, .. } => own(target),
        Event::LeftUnit { unit: left, .. } | Event::JoinedUnit { unit: left, .. } => *left == unit,
        Event::Struck { attacker, target, .. } => own(attacker) || own(target),
        Event::Moved { model, gait, .. } => {
            matches!(gait, Gait::Charge | Gait::FollowUp | Gait::Flight | Gait::Retreat)
                && own(model)
        }
        _ => false,
    };
    let log = &world.resource::<Log<NoQuarter>>().0;
    // A unit that never moved stands as it was placed.
    let moved = |event: &Event| matches!(event, Event::Moved { model, .. } if own(model));
    let excused = log.iter().any(scattering) || !log.iter().any(moved);
    (!excused).then(|| format!("{} is out of coherency without a reason", world.unit_name(unit)))
}

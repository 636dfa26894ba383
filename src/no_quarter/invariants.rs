//! What must always hold between orders. Tests and the soak check it after every order; a broken
//! one is a bug, never a player's fault.

use bevy::prelude::World;

use super::{
    components::{ActionsLeft, ProfileOf, Stance, WoundsLeft},
    effects::{self, Gift},
    event::{Event, Gait},
    formations, movement, statistics,
    system::NoQuarter,
};
use crate::{
    battle::{BattleWorld, Figure, Log, ModelId, Pending, Presence, Stack, UnitId, figures},
    table::{Placed, base::overlapping, base::penetration, formation::is_one_chain},
};

/// Everything that is broken, in words.
pub(super) fn broken(world: &World) -> Vec<String> {
    let mut broken = Vec::new();
    // In the middle of a walk models pass through friends.
    let pending = world.resource::<Pending<NoQuarter>>().0.is_some();
    let standing = figures(world);
    let table = world.table();
    let radii: Vec<f32> =
        standing.iter().map(|figure| figure.placed.base.outer_radius().0).collect();
    for (index, Figure { id, placed, .. }) in standing.iter().enumerate() {
        let name = || world.model_name(*id);
        if !placed.pose.at.is_finite() || (placed.pose.facing.length() - 1.0).abs() > 1e-3 {
            broken.push(format!("{} stands nowhere: {:?}", name(), placed.pose));
        }
        if !table.holds(placed) {
            broken.push(format!("{} is off the table at {}", name(), placed.pose.at));
        }
        let model = world.model(*id);
        let wounds = model.get::<WoundsLeft>().map_or(0, |left| left.0);
        let whole = statistics::wounds(world, *id);
        let low = wounds == 0 && effects::has(world, *id, Gift::Regeneration);
        if wounds == 0 && !low || wounds > whole {
            broken.push(format!("{} stands with {wounds} wounds of {whole}", name()));
        }
        let is_chassis = model.get::<ProfileOf>().is_some_and(|profile| profile.0.chassis);
        if is_chassis && model.get::<Stance>() == Some(&Stance::Prone) {
            broken.push(format!("{} is a support weapon, and prone", name()));
        }
        let actions = model.get::<ActionsLeft>().map_or(0, |left| left.0);
        if actions > 0 {
            let most = statistics::actions(world, *id);
            if actions > most {
                broken.push(format!("{} has {actions} actions of {most}", name()));
            }
        }
        for (other, radius) in standing.iter().zip(&radii).skip(index + 1) {
            let apart = (placed.pose.at - other.placed.pose.at).abs().max_element();
            let is_near = apart < radii[index] + radius;
            if !pending && is_near && overlapping(placed, &other.placed) {
                let depth = penetration(placed, &other.placed);
                let other = world.model_name(other.id);
                broken.push(format!("{} and {other} stand in each other, {depth} deep", name()));
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
            let models: Vec<&Figure> = standing.iter().filter(|model| model.unit == unit).collect();
            if let Some(problem) = incoherent_without_excuse(world, unit, &models, &standing) {
                broken.push(problem);
            }
        }
    }
    broken
}

/// A unit out of coherency that nothing has scattered: no loss, nobody laid low on its way, no charge,
/// combat or flight. Who was in combat may have been left there by the others (FORM-11).
fn incoherent_without_excuse(
    world: &World,
    unit: UnitId,
    models: &[&Figure],
    standing: &[Figure],
) -> Option<String> {
    let placed: Vec<Placed> = models.iter().map(|model| model.placed).collect();
    if is_one_chain(&placed, formations::coherency(world, unit)) {
        return None;
    }
    let members = world.members(unit);
    // That is in the log too, but soon asked.
    let has_fallen = |&model: &ModelId| *world.of_model::<Presence>(model) == Presence::Casualty;
    if members.iter().any(has_fallen) {
        return None;
    }
    if models.iter().any(|model| movement::is_engaged_among(world, standing, model)) {
        return None;
    }
    let own = |model: &ModelId| members.binary_search(model).is_ok();
    let scattering = |event: &Event| match event {
        Event::Fell { model, .. }
        | Event::BrokeOff { model }
        | Event::FollowedUp { model, .. }
        | Event::LaidLow { model }
        | Event::KnockedProne { model } => own(model),
        Event::RanOver { target, .. } => own(target),
        Event::Leapt { caught, .. } => caught.iter().any(own),
        Event::LeftUnit { unit: left, .. } | Event::JoinedUnit { unit: left, .. } => *left == unit,
        Event::Struck { attacker, target, .. } => own(attacker) || own(target),
        Event::Moved { model, gait, .. } => {
            let scatters = [
                Gait::Charge,
                Gait::FollowUp,
                Gait::Flight,
                Gait::Retreat,
                Gait::Thrown,
                Gait::Lured,
            ];
            scatters.contains(gait) && own(model)
        }
        _ => false,
    };
    let log = &world.resource::<Log<NoQuarter>>().0;
    // A unit that never moved stands as it was placed.
    let moved = |event: &Event| matches!(event, Event::Moved { model, .. } if own(model));
    let excused = log.iter().any(scattering) || !log.iter().any(moved);
    (!excused).then(|| format!("{} is out of coherency without a reason", world.unit_name(unit)))
}

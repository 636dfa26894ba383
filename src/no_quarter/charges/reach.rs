//! Charging only as near as a long weapon needs. Book: Extended Reach Weapons (CC-09).

use bevy::prelude::World;

use super::ChargePlan;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{Arms, ProfileOf, Record},
        error::{OrderError, Refusal},
        movement,
        profile::{Class, Weapon, WeaponRule},
    },
    table::{
        Inches, Placed, Pose,
        base::{gap, touching},
    },
};

/// A charger that stops short stays so much nearer than its weapon reaches. Inches.
const NEARER: f32 = 0.05;

/// How far a model reaches in a charge with its longest close combat weapon.
pub fn longest_reach(world: &World, model: ModelId) -> Inches {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let mounted = profile.cavalry || profile.class == Class::Support;
    let usable =
        |weapon: &&Weapon| !weapon.is_ranged() && (mounted || !weapon.has(WeaponRule::CavalryOnly));
    let arms = world.of_model::<Arms>(model).0.iter().map(|weapon| &**weapon);
    Inches(arms.filter(usable).map(|weapon| weapon.reach().0).fold(0.0, f32::max))
}

/// The enemy nearest to a model within its reach, of a unit; none in contact with the model counts.
pub(super) fn in_reach(world: &World, model: ModelId, target: UnitId) -> Option<ModelId> {
    let reach = longest_reach(world, model);
    if reach.0 <= 0.0 {
        return None;
    }
    let own = world.placed(model);
    let mut near: Vec<(f32, ModelId)> = world
        .standing(target)
        .into_iter()
        .map(|enemy| (gap(&own, &world.placed(enemy)).0, enemy))
        .filter(|(gap, _)| Inches(*gap).at_most(reach))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.first().map(|(_, enemy)| *enemy)
}

/// Whether somebody with a long weapon fights a model already, so that its going into contact is
/// no charge with a bonus.
pub(super) fn is_fought_from_afar(world: &World, model: ModelId) -> bool {
    let (side, own) = (world.side_of_model(model), world.placed(model));
    world.roster().models().any(|enemy| {
        world.is_standing(enemy)
            && world.side_of_model(enemy) != side
            && world.of_model::<Record>(enemy).reaching == Some(model)
            && gap(&own, &world.placed(enemy)).at_most(longest_reach(world, enemy))
            && !movement::are_engaged(world, enemy, model)
    })
}

/// Whether the models named have long weapons at all.
pub(super) fn check(world: &World, models: &[ModelId]) -> Result<(), OrderError> {
    match models.iter().find(|&&model| longest_reach(world, model).0 <= 0.0) {
        None => Ok(()),
        Some(&model) => {
            let name = world.model_name(model);
            let text = format!("{name} has no weapon that reaches beyond contact: charge home");
            Err(OrderError::new(Refusal::WrongWeapon, "CC-09", text).model(model))
        }
    }
}

/// Cuts a charge short: whoever would touch an enemy stops within its weapon's reach. In ranks all
/// stop where the first does.
pub(super) fn stop_short(
    world: &World,
    mut plan: ChargePlan,
    target: UnitId,
    as_block: bool,
) -> ChargePlan {
    let targets: Vec<Placed> = world.standing(target).iter().map(|&m| world.placed(m)).collect();
    let nearest =
        |placed: &Placed| targets.iter().map(|t| gap(placed, t).0).fold(f32::MAX, f32::min);
    let stops: Vec<Option<(usize, f32)>> = plan
        .walkers
        .iter()
        .map(|walker| {
            let start = world.placed(walker.model);
            let at = |pose: Pose| Placed { pose, ..start };
            let reach = longest_reach(world, walker.model).0 - NEARER;
            if reach <= 0.0 {
                return None;
            }
            let mut from = start.pose;
            for (tick, &to) in walker.ticks.iter().enumerate() {
                if nearest(&at(to)) <= reach {
                    let part = |t: f32| Pose::new(from.at.lerp(to.at, t), to.facing);
                    // If the whole step leads into contact, the part of it that doesn't.
                    let deep = |t: f32| nearest(&at(part(t)));
                    if deep(1.0) > NEARER || deep(0.0) <= reach {
                        return Some((tick, 1.0));
                    }
                    let (mut low, mut high) = (0.0, 1.0);
                    for _ in 0..12 {
                        let middle = (low + high) / 2.0;
                        if deep(middle) > reach { low = middle } else { high = middle }
                    }
                    return Some((tick, high));
                }
                from = to;
            }
            None
        })
        .collect();
    let first = stops
        .iter()
        .flatten()
        .copied()
        .min_by(|a, b| (a.0 as f32 + a.1).total_cmp(&(b.0 as f32 + b.1)));
    for (walker, stop) in plan.walkers.iter_mut().zip(stops) {
        let Some((tick, part)) = (if as_block { first } else { stop }) else { continue };
        if tick >= walker.ticks.len() {
            continue;
        }
        let from = match tick.checked_sub(1) {
            Some(before) => walker.ticks[before],
            None => *world.of_model::<Pose>(walker.model),
        };
        let to = walker.ticks[tick];
        // What is paid so far is in proportion, in whole actions.
        let all = walker.ticks.len().max(1);
        let paid = (usize::from(walker.actions) * (tick + 1)).div_ceil(all);
        walker.actions = u8::try_from(paid).unwrap_or(walker.actions).min(walker.actions);
        walker.ticks.truncate(tick);
        walker.ticks.push(Pose::new(from.at.lerp(to.at, part), to.facing));
    }
    plan.contacts.retain(|&model| {
        let end = plan.walkers.iter().find(|walker| walker.model == model);
        end.and_then(|walker| walker.ticks.last()).is_some_and(|&pose| {
            let placed = Placed { pose, ..world.placed(model) };
            targets.iter().any(|target| touching(&placed, target))
        })
    });
    plan
}

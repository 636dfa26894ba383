//! Charging only as near as a long weapon needs. Book: Extended Reach Weapons (CC-09).

use bevy::{math::Vec2, prelude::World};

use super::Course;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{Arms, ProfileOf, Record},
        error::{OrderError, Refusal},
        movement,
        profile::{Weapon, WeaponRule},
        step::Walker,
        who::who,
    },
    table::{
        Inches, Placed, Pose,
        base::{gap, overlapping, touching},
        travel::stands,
    },
};

/// A charger that stops short stays so much nearer than its weapon reaches. Inches.
const NEARER: f32 = 0.05;

/// How far a model reaches in a charge with its longest close combat weapon.
pub fn longest_reach(world: &World, model: ModelId) -> Inches {
    let mounted = world.of_model::<ProfileOf>(model).0.is_mounted();
    let usable =
        |weapon: &&Weapon| !weapon.is_ranged() && (mounted || !weapon.has(WeaponRule::CavalryOnly));
    let arms = world.of_model::<Arms>(model).0.iter().map(|weapon| &**weapon);
    Inches(arms.filter(usable).map(|weapon| weapon.reach().0).fold(0.0, f32::max))
}

/// The momentum that a charge would give a model on contact; none at all, nor the bonus of a charge,
/// to who goes at somebody who fights it from afar already (CHG-04, CC-09).
pub fn momentum(world: &World, model: ModelId) -> Option<u8> {
    (!is_fought_from_afar(world, model)).then(|| momentum_left(world, model))
}

/// The momentum of a model that begins to charge now: none after it has done something else (CHG-04).
pub(in crate::no_quarter) fn momentum_left(world: &World, model: ModelId) -> u8 {
    if world.of_model::<Record>(model).acted { 0 } else { super::MOMENTUM }
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

/// Whether anybody ends a course near enough to a unit to reach it with its longest weapon.
pub fn comes_within_reach(world: &World, course: &Course, target: UnitId) -> bool {
    let enemies = world.placed_models(target);
    course.walkers.iter().zip(course.ends(world)).any(|(walker, end)| {
        let reach = longest_reach(world, walker.model);
        enemies.iter().any(|enemy| gap(&end, enemy).at_most(reach))
    })
}

/// Whether somebody with a long weapon fights a model already, so that its going into contact is
/// no charge with a bonus.
pub(super) fn is_fought_from_afar(world: &World, model: ModelId) -> bool {
    let (side, own) = (world.side_of_model(model), world.placed(model));
    world.roster().models().any(|enemy| {
        world.of_model::<Record>(enemy).reaching == Some(model)
            && world.is_standing(enemy)
            && world.side_of_model(enemy) != side
            && gap(&own, &world.placed(enemy)).at_most(longest_reach(world, enemy))
            && !movement::are_engaged(world, enemy, model)
    })
}

/// Whether the models named have long weapons at all.
pub(super) fn check(world: &World, models: &[ModelId]) -> Result<(), OrderError> {
    match models.iter().find(|&&model| longest_reach(world, model).0 <= 0.0) {
        None => Ok(()),
        Some(&model) => {
            let name = who(world, model);
            let text = format!("{name} has no weapon that reaches beyond contact: charge home");
            Err(OrderError::new(Refusal::WrongWeapon, "CC-09", text).model(model))
        }
    }
}

/// A place on a walker's way: in which of its ticks, and how far into it.
type Stop = (usize, f32);

/// Cuts a charge short: whoever would touch an enemy stops within its weapon's reach, or before
/// that where there is room. In ranks all stop where the first does.
pub(super) fn stop_short(
    world: &World,
    mut course: Course,
    target: UnitId,
    as_block: bool,
) -> Course {
    course.walkers.retain(|walker| !walker.ticks.is_empty());
    let targets: Vec<Placed> = world.placed_models(target);
    let walkers: Vec<ModelId> = course.walkers.iter().map(|walker| walker.model).collect();
    let mut around = movement::around(world, &walkers, &[target]);
    let others = around.friends.len();
    let stops: Vec<Stop> =
        course.walkers.iter().map(|walker| first_reach(world, walker, &targets)).collect();
    let mut short = Course::default();
    if as_block {
        let earlier = |a: &Stop, b: &Stop| (a.0 as f32 + a.1).total_cmp(&(b.0 as f32 + b.1));
        let first = stops.into_iter().min_by(earlier).unwrap_or_default();
        let surroundings = around.surroundings(world);
        let all_stand = |stop: &Stop| {
            let ends: Vec<Placed> = course
                .walkers
                .iter()
                .map(|walker| Placed {
                    pose: at(world, walker, *stop),
                    ..world.placed(walker.model)
                })
                .collect();
            let clear = |(i, end): (usize, &Placed)| {
                let mover = movement::mover(world, walkers[i]);
                ends[..i].iter().all(|other| !overlapping(end, other))
                    && stands(&mover, &end.pose, &surroundings, true).is_ok()
            };
            ends.iter().enumerate().all(clear)
        };
        if let Some(stop) = backwards(first).find(all_stand) {
            short.walkers = course.walkers.iter().map(|walker| cut(world, walker, stop)).collect();
        }
    } else {
        // Whoever goes later keeps its place free for itself until it has gone.
        for &walker in &walkers {
            around.friends.push(world.placed(walker));
            around.friend_ids.push(walker);
        }
        for (index, walker) in course.walkers.iter().enumerate() {
            let own = others + index;
            let start = around.friends[own];
            let mover = movement::mover(world, walker.model);
            // Far off the table, where it is in nobody's way.
            around.friends[own].pose.at = Vec2::splat(-1000.0);
            let surroundings = around.surroundings(world);
            let clear = |stop: &Stop| {
                stands(&mover, &at(world, walker, *stop), &surroundings, true).is_ok()
            };
            let stop = backwards(stops[index]).find(clear);
            around.friends[own] = start;
            if let Some(stop) = stop {
                around.friends[own].pose = at(world, walker, stop);
                short.walkers.push(cut(world, walker, stop));
            }
        }
    }
    let touches = |walker: &&Walker| {
        let placed = world.placed(walker.model);
        walker.ticks.last().is_some_and(|&pose| {
            targets.iter().any(|target| touching(&Placed { pose, ..placed }, target))
        })
    };
    short.contacts = short.walkers.iter().filter(touches).map(|walker| walker.model).collect();
    short
}

/// Where a walker is at a stop.
fn at(world: &World, walker: &Walker, (tick, part): Stop) -> Pose {
    let from = match tick.checked_sub(1) {
        Some(before) => walker.ticks[before],
        None => *world.of_model::<Pose>(walker.model),
    };
    let to = walker.ticks[tick];
    Pose::new(from.at.lerp(to.at, part), to.facing)
}

/// A stop and those before it, nearer and nearer to the start.
fn backwards(stop: Stop) -> impl Iterator<Item = Stop> {
    let before =
        (0..=stop.0).rev().flat_map(|tick| [1.0, 0.75, 0.5, 0.25].map(|part| (tick, part)));
    let earlier = move |other: &Stop| other.0 < stop.0 || other.1 < stop.1;
    std::iter::once(stop).chain(before.filter(earlier))
}

/// The part of a walker's way up to a stop; what is paid is in proportion, in whole actions.
fn cut(world: &World, walker: &Walker, stop: Stop) -> Walker {
    let all = walker.ticks.len().max(1);
    let paid = (usize::from(walker.actions) * (stop.0 + 1)).div_ceil(all);
    let mut ticks = walker.ticks[..stop.0].to_vec();
    ticks.push(at(world, walker, stop));
    let actions = u8::try_from(paid).unwrap_or(walker.actions).min(walker.actions);
    Walker { model: walker.model, ticks, actions }
}

/// The first place on a walker's way from which its weapon reaches an enemy without contact; the
/// end of it if there is none.
fn first_reach(world: &World, walker: &Walker, targets: &[Placed]) -> Stop {
    let end = (walker.ticks.len().saturating_sub(1), 1.0);
    let reach = longest_reach(world, walker.model).0 - NEARER;
    let base = world.placed(walker.model);
    let nearest = |stop: Stop| {
        let placed = Placed { pose: at(world, walker, stop), ..base };
        targets.iter().map(|target| gap(&placed, target).0).fold(f32::MAX, f32::min)
    };
    if reach <= 0.0 {
        return end;
    }
    for tick in 0..walker.ticks.len() {
        if nearest((tick, 1.0)) > reach {
            continue;
        }
        if nearest((tick, 1.0)) > NEARER || nearest((tick, 0.0)) <= reach {
            return (tick, 1.0);
        }
        // The whole step leads into contact: the part of it that doesn't.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..12 {
            let middle = (low + high) / 2.0;
            if nearest((tick, middle)) > reach { low = middle } else { high = middle }
        }
        return (tick, high);
    }
    end
}

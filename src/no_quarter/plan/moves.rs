//! Moves of a whole loose unit, model by model, and of single models.

use bevy::{math::Vec2, prelude::World};

use super::blocks::manoeuvre_towards;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::Stance,
        error::{OrderError, Refusal},
        formations::{self, Joiner},
        movement::{self, Around},
        order::{ModelMove, Order},
        support_weapons,
    },
    table::{
        Inches, Mover, Placed, Pose,
        base::{direction, within},
        formation::chain,
        path::{find_path, find_path_towards},
        travel::stands,
    },
};

/// Shares of the whole way that are tried, one after another, until everybody finds a place.
const SHARES: [f32; 6] = [1.0, 0.85, 0.7, 0.5, 0.3, 0.15];
/// How far from its place a model looks for another one, in inches.
const ASIDE: [f32; 5] = [0.4, 0.8, 1.3, 2.0, 3.0];
/// Directions in which it looks.
const DIRECTIONS: u16 = 12;
/// No more ways to other places are looked for than this, for each model.
const MOST_WAYS: usize = 5;
/// Rounds of bringing those who are left behind back to the others.
const ROUNDS: usize = 3;

/// A move of a whole unit so that its middle comes as near to a point as it can. A loose unit
/// keeps its models' places to each other where the ground allows; a ranked one makes the
/// manoeuvre that brings it nearest. Models in combat and prone ones stay. Inches.
///
/// # Errors
/// Why the unit can't move.
pub fn move_unit(
    world: &World,
    unit: UnitId,
    to: Vec2,
    facing: Option<Vec2>,
) -> Result<Order, OrderError> {
    check_active(world, unit)?;
    if !to.is_finite() {
        return Err(no_way(world, unit, to));
    }
    if formations::is_ranked(world, unit) {
        return manoeuvre_towards(world, unit, to, facing);
    }
    let walkers = walkers(world, unit);
    if walkers.is_empty() {
        let text = format!("no model of {} is free to move", world.unit_name(unit));
        return Err(OrderError::new(Refusal::NothingToDo, "MOVE-01", text));
    }
    let models: Vec<ModelId> = walkers.iter().map(|walker| walker.model).collect();
    let mut around = movement::around(world, &models, &[]);
    around.keep_off();
    let middle = walkers.iter().map(|w| w.start.at).sum::<Vec2>() / walkers.len() as f32;
    let way = shared_way(world, &walkers, &around, middle, to);
    let mut refused = None;
    for share in SHARES {
        let shift = along(&way, share);
        if shift.length() < 0.02 && share < 1.0 {
            break;
        }
        let moves = shifted(world, unit, &walkers, &around, shift, facing);
        if moves.is_empty() {
            continue;
        }
        match movement::plan_move(world, &moves) {
            Ok(_) => return Ok(Order::Move { moves }),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    Err(refused.unwrap_or_else(|| no_way(world, unit, to)))
}

/// Why a move of a whole loose unit ends before the point it was meant for, if it does: what the rules
/// say to whoever stands nearest to its middle, and then to the others, about going straight there.
pub fn why_short(world: &World, unit: UnitId, to: Vec2, moves: &[ModelMove]) -> Option<OrderError> {
    /// So many inches before the point it still counts as being there.
    const THERE: f32 = 0.3;
    let mut walkers = walkers(world, unit);
    let count = walkers.len().max(1) as f32;
    let middle = walkers.iter().map(|walker| walker.start.at).sum::<Vec2>() / count;
    let wanted = to - middle;
    let gone = walkers.iter().map(|walker| {
        let way = moves.iter().find(|one| one.model == walker.model);
        way.and_then(|one| one.path.last()).map_or(Vec2::ZERO, |&end| end - walker.start.at)
    });
    let gone = gone.sum::<Vec2>() / count;
    if (wanted - gone).dot(wanted.normalize_or_zero()) <= THERE {
        return None;
    }
    let far = |walker: &Walker| walker.start.at.distance_squared(middle);
    walkers.sort_by(|a, b| far(a).total_cmp(&far(b)));
    walkers.iter().find_map(|walker| {
        let path = vec![walker.start.at + wanted];
        let straight = ModelMove { model: walker.model, path, facing: None };
        let refused = movement::plan_move(world, &[straight]).err()?;
        // Alone it may go nowhere, but that isn't what stops the unit.
        let alone = matches!(refused.refusal, Refusal::BreaksCoherency { .. } | Refusal::NoCrew);
        (!alone).then_some(refused)
    })
}

/// As [`move_unit`], everybody looking where the unit goes.
///
/// # Errors
/// Why the unit can't move.
pub fn approach(world: &World, unit: UnitId, to: Vec2) -> Result<Order, OrderError> {
    let models = world.standing(unit);
    let sum: Vec2 = models.iter().map(|&model| world.of_model::<Pose>(model).at).sum();
    let facing = (to - sum / models.len().max(1) as f32).try_normalize();
    move_unit(world, unit, to, facing)
}

/// A move of one model to a point, by the shortest legal way.
///
/// # Errors
/// Why the model can't get there.
pub fn move_model(
    world: &World,
    model: ModelId,
    to: Vec2,
    facing: Option<Vec2>,
) -> Result<Order, OrderError> {
    let single = |path: Vec<Vec2>| vec![ModelMove { model, path, facing }];
    let straight = movement::plan_move(world, &single(vec![to]));
    let Err(refused) = straight else { return Ok(Order::Move { moves: single(vec![to]) }) };
    if !matches!(refused.refusal, Refusal::Obstructed(_)) {
        return Err(refused);
    }
    let mut around = movement::around(world, &[model], &[]);
    around.keep_off();
    let mover = movement::mover(world, model);
    let start = *world.of_model::<Pose>(model);
    let found = find_path(&mover, &start, to, facing, &around.surroundings(world), None);
    let Ok(route) = found else { return Err(refused) };
    let moves = single(route.path);
    movement::plan_move(world, &moves)?;
    Ok(Order::Move { moves })
}

fn check_active(world: &World, unit: UnitId) -> Result<(), OrderError> {
    let active = movement::active_unit(world)?;
    if active == unit {
        return Ok(());
    }
    let text = format!("{} is active, not this unit", world.unit_name(active));
    Err(OrderError::new(Refusal::AnotherUnitIsActive, "TURN-03", text))
}

fn no_way(world: &World, unit: UnitId, to: Vec2) -> OrderError {
    let text = format!("{} finds no way there", world.unit_name(unit));
    let error = OrderError::new(Refusal::NoWay, "MOVE-01", text);
    if to.is_finite() { error.at(to) } else { error }
}

/// One model of a unit about to move.
struct Walker {
    model: ModelId,
    mover: Mover,
    start: Pose,
    actions: u32,
}

/// Those of a unit who are free to move, by id.
fn walkers(world: &World, unit: UnitId) -> Vec<Walker> {
    let free = |&model: &ModelId| {
        *world.of_model::<Stance>(model) == Stance::Standing && !movement::is_engaged(world, model)
    };
    // A support weapon goes as far as the second best of its crew can push it.
    let actions = |model: ModelId| {
        let acts = |model: ModelId| movement::actions_for_moving(world, model);
        if !support_weapons::is_chassis(world, model) {
            return Some(acts(model));
        }
        support_weapons::pushers(world, model).get(1).map(|&second| acts(second))
    };
    let walker = |model: ModelId| {
        Some(Walker {
            model,
            mover: movement::mover(world, model),
            start: *world.of_model::<Pose>(model),
            actions: u32::from(actions(model)?),
        })
    };
    world.standing(unit).into_iter().filter(free).filter_map(walker).collect()
}

/// The way of the model nearest to the middle, moved along with it: the points relative to its
/// start, so far as its actions take it.
fn shared_way(
    world: &World,
    walkers: &[Walker],
    around: &Around,
    middle: Vec2,
    to: Vec2,
) -> Vec<Vec2> {
    let distance = |walker: &&Walker| walker.start.at.distance_squared(middle);
    let pushed = walkers.iter().find(|walker| support_weapons::is_chassis(world, walker.model));
    let nearest = walkers.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let nearest = pushed.or(nearest);
    let Some(one) = nearest else { return Vec::new() };
    let goal = one.start.at + (to - middle);
    let surroundings = around.surroundings(world);
    let route = find_path_towards(&one.mover, &one.start, goal, &surroundings, one.actions);
    route.path.into_iter().map(|at| at - one.start.at).collect()
}

/// The point after a share of a way from the origin.
fn along(way: &[Vec2], share: f32) -> Vec2 {
    let mut here = Vec2::ZERO;
    let lengths = way.iter().scan(Vec2::ZERO, |last, &at| {
        let length = last.distance(at);
        *last = at;
        Some(length)
    });
    let mut left = lengths.sum::<f32>() * share;
    for &at in way {
        let length = here.distance(at);
        if length >= left {
            return here.lerp(at, left / length.max(1e-6));
        }
        left -= length;
        here = at;
    }
    here
}

/// A move that shifts everybody by the same vector where the ground allows, and near it where not.
fn shifted(
    world: &World,
    unit: UnitId,
    walkers: &[Walker],
    around: &Around,
    shift: Vec2,
    facing: Option<Vec2>,
) -> Vec<ModelMove> {
    let mut order: Vec<usize> = (0..walkers.len()).collect();
    let lead = |i: usize| walkers[i].start.at.dot(shift);
    order.sort_by(|&a, &b| lead(b).total_cmp(&lead(a)).then(a.cmp(&b)));
    let mut around = around.clone();
    let allowed = formations::coherency(world, unit);
    let mut ends: Vec<Placed> = walkers.iter().map(|w| w.mover.placed(w.start)).collect();
    let mut paths: Vec<Vec<Vec2>> = vec![Vec::new(); walkers.len()];
    let mut placed: Vec<Placed> = Vec::new();
    for i in order {
        let walker = &walkers[i];
        let (path, end) = place(world, walker, &around, &placed, shift, facing, allowed);
        ends[i] = walker.mover.placed(end);
        paths[i] = path;
        placed.push(ends[i]);
        around.friends.push(ends[i]);
        around.friend_ids.push(walker.model);
    }
    bring_back(world, unit, walkers, &around, &mut paths, &mut ends, facing);
    let turns = |i: usize| {
        let is_new = facing
            .and_then(Vec2::try_normalize)
            .is_some_and(|facing| facing.dot(walkers[i].start.facing) < 0.9999);
        is_new && !world.of_model::<crate::no_quarter::Record>(walkers[i].model).acted
    };
    let moves = walkers.iter().enumerate().filter_map(|(i, walker)| {
        let path = std::mem::take(&mut paths[i]);
        let moves = !path.is_empty() || turns(i);
        moves.then_some(ModelMove { model: walker.model, path, facing })
    });
    moves.collect()
}

/// A model's way to its own place, or else to the nearest place that is free and in coherency with
/// those placed before, or else as far towards it as it gets.
fn place(
    world: &World,
    walker: &Walker,
    around: &Around,
    placed: &[Placed],
    shift: Vec2,
    facing: Option<Vec2>,
    allowed: Inches,
) -> (Vec<Vec2>, Pose) {
    let surroundings = around.surroundings(world);
    let facing = facing.and_then(Vec2::try_normalize);
    let (mover, start) = (&walker.mover, &walker.start);
    let wanted = start.at + shift;
    let at_end = |at: Vec2| Pose { at, facing: facing.unwrap_or(start.facing) };
    let way =
        |to: Vec2| find_path(mover, start, to, facing, &surroundings, Some(walker.actions)).ok();
    if shift.length_squared() < 1e-6 {
        return (Vec::new(), at_end(start.at));
    }
    if let Some(route) = way(wanted) {
        return (route.path, at_end(wanted));
    }
    let reach = mover.rate.0 * walker.actions as f32 + 0.01;
    let together = |at: Vec2| {
        let here = mover.placed(at_end(at));
        placed.is_empty() || placed.iter().any(|other| within(&here, other, allowed))
    };
    let mut aside: Vec<Vec2> = ASIDE
        .iter()
        .flat_map(|&far| {
            (0..DIRECTIONS).map(move |n| {
                wanted + direction(f32::from(n) * 360.0 / f32::from(DIRECTIONS)) * far
            })
        })
        .filter(|at| at.distance_squared(start.at) <= reach * reach)
        .collect();
    // Of places equally far from the wanted one, those nearer to where the model is cost less.
    let worth = |at: Vec2| at.distance(wanted) + 0.1 * at.distance(start.at);
    aside.sort_by(|&a, &b| worth(a).total_cmp(&worth(b)));
    let fits = |at: &Vec2| stands(mover, &at_end(*at), &surroundings, false).is_ok();
    let found = aside
        .into_iter()
        .filter(|&at| together(at))
        .filter(fits)
        .take(MOST_WAYS)
        .find_map(|at| way(at).map(|route| (route.path, at_end(at))));
    if let Some(found) = found {
        return found;
    }
    let route = find_path_towards(mover, start, wanted, &surroundings, walker.actions);
    let end = route.path.last().copied().unwrap_or(start.at);
    if stands(mover, &at_end(end), &surroundings, true).is_ok() {
        (route.path, at_end(end))
    } else {
        (Vec::new(), *start)
    }
}

/// Gives those who would be out of coherency a place with the others, if they can reach one.
fn bring_back(
    world: &World,
    unit: UnitId,
    walkers: &[Walker],
    around: &Around,
    paths: &mut [Vec<Vec2>],
    ends: &mut [Placed],
    facing: Option<Vec2>,
) {
    let allowed = formations::coherency(world, unit);
    let rest: Vec<Placed> = world
        .standing(unit)
        .into_iter()
        .filter(|&model| walkers.iter().all(|walker| walker.model != model))
        .map(|model| world.placed(model))
        .collect();
    let mut around = around.clone();
    for _ in 0..ROUNDS {
        let all: Vec<Placed> = ends.iter().chain(&rest).copied().collect();
        let chains = chain(&all, allowed);
        if chains.len() <= 1 {
            return;
        }
        let main = &chains[0];
        for i in (0..walkers.len()).filter(|i| !main.contains(i)) {
            let walker = &walkers[i];
            let mut anchors: Vec<Placed> = main.iter().map(|&j| all[j]).collect();
            anchors.extend(ends.iter().enumerate().filter(|(j, _)| main.contains(j)).map(|e| e.1));
            // Its own end doesn't stand in its way.
            let own = around.friend_ids.iter().position(|&id| id == walker.model);
            if let Some(own) = own {
                around.friend_ids.remove(own);
                around.friends.remove(own);
            }
            let facing = facing.and_then(Vec2::try_normalize).unwrap_or(walker.start.facing);
            let joiner = Joiner {
                mover: walker.mover,
                start: Pose { facing, ..walker.start },
                actions: walker.actions,
                around: around.surroundings(world),
            };
            let wanted = ends[i].pose.at;
            let route = joiner.join(&anchors, allowed, &|at| at.distance_squared(wanted));
            if let Some(route) = route {
                let at = route.path.last().copied().unwrap_or(walker.start.at);
                ends[i] = walker.mover.placed(Pose { at, facing });
                paths[i] = route.path;
            }
            around.friend_ids.push(walker.model);
            around.friends.push(ends[i]);
        }
    }
}

//! Running away, in panic or from a charge: each model by itself, around friends, keeping out of
//! attack zones, off the table over its own edge. Book: Flee From A Charge, Panic Table.
//!
//! Ruling: whoever runs ends in contact with no enemy, not even with one that has no attack zone: it
//! goes around it or stops before it (HOLD-05, MOR-04).

use bevy::{math::Vec2, prelude::World};

use super::{
    components::Stance,
    damage,
    deployment::inwards,
    event::{Cause, Event, Gait},
    movement, statistics,
    system::emit,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{
        Placed, Pose,
        path::{find_path_to_end_well, find_path_towards},
        travel::{Travel, stands},
    },
};

/// A model this near its own edge, in inches, has run off when its way would take it further.
const EDGE: f32 = 0.1;

/// Makes every model of a unit run in a direction, with half of its actions (HOLD-05, MOR-04).
pub(super) fn run(world: &mut World, unit: UnitId, direction: Vec2, gait: Gait) {
    let direction = direction.normalize_or(-inwards(world, world.side_of(unit)));
    let mut models = world.standing(unit);
    // The foremost runs first and so clears the way for the next.
    let lead = |world: &World, model: ModelId| world.placed(model).pose.at.dot(direction);
    models.sort_by(|&a, &b| lead(world, b).total_cmp(&lead(world, a)).then(a.cmp(&b)));
    for model in models {
        if can_run(world, model) {
            run_model(world, model, direction, gait);
        }
    }
}

/// Whether a model could run, if there is a way: it is on its feet and has actions for it.
pub(super) fn can_run(world: &World, model: ModelId) -> bool {
    *world.of_model::<Stance>(model) == Stance::Standing && actions(world, model) > 0
}

/// What a model runs with: half of its actions, rounded down.
fn actions(world: &World, model: ModelId) -> u8 {
    statistics::actions(world, model) / 2
}

fn run_model(world: &mut World, model: ModelId, direction: Vec2, gait: Gait) {
    let from = world.placed(model).pose;
    let actions = actions(world, model);
    let reach = movement::mover(world, model).rate.0 * f32::from(actions);
    let (to, leaves) = destination(world, model, from, direction, reach);
    let has_left = |at: Vec2| leaves && at.distance(to) <= EDGE;
    let travel = {
        let may_end = |pose: &Pose| has_left(pose.at) || is_clear_of_enemies(world, model, *pose);
        way(world, model, Pose::new(to, direction), actions, &may_end)
    };
    if let Some(&end) = travel.ticks.last() {
        let paid = u8::try_from(travel.actions).unwrap_or(u8::MAX);
        world.set_model(model, end);
        emit(world, Event::Moved { model, gait, from, way: travel.ticks, actions: paid });
    }
    if has_left(world.placed(model).pose.at) {
        damage::slay(world, model, Cause::RanOff);
    }
}

/// The way of a runner: the best there is or, where that would end in contact with an enemy, one that
/// keeps off all of them. It leads nowhere for who can only stay.
fn way(
    world: &World,
    model: ModelId,
    to: Pose,
    actions: u8,
    may_end: &dyn Fn(&Pose) -> bool,
) -> Travel {
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let actions = u32::from(actions);
    let comrades = world.standing(world.unit_of(model));
    let enemies = movement::around(world, &[model], &[]);
    let mut around = enemies.clone();
    around.go_round_friends(&comrades);
    let surroundings = around.surroundings(world);
    let mut travel = find_path_towards(&mover, &from, to.at, &surroundings, actions).travel;
    if travel.ticks.last().is_some_and(|end| !may_end(end)) {
        let mut around = enemies;
        around.keep_off();
        around.go_round_friends(&comrades);
        let aloof = around.surroundings(world);
        travel = find_path_to_end_well(&mover, &from, to.at, &aloof, actions, may_end).travel;
    }
    // It looks where it runs, if its base fits that way round.
    if let Some(last) = travel.ticks.last_mut() {
        let turned = Pose { facing: to.facing, ..*last };
        if stands(&mover, &turned, &surroundings, true).is_ok() && may_end(&turned) {
            *last = turned;
        }
    }
    travel
}

/// Whether a model would be in no close combat if it stood somewhere.
fn is_clear_of_enemies(world: &World, model: ModelId, pose: Pose) -> bool {
    let at = Placed { pose, ..world.placed(model) };
    movement::engaged_at(world, model, &at).is_empty()
}

/// Where a runner is headed, and whether that is over its own edge.
fn destination(
    world: &World,
    model: ModelId,
    from: Pose,
    direction: Vec2,
    reach: f32,
) -> (Vec2, bool) {
    let home = -inwards(world, world.side_of_model(model));
    let table = world.table();
    let placed = |at: Vec2| Placed::new(world.placed(model).base, Pose::new(at, direction));
    let far = from.at + direction * reach;
    if table.holds(&placed(far)) {
        return (far, false);
    }
    // Where a base that goes so far from a place stops because it touches the table's edge: halving
    // finds it as exactly as it matters.
    let as_far = |start: Vec2, direction: Vec2, most: f32| {
        if table.holds(&placed(start + direction * most)) {
            return most;
        }
        let (mut inside, mut outside) = (0.0, most);
        for _ in 0..24 {
            let half = (inside + outside) / 2.0;
            if table.holds(&placed(start + direction * half)) {
                inside = half;
            } else {
                outside = half;
            }
        }
        inside
    };
    // It is the own edge that it touches when a step towards home would leave the table.
    let at_home = |at: Vec2| !table.holds(&placed(at + home * EDGE));
    let straight = as_far(from.at, direction, reach);
    let mut at = from.at + direction * straight;
    if direction.dot(home) > 0.0 && !at_home(at) {
        // A side edge turns it towards home.
        at += home * as_far(at, home, reach - straight);
    }
    (at, direction.dot(home) > 0.0 && at_home(at))
}

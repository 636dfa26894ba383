//! Running away, in panic or from a charge: each model by itself, around friends, keeping out of
//! attack zones, off the table over its own edge. Book: Flee From A Charge, Panic Table.

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
    table::{Placed, Pose, path::find_path_towards, travel::stands},
};

/// A model this near its own edge, in inches, has run off when its way would take it further.
const EDGE: f32 = 0.1;

/// The middle of a unit's standing models, in inches.
pub fn middle(world: &World, unit: UnitId) -> Vec2 {
    let models = world.standing(unit);
    let sum: Vec2 = models.iter().map(|&model| world.placed(model).pose.at).sum();
    sum / models.len().max(1) as f32
}

/// Makes every model of a unit run in a direction, with half of its actions (HOLD-05, MOR-04).
pub(super) fn run(world: &mut World, unit: UnitId, direction: Vec2, gait: Gait) {
    let direction = direction.normalize_or(-inwards(world, world.side_of(unit)));
    let mut models = world.standing(unit);
    // The foremost runs first and so clears the way for the next.
    let lead = |world: &World, model: ModelId| world.placed(model).pose.at.dot(direction);
    models.sort_by(|&a, &b| lead(world, b).total_cmp(&lead(world, a)).then(a.cmp(&b)));
    for model in models {
        if *world.of_model::<Stance>(model) == Stance::Prone {
            continue;
        }
        let actions = statistics::actions(world, model) / 2;
        run_model(world, model, direction, gait, actions);
    }
}

fn run_model(world: &mut World, model: ModelId, direction: Vec2, gait: Gait, actions: u8) {
    let mover = movement::mover(world, model);
    let from = world.placed(model).pose;
    let reach = mover.rate.0 * f32::from(actions);
    let (to, leaves) = destination(world, model, from, direction, reach);
    let mut around = movement::around(world, &[model], &[]);
    around.go_round_friends(&world.standing(world.unit_of(model)));
    let surroundings = around.surroundings(world);
    let route = find_path_towards(&mover, &from, to, &surroundings, u32::from(actions));
    if !route.path.is_empty() {
        let mut way = route.travel.ticks;
        // It looks where it runs, if its base fits that way round.
        if let Some(last) = way.last_mut() {
            let turned = Pose { facing: direction, ..*last };
            if stands(&mover, &turned, &surroundings, true).is_ok() {
                *last = turned;
            }
        }
        let end = way.last().copied().unwrap_or(from);
        let paid = u8::try_from(route.travel.actions).unwrap_or(u8::MAX);
        world.set_model(model, end);
        emit(world, Event::Moved { model, gait, from, way, actions: paid });
    }
    let at = world.placed(model).pose.at;
    if leaves && at.distance(to) <= EDGE {
        damage::slay(world, model, Cause::RanOff);
    }
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

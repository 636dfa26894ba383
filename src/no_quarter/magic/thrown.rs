//! Those who survive under a template that leaves nobody where it lies. Book: Earth Aspect, Meteor
//! (SP-METEOR). Ruling: each stands at the nearest free place at its edge, straight away from its middle
//! if it can; a support weapon stays.

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        components::ProfileOf,
        event::{Event, Gait},
        movement,
        system::emit,
    },
    table::{
        Placed, Pose,
        base::direction,
        template::{Covered, Laid},
        travel::stands,
    },
};

/// Directions in which a place is looked for.
const DIRECTIONS: u16 = 24;

/// From one ring of places to the next. Inches.
const STEP: f32 = 0.15;

/// So many rings of places are looked at.
const RINGS: u16 = 48;

/// Puts everybody under a template at its edge.
pub(super) fn make_way(world: &mut World, laid: &Laid) {
    for model in world.roster().models() {
        let under = world.is_standing(model) && is_under(laid, &world.placed(model));
        if !under || world.of_model::<ProfileOf>(model).0.chassis {
            continue;
        }
        let Some(pose) = beside(world, model, laid) else { continue };
        let from = *world.of_model::<Pose>(model);
        world.set_model(model, pose);
        let gait = Gait::Thrown;
        emit(world, Event::Moved { model, gait, from, way: vec![pose], actions: 0 });
    }
}

fn is_under(laid: &Laid, placed: &Placed) -> bool {
    laid.covers(placed) != Covered::Not
}

/// The nearest free place for a model that isn't under a template.
fn beside(world: &World, model: ModelId, laid: &Laid) -> Option<Pose> {
    let mover = movement::mover(world, model);
    let mut around = movement::around(world, &[model], &[]);
    around.zones.clear();
    let surroundings = around.surroundings(world);
    let placed = world.placed(model);
    let away = (placed.pose.at - laid.at).normalize_or(placed.pose.facing);
    let turns = (0..DIRECTIONS).map(|turn| f32::from(turn) * 360.0 / f32::from(DIRECTIONS));
    let mut ways: Vec<Vec2> = turns.map(|degrees| direction(degrees).rotate(away)).collect();
    ways.sort_by(|a, b| b.dot(away).total_cmp(&a.dot(away)));
    (1..=RINGS).find_map(|ring| {
        ways.iter().find_map(|way| {
            let at = placed.pose.at + *way * (f32::from(ring) * STEP);
            let pose = Pose { at, ..placed.pose };
            let free = stands(&mover, &pose, &surroundings, true).is_ok();
            (free && !is_under(laid, &Placed { pose, ..placed })).then_some(pose)
        })
    })
}

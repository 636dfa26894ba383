//! Who is in close combat with whom: bases that touch, and those across a barrier that both touch.
//! Book: Close Combat (CC-01).

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, Figure, ModelId, SideId, figures::figures_where},
    table::{Footprint, Placed, TOLERANCE, Table, base},
};

/// The enemies that a model is in close combat with, by id: those it touches, and those across a
/// barrier that both touch. Book: Close Combat (CC-01).
pub fn engaged_with(world: &World, model: ModelId) -> Vec<ModelId> {
    if !world.is_standing(model) {
        return Vec::new();
    }
    engaged_at(world, model, &world.placed(model))
}

/// Whether a model is in close combat.
pub fn is_engaged(world: &World, model: ModelId) -> bool {
    let side = world.side_of_model(model);
    world.is_standing(model) && !opponents(world, side, world.placed(model)).is_empty()
}

/// The same, among all who stand on the table.
pub(in crate::no_quarter) fn is_engaged_among(
    world: &World,
    standing: &[Figure],
    model: &Figure,
) -> bool {
    let table = world.table();
    let barriers = has_barriers(table);
    let fights = |other: &Figure| in_contact(table, barriers, &model.placed, &other.placed);
    standing.iter().any(|other| other.side != model.side && fights(other))
}

/// The enemies that a model would be in close combat with if it stood somewhere, by id.
pub(in crate::no_quarter) fn engaged_at(
    world: &World,
    model: ModelId,
    at: &Placed,
) -> Vec<ModelId> {
    opponents(world, world.side_of_model(model), *at)
}

fn opponents(world: &World, side: SideId, me: Placed) -> Vec<ModelId> {
    let table = world.table();
    let barriers = has_barriers(table);
    let reach = if barriers { MOST_BARRIER } else { TOLERANCE };
    let reach = reach + me.base.outer_radius().0;
    let mut about = figures_where(world, |placed| is_near(me.pose.at, placed, reach));
    about.retain(|other| other.side != side && in_contact(table, barriers, &me, &other.placed));
    about.into_iter().map(|other| other.id).collect()
}

/// No barrier that can be fought over is wider. Inches.
const MOST_BARRIER: f32 = 3.0;

pub(super) fn has_barriers(table: &Table) -> bool {
    table.terrain.iter().any(|piece| piece.barrier)
}

/// Whether two enemies at these places would be in close combat with each other.
pub fn would_fight(world: &World, a: &Placed, b: &Placed) -> bool {
    would_fight_on(world.table(), a, b)
}

/// The same on a table without its world.
pub(in crate::no_quarter) fn would_fight_on(table: &Table, a: &Placed, b: &Placed) -> bool {
    // Most aren't near enough even for that, and to look for barriers takes longer.
    near(a, b, MOST_BARRIER) && in_contact(table, has_barriers(table), a, b)
}

/// Whether two models are in close combat with each other.
pub fn are_engaged(world: &World, a: ModelId, b: ModelId) -> bool {
    would_fight(world, &world.placed(a), &world.placed(b))
}

/// Whether two bases can't touch only because a barrier that both touch lies between them.
/// Ruling: they fight across it then (CC-03).
pub fn across_a_barrier(world: &World, a: &Placed, b: &Placed) -> bool {
    !base::touching(a, b) && meet_at_a_barrier(world.table(), a, b)
}

/// Whether two enemies fight: they touch, or both touch a barrier between them.
pub(super) fn in_contact(table: &Table, barriers: bool, a: &Placed, b: &Placed) -> bool {
    if !near(a, b, if barriers { MOST_BARRIER } else { TOLERANCE }) {
        return false;
    }
    base::touching(a, b) || (barriers && meet_at_a_barrier(table, a, b))
}

fn meet_at_a_barrier(table: &Table, a: &Placed, b: &Placed) -> bool {
    if !near(a, b, MOST_BARRIER) {
        return false;
    }
    let between = table.barriers_touching(a);
    if between.is_empty() {
        return false;
    }
    let gap = base::gap(a, b);
    let (from, to) = base::closest_points(a, b);
    table.barriers_touching(b).into_iter().filter(|i| between.contains(i)).any(|i| {
        let barrier = &table.terrain[i];
        gap.0 <= width(&barrier.footprint) + 2.0 * TOLERANCE && barrier.crossings(from, to) > 0
    })
}

/// How wide a barrier is, across.
fn width(footprint: &Footprint) -> f32 {
    let width = match footprint {
        Footprint::Line { width, .. } => width.0,
        other => {
            let outline = other.outline(16);
            let span = |of: fn(&bevy::math::Vec2) -> f32| {
                let low = outline.iter().map(of).fold(f32::MAX, f32::min);
                outline.iter().map(of).fold(f32::MIN, f32::max) - low
            };
            span(|p| p.x).min(span(|p| p.y))
        }
    };
    width.clamp(0.0, MOST_BARRIER)
}

/// Whether two bases could be within a distance, by their outer circles.
pub(in crate::no_quarter) fn near(a: &Placed, b: &Placed, distance: f32) -> bool {
    is_near(a.pose.at, b, distance + a.base.outer_radius().0)
}

/// Whether a base could be within a distance of a point, by its outer circle.
fn is_near(point: Vec2, placed: &Placed, distance: f32) -> bool {
    let far = distance + placed.base.outer_radius().0;
    point.distance_squared(placed.pose.at) <= far * far
}

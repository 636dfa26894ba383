//! The ground that a loose unit covers, on which alone it may form up. Book: Changing Formations
//! (FORM-08).

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::error::{OrderError, Refusal},
    table::{Inches, Placed},
};

/// How far outside the ground that a unit covers the middle of any base of its new block may be.
pub const BEYOND: Inches = Inches(2.0);

/// Corners of the outline of a round base.
const CORNERS: usize = 16;

/// Whether a block stands on the ground that some bases cover. Ruling: that is the convex hull of the
/// bases; the middles of at least half of the block's lie inside, and none more than 2" outside
/// (FORM-08).
pub(super) fn check(
    world: &World,
    unit: UnitId,
    present: &[Placed],
    block: &[Placed],
) -> Result<(), OrderError> {
    let hull = hull(present);
    let outside = |base: &Placed| Inches(beyond(&hull, base.pose.at));
    let inside = block.iter().filter(|base| outside(base).at_most(Inches::ZERO)).count();
    let far = block.iter().max_by(|a, b| outside(a).0.total_cmp(&outside(b).0));
    let Some(far) = far else { return Ok(()) };
    let name = world.unit_name(unit);
    let text = if inside * 2 < block.len() {
        format!(
            "{name} has to form up on the ground it covers now: only {inside} of {} models would \
             stand on it",
            block.len()
        )
    } else if !outside(far).at_most(BEYOND) {
        format!(
            "{name} has to form up on the ground it covers now: a model would stand {} outside it, \
             and {BEYOND} is the most",
            outside(far)
        )
    } else {
        return Ok(());
    };
    Err(OrderError::new(Refusal::OutsideZone, "FORM-08", text).at(far.pose.at))
}

/// The corners of the convex hull of some bases, counter-clockwise.
fn hull(bases: &[Placed]) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = bases.iter().flat_map(|base| base.outline(CORNERS)).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut hull: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = hull[..]
                && (b - a).perp_dot(p - b) <= 0.0
            {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    };
    let mut hull = half(&mut points.iter().copied());
    hull.extend(half(&mut points.iter().rev().copied()));
    hull
}

/// How far a point lies outside a convex hull, in inches; 0 inside.
fn beyond(hull: &[Vec2], point: Vec2) -> f32 {
    let edges = || (0..hull.len()).map(|i| (hull[i], hull[(i + 1) % hull.len()]));
    if edges().all(|(a, b)| (b - a).perp_dot(point - a) >= 0.0) {
        return 0.0;
    }
    let far = |(a, b): (Vec2, Vec2)| {
        let along = b - a;
        let share = (point - a).dot(along) / along.length_squared().max(f32::MIN_POSITIVE);
        point.distance(a + along * share.clamp(0.0, 1.0))
    };
    edges().map(far).fold(f32::MAX, f32::min)
}

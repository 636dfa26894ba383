//! The shortest legal path to a point, around zones, solid bases and impassable ground.
//! Every path is found on simplified ground and then taken or refused by [`travel`] itself.

mod buckets;
pub(in crate::table) mod field;
mod measure;
pub(in crate::table) mod obstacle;
pub(in crate::table) mod search;
pub(in crate::table) mod shape;

pub use shape::convex_hull;
#[cfg(test)]
mod tests;

use bevy::math::Vec2;

use self::{
    field::{Extent, Field},
    search::{Found, cheapest},
};
use super::{
    base::Pose,
    travel::{ClearLeg, Mover, Obstruction, Surroundings, Travel, cost, stands, travel},
};

/// Longer than any way worth looking for. Inches.
const ANYWHERE: f32 = 1e4;

/// Ways that are this much longer than a mover can go are looked at too, for the rounding of actions.
/// Inches.
const ROUNDING: f32 = 0.05;

/// A legal path and what it costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// The points after the start, the last one the end; none for who stays.
    pub path: Vec<Vec2>,
    /// What it costs.
    pub travel: Travel,
}

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PathError {
    /// The base may not end there.
    #[error("{0}")]
    Goal(Obstruction),
    /// No way leads there.
    #[error("no way leads there{}", why.map(|why| format!(": {why}")).unwrap_or_default())]
    NoWay {
        /// How near one gets, if one can move at all.
        nearest: Option<Vec2>,
        /// What is in the way of a straight line.
        why: Option<Obstruction>,
    },
    /// No way leads there that takes few enough actions.
    #[error("no way leads there that takes at most {at_most} actions")]
    TooFar {
        /// What it may take.
        at_most: u32,
    },
}

/// The cheapest legal path to a point; `facing` is how the model looks at the end, as at the start
/// if nothing else is said. A straight line is taken if no price on the way argues against it. With
/// `at_most`, no way is looked for that takes more actions.
/// Book: Movement (MOVE-01 to MOVE-10).
pub fn find_path(
    mover: &Mover,
    start: &Pose,
    to: Vec2,
    facing: Option<Vec2>,
    around: &Surroundings,
    at_most: Option<u32>,
) -> Result<Route, PathError> {
    let affordable = |route: Route| match at_most {
        Some(at_most) if route.travel.actions > at_most => Err(PathError::TooFar { at_most }),
        Some(_) | None => Ok(route),
    };
    if start.at.distance_squared(to) < 1e-8 && facing.is_none() {
        return Ok(Route::default());
    }
    let straight = travel(mover, start, &[to], facing, around);
    let why = match &straight {
        Ok(travel) if is_plain(travel) || mover.flies => {
            return affordable(Route { path: vec![to], travel: travel.clone() });
        }
        Ok(_) => None,
        Err(obstruction) => Some(*obstruction),
    };
    if !start.at.is_finite() || !to.is_finite() {
        return Err(PathError::NoWay { nearest: None, why });
    }
    if let Some(obstruction) = why {
        let end =
            Pose { at: to, facing: facing.and_then(Vec2::try_normalize).unwrap_or(start.facing) };
        if let Err(obstruction) =
            stands(mover, &end, around, begins_in_a_zone(mover, start, around))
        {
            return Err(PathError::Goal(obstruction));
        }
        if soars(mover, start, around) {
            return Err(PathError::Goal(obstruction));
        }
    }
    let best = straight.ok().map(|travel| Route { path: vec![to], travel });
    let reach = at_most.map_or(ANYWHERE, |most| mover.rate.0 * most as f32 + ROUNDING);
    let limit = best.as_ref().map_or(reach, |route| inches(mover, &route.travel).min(reach));
    match search(mover, start, to, around, limit) {
        Found::Way(path, _) => match travel(mover, start, &path, facing, around) {
            Ok(travel) => {
                let found = Route { path, travel };
                match best {
                    Some(best) if best.travel.actions <= found.travel.actions => affordable(best),
                    Some(_) | None => affordable(found),
                }
            }
            Err(obstruction) => match best {
                Some(best) => affordable(best),
                None => Err(PathError::NoWay { nearest: None, why: Some(obstruction) }),
            },
        },
        Found::Nothing(path) => match (best, at_most) {
            (Some(best), _) => affordable(best),
            (None, Some(at_most)) => Err(PathError::TooFar { at_most }),
            (None, None) => Err(PathError::NoWay { nearest: path.last().copied(), why }),
        },
    }
}

/// Whether nothing is in the way of a flyer: no closed air, and no zone that it has to leave first.
fn soars(mover: &Mover, start: &Pose, around: &Surroundings) -> bool {
    let closed = || around.table.terrain.iter().any(|piece| piece.closed_to_flight);
    mover.flies && !(mover.by_wing && (closed() || begins_in_a_zone(mover, start, around)))
}

/// As near to a point as one can legally get with so many actions, along the cheapest way there,
/// or, if none leads there, the way that ends nearest. The path is empty for who can only stay.
pub fn find_path_towards(
    mover: &Mover,
    start: &Pose,
    to: Vec2,
    around: &Surroundings,
    actions: u32,
) -> Route {
    find_path_to_end_well(mover, start, to, around, actions, &|_| true)
}

/// The same for somebody who may not end just anywhere, whatever the table allows: where `may_end`
/// says no, it stops earlier on its way.
pub fn find_path_to_end_well(
    mover: &Mover,
    start: &Pose,
    to: Vec2,
    around: &Surroundings,
    actions: u32,
    may_end: &dyn Fn(&Pose) -> bool,
) -> Route {
    if actions == 0 || !start.at.is_finite() || !to.is_finite() {
        return Route::default();
    }
    if let Some(route) = straight_to_end_well(mover, start, to, around, actions, may_end) {
        return route;
    }
    // A detour worth taking is not much longer than what can be walked at all.
    let reach = mover.rate.0 * actions as f32;
    let limit = start.at.distance(to) * 1.5 + reach;
    let whole = if soars(mover, start, around) || travel_is_open(mover, start, to, around) {
        vec![to]
    } else {
        let extent = Extent { from: start.at, to, length: limit };
        let free = Field::new(mover, start, around, &extent).nearest_free(to);
        match search(mover, start, free.unwrap_or(to), around, limit) {
            Found::Way(path, _) | Found::Nothing(path) => path,
        }
    };
    let affordable = |path: &[Vec2]| cost(around.table, mover, start.at, path).actions <= actions;
    let length = length(start.at, &whole);
    let (mut free, mut dear) = (0.0, length);
    if affordable(&whole) {
        free = length;
    } else {
        for _ in 0..16 {
            let middle = (free + dear) / 2.0;
            if affordable(&cut(start.at, &whole, middle)) {
                free = middle;
            } else {
                dear = middle;
            }
        }
    }
    // Where it may not end, it stops earlier.
    const STEP: f32 = 0.1;
    for back in 0..=(free / STEP) as usize {
        let path = cut(start.at, &whole, free - back as f32 * STEP);
        let Some(&at) = path.last() else { break };
        let end = Pose { at, ..*start };
        if stands(mover, &end, around, true).is_err() || !may_end(&end) {
            continue;
        }
        if let Ok(travel) = travel(mover, start, &path, None, around) {
            return Route { path, travel };
        }
    }
    Route::default()
}

/// The straight way towards a point, as far as actions and room allow, if that is nearly as far as
/// one could walk on an empty table: then no detour gets any nearer worth speaking of.
pub fn straight_towards(
    mover: &Mover,
    start: &Pose,
    to: Vec2,
    around: &Surroundings,
    actions: u32,
) -> Option<Route> {
    straight_to_end_well(mover, start, to, around, actions, &|_| true)
}

fn straight_to_end_well(
    mover: &Mover,
    start: &Pose,
    to: Vec2,
    around: &Surroundings,
    actions: u32,
    may_end: &dyn Fn(&Pose) -> bool,
) -> Option<Route> {
    const ENOUGH: f32 = 0.85;
    const STEP: f32 = 0.1;
    let far = start.at.distance(to).min(mover.rate.0 * actions as f32);
    let way = (to - start.at).normalize_or_zero();
    if far < STEP {
        return None;
    }
    let leg = ClearLeg::of(mover, start, start.at + way * far, around)?;
    // Nothing obstructs whoever may only not end there.
    let go = |back: f32| {
        let at = start.at + way * (far - back);
        let travel = leg.stopping_at(at).map_err(Some)?;
        let route = Route { path: vec![at], travel };
        if may_end(&Pose { at, ..*start }) { Ok(route) } else { Err(None) }
    };
    let mut back = 0.0;
    let mut at_barrier = false;
    while far - back >= far * ENOUGH {
        match go(back) {
            Ok(route) if route.travel.actions <= actions => {
                return Some(if at_barrier { up_to(route, back - STEP, back, &go) } else { route });
            }
            Ok(_) => at_barrier = false,
            Err(Some(Obstruction::OnBarrier { .. })) => at_barrier = true,
            Err(None | Some(Obstruction::Friend { .. })) => at_barrier = false,
            Err(Some(_)) => return None,
        }
        back += STEP;
    }
    None
}

/// A straight way that ends before a barrier, led on until it touches. `too_near` is on the
/// barrier, `clear` before it, both as inches back from where the way was to lead.
fn up_to(
    route: Route,
    mut too_near: f32,
    mut clear: f32,
    go: &impl Fn(f32) -> Result<Route, Option<Obstruction>>,
) -> Route {
    const HALVINGS: u32 = 5;
    let mut best = route;
    for _ in 0..HALVINGS {
        let middle = (too_near + clear) / 2.0;
        match go(middle) {
            Ok(route) if route.travel.actions == best.travel.actions => {
                best = route;
                clear = middle;
            }
            _ => too_near = middle,
        }
    }
    best
}

/// Looks near the straight line first, then farther away.
fn search(mover: &Mover, start: &Pose, to: Vec2, around: &Surroundings, limit: f32) -> Found {
    let from = start.at;
    let distance = from.distance(to);
    let mut found = Found::Nothing(Vec::new());
    for length in [distance * 1.25 + 3.0, distance * 2.5 + 12.0, ANYWHERE] {
        let extent = Extent { from, to, length: length.min(limit) };
        let field = Field::new(mover, start, around, &extent);
        found = cheapest(&field, &extent, limit);
        match &found {
            // A way shorter than the extent is the best there is; else the best is in there.
            Found::Way(_, cost) if *cost > extent.length * 1.001 => {
                let extent = Extent { length: *cost, ..extent };
                let field = Field::new(mover, start, around, &extent);
                if let better @ Found::Way(..) = cheapest(&field, &extent, limit) {
                    return better;
                }
                return found;
            }
            Found::Way(..) => return found,
            Found::Nothing(_) if length >= limit => return found,
            Found::Nothing(_) => {}
        }
    }
    found
}

fn is_plain(travel: &Travel) -> bool {
    travel.difficult.0 <= 0.0 && travel.barriers.is_empty()
}

/// What a way costs, in inches of open ground.
fn inches(mover: &Mover, travel: &Travel) -> f32 {
    let crossings = travel.account.crossing as f32 * mover.rate.0;
    travel.open.0 + 2.0 * travel.difficult.0 + crossings
}

fn begins_in_a_zone(mover: &Mover, start: &Pose, around: &Surroundings) -> bool {
    let begin = mover.placed(*start);
    around.zones.iter().any(|zone| zone.entered_by(&begin).is_some())
}

/// Whether nothing is in the way of a straight line, wherever on it one may end.
fn travel_is_open(mover: &Mover, start: &Pose, to: Vec2, around: &Surroundings) -> bool {
    !(mover.by_wing && begins_in_a_zone(mover, start, around))
        && super::travel::leg_is_clear(mover, &mover.placed(*start), to, around)
        && is_plain(&cost(around.table, mover, start.at, &[to]))
}

fn length(start: Vec2, path: &[Vec2]) -> f32 {
    let mut here = start;
    path.iter().map(|&to| core::mem::replace(&mut here, to).distance(to)).sum()
}

/// The first so many inches of a path.
fn cut(start: Vec2, path: &[Vec2], mut inches: f32) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(path.len());
    let mut here = start;
    for &to in path {
        let length = here.distance(to);
        if length >= inches {
            if inches > 1e-3 {
                kept.push(here.lerp(to, inches / length));
            }
            return kept;
        }
        kept.push(to);
        inches -= length;
        here = to;
    }
    kept
}

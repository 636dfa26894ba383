//! Where the dead rise: as near to a place as there is room, each with others of its unit.

use bevy::{math::Vec2, prelude::World};

use super::{Rising, profile_of, reach};
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        formations::{self, place_beside},
        movement,
    },
    table::{
        Inches, Mover, Placed, Pose, Surroundings,
        base::{direction, gap, within},
        travel::stands,
    },
};

/// Directions in which a place is looked for.
const DIRECTIONS: u16 = 16;

/// From one ring of places to the next around the place where the first of a new unit rises. Inches.
const STEP: f32 = 0.5;

/// How far loose models rise from each other. Inches.
const APART: f32 = 0.2;

/// Everything that says where those who rise may stand.
struct Ground<'a> {
    rising: &'a Rising,
    mover: Mover,
    /// Which way they look.
    facing: Vec2,
    /// The caster, from whom none is farther than so much.
    caster: Placed,
    reach: Inches,
    around: movement::Around,
}

/// Where those who rise stand in a unit, or in one of their own; fewer than should if there is no room.
pub(super) fn find(world: &World, rising: &Rising, unit: Option<UnitId>) -> Vec<Pose> {
    let Some(profile) = profile_of(world, rising.who) else { return Vec::new() };
    let caster = world.placed(rising.caster);
    let mut around = movement::around(world, &[rising.caster], &[]);
    around.keep_off();
    around.friends.push(caster);
    let mover = Mover::on_foot(profile.base.base(), Inches(1.0), profile.height());
    let facing = unit.map_or(caster.pose.facing, |unit| world.facing(unit));
    let reach = reach(rising.spell);
    let mut ground = Ground { rising, mover, facing, caster, reach, around };
    let standing = unit.map(|unit| world.standing(unit)).unwrap_or_default();
    let mut others: Vec<Placed> = standing.into_iter().map(|model| world.placed(model)).collect();
    let formed = unit.is_some_and(|unit| formations::is_formed(world, unit));
    let mut places = Vec::new();
    for _ in 0..rising.count {
        let place = if formed {
            ground.behind(world, &others)
        } else if others.is_empty() {
            ground.alone(world)
        } else {
            ground.beside(world, &others)
        };
        let Some(pose) = place else { break };
        let placed = ground.mover.placed(pose);
        ground.around.friends.push(placed);
        others.push(placed);
        places.push(pose);
    }
    places
}

impl Ground<'_> {
    fn pose(&self, at: Vec2) -> Pose {
        Pose { at, facing: self.facing }
    }

    /// Whether somebody may rise at a place: within reach, where nobody stands and no enemy threatens.
    fn is_free(&self, world: &World, at: &Vec2) -> bool {
        let pose = self.pose(*at);
        let around: Surroundings = self.around.surroundings(world);
        gap(&self.caster, &self.mover.placed(pose)).at_most(self.reach)
            && stands(&self.mover, &pose, &around, false).is_ok()
    }

    /// The free one of some places that is nearest to where they are to rise.
    fn nearest(&self, world: &World, mut places: Vec<Vec2>) -> Option<Pose> {
        let far = |at: &Vec2| at.distance_squared(self.rising.at);
        places.sort_by(|a, b| far(a).total_cmp(&far(b)));
        places.iter().find(|at| self.is_free(world, at)).map(|&at| self.pose(at))
    }

    /// A place for the first of a new unit.
    fn alone(&self, world: &World) -> Option<Pose> {
        let rings = (self.reach.0 / STEP).ceil() as u16;
        let places = (0..=rings).flat_map(|ring| {
            let turns = if ring == 0 { 1 } else { DIRECTIONS };
            (0..turns).map(move |turn| {
                let way = direction(f32::from(turn) * 360.0 / f32::from(DIRECTIONS));
                way * f32::from(ring) * STEP
            })
        });
        self.nearest(world, places.map(|off| self.rising.at + off).collect())
    }

    /// A place close to others.
    fn beside(&self, world: &World, others: &[Placed]) -> Option<Pose> {
        let (base, facing) = (self.mover.base, self.facing);
        let around = |other: &Placed| {
            let other = *other;
            (0..DIRECTIONS).filter_map(move |turn| {
                let out = direction(f32::from(turn) * 360.0 / f32::from(DIRECTIONS));
                place_beside(base, facing, &other, out.rotate(facing), APART)
            })
        };
        self.nearest(world, others.iter().flat_map(around).collect())
    }

    /// A place at the end of the rear rank of others who stand base to base, or behind it.
    fn behind(&self, world: &World, others: &[Placed]) -> Option<Pose> {
        let (ahead, right) = (self.facing, Vec2::new(self.facing.y, -self.facing.x));
        let (width, depth) = (self.mover.base.width().0, self.mover.base.depth().0);
        let along = |placed: &Placed| placed.pose.at.dot(ahead);
        let rear = others.iter().map(along).fold(f32::MAX, f32::min);
        let front = others.iter().map(along).fold(f32::MIN, f32::max);
        let files: Vec<f32> = others
            .iter()
            .filter(|placed| front - along(placed) < depth / 2.0)
            .map(|placed| placed.pose.at.dot(right))
            .collect();
        let middle = files.iter().sum::<f32>() / files.len().max(1) as f32;
        let rank = |at: f32| {
            let mut files = files.clone();
            files.sort_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()));
            files.into_iter().map(move |file| ahead * at + right * file)
        };
        let mut places = rank(rear).chain(rank(rear - depth));
        let touches = |at: &Vec2| {
            let here = self.mover.placed(self.pose(*at));
            others.iter().any(|other| within(&here, other, Inches(width.min(depth) / 10.0)))
        };
        places.find(|at| self.is_free(world, at) && touches(at)).map(|at| self.pose(at))
    }
}

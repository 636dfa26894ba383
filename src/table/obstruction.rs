//! What stands in the way of a base: swept along a straight leg, or put down at a pose.
//! Every refusal names the obstacle, the measured numbers and the place.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    base::{OVERLAP_TOLERANCE, Placed, Pose, overlapping, separation},
    hull::{Hull, on_segment},
    terrain::Ground,
    travel::{Mover, Surroundings},
    units::Inches,
    zone::Zone,
};

/// Gaps that shrink by less than this don't shrink. Inches.
const SHRINKING: f32 = 1e-3;

/// Why a base can't go or stand somewhere. `at` is the base's centre where it would break the
/// rule first; the other numbers index the lists the question was asked with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
pub enum Obstruction {
    /// A part of the base would hang over the table's edge.
    #[error("the base would leave the table at {}", point(.at))]
    OffTable {
        /// Where.
        at: Vec2,
    },
    /// It would enter an attack zone. Book: Movement (MOVE-08).
    #[error("the gap would be {gap} where an attack zone reaches {reach}, at {}", point(.at))]
    Zone {
        /// Which zone.
        zone: usize,
        /// The least gap on the way.
        gap: Inches,
        /// How far the zone reaches.
        reach: Inches,
        /// Where.
        at: Vec2,
    },
    /// It would run into an enemy.
    #[error("an enemy base is in the way at {}", point(.at))]
    Enemy {
        /// Which one.
        enemy: usize,
        /// Where.
        at: Vec2,
    },
    /// It would end on a friend. Book: Movement (MOVE-03).
    #[error("a friend's base is in the way at {}", point(.at))]
    Friend {
        /// Which one.
        friend: usize,
        /// Where.
        at: Vec2,
    },
    /// The ground can't be entered. Book: Movement (MOVE-06).
    #[error("the ground is impassable at {}", point(.at))]
    Impassable {
        /// Which piece of terrain.
        terrain: usize,
        /// Where.
        at: Vec2,
    },
    /// The barrier is taller than the model. Book: Movement (MOVE-07).
    #[error("the barrier is {height} high, higher than the model, at {}", point(.at))]
    TooTall {
        /// Which piece of terrain.
        terrain: usize,
        /// The barrier's height.
        height: Inches,
        /// Where.
        at: Vec2,
    },
    /// It would end on top of a barrier.
    #[error("the base would stand on a barrier at {}", point(.at))]
    OnBarrier {
        /// Which piece of terrain.
        terrain: usize,
        /// Where.
        at: Vec2,
    },
}

fn point(at: &Vec2) -> String {
    format!("{:.2}, {:.2}", at.x, at.y)
}

/// Whether a base may be moved straight to a point, facing kept, as [`leg_obstruction`] but
/// without asking where it breaks a rule.
pub fn leg_is_clear(mover: &Mover, from: &Placed, to: Vec2, around: &Surroundings) -> bool {
    Leg::new(mover, from, to, around).obstacles().next().is_none()
}

/// The first obstruction when a base moves straight to a point, facing kept. Friends are no
/// obstruction on the way, and whether the base may end there is asked of
/// [`stands`](super::travel::stands). Book: Movement (MOVE-03, MOVE-06 to MOVE-08).
pub fn leg_obstruction(
    mover: &Mover,
    from: &Placed,
    to: Vec2,
    around: &Surroundings,
) -> Option<Obstruction> {
    first_obstruction(&Leg::new(mover, from, to, around))
}

/// What may be in the way of a base whose centre keeps within an upright rectangle, so that many short
/// legs there needn't look at everything else.
pub(super) struct Nearby(Vec<Obstacle>);

impl Nearby {
    /// What isn't surely farther than that from all places of the centre between two corners.
    pub fn new(mover: &Mover, (low, high): (Vec2, Vec2), around: &Surroundings) -> Self {
        let own = mover.base.outer_radius().0;
        let candidates = candidates(mover, around);
        Self(candidates.filter(|&o| may_meet(o, around, (low, high), own)).collect())
    }

    /// As [`leg_obstruction`], for a leg within the rectangle.
    pub fn obstruction(
        &self,
        mover: &Mover,
        from: &Placed,
        to: Vec2,
        around: &Surroundings,
    ) -> Option<Obstruction> {
        first_obstruction(&Leg { among: Some(&self.0), ..Leg::new(mover, from, to, around) })
    }
}

fn first_obstruction(leg: &Leg) -> Option<Obstruction> {
    let located = leg.obstacles().map(|obstacle| (leg.first_contact(obstacle), obstacle));
    let (share, obstacle) = located.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(leg.describe(obstacle, leg.from.pose.at.lerp(leg.to, share)))
}

/// Whatever can be in a mover's way but the edge of the table.
fn candidates<'a>(
    mover: &Mover,
    around: &'a Surroundings,
) -> impl Iterator<Item = Obstacle> + use<'a> {
    let (all, wings) = (!mover.flies, mover.by_wing);
    let enemies = (0..around.enemies.len() * usize::from(all)).map(Obstacle::Enemy);
    let zones = (0..around.zones.len() * usize::from(all)).map(Obstacle::Zone);
    let mover = *mover;
    let pieces = around.table.terrain.iter().enumerate();
    let terrain = pieces.filter_map(move |(i, piece)| {
        if !all {
            (wings && piece.closed_to_flight).then_some(Obstacle::Impassable(i))
        } else if !piece.is_solid_for(&mover) {
            None
        } else if piece.ground == Ground::Impassable {
            Some(Obstacle::Impassable(i))
        } else {
            Some(Obstacle::TooTall(i))
        }
    });
    enemies.chain(zones).chain(terrain)
}

/// Whether a base with so large an outer circle might meet an obstacle while its centre is between two
/// corners of an upright rectangle.
fn may_meet(
    obstacle: Obstacle,
    around: &Surroundings,
    (low, high): (Vec2, Vec2),
    own: f32,
) -> bool {
    let (other, reach) = match obstacle {
        Obstacle::Enemy(i) => (&around.enemies[i], 0.0),
        Obstacle::Zone(i) => (&around.zones[i].around, around.zones[i].reach.0),
        Obstacle::Edge | Obstacle::Impassable(_) | Obstacle::TooTall(_) => return true,
    };
    is_near(other.pose.at, (low, high), reach + other.base.outer_radius().0 + own)
}

/// Whether a point isn't surely farther than that from all of an upright rectangle between two corners,
/// which is asked in no time. Inches.
fn is_near(at: Vec2, (low, high): (Vec2, Vec2), far: f32) -> bool {
    let far = far + SHRINKING;
    at.max(low).min(high).distance_squared(at) <= far * far
}

#[derive(Clone, Copy)]
enum Obstacle {
    Edge,
    Impassable(usize),
    TooTall(usize),
    Enemy(usize),
    Zone(usize),
}

struct Leg<'a> {
    mover: &'a Mover,
    from: &'a Placed,
    to: Vec2,
    /// The corners of the upright rectangle around the way of the centre.
    low: Vec2,
    high: Vec2,
    swept: Hull,
    around: &'a Surroundings<'a>,
    /// The outer circle of the mover. Inches.
    own: f32,
    /// What alone may be in the way, if that is known.
    among: Option<&'a [Obstacle]>,
}

impl<'a> Leg<'a> {
    fn new(mover: &'a Mover, from: &'a Placed, to: Vec2, around: &'a Surroundings<'a>) -> Self {
        let at = from.pose.at;
        let swept = Hull::swept(from, to);
        let (low, high) = (at.min(to), at.max(to));
        let own = from.base.outer_radius().0;
        Self { mover, from, to, low, high, swept, around, own, among: None }
    }

    fn obstacles(&self) -> impl Iterator<Item = Obstacle> + '_ {
        let edge =
            (!self.around.table.holds(&self.from.moved_to(self.to))).then_some(Obstacle::Edge);
        let known = self.among.into_iter().flatten().copied();
        let every = self.among.is_none().then(|| candidates(self.mover, self.around));
        let candidates = known.chain(every.into_iter().flatten());
        edge.into_iter().chain(candidates.filter(|&o| self.hits(o, &self.swept, self.to)))
    }

    /// Whether the ground swept up to a point meets an obstacle.
    fn hits(&self, obstacle: Obstacle, swept: &Hull, to: Vec2) -> bool {
        match obstacle {
            Obstacle::Edge => !self.around.table.holds(&self.from.moved_to(to)),
            Obstacle::Impassable(i) | Obstacle::TooTall(i) => {
                self.around.table.terrain[i].footprint.overlaps(swept)
            }
            Obstacle::Enemy(i) => self.runs_into(&self.around.enemies[i], swept, to),
            Obstacle::Zone(i) => self.enters(&self.around.zones[i], swept, to),
        }
    }

    /// Whether a base stays farther than `reach` from the whole leg, by outer circles alone.
    fn far_from(&self, other: &Placed, to: Vec2, reach: f32) -> bool {
        let at = other.pose.at;
        let far = reach + other.base.outer_radius().0 + self.own;
        // Most are far from the rectangle around the leg already.
        if !is_near(at, (self.low, self.high), far) {
            return true;
        }
        let near = on_segment(at, self.from.pose.at, to);
        near.distance_squared(at) > far * far
    }

    fn runs_into(&self, enemy: &Placed, swept: &Hull, to: Vec2) -> bool {
        if self.far_from(enemy, to, 0.0)
            || swept.separation_up_to(&Hull::of(enemy), 0.0) >= -OVERLAP_TOLERANCE
        {
            return false;
        }
        // Who has been put on top of an enemy may at least get off.
        let before = separation(self.from, enemy);
        before >= -OVERLAP_TOLERANCE || self.shrinks(enemy, to)
    }

    fn enters(&self, zone: &Zone, swept: &Hull, to: Vec2) -> bool {
        if self.far_from(&zone.around, to, zone.reach.0) || zone.entered_by_hull(swept).is_none() {
            return false;
        }
        zone.entered_by(self.from).is_none() || self.shrinks(&zone.around, to)
    }

    /// Whether the gap to a base shrinks anywhere on the leg. Along a straight line the gap is a
    /// convex function, so a look at the beginning and at the end is enough.
    fn shrinks(&self, other: &Placed, to: Vec2) -> bool {
        let before = separation(self.from, other) - SHRINKING;
        let start = self.from.pose.at;
        let early = start + (to - start).clamp_length_max(0.1);
        separation(&self.from.moved_to(early), other) < before
            || separation(&self.from.moved_to(to), other) < before
    }

    /// The share of the leg that is free of an obstacle.
    fn first_contact(&self, obstacle: Obstacle) -> f32 {
        let (mut free, mut stuck) = (0.0, 1.0);
        for _ in 0..16 {
            let middle = (free + stuck) / 2.0;
            let to = self.from.pose.at.lerp(self.to, middle);
            if self.hits(obstacle, &Hull::swept(self.from, to), to) {
                stuck = middle;
            } else {
                free = middle;
            }
        }
        free
    }

    fn describe(&self, obstacle: Obstacle, at: Vec2) -> Obstruction {
        match obstacle {
            Obstacle::Edge => Obstruction::OffTable { at },
            Obstacle::Impassable(terrain) => Obstruction::Impassable { terrain, at },
            Obstacle::TooTall(terrain) => {
                let height = self.around.table.terrain[terrain].height;
                Obstruction::TooTall { terrain, height, at }
            }
            Obstacle::Enemy(enemy) => Obstruction::Enemy { enemy, at },
            Obstacle::Zone(i) => {
                let zone = &self.around.zones[i];
                let gap = zone.entered_by_hull(&self.swept).unwrap_or_default();
                Obstruction::Zone { zone: i, gap, reach: zone.reach, at }
            }
        }
    }
}

/// The obstruction, if any, when a base ends somewhere, zones left aside.
pub(super) fn end_obstruction(end: &Placed, around: &Surroundings) -> Option<Obstruction> {
    let at = end.pose.at;
    if !around.table.holds(end) {
        return Some(Obstruction::OffTable { at });
    }
    let hull = Hull::of(end);
    for (terrain, piece) in around.table.terrain.iter().enumerate() {
        let impassable = piece.ground == Ground::Impassable;
        if (impassable || piece.barrier) && piece.footprint.overlaps(&hull) {
            return Some(if impassable {
                Obstruction::Impassable { terrain, at }
            } else {
                Obstruction::OnBarrier { terrain, at }
            });
        }
    }
    let sunk = |other: &Placed| overlapping(end, other);
    if let Some(enemy) = around.enemies.iter().position(sunk) {
        return Some(Obstruction::Enemy { enemy, at });
    }
    let friend = around.friends.iter().position(sunk)?;
    Some(Obstruction::Friend { friend, at })
}

/// The zone, if any, that a base stands in. One it has been in since `start` doesn't count as
/// long as the gap hasn't shrunk.
pub(super) fn end_zone(
    end: &Placed,
    start: Option<&Placed>,
    around: &Surroundings,
) -> Option<Obstruction> {
    around.zones.iter().enumerate().find_map(|(i, zone)| {
        let gap = zone.entered_by(end)?;
        let tolerated = start.is_some_and(|start| {
            zone.entered_by(start).is_some()
                && separation(end, &zone.around) >= separation(start, &zone.around) - SHRINKING
        });
        let breach = Obstruction::Zone { zone: i, gap, reach: zone.reach, at: end.pose.at };
        (!tolerated).then_some(breach)
    })
}

/// The zones that a base stands in.
pub(super) fn zones_of(placed: &Placed, around: &Surroundings) -> Vec<usize> {
    let zones = around.zones.iter().enumerate();
    zones.filter(|(_, zone)| zone.entered_by(placed).is_some()).map(|(i, _)| i).collect()
}

/// The one of some zones, if any, to whose base a flyer would come nearer on a straight leg.
pub(super) fn nears_a_zone(
    mover: &Mover,
    from: &Placed,
    to: Vec2,
    zones: &[usize],
    around: &Surroundings,
) -> Option<Obstruction> {
    let leg = Leg::new(mover, from, to, around);
    let nears = |&&zone: &&usize| leg.shrinks(&around.zones[zone].around, to);
    zones.iter().find(nears).map(|&zone| leg.describe(Obstacle::Zone(zone), from.pose.at))
}

impl Obstruction {
    /// Where the base's centre would break the rule first.
    pub fn at(&self) -> Vec2 {
        match *self {
            Self::OffTable { at }
            | Self::Zone { at, .. }
            | Self::Enemy { at, .. }
            | Self::Friend { at, .. }
            | Self::Impassable { at, .. }
            | Self::TooTall { at, .. }
            | Self::OnBarrier { at, .. } => at,
        }
    }
}

impl Mover {
    /// The mover's base at a pose.
    pub fn placed(&self, pose: Pose) -> Placed {
        Placed::new(self.base, pose)
    }
}

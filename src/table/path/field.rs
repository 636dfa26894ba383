//! The ground near a way as one mover meets it: what bars it, what slows it, what costs actions.
//! Made once for each question from a table that may be large, keeping only what is near.

use bevy::math::Vec2;

use super::{
    buckets::Buckets,
    measure::distance_to_segment_squared,
    obstacle::{Core, Obstacle},
    shape::{SUNK, Shape, base_core, terrain_core},
};
use crate::table::{
    Footprint, Placed, Pose, Terrain,
    base::direction,
    footprint::merge_spans,
    travel::{Mover, Surroundings},
    units::TOLERANCE,
    zone::{Zone, ZoneShape},
};

/// The points from which two places are at most so far, taken together: all that ways of that
/// length from one to the other can touch.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) struct Extent {
    /// One place.
    pub from: Vec2,
    /// The other.
    pub to: Vec2,
    /// The length of the longest way. Inches.
    pub length: f32,
}

impl Extent {
    /// Whether a disc reaches into it.
    pub fn meets(&self, at: Vec2, radius: f32) -> bool {
        at.distance(self.from) + at.distance(self.to) <= self.length + 2.0 * radius
    }
}

/// A piece of difficult ground or a barrier.
#[derive(Clone, Debug)]
pub(in crate::table) struct Patch {
    footprint: Footprint,
    /// The same, as something with corners.
    pub whole: Obstacle,
    /// The actions that crossing it costs.
    price: u32,
}

/// The ground near a way as one mover meets it.
#[derive(Clone, Debug)]
pub(in crate::table) struct Field {
    /// What the mover's centre may not enter.
    pub obstacles: Vec<Obstacle>,
    /// What has corners to bend around and bars nothing.
    pub bends: Vec<Obstacle>,
    /// Ground that costs double.
    pub rough: Vec<Patch>,
    /// What may cost an action to cross, and nobody ends on.
    pub barriers: Vec<Patch>,
    /// The corners of the rectangle that holds all places for the mover's centre.
    pub low: Vec2,
    /// See `low`.
    pub high: Vec2,
    /// Inches of open ground an action is worth.
    pub rate: f32,
    buckets: Buckets,
}

impl Field {
    /// Gathers what is near.
    pub fn new(mover: &Mover, start: &Pose, around: &Surroundings, extent: &Extent) -> Self {
        let shape = Shape::of(mover.base, start.facing);
        let reach = shape.outer_radius();
        let table = around.table;
        let mut field = Self {
            obstacles: Vec::new(),
            bends: Vec::new(),
            rough: Vec::new(),
            barriers: Vec::new(),
            low: Vec2::ZERO,
            high: Vec2::ZERO,
            rate: mover.rate.0.max(0.05),
            buckets: Buckets::default(),
        };
        if !mover.flies {
            // A base inside its own zone bars nothing the zone doesn't.
            let guarded = |enemy: &Placed| {
                around.zones.iter().any(|zone| {
                    zone.around.pose.at == enemy.pose.at
                        && zone.around == *enemy
                        && zone.shape == ZoneShape::AllRound
                        && zone.reach.0 > TOLERANCE
                })
            };
            for enemy in around.enemies.iter().filter(|enemy| !guarded(enemy)) {
                if extent.meets(enemy.pose.at, enemy.base.outer_radius().0 + reach) {
                    let (core, own) = base_core(enemy);
                    field.bends.extend(shape.around(core, own, &mut field.obstacles));
                }
            }
            for zone in around.zones {
                let wide = zone.around.base.outer_radius().0 + zone.reach.0 + reach;
                if extent.meets(zone.around.pose.at, wide) {
                    field.add_zone(zone, shape, start.at);
                }
            }
        }
        if mover.by_wing {
            // Whoever takes off in a zone has to leave it first.
            let begin = mover.placed(*start);
            for zone in around.zones.iter().filter(|zone| zone.entered_by(&begin).is_some()) {
                field.add_zone(zone, shape, start.at);
            }
        }
        let bars = |piece: &&Terrain| !mover.flies || mover.by_wing && piece.closed_to_flight;
        for piece in table.terrain.iter().filter(bars) {
            field.add_terrain(piece, mover, shape, extent);
        }
        for obstacle in &mut field.obstacles {
            obstacle.left = obstacle.holds(start.at);
        }
        let size = Vec2::new(table.width.0, table.depth.0);
        let edge = shape.half_extent() - (TOLERANCE - 2.0 * SUNK);
        // Who begins over the edge may come back.
        field.low = edge.min(start.at);
        field.high = (size - edge).max(start.at);
        field.buckets = Buckets::new(&field.obstacles);
        field
    }

    /// Where the mover may pass but not end, if this is the field of one who walks.
    pub fn passages(&self, mover: &Mover, start: &Pose, friends: &[Placed]) -> Vec<Obstacle> {
        let shape = Shape::of(mover.base, start.facing);
        let mut parts = Vec::new();
        for friend in friends {
            let (core, own) = base_core(friend);
            shape.around(core, own, &mut parts);
        }
        for barrier in &self.barriers {
            let (core, own) = barrier.whole.clone().into_core();
            shape.around(core, own, &mut parts);
        }
        parts
    }

    fn add_zone(&mut self, zone: &Zone, shape: Shape, start: Vec2) {
        let (core, own) = base_core(&zone.around);
        let reach = (own + zone.reach.0 - SUNK).max(0.001);
        let Core::Box { at, facing, half } = core else { return };
        if zone.shape == ZoneShape::FrontHalf {
            let mut parts = Vec::new();
            match shape {
                Shape::Disc(_) => {
                    let core = Core::Front { at, facing, half, limit: reach };
                    shape.around(core, 0.0, &mut parts);
                }
                Shape::Rectangle(..) => {
                    shape.around(Core::Loop(zone.outline()), 0.0, &mut parts);
                }
            }
            // Who begins inside is measured from the base, all round.
            if !parts.iter().any(|part| part.holds(start)) {
                self.obstacles.append(&mut parts);
                return;
            }
        }
        self.bends.extend(shape.around(core, reach, &mut self.obstacles));
    }

    fn add_terrain(&mut self, piece: &Terrain, mover: &Mover, shape: Shape, extent: &Extent) {
        let solid = piece.is_solid_for(mover) || mover.by_wing && piece.closed_to_flight;
        let crossed = piece.is_crossed_by(mover);
        let slow = piece.is_hard_for(mover);
        if !solid && !slow && !crossed {
            return;
        }
        let Some((core, own)) = terrain_core(&piece.footprint) else { return };
        let whole = Obstacle::new(core, own);
        let (middle, bound) = whole.bounds();
        if !extent.meets(middle, bound + shape.outer_radius()) {
            return;
        }
        if solid {
            let (core, own) = whole.into_core();
            self.bends.extend(shape.around(core, own, &mut self.obstacles));
            return;
        }
        let price = piece.crossing_price(mover);
        let patch = Patch { footprint: piece.footprint.clone(), whole, price };
        if crossed {
            self.barriers.push(patch.clone());
        }
        if slow {
            self.rough.push(patch);
        }
    }

    /// Whether the mover's centre may be at a point.
    pub fn is_free(&self, point: Vec2) -> bool {
        self.on_table(point)
            && !self.buckets.at(point).iter().any(|&i| {
                let obstacle = &self.obstacles[i as usize];
                obstacle.holds(point) && !obstacle.left
            })
    }

    fn on_table(&self, point: Vec2) -> bool {
        point.cmpge(self.low).all() && point.cmple(self.high).all()
    }

    /// Whether nothing bars a straight way.
    pub fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        self.on_table(to) && self.barred_by(from, to).is_none()
    }

    /// Some obstacle that bars a straight way on the table.
    pub fn barred_by(&self, from: Vec2, to: Vec2) -> Option<u32> {
        let mut barred = None;
        self.buckets.along(from, to, |members| {
            barred = members.iter().copied().find(|&i| self.obstacles[i as usize].bars(from, to));
            barred.is_none()
        });
        barred
    }

    /// The free place nearest to a point, as far as a look at rings around it tells.
    pub fn nearest_free(&self, point: Vec2) -> Option<Vec2> {
        let point = point.clamp(self.low, self.high);
        if self.is_free(point) {
            return Some(point);
        }
        const STEP: f32 = 0.25;
        (1..48).find_map(|ring| {
            let radius = ring as f32 * STEP;
            let places = 8 + 4 * ring;
            let outer = (0..places)
                .map(|i| direction(i as f32 * 360.0 / places as f32))
                .find(|&way| self.is_free(point + way * radius))?;
            let (mut held, mut free) = (radius - STEP, radius);
            for _ in 0..6 {
                let middle = (held + free) / 2.0;
                if self.is_free(point + outer * middle) {
                    free = middle;
                } else {
                    held = middle;
                }
            }
            Some(point + outer * free)
        })
    }

    /// What a straight way costs, in inches of open ground; none if it is barred.
    pub fn leg(&self, from: Vec2, to: Vec2) -> Option<f32> {
        self.is_clear(from, to).then(|| self.cost(from, to))
    }

    /// What a straight way costs if nothing bars it, in inches of open ground.
    pub fn cost(&self, from: Vec2, to: Vec2) -> f32 {
        let length = from.distance(to);
        let mut spans = Vec::new();
        for patch in &self.rough {
            if patch.near(from, to) {
                spans.extend(patch.footprint.spans_inside(from, to));
            }
        }
        merge_spans(&mut spans);
        let slow = spans.iter().map(|(a, b)| b - a).sum::<f32>() * length;
        let crossings: u32 = self
            .barriers
            .iter()
            .filter(|patch| patch.price > 0 && patch.near(from, to))
            .map(|patch| patch.price * patch.footprint.spans_inside(from, to).len() as u32)
            .sum();
        length + slow + crossings as f32 * self.rate
    }
}

impl Patch {
    fn near(&self, from: Vec2, to: Vec2) -> bool {
        let (middle, bound) = self.whole.bounds();
        distance_to_segment_squared(middle, from, to) < (bound + 0.01) * (bound + 0.01)
    }
}

//! The ground near a way as one mover meets it: what bars it, what slows it, what costs actions.
//! Made once for each question from a table that may be large, keeping only what is near.

use bevy::math::Vec2;

use super::obstacle::{Core, Obstacle, distance_to_segment_squared, edges, signed_area};
use crate::table::{
    Base, Footprint, Ground, Placed, Pose, Table, Terrain,
    base::OVERLAP_TOLERANCE,
    footprint::merge_spans,
    travel::{Mover, Surroundings},
    units::TOLERANCE,
    zone::{Zone, ZoneShape},
};

/// The side of the squares that obstacles are sorted into. Inches.
const BUCKET: f32 = 1.5;
/// How much nearer to others than their edges the mover is let: half of what is no overlap and a
/// quarter of what is no entering of a zone, so that what is found here passes there. Inches.
const SUNK: f32 = OVERLAP_TOLERANCE / 2.0;

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

/// A piece of difficult ground or a barrier: its place in the table's terrain, and a disc around.
#[derive(Clone, Copy, Debug)]
struct Patch {
    index: usize,
    middle: Vec2,
    bound: f32,
}

/// The shape that is moved: a disc, or a rectangle that keeps its facing on the way.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) enum Shape {
    /// A disc by its radius.
    Disc(f32),
    /// A rectangle by half its width and half its depth, and the direction of its depth.
    Rectangle(Vec2, Vec2),
}

impl Shape {
    /// A base as it is moved, less what may sink into others.
    pub fn of(base: Base, facing: Vec2) -> Self {
        let less = |length: f32| (length / 2.0 - SUNK).max(0.001);
        match base {
            Base::Circle { radius } => Self::Disc(less(radius.0 * 2.0)),
            Base::Rectangle { width, depth } => {
                let half = Vec2::new(less(width.0), less(depth.0));
                Self::Rectangle(half, facing.normalize_or(Vec2::Y))
            }
        }
    }

    fn corners(half: Vec2, facing: Vec2) -> [Vec2; 4] {
        let (across, along) = (-facing.perp() * half.x, facing * half.y);
        [-across - along, across - along, across + along, along - across]
    }

    /// How far it reaches from its centre along x and along y.
    fn half_extent(self) -> Vec2 {
        match self {
            Self::Disc(radius) => Vec2::splat(radius),
            Self::Rectangle(half, facing) => facing.perp().abs() * half.x + facing.abs() * half.y,
        }
    }

    fn outer_radius(self) -> f32 {
        match self {
            Self::Disc(radius) => radius,
            Self::Rectangle(half, _) => half.length(),
        }
    }

    /// Where the centre may not be because of a core grown by a length: one or several obstacles,
    /// and one more whose corners lie on ways around them if their own may not.
    pub fn around(self, core: Core, own: f32, parts: &mut Vec<Obstacle>) -> Option<Obstacle> {
        let (half, facing) = match (self, &core) {
            (Self::Disc(radius), _) => {
                parts.push(Obstacle::new(core, own + radius));
                return None;
            }
            (Self::Rectangle(half, facing), Core::Box { at, half: other, .. })
                if *other == Vec2::ZERO =>
            {
                parts.push(Obstacle::new(Core::Box { at: *at, facing, half }, own));
                return None;
            }
            (Self::Rectangle(half, facing), _) => (half, facing),
        };
        let own = own.max(0.001);
        let sum = |points: &[Vec2]| {
            let moved = |&p: &Vec2| Self::corners(half, facing).map(|corner| p + corner);
            Obstacle::new(Core::Loop(convex_hull(points.iter().flat_map(moved).collect())), own)
        };
        let points = match &core {
            Core::Loop(points) if !is_convex(points) => points,
            Core::Line(points) if points.len() > 2 => points,
            Core::Box { .. } | Core::Front { .. } | Core::Loop(_) | Core::Line(_) => {
                parts.push(sum(&Obstacle::new(core, own).marks()));
                return None;
            }
        };
        let closed = matches!(core, Core::Loop(_));
        parts.extend(edges(points, closed).map(|(a, b)| sum(&[a, b])));
        let wide = Obstacle::new(core.clone(), own + self.outer_radius());
        if closed {
            parts.push(Obstacle::new(core, own));
        }
        Some(wide)
    }
}

/// The ground near a way as one mover meets it.
#[derive(Clone, Debug)]
pub(in crate::table) struct Field<'a> {
    table: &'a Table,
    /// What the mover's centre may not enter.
    pub obstacles: Vec<Obstacle>,
    /// What has corners to bend around and bars nothing.
    pub bends: Vec<Obstacle>,
    rough: Vec<Patch>,
    barriers: Vec<Patch>,
    /// The corners of the rectangle that holds all places for the mover's centre.
    pub low: Vec2,
    /// See `low`.
    pub high: Vec2,
    /// Inches of open ground an action is worth.
    pub rate: f32,
    buckets: Buckets,
}

impl<'a> Field<'a> {
    /// Gathers what is near.
    pub fn new(mover: &Mover, start: &Pose, around: &Surroundings<'a>, extent: &Extent) -> Self {
        let shape = Shape::of(mover.base, start.facing);
        let reach = shape.outer_radius();
        let table = around.table;
        let mut field = Self {
            table,
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
            for enemy in around.enemies {
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
            for (index, piece) in table.terrain.iter().enumerate() {
                field.add_terrain(index, piece, mover, shape, extent);
            }
        }
        for obstacle in &mut field.obstacles {
            obstacle.left = obstacle.holds(start.at);
        }
        let size = Vec2::new(table.width.0, table.depth.0);
        let edge = shape.half_extent();
        // Who begins over the edge may come back.
        field.low = edge.min(start.at);
        field.high = (size - edge).max(start.at);
        field.buckets = Buckets::new(&field.obstacles);
        field
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

    fn add_terrain(
        &mut self,
        index: usize,
        piece: &Terrain,
        mover: &Mover,
        shape: Shape,
        extent: &Extent,
    ) {
        let solid = piece.ground == Ground::Impassable
            || piece.barrier && piece.height.0 > mover.height.0 + TOLERANCE;
        let slow = piece.is_hard_for(mover);
        if !solid && !slow && !piece.barrier {
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
        let patch = Patch { index, middle, bound: bound + 0.01 };
        if piece.barrier {
            self.barriers.push(patch);
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
        self.on_table(to)
            && self.buckets.along(from, to, |members| {
                !members.iter().any(|&i| self.obstacles[i as usize].bars(from, to))
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
                spans.extend(self.table.terrain[patch.index].spans_inside(from, to));
            }
        }
        merge_spans(&mut spans);
        let slow = spans.iter().map(|(a, b)| b - a).sum::<f32>() * length;
        let crossings: usize = self
            .barriers
            .iter()
            .filter(|patch| patch.near(from, to))
            .map(|patch| self.table.terrain[patch.index].crossings(from, to))
            .sum();
        length + slow + crossings as f32 * self.rate
    }

    /// Whether any ground here is slow or costs actions to cross.
    pub fn is_even(&self) -> bool {
        self.rough.is_empty() && self.barriers.is_empty()
    }

    /// Difficult pieces and barriers without their solid parts, as things with corners.
    pub fn edges_of_ground(&self) -> impl Iterator<Item = Obstacle> + '_ {
        self.rough.iter().chain(&self.barriers).filter_map(|patch| {
            let (core, own) = terrain_core(&self.table.terrain[patch.index].footprint)?;
            Some(Obstacle::new(core, own))
        })
    }
}

impl Patch {
    fn near(&self, from: Vec2, to: Vec2) -> bool {
        distance_to_segment_squared(self.middle, from, to) < self.bound * self.bound
    }
}

fn is_convex(points: &[Vec2]) -> bool {
    let whole = signed_area(points);
    (0..points.len()).all(|i| {
        let [a, b, c] = [i, i + 1, i + 2].map(|k| points[k % points.len()]);
        (b - a).perp_dot(c - b) * whole >= 0.0
    })
}

/// The smallest convex polygon around points, counter-clockwise.
fn convex_hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<Vec2> = Vec::with_capacity(points.len() + 1);
    let mut extend = |points: &mut dyn Iterator<Item = Vec2>, kept: usize| {
        for point in points {
            while hull.len() >= kept + 2 {
                let [a, b] = [hull[hull.len() - 2], hull[hull.len() - 1]];
                if (b - a).perp_dot(point - b) > 1e-7 {
                    break;
                }
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
        hull.len()
    };
    let lower = extend(&mut points.iter().copied(), 0);
    extend(&mut points.iter().rev().copied(), lower);
    hull
}

/// A base as a core and how far it grows.
pub(in crate::table) fn base_core(placed: &Placed) -> (Core, f32) {
    let Pose { at, facing } = placed.pose;
    match placed.base {
        Base::Circle { radius } => (Core::Box { at, facing, half: Vec2::ZERO }, radius.0),
        Base::Rectangle { width, depth } => {
            (Core::Box { at, facing, half: Vec2::new(width.0, depth.0) / 2.0 }, 0.0)
        }
    }
}

/// A footprint as a core and how far it grows; none if it covers nothing.
pub(in crate::table) fn terrain_core(footprint: &Footprint) -> Option<(Core, f32)> {
    match footprint {
        Footprint::Polygon(points) => (points.len() >= 3 && signed_area(points) != 0.0)
            .then(|| (Core::Loop(points.clone()), 0.0)),
        Footprint::Circle { at, radius } => {
            Some((Core::Box { at: *at, facing: Vec2::Y, half: Vec2::ZERO }, radius.0))
        }
        Footprint::Line { points, width } => match points[..] {
            [] => None,
            [at] => Some((Core::Box { at, facing: Vec2::Y, half: Vec2::ZERO }, width.0 / 2.0)),
            _ => Some((Core::Line(points.clone()), width.0 / 2.0)),
        },
    }
}

/// Obstacles sorted into squares, so that a way asks only those it comes near.
#[derive(Clone, Debug, Default)]
struct Buckets {
    low: Vec2,
    columns: usize,
    rows: usize,
    /// Where each square's members begin, and where the last one's end.
    begins: Vec<u32>,
    members: Vec<u32>,
}

impl Buckets {
    fn new(obstacles: &[Obstacle]) -> Self {
        let (mut low, mut high) = (Vec2::MAX, Vec2::MIN);
        for (middle, bound) in obstacles.iter().map(Obstacle::bounds) {
            low = low.min(middle - bound);
            high = high.max(middle + bound);
        }
        if obstacles.is_empty() || !(high - low).is_finite() {
            return Self::default();
        }
        let size = ((high - low) / BUCKET).floor().min(Vec2::splat(255.0));
        let (columns, rows) = (size.x as usize + 1, size.y as usize + 1);
        let mut all = Self { low, columns, rows, ..Self::default() };
        let mut counts = vec![0_u32; columns * rows + 1];
        let boxes: Vec<_> = obstacles
            .iter()
            .map(|obstacle| {
                let (middle, bound) = obstacle.bounds();
                (all.square(middle - bound), all.square(middle + bound))
            })
            .collect();
        for &((left, bottom), (right, top)) in &boxes {
            for row in bottom..=top {
                for column in left..=right {
                    counts[row * columns + column + 1] += 1;
                }
            }
        }
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        all.members = vec![0; counts[columns * rows] as usize];
        let mut next = counts.clone();
        for (i, &((left, bottom), (right, top))) in boxes.iter().enumerate() {
            for row in bottom..=top {
                for column in left..=right {
                    let place = &mut next[row * columns + column];
                    all.members[*place as usize] = i as u32;
                    *place += 1;
                }
            }
        }
        all.begins = counts;
        all
    }

    /// The square a point lies in, or the nearest one.
    fn square(&self, point: Vec2) -> (usize, usize) {
        let place = (point - self.low) / BUCKET;
        // A cast from float to integer never overflows, and below zero is zero.
        ((place.x as usize).min(self.columns - 1), (place.y as usize).min(self.rows - 1))
    }

    fn members(&self, column: usize, row: usize) -> &[u32] {
        let i = row * self.columns + column;
        &self.members[self.begins[i] as usize..self.begins[i + 1] as usize]
    }

    fn at(&self, point: Vec2) -> &[u32] {
        if self.columns == 0 {
            return &[];
        }
        let (column, row) = self.square(point);
        self.members(column, row)
    }

    /// Asks all squares along a way; stops at the first no.
    fn along(&self, from: Vec2, to: Vec2, mut agree: impl FnMut(&[u32]) -> bool) -> bool {
        if self.columns == 0 {
            return true;
        }
        // Row by row, all squares the way touches there.
        let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
        let (bottom, top) = (self.square(low).1, self.square(high).1);
        let slope = (high.x - low.x) / (high.y - low.y).max(1e-6);
        for row in bottom..=top {
            let begins = self.low.y + row as f32 * BUCKET;
            let x_at = |y: f32| low.x + (y.clamp(low.y, high.y) - low.y) * slope;
            let (mut a, mut b) = (x_at(begins), x_at(begins + BUCKET));
            if row == bottom {
                a = low.x;
            }
            if row == top {
                b = high.x;
            }
            let left = self.square(Vec2::new(a.min(b) - 0.01, begins)).0;
            let right = self.square(Vec2::new(a.max(b) + 0.01, begins)).0;
            for column in left..=right {
                if !agree(self.members(column, row)) {
                    return false;
                }
            }
        }
        true
    }
}

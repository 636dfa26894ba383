//! A convex shape with rounded corners, the one kernel behind bases, swept bases and bands.
//! Every distance between two of them is exact and costs no allocation.
//!
//! - *core*: up to six corners, counter-clockwise; one is a point, two are a line.
//! - *radius*: how far the shape reaches around its core.

use bevy::math::Vec2;
use parry2d::{query::PointQuery, shape::Segment};

use super::base::{Base, Placed};

/// Measured along a normal two cores may seem so much farther apart than they are. Inches.
const ROUNDING: f32 = 1e-3;

/// A convex core of one to six points, grown by a radius. Inches.
#[derive(Clone, Copy, Debug)]
pub struct Hull {
    points: [Vec2; 6],
    count: usize,
    radius: f32,
}

impl Hull {
    /// The shape of a base where it stands.
    pub fn of(placed: &Placed) -> Self {
        match placed.base {
            Base::Circle { radius } => Self::disc(placed.pose.at, radius.0),
            Base::Rectangle { .. } => {
                let [a, b, c, d] = placed.rectangle_corners();
                Self { points: [a, b, c, d, d, d], count: 4, radius: 0.0 }
            }
        }
    }

    /// A disc.
    pub fn disc(at: Vec2, radius: f32) -> Self {
        Self { points: [at; 6], count: 1, radius }
    }

    /// All points at most `radius` from a straight line.
    pub fn band(from: Vec2, to: Vec2, radius: f32) -> Self {
        let count = if from.distance_squared(to) < 1e-12 { 1 } else { 2 };
        Self { points: [from, to, to, to, to, to], count, radius }
    }

    /// A triangle with its corners counter-clockwise.
    pub fn triangle([a, b, c]: [Vec2; 3]) -> Self {
        Self { points: [a, b, c, c, c, c], count: 3, radius: 0.0 }
    }

    /// All the ground a base covers while its centre moves straight to a point, facing kept.
    pub fn swept(placed: &Placed, to: Vec2) -> Self {
        let way = to - placed.pose.at;
        if way.length_squared() < 1e-12 {
            return Self::of(placed);
        }
        match placed.base {
            Base::Circle { radius } => Self::band(placed.pose.at, to, radius.0),
            Base::Rectangle { .. } => {
                let corners = placed.rectangle_corners();
                let ahead = |i: usize| outward(corners[i % 4], corners[(i + 1) % 4]).dot(way) > 0.0;
                let mut swept = Self { points: [to; 6], count: 0, radius: 0.0 };
                for (i, &corner) in corners.iter().enumerate() {
                    let (before, after) = (ahead(i + 3), ahead(i));
                    if before {
                        swept.push(corner + way);
                    }
                    if before != after || !before {
                        swept.push(corner);
                    }
                    if !before && after {
                        swept.push(corner + way);
                    }
                }
                swept
            }
        }
    }

    /// At most two of the four corners of a rectangle are doubled, so six places are enough.
    fn push(&mut self, point: Vec2) {
        if let Some(place) = self.points.get_mut(self.count) {
            *place = point;
            self.count += 1;
        }
    }

    fn core(&self) -> &[Vec2] {
        &self.points[..self.count.max(1)]
    }

    /// The core's edges; a line has two, there and back, a point has one without length.
    fn edges(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        let core = self.core();
        (0..core.len()).map(move |i| (core[i], core[(i + 1) % core.len()]))
    }

    /// The middle of the core's corners, inside the shape.
    pub fn centre(&self) -> Vec2 {
        let core = self.core();
        core.iter().copied().sum::<Vec2>() / core.len() as f32
    }

    /// The lower left and the upper right corner of the upright rectangle around the shape.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let (low, high) = bounds_of(self.core());
        (low - self.radius, high + self.radius)
    }

    /// Inches between the edges of two shapes; below zero, how deep they sink into each other.
    pub fn separation(&self, other: &Self) -> f32 {
        self.separation_up_to(other, f32::INFINITY)
    }

    /// The same for who only asks whether it is less than `most`: beyond that it may be too small,
    /// but not less than `most`, and is found faster.
    pub fn separation_up_to(&self, other: &Self, most: f32) -> f32 {
        let grown = self.radius + other.radius;
        self.between_cores(other, most + grown).0 - self.radius - other.radius
    }

    /// Inches between two cores, exact up to `most`, and their closest points, if those had to be looked
    /// for.
    fn between_cores(&self, other: &Self, most: f32) -> (f32, Option<(Vec2, Vec2)>) {
        if self.count > 2 || other.count > 2 {
            // Between two parallel lines that part the cores there is no more room than that. Where the
            // closest points have to be found anyway, it is enough to know that they are apart at all.
            let enough = if most.is_finite() { most + ROUNDING } else { 0.0 };
            let mut by_faces = self.face_separation(other, enough);
            if by_faces <= enough {
                by_faces = by_faces.max(other.face_separation(self, enough));
            }
            if by_faces <= 0.0 || most.is_finite() && by_faces > enough {
                return (by_faces, None);
            }
        } else if self.crosses(other) {
            return (0.0, None);
        }
        let (a, b) = self.closest_core(other);
        (a.distance(b), Some((a, b)))
    }

    /// Whether two cores that are lines cross.
    fn crosses(&self, other: &Self) -> bool {
        if self.count != 2 || other.count != 2 {
            return false;
        }
        let ([a, b, ..], [c, d, ..]) = (self.points, other.points);
        let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - p);
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    }

    /// The largest separation along the outward normals of this core's faces, or the first that is
    /// more than enough.
    fn face_separation(&self, other: &Self, enough: f32) -> f32 {
        let mut best = f32::NEG_INFINITY;
        for (a, b) in self.edges() {
            let normal = outward(a, b);
            if normal == Vec2::ZERO {
                continue;
            }
            let nearest = other.core().iter().fold(f32::INFINITY, |d, &p| d.min(normal.dot(p - a)));
            best = best.max(nearest);
            if best > enough {
                break;
            }
        }
        best
    }

    /// The closest points of two cores that don't overlap: one of them is always a corner.
    fn closest_core(&self, other: &Self) -> (Vec2, Vec2) {
        let mut best = (self.points[0], other.points[0]);
        let mut least = f32::INFINITY;
        for &p in self.core() {
            for (a, b) in other.edges() {
                let q = on_segment(p, a, b);
                let d = p.distance_squared(q);
                if d < least {
                    (least, best) = (d, (p, q));
                }
            }
        }
        for &q in other.core() {
            for (a, b) in self.edges() {
                let p = on_segment(q, a, b);
                let d = p.distance_squared(q);
                if d < least {
                    (least, best) = (d, (p, q));
                }
            }
        }
        best
    }

    /// The closest points of two shapes, this one's first; twice a shared point if they overlap.
    pub fn closest_points(&self, other: &Self) -> (Vec2, Vec2) {
        self.separation_and_closest_points(other).1
    }

    /// The [separation](Self::separation) and the [closest points](Self::closest_points), measured once.
    pub fn separation_and_closest_points(&self, other: &Self) -> (f32, (Vec2, Vec2)) {
        let (core, closest) = self.between_cores(other, f32::INFINITY);
        let gap = core - self.radius - other.radius;
        let Some((a, b)) = closest.filter(|_| core > 0.0) else {
            let shared = self.shared_point(other);
            return (gap, (shared, shared));
        };
        let way = (b - a) / core.max(1e-9);
        if gap < 0.0 {
            let shared = a + way * (self.radius + gap / 2.0);
            return (gap, (shared, shared));
        }
        (gap, (a + way * self.radius, b - way * other.radius))
    }

    /// A point of two shapes whose cores meet: on an edge of this core inside the other, or the
    /// middle of the one that lies within the other.
    fn shared_point(&self, other: &Self) -> Vec2 {
        let on_edge = self.edges().find_map(|(a, b)| {
            let along = (b - a).try_normalize()?;
            let (first, last) = other.chord(a, along)?;
            let (first, last) = (first.max(0.0), last.min(a.distance(b)));
            (first <= last).then(|| a + along * ((first + last) / 2.0))
        });
        let within = || if self.contains(other.centre()) { other } else { self }.centre();
        on_edge.unwrap_or_else(within)
    }

    /// The point on or in this shape that is closest to a point.
    pub fn closest_point(&self, point: Vec2) -> Vec2 {
        let there = Self::disc(point, 0.0);
        if self.separation(&there) <= 0.0 {
            return point;
        }
        let (a, _) = self.closest_core(&there);
        a + (point - a).normalize_or_zero() * self.radius
    }

    /// Whether a point lies on or in this shape.
    pub fn contains(&self, point: Vec2) -> bool {
        self.separation(&Self::disc(point, 0.0)) <= 0.0
    }

    /// Where an endless line runs inside the shape: from and to, in inches along a unit vector.
    pub fn chord(&self, from: Vec2, along: Vec2) -> Option<(f32, f32)> {
        let (mut first, mut last) = (f32::INFINITY, f32::NEG_INFINITY);
        let mut take = |t: f32| (first, last) = (first.min(t), last.max(t));
        for &corner in self.core() {
            let aside = along.perp_dot(corner - from);
            let half = self.radius * self.radius - aside * aside;
            if half >= 0.0 {
                let middle = along.dot(corner - from);
                take(middle - half.sqrt());
                take(middle + half.sqrt());
            }
        }
        for (a, b) in self.edges() {
            let shift = outward(a, b) * self.radius;
            let (a, b) = (a + shift - from, b + shift - from);
            let (da, db) = (along.perp_dot(a), along.perp_dot(b));
            if (da < 0.0) != (db < 0.0) {
                take(along.dot(a + (b - a) * (da / (da - db))));
            }
        }
        (first <= last).then_some((first, last))
    }

    /// How far the shape reaches in a direction, measured from the origin along a unit vector.
    pub fn extent(&self, along: Vec2) -> f32 {
        self.core().iter().fold(f32::NEG_INFINITY, |e, p| e.max(p.dot(along))) + self.radius
    }

    /// The boundary as a polygon, counter-clockwise, grown by `more` inches, with round corners
    /// of `segments` points to the full circle.
    pub fn outline(&self, more: f32, segments: usize) -> Vec<Vec2> {
        let radius = self.radius + more;
        if radius <= 1e-6 {
            return self.core().to_vec();
        }
        let segments = segments.clamp(4, 1024);
        let step = std::f32::consts::TAU / segments as f32;
        let turn = |radians: f32| {
            let (sin, cos) = bevy::math::ops::sin_cos(radians);
            Vec2::new(cos, sin)
        };
        let core = self.core();
        if core.len() == 1 {
            return (0..segments).map(|i| core[0] + turn(step * i as f32) * radius).collect();
        }
        let edges: Vec<(Vec2, Vec2)> =
            self.edges().filter(|(a, b)| outward(*a, *b) != Vec2::ZERO).collect();
        let mut outline = Vec::new();
        for i in 0..edges.len() {
            let (before, here) = (edges[(i + edges.len() - 1) % edges.len()], edges[i]);
            let (n0, n1) = (outward(before.0, before.1), outward(here.0, here.1));
            let mut arc = bevy::math::ops::atan2(n0.perp_dot(n1), n0.dot(n1));
            if arc < -1e-3 {
                arc += std::f32::consts::TAU;
            }
            let start = bevy::math::ops::atan2(n0.y, n0.x);
            let pieces = (arc / step).ceil().max(1.0) as usize;
            for k in 0..=pieces {
                outline.push(here.0 + turn(start + arc * k as f32 / pieces as f32) * radius);
            }
        }
        outline
    }
}

/// The upright rectangle around points; inside out if there are none.
pub(super) fn bounds_of(points: &[Vec2]) -> (Vec2, Vec2) {
    let inside_out = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    points.iter().fold(inside_out, |(low, high), &p| (low.min(p), high.max(p)))
}

/// The unit normal to the right of an edge, which is outside for counter-clockwise corners.
fn outward(a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let length = along.length();
    if length < 1e-5 { Vec2::ZERO } else { Vec2::new(along.y, -along.x) / length }
}

/// The point of a straight line that is closest to a point.
pub(super) fn on_segment(point: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    // Measured from the point itself, so that far corners of the table cost no precision.
    let (a, b) = (a - point, b - point);
    let there = Segment::new(parry(a), parry(b)).project_local_point(parry(Vec2::ZERO), true);
    point + Vec2::new(there.point.x, there.point.y)
}

/// parry2d speaks a newer glam than Bevy; this module is where the two meet.
fn parry(v: Vec2) -> parry2d::math::Vector {
    parry2d::math::Vector::new(v.x, v.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Inches, Pose};

    fn square(x: f32, y: f32, degrees: f32) -> Placed {
        let base = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };
        Placed::new(base, Pose::degrees(Vec2::new(x, y), degrees))
    }

    #[test]
    fn separations_are_exact() {
        let a = Hull::of(&square(0.0, 0.0, 90.0));
        assert!((a.separation(&Hull::of(&square(3.0, 0.0, 90.0))) - 2.0).abs() < 1e-5);
        assert!((a.separation(&Hull::of(&square(0.75, 0.0, 90.0))) + 0.25).abs() < 1e-5);
        let tilted = Hull::of(&square(3.0, 0.0, 45.0));
        assert!((a.separation(&tilted) - (2.5 - 0.5f32.sqrt())).abs() < 1e-5);
        let disc = Hull::disc(Vec2::new(3.0, 4.0), 1.0);
        assert!((Hull::disc(Vec2::ZERO, 1.0).separation(&disc) - 3.0).abs() < 1e-5);
        let corner = Hull::disc(Vec2::new(3.5, 4.5), 1.0);
        assert!((a.separation(&corner) - 4.0).abs() < 1e-5);
    }

    #[test]
    fn the_closest_points_are_as_far_apart_as_the_shapes() {
        let shapes = [
            Hull::of(&square(0.0, 0.0, 20.0)),
            Hull::disc(Vec2::new(2.5, 1.0), 0.5),
            Hull::band(Vec2::new(-3.0, 1.0), Vec2::new(2.0, 3.0), 0.25),
            Hull::swept(&square(1.0, -3.0, 70.0), Vec2::new(4.0, -1.0)),
            Hull::disc(Vec2::new(0.3, 0.2), 0.1),
        ];
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let (gap, (from, to)) = a.separation_and_closest_points(b);
            assert_eq!(gap, a.separation(b));
            assert!((from.distance(to) - gap.max(0.0)).abs() < 1e-4, "{gap} {from} {to}");
        }
    }

    #[test]
    fn a_swept_square_is_a_hexagon() {
        let swept = Hull::swept(&square(0.0, 0.0, 90.0), Vec2::new(4.0, 4.0));
        assert_eq!(swept.count, 6);
        assert!(swept.contains(Vec2::new(2.0, 2.0)));
        assert!(swept.contains(Vec2::new(2.4, 1.5)));
        assert!(!swept.contains(Vec2::new(3.2, 1.5)));
        let straight = Hull::swept(&square(0.0, 0.0, 90.0), Vec2::new(4.0, 0.0));
        assert!((straight.separation(&Hull::disc(Vec2::new(2.0, 2.5), 1.0)) - 1.0).abs() < 1e-5);
        assert!((straight.separation(&Hull::disc(Vec2::new(6.5, 0.0), 1.0)) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn chords_cross_round_ends_and_sides() {
        let band = Hull::band(Vec2::new(2.0, 0.0), Vec2::new(6.0, 0.0), 0.5);
        assert_eq!(band.chord(Vec2::ZERO, Vec2::X), Some((1.5, 6.5)));
        let across = band.chord(Vec2::new(4.0, -3.0), Vec2::Y).expect("the line crosses");
        assert!((across.0 - 2.5).abs() < 1e-5 && (across.1 - 3.5).abs() < 1e-5);
        assert_eq!(band.chord(Vec2::new(0.0, 0.6), Vec2::X), None);
    }

    #[test]
    fn lines_are_apart_unless_they_cross() {
        let line =
            |from: (f32, f32), to: (f32, f32)| Hull::band(Vec2::from(from), Vec2::from(to), 0.0);
        let level = line((0.0, 0.0), (4.0, 0.0));
        assert_eq!(level.separation(&line((2.0, -1.0), (2.0, 1.0))), 0.0);
        // Each of these crosses the endless line through the other, but not the other itself.
        for apart in [line((2.0, 0.5), (2.0, 3.0)), line((4.5, -1.0), (4.5, 1.0))] {
            assert!((level.separation(&apart) - 0.5).abs() < 1e-5);
            assert!((apart.separation(&level) - 0.5).abs() < 1e-5);
        }
        assert!((level.separation(&line((0.0, 0.5), (4.0, 0.5))) - 0.5).abs() < 1e-5);
    }

    #[test]
    fn shapes_that_sink_into_each_other_share_a_point_of_both() {
        let disc = |x: f32, radius: f32| Hull::disc(Vec2::new(x, 0.0), radius);
        let (a, b) = disc(0.0, 2.0).closest_points(&disc(2.5, 1.0));
        assert!(a == b && a.distance(Vec2::new(1.75, 0.0)) < 1e-5, "{a}");
        let (a, b) = disc(0.0, 2.0).closest_points(&disc(3.5, 1.0));
        assert!(a.distance(Vec2::new(2.0, 0.0)) < 1e-5 && b.distance(Vec2::new(2.5, 0.0)) < 1e-5);
        // One within the other: the middle of the inner one, whichever is asked.
        let (outer, inner) = (
            square(0.0, 0.0, 90.0),
            Placed::new(
                Base::Rectangle { width: Inches(0.2), depth: Inches(0.2) },
                Pose::degrees(Vec2::new(0.3, 0.1), 90.0),
            ),
        );
        let (outer, inner) = (Hull::of(&outer), Hull::of(&inner));
        for (a, b) in [(&outer, &inner), (&inner, &outer)] {
            let (shared, same) = a.closest_points(b);
            assert!(shared == same && outer.contains(shared) && inner.contains(shared), "{shared}");
        }
    }

    #[test]
    fn outlines_lie_on_the_boundary() {
        for hull in [
            Hull::of(&square(5.0, 5.0, 20.0)),
            Hull::disc(Vec2::new(5.0, 5.0), 0.5),
            Hull::band(Vec2::new(2.0, 1.0), Vec2::new(6.0, 3.0), 0.5),
        ] {
            for point in hull.outline(1.0, 32) {
                let gap = hull.separation(&Hull::disc(point, 0.0));
                assert!((gap - 1.0).abs() < 1e-3, "{gap}");
            }
        }
    }
}

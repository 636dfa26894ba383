//! Solid things as a mover's centre meets them: a core grown by a radius. The corners of their
//! outlines are the points at which shortest paths bend.

use bevy::math::{Vec2, ops};

use super::measure::{
    bounding_disc, box_to_segment_squared, distance_to_segment_squared, edges, local, nearest_of,
    right, segments_apart_squared, signed_area, to_box_squared, within,
};

/// How far outside an outline its corners are put, so that a path along it stays clear. Inches.
const MARGIN: f32 = 0.002;
/// A distance that falls by less than this doesn't fall. Inches.
const SHRINKING: f32 = 3e-4;
/// More than rounding takes from a distance across a table. Inches.
pub(super) const ROUNDING: f32 = 0.01;
/// The widest angle one straight piece of a rounded outline spans; shorter means longer lists of
/// corners and paths nearer to the optimum. Radians: a sixteenth of a turn, 1.3 % at most.
const ARC_STEP: f32 = core::f32::consts::PI / 8.0;

/// What an obstacle is before it is grown.
#[derive(Clone, Debug)]
pub(in crate::table) enum Core {
    /// A rectangle around a point; a point if it has no size.
    Box {
        /// The middle.
        at: Vec2,
        /// The direction of its depth, a unit vector.
        facing: Vec2,
        /// Half its width and half its depth.
        half: Vec2,
    },
    /// What lies within a limit of a box and in front of the line through its middle.
    Front {
        /// The middle of the box.
        at: Vec2,
        /// The direction of its depth, a unit vector.
        facing: Vec2,
        /// Half its width and half its depth.
        half: Vec2,
        /// How far from the box it reaches.
        limit: f32,
    },
    /// The inside of a simple polygon, counter-clockwise.
    Loop(Vec<Vec2>),
    /// A line of at least two points.
    Line(Vec<Vec2>),
}

/// A place where a path may bend around an obstacle.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) struct Corner {
    /// Just outside the outline.
    pub at: Vec2,
    /// Backwards along the outline, a unit vector.
    pub back: Vec2,
    /// Onwards along the outline, a unit vector.
    pub ahead: Vec2,
}

/// A core grown by a radius: where the mover's centre may not be.
#[derive(Clone, Debug)]
pub(in crate::table) struct Obstacle {
    core: Core,
    radius: f32,
    middle: Vec2,
    bound: f32,
    /// Whether the mover begins inside; it may then leave, but never go deeper.
    pub left: bool,
}

impl Obstacle {
    /// A core grown by a radius. Polygons may run in either direction.
    pub fn new(core: Core, radius: f32) -> Self {
        let core = match core {
            Core::Loop(mut points) => {
                if signed_area(&points) < 0.0 {
                    points.reverse();
                }
                Core::Loop(points)
            }
            Core::Box { .. } | Core::Front { .. } | Core::Line(_) => core,
        };
        let (middle, core_bound) = match &core {
            Core::Box { at, half, .. } => (*at, half.length()),
            Core::Front { at, half, limit, .. } => (*at, half.length() + limit),
            Core::Loop(points) | Core::Line(points) => bounding_disc(points),
        };
        Self { core, radius, middle, bound: core_bound + radius, left: false }
    }

    /// Taken apart again.
    pub fn into_core(self) -> (Core, f32) {
        (self.core, self.radius)
    }

    /// How far the core is grown.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// A disc that holds all of it: its middle and its radius.
    pub fn bounds(&self) -> (Vec2, f32) {
        (self.middle, self.bound)
    }

    /// Whether its middle is in its core, so that two whose middles are near surely overlap.
    pub fn is_base(&self) -> bool {
        matches!(self.core, Core::Box { .. })
    }

    /// How far a point is outside the outline; negative inside, where the core's own inside may
    /// count as its edge.
    pub fn clearance(&self, point: Vec2) -> f32 {
        self.distance(point) - self.radius
    }

    /// At most so far can one go from a point without crossing the outline; negative inside.
    pub fn depth(&self, point: Vec2) -> f32 {
        let inside = match &self.core {
            Core::Box { at, facing, half } => {
                let left = *half - local(point - *at, *facing).abs();
                left.min_element().max(0.0)
            }
            Core::Loop(points) if within(points, point) => edges(points, true)
                .map(|(a, b)| distance_to_segment_squared(point, a, b))
                .fold(f32::MAX, f32::min)
                .sqrt(),
            Core::Front { .. } | Core::Loop(_) | Core::Line(_) => 0.0,
        };
        if inside > 0.0 { -inside - self.radius } else { self.clearance(point) }
    }

    /// Whether a point is inside.
    pub fn holds(&self, point: Vec2) -> bool {
        point.distance_squared(self.middle) < self.bound * self.bound
            && self.distance(point) < self.radius
    }

    /// Whether a straight way is barred. If the mover begins inside, it may go where it comes no
    /// nearer to the core.
    pub fn bars(&self, from: Vec2, to: Vec2) -> bool {
        if distance_to_segment_squared(self.middle, from, to) >= self.bound * self.bound {
            return false;
        }
        if self.left && !self.is_beyond(from, self.bound) {
            let before = self.distance(from);
            if before < self.radius {
                // Where the outline may be no nearer needn't be measured.
                let far = self.bound - self.radius + before;
                let is_deeper = |point: Vec2| {
                    !self.is_beyond(point, far) && self.distance(point) < before - SHRINKING
                };
                return is_deeper(from + (to - from).clamp_length_max(0.1)) || is_deeper(to);
            }
        }
        self.comes_within(from, to)
    }

    /// Whether a point is surely farther from its middle than that.
    fn is_beyond(&self, point: Vec2, far: f32) -> bool {
        let far = far + ROUNDING;
        point.distance_squared(self.middle) > far * far
    }

    /// The distance from a point to the core, nothing inside it.
    fn distance(&self, point: Vec2) -> f32 {
        match &self.core {
            Core::Box { at, facing, half } => {
                to_box_squared(local(point - *at, *facing), *half).sqrt()
            }
            Core::Front { at, facing, half, limit } => {
                let seen = local(point - *at, *facing);
                if seen.y >= 0.0 {
                    (to_box_squared(seen, *half).sqrt() - limit).max(0.0)
                } else {
                    Vec2::new((seen.x.abs() - half.x - limit).max(0.0), seen.y).length()
                }
            }
            Core::Loop(points) => {
                if within(points, point) {
                    return 0.0;
                }
                edges(points, true)
                    .map(|(a, b)| distance_to_segment_squared(point, a, b))
                    .fold(f32::MAX, f32::min)
                    .sqrt()
            }
            Core::Line(points) => edges(points, false)
                .map(|(a, b)| distance_to_segment_squared(point, a, b))
                .fold(f32::MAX, f32::min)
                .sqrt(),
        }
    }

    /// The point of the core nearest to a point that lies outside it.
    pub fn nearest(&self, point: Vec2) -> Vec2 {
        match &self.core {
            Core::Box { at, facing, half } => {
                let held = local(point - *at, *facing).clamp(-*half, *half);
                *at + right(*facing) * held.x + *facing * held.y
            }
            Core::Front { at, facing, half, limit } => {
                let seen = local(point - *at, *facing);
                let width = half.x + limit;
                let held = if seen.y < 0.0 {
                    Vec2::new(seen.x.clamp(-width, width), 0.0)
                } else {
                    let on_box = seen.clamp(-*half, *half);
                    on_box + (seen - on_box).clamp_length_max(*limit)
                };
                *at + right(*facing) * held.x + *facing * held.y
            }
            Core::Loop(points) => nearest_of(edges(points, true), point),
            Core::Line(points) => nearest_of(edges(points, false), point),
        }
    }

    fn comes_within(&self, from: Vec2, to: Vec2) -> bool {
        let limit = self.radius * self.radius;
        match &self.core {
            Core::Box { at, half, .. } if *half == Vec2::ZERO => {
                distance_to_segment_squared(*at, from, to) < limit
            }
            Core::Box { at, facing, half } => {
                let (a, b) = (local(from - *at, *facing), local(to - *at, *facing));
                box_to_segment_squared(*half, a, b) < limit
            }
            Core::Front { at, facing, half, limit } => {
                let (a, b) = (local(from - *at, *facing), local(to - *at, *facing));
                self.front_within(*half, *limit, a, b)
            }
            Core::Loop(points) => {
                !self.is_beyond(from, self.bound) && within(points, from)
                    || self.any_edge_within(edges(points, true), from, to)
            }
            Core::Line(points) => self.any_edge_within(edges(points, false), from, to),
        }
    }

    /// Whether a way comes nearer to any edge than the radius.
    fn any_edge_within(
        &self,
        mut edges: impl Iterator<Item = (Vec2, Vec2)>,
        from: Vec2,
        to: Vec2,
    ) -> bool {
        // Most edges are too far to one side to be measured.
        let around = Vec2::splat(self.radius.abs() + ROUNDING);
        let (low, high) = (from.min(to) - around, from.max(to) + around);
        let limit = self.radius * self.radius;
        edges.any(|(a, b)| {
            a.max(b).cmpge(low).all()
                && a.min(b).cmple(high).all()
                && segments_apart_squared(a, b, from, to) < limit
        })
    }

    /// Cuts the way at the line through the middle and tests each side against its own edge.
    fn front_within(&self, half: Vec2, limit: f32, a: Vec2, b: Vec2) -> bool {
        let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
        let on_line = if low.y < 0.0 && high.y >= 0.0 {
            low.lerp(high, low.y / (low.y - high.y))
        } else {
            low
        };
        let grown = limit + self.radius;
        let ahead = high.y >= 0.0 && box_to_segment_squared(half, on_line, high) < grown * grown;
        let end = Vec2::new(half.x + limit, 0.0);
        let until = if high.y < 0.0 { high } else { on_line };
        ahead
            || low.y < 0.0
                && segments_apart_squared(-end, end, low, until) < self.radius * self.radius
    }

    /// The points that mark out the core.
    pub fn marks(&self) -> Vec<Vec2> {
        match &self.core {
            Core::Front { at, facing, half, limit } => {
                let across = right(*facing) * (half.x + limit);
                vec![*at - across, *at + across, *at + *facing * (half.y + limit)]
            }
            Core::Box { at, half, .. } if *half == Vec2::ZERO => vec![*at],
            Core::Box { at, facing, half } => {
                let (across, along) = (right(*facing) * half.x, *facing * half.y);
                vec![
                    *at - across - along,
                    *at + across - along,
                    *at + across + along,
                    *at - across + along,
                ]
            }
            Core::Loop(points) | Core::Line(points) => points.clone(),
        }
    }

    /// Appends the corners of the outline, counter-clockwise.
    pub fn corners(&self, out: &mut Vec<Corner>) {
        let radius = self.radius.max(0.0) + MARGIN;
        if let Core::Front { at, facing, half, limit } = self.core {
            let quarter = core::f32::consts::FRAC_PI_2;
            let (right, grown) = (right(facing), limit + radius);
            let (across, along) = (right * half.x, facing * half.y);
            let end = right * (half.x + limit);
            arc(at + end, -facing, quarter, radius, out);
            arc(at + across + along, right, quarter, grown, out);
            arc(at - across + along, facing, quarter, grown, out);
            arc(at - end, -right, quarter, radius, out);
            return;
        }
        let mut outline = self.marks();
        if let Core::Line(points) = &self.core {
            // There and back again: a polygon without an inside.
            outline.extend(points.iter().rev().skip(1).take(points.len().saturating_sub(2)));
        }
        outline.dedup();
        if let [point] = outline[..] {
            arc(point, Vec2::X, core::f32::consts::TAU, radius, out);
            return;
        }
        for (i, &at) in outline.iter().enumerate() {
            let before = outline[(i + outline.len() - 1) % outline.len()];
            let after = outline[(i + 1) % outline.len()];
            let (came, goes) =
                ((at - before).normalize_or_zero(), (after - at).normalize_or_zero());
            let (sine, cosine) = (came.perp_dot(goes), came.dot(goes));
            let turn = if cosine < 0.0 && sine.abs() < 1e-5 {
                core::f32::consts::PI
            } else {
                ops::atan2(sine, cosine)
            };
            if turn > 1e-4 {
                arc(at, right(came), turn, radius, out);
            }
        }
    }
}

/// The corners of a circumscribed polyline around an arc that begins at a direction and turns
/// counter-clockwise.
fn arc(middle: Vec2, begins: Vec2, turn: f32, radius: f32, out: &mut Vec<Corner>) {
    // So small an arc is one corner, for directions along its pieces would be mere noise.
    let step = if radius < 0.05 { core::f32::consts::FRAC_PI_2 } else { ARC_STEP };
    let pieces = ops::ceil(turn / step - 1e-4).clamp(1.0, 16.0);
    let half_step = turn / pieces / 2.0;
    let (sine, cosine) = ops::sin_cos(half_step);
    let half_turn = Vec2::new(cosine, sine);
    let mut outwards = begins;
    for _ in 0..pieces as usize {
        let back = right(outwards);
        outwards = half_turn.rotate(outwards);
        let at = middle + outwards * (radius / cosine);
        outwards = half_turn.rotate(outwards);
        out.push(Corner { at, back, ahead: outwards.perp() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Obstacle {
        let half = Vec2::new(2.0, 1.0);
        Obstacle::new(Core::Box { at: Vec2::new(10.0, 10.0), facing: Vec2::Y, half }, 0.5)
    }

    #[test]
    fn a_box_and_its_polygon_are_the_same_obstacle() {
        let boxed = square();
        let looped = Obstacle::new(Core::Loop(boxed.marks()), 0.5);
        for i in 0..60 {
            for j in 0..60 {
                let p = Vec2::new(7.0 + i as f32 * 0.1, 8.0 + j as f32 * 0.07);
                assert!((boxed.clearance(p) - looped.clearance(p)).abs() < 1e-4);
                assert_eq!(boxed.bars(Vec2::ZERO, p), looped.bars(Vec2::ZERO, p));
            }
        }
    }

    #[test]
    fn corners_lie_outside_and_so_do_the_ways_between_them() {
        let line = vec![Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 3.0)];
        for obstacle in [square(), Obstacle::new(Core::Line(line), 0.7)] {
            let mut corners = Vec::new();
            obstacle.corners(&mut corners);
            assert!(corners.len() >= 12);
            for corner in &corners {
                let clearance = obstacle.clearance(corner.at);
                assert!(clearance > 0.0 && clearance < 0.05 * obstacle.radius(), "{clearance}");
            }
        }
        let mut corners = Vec::new();
        square().corners(&mut corners);
        for (i, corner) in corners.iter().enumerate() {
            assert!(!square().bars(corner.at, corners[(i + 1) % corners.len()].at));
        }
    }

    #[test]
    fn a_mover_inside_leaves_but_never_goes_deeper() {
        let mut zone =
            Obstacle::new(Core::Box { at: Vec2::ZERO, facing: Vec2::Y, half: Vec2::ZERO }, 2.0);
        zone.left = true;
        let start = Vec2::new(1.5, 0.0);
        assert!(!zone.bars(start, Vec2::new(5.0, 0.0)));
        assert!(!zone.bars(start, Vec2::new(1.5, 4.0)));
        assert!(zone.bars(start, Vec2::new(1.0, 4.0)));
        assert!(zone.bars(start, Vec2::new(-5.0, 0.0)));
        assert!(zone.bars(Vec2::new(3.0, 0.0), Vec2::new(-3.0, 0.1)));
    }
}

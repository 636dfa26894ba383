//! What a mover's base makes of the things around it: bases, zones and terrain grown by its own
//! shape, so that it can be moved as a point.

use bevy::math::Vec2;

use super::{
    measure::{edges, signed_area},
    obstacle::{Core, Obstacle},
};
use crate::table::{Base, Footprint, Placed, Pose, base::OVERLAP_TOLERANCE};

/// How much nearer to others than their edges the mover is let: half of what is no overlap and a
/// quarter of what is no entering of a zone, so that what is found here passes there. Inches.
pub(super) const SUNK: f32 = OVERLAP_TOLERANCE / 2.0;

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
    pub fn half_extent(self) -> Vec2 {
        match self {
            Self::Disc(radius) => Vec2::splat(radius),
            Self::Rectangle(half, facing) => facing.perp().abs() * half.x + facing.abs() * half.y,
        }
    }

    pub fn outer_radius(self) -> f32 {
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

fn is_convex(points: &[Vec2]) -> bool {
    let whole = signed_area(points);
    (0..points.len()).all(|i| {
        let [a, b, c] = [i, i + 1, i + 2].map(|k| points[k % points.len()]);
        (b - a).perp_dot(c - b) * whole >= 0.0
    })
}

/// The smallest convex polygon around points, counter-clockwise.
pub fn convex_hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
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

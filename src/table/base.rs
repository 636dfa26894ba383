//! Bases, where they stand, and the distance between them, edge to edge.

use bevy::{
    math::{Rot2, Vec2, ops},
    prelude::Component,
};
use serde::{Deserialize, Serialize};

use super::{
    hull::Hull,
    units::{Inches, TOLERANCE},
};

/// Two bases may sink into each other by this much before they overlap: half the tolerance, so
/// that a base put in contact is never an overlap. Inches.
pub const OVERLAP_TOLERANCE: f32 = TOLERANCE / 2.0;

/// The shape a model stands on. Lengths are in inches; data files give millimetres.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Base {
    /// A round base.
    Circle {
        /// Half its diameter.
        radius: Inches,
    },
    /// A rectangular base.
    Rectangle {
        /// Across the front.
        width: Inches,
        /// From front to back.
        depth: Inches,
    },
}

impl Base {
    /// A round base by its diameter in millimetres.
    pub fn round(millimetres: f32) -> Self {
        Self::Circle { radius: Inches::from_millimetres(millimetres / 2.0) }
    }

    /// A rectangular base by its width across the front and its depth, in millimetres.
    pub fn rectangle(width: f32, depth: f32) -> Self {
        Self::Rectangle {
            width: Inches::from_millimetres(width),
            depth: Inches::from_millimetres(depth),
        }
    }

    /// Width across the front.
    pub fn width(self) -> Inches {
        match self {
            Self::Circle { radius } => radius * 2.0,
            Self::Rectangle { width, .. } => width,
        }
    }

    /// Depth from front to back.
    pub fn depth(self) -> Inches {
        match self {
            Self::Circle { radius } => radius * 2.0,
            Self::Rectangle { depth, .. } => depth,
        }
    }

    /// The radius of the smallest circle around the centre that holds the base.
    pub fn outer_radius(self) -> Inches {
        match self {
            Self::Circle { radius } => radius,
            Self::Rectangle { width, depth } => Inches(Vec2::new(width.0, depth.0).length() / 2.0),
        }
    }

    /// The radius of the largest circle around the centre that the base holds.
    pub fn inner_radius(self) -> Inches {
        match self {
            Self::Circle { radius } => radius,
            Self::Rectangle { width, depth } => Inches(width.0.min(depth.0) / 2.0),
        }
    }
}

/// Where something stands and which way it faces.
#[derive(Component, Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// The base's centre, in inches from the table's lower left corner.
    pub at: Vec2,
    /// A unit vector.
    pub facing: Vec2,
}

/// How far the length of a facing may be from 1, for those written by hand in a file.
const LENGTH_TOLERANCE: f32 = 1e-3;

impl Pose {
    /// At a point, facing a direction; a direction without length faces up the table.
    pub fn new(at: Vec2, facing: Vec2) -> Self {
        Self { at, facing: facing.normalize_or(Vec2::Y) }
    }

    /// Whether both are numbers and the facing a unit vector, as every pose from outside must have it.
    pub fn is_sound(self) -> bool {
        self.at.is_finite()
            && self.facing.is_finite()
            && (self.facing.length() - 1.0).abs() <= LENGTH_TOLERANCE
    }

    /// At a point, facing an angle in degrees, counter-clockwise from the table's right.
    pub fn degrees(at: Vec2, degrees: f32) -> Self {
        Self { at, facing: direction(degrees) }
    }

    /// The facing in degrees, counter-clockwise from the table's right, from -180 to 180.
    pub fn facing_degrees(self) -> f32 {
        ops::atan2(self.facing.y, self.facing.x).to_degrees()
    }

    /// A unit vector to the model's own right.
    pub fn right(self) -> Vec2 {
        Vec2::new(self.facing.y, -self.facing.x)
    }

    /// A point given in the model's own terms: inches to its right and inches ahead.
    pub fn local(self, right: f32, ahead: f32) -> Vec2 {
        self.at + self.right() * right + self.facing * ahead
    }

    /// Whether a point lies in the front half plane; points beside the centre count as front.
    pub fn in_front(self, point: Vec2) -> bool {
        (point - self.at).dot(self.facing) >= -1e-4
    }

    /// Turned on the spot by degrees, counter-clockwise.
    #[must_use]
    pub fn turned(self, degrees: f32) -> Self {
        let facing = (rotation(degrees) * self.facing).normalize_or(self.facing);
        Self { facing, ..self }
    }
}

/// A rotation by degrees, counter-clockwise, the same on every platform.
pub fn rotation(degrees: f32) -> Rot2 {
    let (sin, cos) = ops::sin_cos(degrees.to_radians());
    Rot2::from_sin_cos(sin, cos)
}

/// A unit vector by degrees, counter-clockwise from the table's right.
pub fn direction(degrees: f32) -> Vec2 {
    let (sin, cos) = ops::sin_cos(degrees.to_radians());
    Vec2::new(cos, sin)
}

/// A base at a pose: the thing on the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// Its shape.
    pub base: Base,
    /// Where it stands.
    pub pose: Pose,
}

impl Placed {
    /// A base at a pose.
    pub fn new(base: Base, pose: Pose) -> Self {
        Self { base, pose }
    }

    /// Whether a point lies on or in the base.
    pub fn contains(&self, p: Vec2) -> bool {
        Hull::of(self).contains(p)
    }

    /// The point on or in the base that is closest to a point.
    pub fn closest_point(&self, p: Vec2) -> Vec2 {
        Hull::of(self).closest_point(p)
    }

    /// The gap between the base's edge and a point, in inches; below zero how deep the point lies
    /// inside. The quick way to ask about many points.
    pub(super) fn gap_to_point(&self, p: Vec2) -> f32 {
        let off = p - self.pose.at;
        match self.base {
            Base::Circle { radius } => off.length() - radius.0,
            Base::Rectangle { width, depth } => {
                let local = Vec2::new(off.dot(self.pose.right()), off.dot(self.pose.facing));
                let beyond = local.abs() - Vec2::new(width.0, depth.0) / 2.0;
                beyond.max(Vec2::ZERO).length() + beyond.max_element().min(0.0)
            }
        }
    }

    /// The corners of a rectangular base, counter-clockwise: front right, front left, back left,
    /// back right.
    pub fn corners(&self) -> Option<[Vec2; 4]> {
        match self.base {
            Base::Circle { .. } => None,
            Base::Rectangle { .. } => Some(self.rectangle_corners()),
        }
    }

    /// The corners of the rectangle around the base, as [`Self::corners`] orders them.
    pub(super) fn rectangle_corners(&self) -> [Vec2; 4] {
        let right = self.base.width().0 / 2.0;
        let ahead = self.base.depth().0 / 2.0;
        [(right, ahead), (-right, ahead), (-right, -ahead), (right, -ahead)]
            .map(|(right, ahead)| self.pose.local(right, ahead))
    }

    /// The base's edge as a polygon, counter-clockwise; a round base gets `segments` corners.
    pub fn outline(&self, segments: usize) -> Vec<Vec2> {
        Hull::of(self).outline(0.0, segments)
    }

    /// How far the base reaches in a direction, measured from the origin along a unit vector.
    pub fn extent(&self, along: Vec2) -> f32 {
        Hull::of(self).extent(along)
    }

    /// The same base elsewhere, facing kept.
    #[must_use]
    pub fn moved_to(&self, at: Vec2) -> Self {
        Self { pose: Pose { at, ..self.pose }, ..*self }
    }
}

/// The shortest way from base edge to base edge; none when they touch or overlap.
/// Ruling: all distances are edge to edge.
pub fn gap(a: &Placed, b: &Placed) -> Inches {
    Inches(separation(a, b).max(0.0))
}

/// How deep two bases sink into each other; none when they don't.
pub fn penetration(a: &Placed, b: &Placed) -> Inches {
    Inches((-separation(a, b)).max(0.0))
}

/// Whether two bases are in contact: no farther apart than the table's tolerance.
pub fn touching(a: &Placed, b: &Placed) -> bool {
    within(a, b, Inches::ZERO)
}

/// Whether the gap between two bases is at most so many inches.
pub fn within(a: &Placed, b: &Placed, gap: Inches) -> bool {
    let most = gap.0 + TOLERANCE;
    near(a, b, most) && (inner_near(a, b, most) || separation_up_to(a, b, most) <= most)
}

/// Whether the circles around two bases are no farther apart than `by`, in inches: a cheap look
/// before the exact one.
fn near(a: &Placed, b: &Placed, by: f32) -> bool {
    // A little more than needed, so that rounding never decides.
    let reach = a.base.outer_radius().0 + b.base.outer_radius().0 + by + 0.01;
    a.pose.at.distance_squared(b.pose.at) <= reach * reach
}

/// Whether even the circles within two bases are no farther apart than `by`, in inches, so that
/// nothing need be measured.
fn inner_near(a: &Placed, b: &Placed, by: f32) -> bool {
    // A little less than needed, so that rounding never decides.
    let reach = a.base.inner_radius().0 + b.base.inner_radius().0 + by - 0.01;
    reach > 0.0 && a.pose.at.distance_squared(b.pose.at) <= reach * reach
}

/// Whether two bases stand where only one of them fits.
pub fn overlapping(a: &Placed, b: &Placed) -> bool {
    near(a, b, 0.0)
        && !parted_along_a_side(a, b)
        && separation_up_to(a, b, 0.0) < -OVERLAP_TOLERANCE
}

/// Whether a line along a side of the first of two bases, or of the second if the first is round, parts
/// them, as it does neighbours in ranks: a cheap look before the exact one.
fn parted_along_a_side(a: &Placed, b: &Placed) -> bool {
    let ahead = match (a.base, b.base) {
        (Base::Rectangle { .. }, _) => a.pose.facing,
        (Base::Circle { .. }, Base::Rectangle { .. }) => b.pose.facing,
        (Base::Circle { .. }, Base::Circle { .. }) => return false,
    };
    let apart = b.pose.at - a.pose.at;
    // Half the tolerance, so that rounding never decides.
    let parts = |along: Vec2| {
        along.dot(apart).abs() - reach_along(a, along) - reach_along(b, along)
            > -OVERLAP_TOLERANCE / 2.0
    };
    parts(ahead) || parts(ahead.perp())
}

/// How far a base reaches from its centre along a unit vector. Inches.
fn reach_along(placed: &Placed, along: Vec2) -> f32 {
    match placed.base {
        Base::Circle { radius } => radius.0,
        Base::Rectangle { width, depth } => {
            let facing = placed.pose.facing;
            let (across, ahead) = (along.perp_dot(facing).abs(), along.dot(facing).abs());
            (width.0 * across + depth.0 * ahead) / 2.0
        }
    }
}

/// The two points where two bases are closest, on `a` and on `b`; twice a shared point if the
/// bases overlap.
pub fn closest_points(a: &Placed, b: &Placed) -> (Vec2, Vec2) {
    Hull::of(a).closest_points(&Hull::of(b))
}

/// The gap, or below zero how deep the bases overlap.
pub(super) fn separation(a: &Placed, b: &Placed) -> f32 {
    separation_up_to(a, b, f32::INFINITY)
}

/// The same for who only asks whether it is less than `most`, see [`Hull::separation_up_to`].
pub(super) fn separation_up_to(a: &Placed, b: &Placed, most: f32) -> f32 {
    match (a.base, b.base) {
        (Base::Circle { radius: ra }, Base::Circle { radius: rb }) => {
            a.pose.at.distance(b.pose.at) - ra.0 - rb.0
        }
        _ => Hull::of(a).separation_up_to(&Hull::of(b), most),
    }
}

/// How far `mover` can slide straight in a direction until it first touches `target`, if it does
/// within `at_most`; nothing when it touches already. It never sinks in. Book: Charging (CHG-01).
pub fn slide_until_touching(
    mover: &Placed,
    direction: Vec2,
    target: &Placed,
    at_most: Inches,
) -> Option<Inches> {
    let direction = direction.try_normalize()?;
    // Who isn't in the way by the outer circles never touches.
    let apart = target.pose.at - mover.pose.at;
    let both = mover.base.outer_radius().0 + target.base.outer_radius().0 + 2.0 * TOLERANCE;
    let (ahead, aside) = (direction.dot(apart), direction.perp_dot(apart).abs());
    if aside > both || ahead < -both || ahead - both > at_most.0 {
        return None;
    }
    let goal = Hull::of(target);
    let mut way = 0.0;
    // Along a straight line the gap of convex shapes is a convex function of the way, so Newton's
    // steps never go past the first contact.
    for round in 0..64 {
        let hull = Hull::of(&mover.moved_to(mover.pose.at + direction * way));
        let (apart, (from, to)) = hull.separation_and_closest_points(&goal);
        if apart <= if round == 0 { TOLERANCE } else { 1e-4 } {
            return Some(Inches(way));
        }
        let closing = direction.dot(to - from) / from.distance(to).max(1e-9);
        if closing <= 1e-6 {
            return None;
        }
        way += apart / closing;
        if way.is_nan() || way > at_most.0 + 1e-4 {
            return None;
        }
    }
    Some(Inches(way))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disc(x: f32, y: f32) -> Placed {
        Placed::new(Base::Circle { radius: Inches(0.5) }, Pose::degrees(Vec2::new(x, y), 90.0))
    }

    #[test]
    fn gaps_run_from_edge_to_edge() {
        assert!((gap(&disc(0.0, 0.0), &disc(3.0, 4.0)).0 - 4.0).abs() < 1e-5);
        assert!(touching(&disc(0.0, 0.0), &disc(1.015, 0.0)));
        assert!(!touching(&disc(0.0, 0.0), &disc(1.03, 0.0)));
        assert!(!overlapping(&disc(0.0, 0.0), &disc(0.995, 0.0)));
        assert!(overlapping(&disc(0.0, 0.0), &disc(0.98, 0.0)));
        assert!((penetration(&disc(0.0, 0.0), &disc(0.75, 0.0)).0 - 0.25).abs() < 1e-5);
        let (a, b) = closest_points(&disc(0.0, 0.0), &disc(3.0, 0.0));
        assert!(a.distance(Vec2::new(0.5, 0.0)) < 1e-5 && b.distance(Vec2::new(2.5, 0.0)) < 1e-5);
    }

    #[test]
    fn gaps_to_points_are_those_to_dots() {
        let slanted = Pose::degrees(Vec2::new(3.0, 2.0), 30.0);
        let bases = [Base::round(40.0), Base::rectangle(25.0, 50.0)];
        for (base, i) in bases.into_iter().flat_map(|base| (0..400).map(move |i| (base, i))) {
            let placed = Placed::new(base, slanted);
            let point = Vec2::new((i % 20) as f32 * 0.3, (i / 20) as f32 * 0.2);
            let dot = Hull::of(&placed).separation(&Hull::disc(point, 0.0));
            assert!((placed.gap_to_point(point) - dot).abs() < 1e-4, "{base:?} and {point}");
        }
    }

    #[test]
    fn corners_go_round_from_the_front_right() {
        let horse = Placed::new(Base::rectangle(25.4, 50.8), Pose::degrees(Vec2::ZERO, 90.0));
        let corners = horse.corners().unwrap();
        assert!(corners[0].distance(Vec2::new(0.5, 1.0)) < 1e-5);
        assert!(corners[2].distance(Vec2::new(-0.5, -1.0)) < 1e-5);
        assert!(horse.contains(Vec2::new(0.4, 0.9)) && !horse.contains(Vec2::new(0.6, 0.0)));
        assert!(horse.closest_point(Vec2::new(2.0, 0.3)).distance(Vec2::new(0.5, 0.3)) < 1e-5);
        assert_eq!(disc(0.0, 0.0).corners(), None);
    }

    #[test]
    fn slides_end_in_contact() {
        let way = |direction, target: &Placed, most| {
            slide_until_touching(&disc(0.0, 0.0), direction, target, Inches(most)).map(|i| i.0)
        };
        assert!((way(Vec2::X, &disc(5.0, 0.0), 9.0).unwrap() - 4.0).abs() < 1e-3);
        assert_eq!(way(Vec2::X, &disc(5.0, 0.0), 3.9), None);
        assert_eq!(way(-Vec2::X, &disc(5.0, 0.0), 9.0), None);
        assert_eq!(way(Vec2::X, &disc(5.0, 1.1), 9.0), None);
        let slanted = way(Vec2::X, &disc(5.0, 0.6), 9.0).unwrap();
        assert!((slanted - 4.2).abs() < 1e-3, "{slanted}");
        assert_eq!(way(Vec2::Y, &disc(1.0, 0.0), 9.0), Some(0.0));
        let block = Placed::new(Base::rectangle(50.8, 25.4), Pose::degrees(Vec2::Y * 4.0, 0.0));
        assert!((way(Vec2::Y, &block, 9.0).unwrap() - 2.5).abs() < 1e-3);
    }

    #[test]
    fn a_sound_pose_is_made_of_numbers_and_looks_somewhere() {
        let pose = |x: f32, facing: Vec2| Pose { at: Vec2::new(x, 1.0), facing };
        let slanted = Vec2::new(0.6, 0.8);
        assert!(pose(1.0, slanted).is_sound());
        assert!(pose(1.0, slanted * 1.0009).is_sound() && pose(1.0, slanted * 0.9991).is_sound());
        for (x, facing) in [
            (f32::NAN, slanted),
            (f32::INFINITY, slanted),
            (1.0, Vec2::new(f32::NAN, 1.0)),
            (1.0, Vec2::ZERO),
            (1.0, slanted * 1.0011),
            (1.0, slanted * 0.9989),
        ] {
            assert!(!pose(x, facing).is_sound(), "{x}, {facing}");
        }
    }

    #[test]
    fn who_stands_beside_the_centre_is_in_front() {
        let pose = Pose::degrees(Vec2::new(5.0, 5.0), 90.0);
        assert!(pose.in_front(Vec2::new(2.0, 5.0)) && pose.in_front(Vec2::new(9.0, 5.1)));
        assert!(!pose.in_front(Vec2::new(2.0, 4.99)) && !pose.in_front(Vec2::new(5.0, 1.0)));
    }
}

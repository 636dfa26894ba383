//! The frame of one view: its origin at the eye, its first axis through the middle of the
//! target, its second to the left, and the target's silhouette in it.

use bevy::math::{Vec2, ops};

use super::{Standing, angle, slope};
use crate::table::{
    base::{Base, Placed, Pose},
    hull::Hull,
    units::TOLERANCE,
};

/// Nothing nearer to the eye than this is looked at. Inches.
pub(super) const NEAR: f32 = 1e-3;

/// The near side of a round target has this many chords.
const CHORDS: usize = 32;

/// Pieces of the view narrower than this share of its width are left out.
pub(super) const HAIR: f32 = 2e-6;

/// One view.
pub(super) struct Frame {
    origin: Vec2,
    axis: Vec2,
    axis_bearing: f32,
    /// The target's centre along the axis, which is where the picture plane stands.
    pub(super) depth: f32,
    /// The slopes between which the target is seen.
    pub(super) right_slope: f32,
    /// The larger of the two.
    pub(super) left_slope: f32,
    right_norm: f32,
    left_norm: f32,
    /// The least and the largest distance along the axis of the target's side towards the eye.
    pub(super) nearest: f32,
    pub(super) farthest: f32,
    /// The eye above the table.
    pub(super) eye: f32,
    /// The target's feet above the table, and its height.
    pub(super) bottom: f32,
    pub(super) height: f32,
    silhouette: Placed,
    /// The target's base in the frame.
    pub(super) target: Hull,
}

impl Frame {
    /// The view from one model to another; none when the eye is above the target's base.
    pub(super) fn new(from: &Standing, to: &Standing) -> Option<Self> {
        let origin = from.placed.pose.at;
        let target = to.placed;
        let offset = target.pose.at - origin;
        let (axis, corners) = match target.base {
            Base::Circle { radius } => {
                let distance = offset.length();
                // Written so that a distance that is not a number is refused as well.
                let outside = distance > radius.0 + TOLERANCE;
                if !outside {
                    return None;
                }
                (offset / distance, None)
            }
            Base::Rectangle { width, depth } => {
                let aside = offset.dot(target.pose.right()).abs() > width.0 / 2.0 + TOLERANCE;
                let ahead = offset.dot(target.pose.facing).abs() > depth.0 / 2.0 + TOLERANCE;
                if !aside && !ahead {
                    return None;
                }
                let corners = target.rectangle_corners().map(|corner| corner - origin);
                let (mut left, mut right) = (corners[0], corners[0]);
                for corner in corners {
                    if left.perp_dot(corner) > 0.0 {
                        left = corner;
                    }
                    if right.perp_dot(corner) < 0.0 {
                        right = corner;
                    }
                }
                ((left.normalize_or_zero() + right.normalize_or_zero()).normalize_or_zero(), {
                    Some(corners)
                })
            }
        };
        let mut frame = Self {
            origin,
            axis,
            axis_bearing: ops::atan2(axis.y, axis.x),
            depth: axis.dot(offset),
            right_slope: 0.0,
            left_slope: 0.0,
            right_norm: 1.0,
            left_norm: 1.0,
            nearest: 0.0,
            farthest: 0.0,
            eye: from.eye_height(),
            bottom: to.elevation.0,
            height: to.height.0.max(1e-3),
            silhouette: target,
            target: Hull::disc(offset, 0.0),
        };
        match (corners, target.base) {
            (Some(corners), _) => {
                let mut slopes = (f32::INFINITY, f32::NEG_INFINITY);
                let mut depths = (f32::INFINITY, f32::INFINITY);
                for corner in corners {
                    let corner = frame.turn(corner);
                    let corner_slope = slope(corner);
                    depths.0 = corner.x.min(depths.0);
                    slopes = (corner_slope.min(slopes.0), corner_slope.max(slopes.1));
                }
                frame.nearest = depths.0;
                (frame.right_slope, frame.left_slope) = slopes;
                // The far end of the near side is one of the two outermost corners.
                for corner in corners {
                    let corner = frame.turn(corner);
                    let corner_slope = slope(corner);
                    if corner_slope == slopes.0 || corner_slope == slopes.1 {
                        frame.farthest = corner.x.max(frame.farthest);
                    }
                }
            }
            (None, base) => {
                let radius = base.outer_radius().0;
                let depth = frame.depth;
                let tangent = (depth * depth - radius * radius).sqrt();
                frame.left_slope = radius / tangent;
                frame.right_slope = -frame.left_slope;
                frame.nearest = depth - radius;
                frame.farthest = tangent * tangent / depth;
            }
        }
        let pose = target.pose;
        let pose = Pose { at: frame.local(pose.at), facing: frame.turn(pose.facing) };
        frame.target = Hull::of(&Placed { pose, ..target });
        frame.right_norm = norm(frame.right_slope);
        frame.left_norm = norm(frame.left_slope);
        let sound = frame.nearest > NEAR
            && frame.left_slope > frame.right_slope
            && frame.depth.is_finite()
            && frame.left_slope.is_finite()
            && frame.right_slope.is_finite();
        sound.then_some(frame)
    }

    fn turn(&self, offset: Vec2) -> Vec2 {
        Vec2::new(self.axis.dot(offset), self.axis.perp_dot(offset))
    }

    /// A point of the table in the frame.
    pub(super) fn local(&self, point: Vec2) -> Vec2 {
        self.turn(point - self.origin)
    }

    /// A direction on the table in the frame.
    pub(super) fn direction(&self, direction: Vec2) -> Vec2 {
        self.turn(direction)
    }

    /// The bearing of a slope on the table, in radians.
    pub(super) fn bearing(&self, slope: f32) -> f32 {
        self.axis_bearing + angle(slope)
    }

    /// Whether something this high can hide any of the target.
    pub(super) fn may_hide(&self, top: f32) -> bool {
        top > self.eye.min(self.bottom)
    }

    /// Whether something this high hides all that is behind it.
    pub(super) fn hides_all(&self, top: f32) -> bool {
        top >= self.eye && top >= self.bottom + self.height
    }

    /// The hidden share of the target's height behind an outline of this height that stands at
    /// `1 / inverse` inches along the axis; below 0 or above 1 if the line of sight over it
    /// passes beneath or above the target.
    pub(super) fn hidden_height(&self, top: f32, inverse: f32) -> f32 {
        (self.eye - self.bottom + (top - self.eye) * self.depth * inverse) / self.height
    }

    /// Whether a disc lies wholly outside the view, in front, behind or to a side.
    pub(super) fn misses_disc(&self, centre: Vec2, radius: f32, farthest: f32) -> bool {
        centre.x + radius <= NEAR
            || centre.x - radius >= farthest
            || centre.y - self.left_slope * centre.x >= radius * self.left_norm
            || self.right_slope * centre.x - centre.y >= radius * self.right_norm
    }

    /// Whether the hull of discs around some points of the table lies wholly outside the view.
    pub(super) fn misses(&self, points: &[Vec2], radius: f32, farthest: f32) -> bool {
        let (near, far) = (NEAR - radius, farthest + radius);
        let (aside_left, aside_right) = (radius * self.left_norm, radius * self.right_norm);
        let (mut before, mut beyond, mut left, mut right) = (true, true, true, true);
        for &point in points {
            let point = self.local(point);
            before &= point.x <= near;
            beyond &= point.x >= far;
            left &= point.y - self.left_slope * point.x >= aside_left;
            right &= self.right_slope * point.x - point.y >= aside_right;
        }
        before | beyond | left | right
    }

    /// Whether a box in the frame may reach under the target.
    pub(super) fn near_target(&self, least: Vec2, most: Vec2) -> bool {
        let centre = self.target.centre();
        let radius = self.silhouette.base.outer_radius().0;
        most.x > self.nearest
            && least.x < self.farthest
            && most.y > centre.y - radius
            && least.y < centre.y + radius
    }

    /// Whether a base may reach into the view, and is high enough to hide anything there.
    pub(super) fn may_meet(&self, model: &Standing) -> bool {
        let centre = self.local(model.placed.pose.at);
        // Half the girth is never less than the outer radius, and needs no root.
        let radius = match model.placed.base {
            Base::Circle { radius } => radius.0,
            Base::Rectangle { width, depth } => (width.0 + depth.0) / 2.0,
        };
        // Without short cuts: the tests are cheaper than guessing their results.
        (centre.x + radius > NEAR)
            & (centre.x - radius < self.farthest)
            & (centre.y - self.left_slope * centre.x < radius * self.left_norm)
            & (self.right_slope * centre.x - centre.y < radius * self.right_norm)
            & self.may_hide(model.top())
    }

    /// Whether a point of the view lies before the target rather than behind it.
    pub(super) fn before_target(&self, point: Vec2) -> bool {
        let distance = point.length();
        let first = self.target.chord(Vec2::ZERO, point / distance).map(|(first, _)| first);
        // At the very edge of the view, a chord may just be missed.
        distance < first.unwrap_or(self.depth)
    }

    /// A slope held to the view, and put on its edge where it is there by a hair.
    pub(super) fn snap(&self, slope: f32) -> f32 {
        let hair = HAIR * (self.left_slope - self.right_slope);
        if slope <= self.right_slope + hair {
            self.right_slope
        } else if slope >= self.left_slope - hair {
            self.left_slope
        } else {
            slope
        }
    }

    /// The target's side towards the eye, from right to left.
    pub(super) fn near_side(&self) -> NearSide {
        let mut side = NearSide { points: [Vec2::ZERO; CHORDS + 1], count: 0 };
        match self.silhouette.base {
            Base::Circle { radius } => {
                let widest = ops::acos((radius.0 / self.depth).clamp(0.0, 1.0));
                for chord in 0..=CHORDS {
                    let share = 2.0 * chord as f32 / CHORDS as f32 - 1.0;
                    let (sin, cos) = ops::sin_cos(widest * share);
                    side.push(Vec2::new(self.depth - radius.0 * cos, radius.0 * sin));
                }
            }
            Base::Rectangle { .. } => {
                let corners = self.silhouette.rectangle_corners().map(|corner| self.local(corner));
                let (mut left, mut right) = (corners[0], corners[0]);
                for corner in corners {
                    if slope(corner) > slope(left) {
                        left = corner;
                    }
                    if slope(corner) < slope(right) {
                        right = corner;
                    }
                }
                side.push(right);
                for corner in corners {
                    if corner != left && corner != right {
                        let towards_eye = (left - right).perp_dot(corner - right);
                        if towards_eye > 1e-6 {
                            side.push(corner);
                        }
                    }
                }
                side.push(left);
            }
        }
        side
    }
}

/// The target's side towards the eye.
pub(super) struct NearSide {
    points: [Vec2; CHORDS + 1],
    count: usize,
}

impl NearSide {
    /// Its corners in the frame, by rising slope.
    pub(super) fn points(&self) -> &[Vec2] {
        &self.points[..self.count]
    }

    fn push(&mut self, local: Vec2) {
        if let Some(point) = self.points.get_mut(self.count) {
            *point = local;
            self.count += 1;
        }
    }
}

fn norm(slope: f32) -> f32 {
    (1.0 + slope * slope).sqrt()
}

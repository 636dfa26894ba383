//! Bases, where they stand, and the distance between them, edge to edge.

use bevy::{
    math::{Rot2, Vec2, ops},
    prelude::Component,
};
use serde::{Deserialize, Serialize};

use super::units::{Inches, TOLERANCE};

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

impl Pose {
    /// At a point, facing a direction; a direction without length faces up the table.
    pub fn new(at: Vec2, facing: Vec2) -> Self {
        Self { at, facing: facing.normalize_or(Vec2::Y) }
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

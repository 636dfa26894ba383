//! Blast discs and teardrops: which bases they cover wholly or partly, and how they scatter.
//! Their sizes are data; here is only their geometry.

use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

use super::{
    base::{Base, Placed, direction},
    hull::Hull,
    units::Inches,
};

/// Bases covered to within this are wholly covered, and one that is no deeper under a template
/// than this is not under it. Inches.
const HAIR: f32 = 1e-3;

/// A template's shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Template {
    /// A disc. Book: Blast Templates.
    Blast {
        /// Across.
        diameter: Inches,
    },
    /// A point joined to a circle by its two tangents. Book: Teardrop Templates.
    Teardrop {
        /// From the point to the far end of the circle.
        length: Inches,
        /// Across the circle.
        width: Inches,
    },
}

/// A template on the table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Laid {
    /// Its shape.
    pub template: Template,
    /// A blast's centre, or a teardrop's point.
    pub at: Vec2,
    /// Where a teardrop points to, from its point to its circle; no matter for a blast.
    pub facing: Vec2,
}

/// How much of a base is under a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Covered {
    /// None of it: not hit.
    Not,
    /// Some of it. Book: hit on 5 or less.
    Partly,
    /// All of it: hit.
    Wholly,
}

impl Laid {
    /// How much of a base the template covers. Ruling: completely covered is base inside
    /// template, partially is any overlap.
    pub fn covers(&self, placed: &Placed) -> Covered {
        let parts = self.parts();
        if parts.hold(placed) {
            Covered::Wholly
        } else if parts.overlap(placed) {
            Covered::Partly
        } else {
            Covered::Not
        }
    }

    /// The template's edge as a polygon, counter-clockwise.
    pub fn outline(&self) -> Vec<Vec2> {
        const CORNERS: u8 = 48;
        let parts = self.parts();
        let point = |angle: f32| {
            let (sin, cos) = ops::sin_cos(angle);
            parts.centre + parts.radius * Vec2::new(cos, sin)
        };
        match parts.spike {
            None => (0..CORNERS)
                .map(|corner| point(f32::from(corner) / f32::from(CORNERS) * std::f32::consts::TAU))
                .collect(),
            Some(spike) => {
                let half = ops::acos(-spike.sine);
                let ahead = ops::atan2(spike.ahead.y, spike.ahead.x);
                let arc = (0..=CORNERS).map(|corner| {
                    let share = 2.0 * f32::from(corner) / f32::from(CORNERS) - 1.0;
                    point(ahead + half * share)
                });
                [spike.tip].into_iter().chain(arc).collect()
            }
        }
    }

    fn parts(&self) -> Parts {
        match self.template {
            Template::Blast { diameter } => {
                Parts { centre: self.at, radius: diameter.0.max(0.0) / 2.0, spike: None }
            }
            Template::Teardrop { length, width } => {
                let ahead = self.facing.normalize_or(Vec2::Y);
                let radius = width.0.max(0.0) / 2.0;
                let reach = length.0 - radius;
                let centre = self.at + ahead * reach;
                // A point within its own circle makes a disc.
                let spike = (reach > radius).then(|| {
                    let sine = radius / reach;
                    Spike { tip: self.at, ahead, sine, cosine: (1.0 - sine * sine).sqrt() }
                });
                Parts { centre, radius, spike }
            }
        }
    }
}

/// A template as the smallest convex shape around a disc and, for a teardrop, a point.
struct Parts {
    centre: Vec2,
    radius: f32,
    spike: Option<Spike>,
}

/// The pointed end of a teardrop.
struct Spike {
    tip: Vec2,
    ahead: Vec2,
    /// Of the angle between its axis and either of its two straight edges.
    sine: f32,
    cosine: f32,
}

impl Spike {
    /// Outward normals of the right and the left straight edge.
    fn normals(&self) -> [Vec2; 2] {
        let left = self.ahead.perp() * self.cosine;
        let back = -self.ahead * self.sine;
        [back - left, back + left]
    }
}

impl Parts {
    fn hold(&self, placed: &Placed) -> bool {
        match placed.base {
            Base::Circle { radius } => self.within(placed.pose.at) >= radius.0 - HAIR,
            Base::Rectangle { .. } => {
                placed.rectangle_corners().iter().all(|&corner| self.within(corner) >= -HAIR)
            }
        }
    }

    fn overlap(&self, placed: &Placed) -> bool {
        let hull = Hull::of(placed);
        let under = |part: Hull| hull.separation(&part) < -HAIR;
        // A teardrop is its disc and the triangle between its point and the ends of its edges.
        let spiked = self.spike.as_ref().is_some_and(|spike| {
            let [right, left] = spike.normals().map(|normal| self.centre + normal * self.radius);
            under(Hull::triangle([spike.tip, right, left]))
        });
        spiked || under(Hull::disc(self.centre, self.radius))
    }

    /// How far inside the edge a point is; below zero outside.
    fn within(&self, point: Vec2) -> f32 {
        let offset = point - self.centre;
        let round = self.radius - offset.length();
        let Some(spike) = &self.spike else {
            return round;
        };
        let straight = spike
            .normals()
            .map(|normal| normal.dot(spike.tip - point))
            .into_iter()
            .fold(f32::INFINITY, f32::min);
        // The round end decides only in the directions in which the edge is round.
        let ahead = offset.dot(spike.ahead) >= -spike.sine * offset.length();
        if ahead { straight.min(round) } else { straight }
    }
}

/// Where a template that was to lie at a point ends up. Degrees are counter-clockwise from the
/// table's right, as the dice give them. Book: Blast Template Deviation.
pub fn scattered(at: Vec2, direction_degrees: u16, distance: Inches) -> Vec2 {
    at + direction(f32::from(direction_degrees)) * distance.0
}

#[cfg(test)]
mod tests;

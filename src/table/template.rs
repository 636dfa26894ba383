//! Blast discs, half discs and teardrops: which bases they cover wholly or partly, and how they
//! scatter. Their sizes are data; here is only their geometry.

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

/// A little more than needed in the cheap look, so that rounding never decides. Inches.
const ROUNDING: f32 = 0.01;

/// A template's shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Template {
    /// A disc. Book: Blast Templates.
    Blast {
        /// Across.
        diameter: Inches,
    },
    /// Half a disc: what is dropped from a wall lies at its foot.
    HalfBlast {
        /// Along its straight edge.
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
    /// A blast's centre, the middle of a half blast's straight edge, or a teardrop's point.
    pub at: Vec2,
    /// Where a teardrop points to, from its point to its circle, and a half blast from its straight
    /// edge; no matter for a blast.
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
        if !parts.near(placed) {
            Covered::Not
        } else if parts.hold(placed) {
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
        // So far to either side of the way ahead.
        let arc = |ahead: Vec2, half: f32| {
            let ahead = ops::atan2(ahead.y, ahead.x);
            (0..=CORNERS).map(move |corner| {
                let share = 2.0 * f32::from(corner) / f32::from(CORNERS) - 1.0;
                ahead + half * share
            })
        };
        match &parts.end {
            End::Round => (0..CORNERS)
                .map(|corner| point(f32::from(corner) / f32::from(CORNERS) * std::f32::consts::TAU))
                .collect(),
            End::Cut(ahead) => arc(*ahead, std::f32::consts::FRAC_PI_2).map(point).collect(),
            End::Spike(spike) => {
                let arc = arc(spike.ahead, ops::acos(-spike.sine)).map(point);
                [spike.tip].into_iter().chain(arc).collect()
            }
        }
    }

    fn parts(&self) -> Parts {
        match self.template {
            Template::Blast { diameter } => {
                Parts { centre: self.at, radius: diameter.0.max(0.0) / 2.0, end: End::Round }
            }
            Template::HalfBlast { diameter } => {
                let end = End::Cut(self.facing.normalize_or(Vec2::Y));
                Parts { centre: self.at, radius: diameter.0.max(0.0) / 2.0, end }
            }
            Template::Teardrop { length, width } => {
                let ahead = self.facing.normalize_or(Vec2::Y);
                let radius = width.0.max(0.0) / 2.0;
                let reach = length.0 - radius;
                let centre = self.at + ahead * reach;
                // A point within its own circle makes a disc.
                let end = if reach > radius {
                    let sine = radius / reach;
                    let cosine = (1.0 - sine * sine).sqrt();
                    End::Spike(Spike { tip: self.at, ahead, sine, cosine })
                } else {
                    End::Round
                };
                Parts { centre, radius, end }
            }
        }
    }
}

/// A template as a disc and what becomes of it at one end.
struct Parts {
    centre: Vec2,
    radius: f32,
    end: End,
}

/// What becomes of a template's disc at one end.
enum End {
    /// Nothing: it is a disc.
    Round,
    /// It is joined to a point, as a teardrop is.
    Spike(Spike),
    /// It is cut off through its middle; it lies on this side of the cut.
    Cut(Vec2),
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
    /// Whether the circles around the template and a base meet: a cheap look before the exact one.
    fn near(&self, placed: &Placed) -> bool {
        let reach = match &self.end {
            End::Round | End::Cut(_) => self.radius,
            End::Spike(spike) => self.radius.max(spike.tip.distance(self.centre)),
        };
        let reach = reach + placed.base.outer_radius().0 + ROUNDING;
        self.centre.distance_squared(placed.pose.at) <= reach * reach
    }

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
        match &self.end {
            End::Round => under(Hull::disc(self.centre, self.radius)),
            // A teardrop is its disc and the triangle between its point and the ends of its edges.
            End::Spike(spike) => {
                let edge = |normal: Vec2| self.centre + normal * self.radius;
                let [right, left] = spike.normals().map(edge);
                under(Hull::triangle([spike.tip, right, left]))
                    || under(Hull::disc(self.centre, self.radius))
            }
            End::Cut(ahead) => self.depth_of(placed, *ahead) > HAIR,
        }
    }

    /// How deep a base reaches into the half of the disc on one side of its cut; not above zero if it
    /// doesn't.
    fn depth_of(&self, placed: &Placed, ahead: Vec2) -> f32 {
        let local = |point: Vec2| {
            let offset = point - self.centre;
            Vec2::new(offset.dot(ahead.perp()), offset.dot(ahead))
        };
        match placed.base {
            Base::Circle { radius } => {
                let at = local(placed.pose.at);
                // Beyond the cut the half disc's nearest point lies on its straight edge.
                let edge = Vec2::new(at.x.clamp(-self.radius, self.radius), 0.0);
                let far = if at.y >= 0.0 { at.length() - self.radius } else { at.distance(edge) };
                radius.0 - far
            }
            Base::Rectangle { .. } => {
                let corners = placed.rectangle_corners().map(local);
                let above = beyond(&corners, HAIR);
                let near = nearest_to_origin(&above);
                if above.len() < 3 { -1.0 } else { self.radius - near }
            }
        }
    }

    /// How far inside the edge a point is; below zero outside.
    fn within(&self, point: Vec2) -> f32 {
        let offset = point - self.centre;
        let round = self.radius - offset.length();
        let spike = match &self.end {
            End::Round => return round,
            End::Cut(ahead) => return round.min(offset.dot(*ahead)),
            End::Spike(spike) => spike,
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

/// The part of a convex polygon above a height.
fn beyond(corners: &[Vec2], height: f32) -> Vec<Vec2> {
    let next = corners.iter().cycle().skip(1);
    let mut part = Vec::new();
    for (&a, &b) in corners.iter().zip(next) {
        if a.y > height {
            part.push(a);
        }
        if (a.y > height) != (b.y > height) {
            part.push(a + (b - a) * ((height - a.y) / (b.y - a.y)));
        }
    }
    part
}

/// How far a convex polygon is from the origin; 0 around it.
fn nearest_to_origin(corners: &[Vec2]) -> f32 {
    let edges = || corners.iter().copied().zip(corners.iter().copied().cycle().skip(1));
    let turns = edges().map(|(a, b)| a.perp_dot(b));
    if turns.clone().all(|turn| turn >= 0.0) || turns.clone().all(|turn| turn <= 0.0) {
        return 0.0;
    }
    let far = edges().map(|(a, b)| {
        let along = b - a;
        let share = (-a.dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
        (a + along * share).length()
    });
    far.fold(f32::INFINITY, f32::min)
}

/// Where a template that was to lie at a point ends up. Degrees are counter-clockwise from the
/// table's right, as the dice give them. Book: Blast Template Deviation.
pub fn scattered(at: Vec2, direction_degrees: u16, distance: Inches) -> Vec2 {
    at + direction(f32::from(direction_degrees)) * distance.0
}

#[cfg(test)]
mod tests;

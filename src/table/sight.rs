//! Lines of sight and concealment in two and a half dimensions, by exact angular intervals.
//! Everything between the eye and the target is projected onto an upright picture plane through
//! the target's centre; what is hidden there is the share of the silhouette's area that lies
//! below the highest projected outline.
//!
//! - *eye*: above the centre of the shooter's base, at nine tenths of its height.
//! - *silhouette*: the width of the target's base as seen from the eye, times its height.
//! - *slope*: a bearing, as sideways over forward inches in the frame of the view; straight edges
//!   stay straight in it.
//!
#![doc = include_str!("../../docs/drawings/sight.svg")]
//!
//! ```
//! use bevy::math::Vec2;
//! use ironrank::table::{Base, Footprint, Inches, Opacity, Placed, Pose, Table, Terrain};
//! use ironrank::table::sight::{Cover, Standing, sight};
//!
//! // A wall an inch high ends just where the line between the two crosses it.
//! let points = vec![Vec2::new(5.0, 10.0), Vec2::new(10.0, 10.0)];
//! let wall = Terrain {
//!     height: Inches(1.0),
//!     opacity: Opacity::Blocking,
//!     ..Terrain::new("wall", Footprint::Line { points, width: Inches(0.1) })
//! };
//! let table = Table { width: Inches(24.0), depth: Inches(24.0), terrain: vec![wall] };
//! let man = |x, y| Standing {
//!     placed: Placed::new(Base::round(25.0), Pose::new(Vec2::new(x, y), Vec2::Y)),
//!     elevation: Inches::ZERO,
//!     height: Inches(1.5),
//! };
//! let behind = sight(&table, &man(7.5, 4.0), &man(7.5, 11.0), &[]);
//! assert!(behind.visible());
//! assert_eq!(behind.cover(), Cover::Hard);
//! let beside = sight(&table, &man(12.0, 4.0), &man(12.0, 11.0), &[]);
//! assert_eq!((beside.hidden, beside.cover()), (0.0, Cover::None));
//! ```

mod envelope;
mod frame;
mod shadow;
mod woods;

#[cfg(test)]
mod tests;

use bevy::math::{Vec2, ops};
use serde::{Deserialize, Serialize};

use self::{envelope::Piece, frame::Frame, shadow::Shadows, woods::Woods};
use super::{
    base::Placed,
    terrain::{Opacity, Table},
    units::Inches,
};

/// Where the eye is, as a share of a model's height.
const EYE: f32 = 0.9;

/// Woods are seen through for this depth in all, and then block. Inches. Ruling: RNG-05.
pub const WOODS_DEPTH: Inches = Inches(2.0);

/// Higher ground is at least this much higher. Inches. Ruling: RNG-05.
pub const HIGHER_GROUND: Inches = Inches(1.0);

/// Shares of a silhouette closer than this are equal.
const SHARE_TOLERANCE: f32 = 1e-3;

/// A model as sight sees it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Its base and where that is.
    pub placed: Placed,
    /// How high above the table its feet are.
    pub elevation: Inches,
    /// From its feet to its top.
    pub height: Inches,
}

impl Standing {
    fn eye_height(&self) -> f32 {
        self.elevation.0 + EYE * self.height.0
    }

    fn top(&self) -> f32 {
        self.elevation.0 + self.height.0
    }
}

/// A model that may hide others. The caller leaves out the models of the shooter's unit and of
/// the target's: they never hide the target. Ruling: RNG-05.
#[derive(Clone, Copy, Debug)]
pub struct Blocker<'a> {
    /// The model.
    pub standing: &'a Standing,
    /// The caller's name for it.
    pub key: u32,
}

/// What hides something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum HiddenBy {
    /// A piece of terrain, by its place on the table's list.
    Terrain(usize),
    /// A model, by its [`Blocker::key`].
    Model(u32),
}

/// How much one blocker hides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hidden {
    /// The blocker.
    pub by: HiddenBy,
    /// The share of the silhouette's area, from 0 to 1; where two blockers overlap it is counted
    /// for the one that hides more there.
    pub share: f32,
}

/// A slice of the view between two bearings, for drawing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// Where it begins, in radians counter-clockwise from the table's right.
    pub from_bearing: f32,
    /// Where it ends, not less than where it begins.
    pub to_bearing: f32,
    /// The share of the target's height that is hidden, on average over the strip.
    pub hidden: f32,
    /// What hides it.
    pub by: Option<HiddenBy>,
}

/// The cover a target has. Book: Ranged Combat, Cover (RNG-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cover {
    /// Less than a quarter is hidden.
    None,
    /// A quarter or more is hidden, or woods are in between.
    Soft,
    /// Half or more is hidden.
    Hard,
}

/// What one model sees of another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sight {
    /// The hidden share of the silhouette's area, from 0 to 1.
    pub hidden: f32,
    /// Whether the view goes through any depth of woods; not looked into where one piece of
    /// terrain hides the whole target.
    pub obscured: bool,
    /// Which blockers hide how much, the largest share first; models aren't counted where one
    /// piece of terrain hides the whole target.
    pub by: Vec<Hidden>,
    /// The view from right to left; together the strips are as wide as the target.
    pub strips: Vec<Strip>,
}

impl Sight {
    /// Whether any of the target is seen.
    pub fn visible(&self) -> bool {
        visible(self.hidden)
    }

    /// The target's cover, which is hard when nothing of it is seen. Book: Ranged Combat, Cover
    /// (RNG-05).
    pub fn cover(&self) -> Cover {
        if self.hidden >= 0.5 - SHARE_TOLERANCE {
            Cover::Hard
        } else if self.obscured || self.hidden >= 0.25 - SHARE_TOLERANCE {
            Cover::Soft
        } else {
            Cover::None
        }
    }

    fn add(&mut self, by: HiddenBy, share: f32) {
        if share <= 0.0 {
            return;
        }
        match self.by.iter_mut().find(|hidden| hidden.by == by) {
            Some(hidden) => hidden.share += share,
            None => self.by.push(Hidden { by, share }),
        }
    }

    fn draw(&mut self, piece: &Piece) {
        let (hidden, by) = (piece.mean(), piece.by);
        if let Some(last) = self.strips.last_mut()
            && last.by == by
            && (last.hidden - hidden).abs() < SHARE_TOLERANCE
        {
            last.to_bearing = piece.to;
        } else {
            let (from_bearing, to_bearing) = (piece.from, piece.to);
            self.strips.push(Strip { from_bearing, to_bearing, hidden, by });
        }
    }
}

/// How much of `to` is hidden from `from`, by what, and where. Ruling: RNG-05.
///
/// Raised ground hides nothing from those who stand on it and nobody who stands on it; it hides
/// others up to its elevation, whatever stands on it. Two models whose bases overlap see each
/// other.
pub fn sight(table: &Table, from: &Standing, to: &Standing, blockers: &[Blocker]) -> Sight {
    let mut sight = Sight::default();
    let Some(frame) = Frame::new(from, to) else {
        return sight;
    };
    let mut shadows = Shadows::default();
    sight.obscured = gather(&frame, table, from, to, blockers, &mut shadows, false);
    let width = frame.right_slope..frame.left_slope;
    let per_slope = 1.0 / (width.end - width.start);
    envelope::pieces(&mut shadows.spans, width, |piece: Piece| {
        let share = piece.area() * per_slope;
        if let Some(by) = piece.by {
            sight.add(by, share);
        }
        sight.hidden += share;
        sight.draw(&piece);
    });
    // So far in slopes; neighbours have an end in common.
    for strip in &mut sight.strips {
        strip.from_bearing = frame.bearing(strip.from_bearing);
        strip.to_bearing = frame.bearing(strip.to_bearing);
    }
    sight.hidden = sight.hidden.clamp(0.0, 1.0);
    sight.by.sort_by(|a, b| b.share.total_cmp(&a.share));
    sight
}

/// Whether `from` sees any of `to`: [`Sight::visible`], at less cost.
pub fn sees(table: &Table, from: &Standing, to: &Standing, blockers: &[Blocker]) -> bool {
    let Some(frame) = Frame::new(from, to) else {
        return true;
    };
    let mut shadows = Shadows::default();
    gather(&frame, table, from, to, blockers, &mut shadows, true);
    if shadows.sealed {
        return false;
    }
    if shadows.spans.is_empty() {
        return true;
    }
    let width = frame.right_slope..frame.left_slope;
    let per_slope = 1.0 / (width.end - width.start);
    let mut hidden = 0.0;
    envelope::pieces(&mut shadows.spans, width, |piece| hidden += piece.area() * per_slope);
    visible(hidden)
}

/// Whether `a` stands on higher ground than `b`. Ruling: RNG-05.
pub fn higher_ground(a: &Standing, b: &Standing) -> bool {
    (a.elevation - b.elevation).at_least(HIGHER_GROUND)
}

fn visible(hidden: f32) -> bool {
    hidden < 1.0 - 1e-4
}

/// Collects the shadows of everything in between, and tells whether woods are.
fn gather(
    frame: &Frame,
    table: &Table,
    from: &Standing,
    to: &Standing,
    blockers: &[Blocker],
    shadows: &mut Shadows,
    stop_when_sealed: bool,
) -> bool {
    let mut woods = Woods::default();
    for (index, piece) in table.terrain.iter().enumerate() {
        let blocking = match piece.opacity {
            Opacity::Blocking => piece.height.0.max(piece.elevation.0),
            Opacity::Obscuring | Opacity::Clear => piece.elevation.0,
        };
        if frame.may_hide(blocking) {
            let raised = piece.elevation > Inches::ZERO;
            let before = shadows.spans.len();
            let sealed = shadows.sealed;
            shadows.terrain(frame, &piece.footprint, blocking, HiddenBy::Terrain(index));
            if raised
                && shadows.spans.len() > before
                && [from, to].iter().any(|model| {
                    model.elevation.at_least(piece.elevation)
                        && piece.contains(model.placed.pose.at)
                })
            {
                shadows.spans.truncate(before);
                shadows.sealed = sealed;
            }
        }
        if piece.opacity == Opacity::Obscuring && frame.may_hide(piece.height.0) {
            woods.terrain(frame, &piece.footprint, piece.height.0, index);
        }
        if stop_when_sealed && shadows.sealed {
            return false;
        }
    }
    if shadows.sealed {
        return false;
    }
    let obscured = woods.shade(frame, shadows);
    for blocker in blockers {
        if frame.may_meet(blocker.standing) {
            shadows.model(frame, blocker.standing, HiddenBy::Model(blocker.key));
            if stop_when_sealed && shadows.sealed {
                break;
            }
        }
    }
    obscured
}

/// The slope of a bearing to a point of the frame that lies ahead.
fn slope(point: Vec2) -> f32 {
    point.y / point.x
}

/// The angle of a slope, in radians.
fn angle(slope: f32) -> f32 {
    ops::atan(slope)
}

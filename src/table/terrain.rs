//! Terrain pieces and the table they stand on.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::units::Inches;

/// What a piece of terrain covers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Footprint {
    /// The inside of a simple polygon, in either direction, convex or not.
    Polygon(Vec<Vec2>),
    /// A disc.
    Circle {
        /// Its centre.
        at: Vec2,
        /// Its radius.
        radius: Inches,
    },
    /// A band along a line: a wall, a stream, a road.
    Line {
        /// The points the line runs through, at least two.
        points: Vec<Vec2>,
        /// How wide the band is across.
        width: Inches,
    },
}

/// How the ground inside a footprint is to walk on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ground {
    /// As on the open table.
    #[default]
    Open,
    /// Costs double.
    Difficult,
    /// Water: difficult to all who have no gift for it.
    Water,
    /// Nobody walks in, nobody stands in it.
    Impassable,
}

/// What a footprint does to lines of sight that cross it below its height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opacity {
    /// Nothing.
    #[default]
    Clear,
    /// Seen through for two inches of depth in all, at the price of soft cover, then blocked.
    Obscuring,
    /// Blocks at once.
    Blocking,
}

/// One piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// What players call it, such as "hill" or "dry stone wall".
    pub kind: String,
    /// What it covers.
    pub footprint: Footprint,
    /// How it is to walk on.
    pub ground: Ground,
    /// Whether it is crossed at the price of an action by models no lower than it, and nobody
    /// stands on it: walls, fences, ditches.
    pub barrier: bool,
    /// How high models on it stand above the table.
    pub elevation: Inches,
    /// How high it rises above the table itself, for sight and for crossing.
    pub height: Inches,
    /// What it does to sight.
    pub opacity: Opacity,
}

/// The table: its size and everything that lies on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Along x.
    pub width: Inches,
    /// Along y.
    pub depth: Inches,
    /// Terrain in a fixed order; a piece is named by its place in it.
    pub terrain: Vec<Terrain>,
}

//! Terrain pieces and the table they stand on.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    base::Placed,
    hull::Hull,
    units::{Inches, TOLERANCE},
};

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

/// As what a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Picture {
    /// High ground.
    Hill,
    /// Trees.
    Wood,
    /// Bushes in a row.
    Hedge,
    /// Planks.
    Fence,
    /// A trench.
    Ditch,
    /// Stones upon each other.
    Wall,
    /// A roof.
    Hut,
    /// Broken walls.
    Ruin,
    /// A stream or a pond.
    Water,
    /// Rock.
    Crag,
    /// Trodden ground.
    Road,
    /// Furrows.
    Field,
    /// Stones and scrub.
    Rough,
    /// Molten rock.
    Lava,
    /// Rats.
    Swarm,
    /// Smoke or fog.
    Cloud,
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
    /// Whether nobody flies in it, over it or into it, but on foot: fog.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed_to_flight: bool,
    /// As what it is drawn; if nothing is said, by what it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
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

impl Terrain {
    /// Whether it hides or covers anybody: it is seen badly through, or it is a barrier.
    pub fn gives_cover(&self) -> bool {
        self.opacity != Opacity::Clear || self.barrier
    }

    /// A piece of open ground, flat and clear, to be made into something else.
    pub fn new(kind: &str, footprint: Footprint) -> Self {
        Self {
            kind: kind.into(),
            footprint,
            ground: Ground::Open,
            barrier: false,
            elevation: Inches::ZERO,
            height: Inches::ZERO,
            opacity: Opacity::Clear,
            closed_to_flight: false,
            picture: None,
        }
    }

    /// The same, drawn as something.
    #[must_use]
    pub fn drawn_as(self, picture: Picture) -> Self {
        Self { picture: Some(picture), ..self }
    }

    /// Whether a point lies on it.
    pub fn contains(&self, point: Vec2) -> bool {
        self.footprint.contains(point)
    }

    /// Whether a base stands on it in part, by more than the tolerance of contact.
    pub fn overlaps(&self, placed: &Placed) -> bool {
        self.footprint.overlaps(&Hull::of(placed))
    }

    /// The shortest way from its edge to a base's edge; none when they meet.
    pub fn gap(&self, placed: &Placed) -> Inches {
        Inches(self.footprint.gap(&Hull::of(placed)))
    }

    /// Whether the gap to a base is at most so many inches.
    pub fn within(&self, placed: &Placed, gap: Inches) -> bool {
        self.footprint.within(&Hull::of(placed), gap.0 + TOLERANCE)
    }

    /// The part of a straight line that lies on it.
    pub fn length_inside(&self, from: Vec2, to: Vec2) -> Inches {
        let spans = self.footprint.spans_inside(from, to);
        Inches(spans.iter().map(|(a, b)| b - a).sum::<f32>() * from.distance(to))
    }

    /// Where a straight line lies on it: shares of the line from 0 to 1, sorted, apart.
    pub fn spans_inside(&self, from: Vec2, to: Vec2) -> Vec<(f32, f32)> {
        self.footprint.spans_inside(from, to)
    }

    /// How often a straight line crosses it; a line that starts or ends on it counts as crossing.
    pub fn crossings(&self, from: Vec2, to: Vec2) -> usize {
        self.spans_inside(from, to).len()
    }

    /// Its edge as a polygon, with round parts of `segments` points to the full circle.
    pub fn outline(&self, segments: usize) -> Vec<Vec2> {
        self.footprint.outline(segments)
    }
}

impl Ground {
    /// Which ground decides where several meet: difficult to all comes before water.
    fn severity(self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Water => 1,
            Self::Difficult => 2,
            Self::Impassable => 3,
        }
    }
}

impl Table {
    /// An empty table.
    pub fn new(width: Inches, depth: Inches) -> Self {
        Self { width, depth, terrain: Vec::new() }
    }

    /// Whether a base stands on the table with its whole edge, within the table's tolerance.
    pub fn holds(&self, placed: &Placed) -> bool {
        let hull = Hull::of(placed);
        placed.pose.at.is_finite()
            && hull.extent(Vec2::X) <= self.width.0 + TOLERANCE
            && hull.extent(Vec2::Y) <= self.depth.0 + TOLERANCE
            && hull.extent(-Vec2::X) <= TOLERANCE
            && hull.extent(-Vec2::Y) <= TOLERANCE
    }

    /// How high the ground is at a point: the highest piece there decides.
    pub fn elevation_at(&self, point: Vec2) -> Inches {
        self.terrain
            .iter()
            .filter(|piece| piece.elevation.0 > 0.0 && piece.contains(point))
            .fold(Inches::ZERO, |high, piece| Inches(high.0.max(piece.elevation.0)))
    }

    /// The worst ground at a point.
    pub fn ground_at(&self, point: Vec2) -> Ground {
        self.terrain
            .iter()
            .filter(|piece| piece.ground != Ground::Open && piece.contains(point))
            .map(|piece| piece.ground)
            .max_by_key(|ground| ground.severity())
            .unwrap_or_default()
    }

    /// The barriers a base is in contact with, by their place in the table's terrain.
    /// Ruling: who fights over a barrier is in contact with it, not with the enemy.
    pub fn barriers_touching(&self, placed: &Placed) -> Vec<usize> {
        let hull = Hull::of(placed);
        let (low, high) = hull.bounds();
        let touches = |piece: &Terrain| {
            if !piece.barrier {
                return false;
            }
            let (from, to) = piece.footprint.bounds();
            let near = (low - to).max_element().max((from - high).max_element());
            near <= 2.0 * TOLERANCE && piece.footprint.gap(&hull) <= TOLERANCE
        };
        (0..self.terrain.len()).filter(|&i| touches(&self.terrain[i])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Pose};

    fn disc(x: f32, y: f32) -> Placed {
        Placed::new(Base::Circle { radius: Inches(0.5) }, Pose::degrees(Vec2::new(x, y), 90.0))
    }

    #[test]
    fn the_table_holds_whole_bases() {
        let table = Table::new(Inches(72.0), Inches(48.0));
        assert!(table.holds(&disc(0.5, 0.5)) && table.holds(&disc(71.5, 47.5)));
        assert!(!table.holds(&disc(0.4, 5.0)) && !table.holds(&disc(5.0, 47.6)));
        assert!(!table.holds(&disc(f32::NAN, 5.0)));
    }

    #[test]
    fn the_worst_ground_and_the_highest_piece_decide() {
        let at = |ground, elevation, radius| Terrain {
            ground,
            elevation: Inches(elevation),
            ..Terrain::new("x", Footprint::Circle { at: Vec2::ZERO, radius: Inches(radius) })
        };
        let mut table = Table::new(Inches(72.0), Inches(48.0));
        table.terrain = vec![
            at(Ground::Open, 1.0, 4.0),
            at(Ground::Difficult, 0.0, 3.0),
            at(Ground::Water, 0.0, 3.5),
            at(Ground::Impassable, 2.0, 1.0),
        ];
        assert_eq!(table.ground_at(Vec2::ZERO), Ground::Impassable);
        assert_eq!(table.ground_at(Vec2::X * 2.0), Ground::Difficult);
        assert_eq!(table.ground_at(Vec2::X * 3.2), Ground::Water);
        assert_eq!(table.ground_at(Vec2::X * 3.8), Ground::Open);
        assert_eq!(table.elevation_at(Vec2::ZERO), Inches(2.0));
        assert_eq!(table.elevation_at(Vec2::X * 3.8), Inches(1.0));
        assert_eq!(table.elevation_at(Vec2::X * 4.2), Inches(0.0));
    }

    #[test]
    fn barriers_are_touched_from_either_side() {
        let points = vec![Vec2::new(0.0, 5.0), Vec2::new(10.0, 5.0)];
        let wall = Footprint::Line { points, width: Inches(0.5) };
        let mut table = Table::new(Inches(72.0), Inches(48.0));
        table.terrain.push(Terrain { barrier: true, ..Terrain::new("wall", wall) });
        assert_eq!(table.barriers_touching(&disc(5.0, 4.25)), [0]);
        assert_eq!(table.barriers_touching(&disc(5.0, 5.76)), [0]);
        assert!(table.barriers_touching(&disc(5.0, 4.2)).is_empty());
    }
}

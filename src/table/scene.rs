//! A small table for tests of ways and reach: a man on foot, terrain by its corners, discs for
//! others.

use bevy::math::Vec2;

use super::{
    Base, Footprint, Inches, Mover, Placed, Pose, Surroundings, Table,
    zone::{Zone, ZoneShape},
};

/// A man on foot on a round base of an inch.
pub(super) fn foot() -> Mover {
    Mover::on_foot(Base::Circle { radius: Inches(0.5) }, Inches(1.0), Inches(1.25))
}

/// A point, in inches.
pub(super) fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// Somebody on a round base of an inch.
pub(super) fn disc(x: f32, y: f32) -> Placed {
    foot().placed(Pose::degrees(at(x, y), 90.0))
}

/// The zone of somebody, all round.
pub(super) fn zone(x: f32, y: f32, reach: f32) -> Zone {
    Zone { around: disc(x, y), reach: Inches(reach), shape: ZoneShape::AllRound }
}

/// An upright rectangle by two of its corners.
pub(super) fn rectangle(x0: f32, y0: f32, x1: f32, y1: f32) -> Footprint {
    Footprint::Polygon(vec![at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)])
}

/// A mover and everything around it.
#[derive(Debug)]
pub(super) struct Scene {
    pub mover: Mover,
    pub start: Pose,
    pub table: Table,
    pub enemies: Vec<Placed>,
    pub friends: Vec<Placed>,
    pub zones: Vec<Zone>,
}

impl Scene {
    /// A man on foot on a table of 48" by 48" with nothing on it.
    pub fn new(start: Pose) -> Self {
        Self {
            mover: foot(),
            start,
            table: Table::new(Inches(48.0), Inches(48.0)),
            enemies: Vec::new(),
            friends: Vec::new(),
            zones: Vec::new(),
        }
    }

    pub fn around(&self) -> Surroundings<'_> {
        Surroundings {
            table: &self.table,
            enemies: &self.enemies,
            friends: &self.friends,
            zones: &self.zones,
        }
    }
}

//! Where the moves of a block lead if nothing is in their way.

use bevy::math::Vec2;

use super::{Flank, Manoeuvre, UNUSUAL};
use crate::table::{
    base::{Placed, Pose, rotation},
    formation::block_of,
    travel::Mover,
    units::Inches,
};

/// Nobody goes farther at once; guards against lengths that are no lengths. Inches.
const FARTHEST: f32 = 1000.0;

/// Where a manoeuvre leads each model if nothing is in its way.
pub fn manoeuvre_end(movers: &[(Mover, Pose)], manoeuvre: &Manoeuvre) -> Vec<Pose> {
    let way = Way::of(movers, manoeuvre);
    movers.iter().map(|&(_, start)| way.end_of(start)).collect()
}

/// The way of a block.
pub(super) enum Way {
    Straight(Straight),
    Wheel(Wheel),
    /// By so many degrees, counter-clockwise.
    Turn(f32),
}

impl Way {
    pub fn of(movers: &[(Mover, Pose)], manoeuvre: &Manoeuvre) -> Self {
        let first = movers.first().map_or(Pose::new(Vec2::ZERO, Vec2::Y), |(_, first)| *first);
        let straight = |direction, way: Inches, price| {
            let length = at_most(way.0, FARTHEST);
            Self::Straight(Straight { direction, length, price })
        };
        match *manoeuvre {
            Manoeuvre::Ahead(way) => straight(first.facing, way, 1.0),
            Manoeuvre::Back(way) => straight(-first.facing, way, UNUSUAL),
            Manoeuvre::Sidestep(flank, way) => {
                straight(first.right() * flank.to_the_right(), way, UNUSUAL)
            }
            Manoeuvre::Wheel { pivot, degrees } => Self::Wheel(Wheel::of(movers, pivot, degrees)),
            Manoeuvre::QuarterTurn(flank) => Self::Turn(-90.0 * flank.to_the_right()),
            Manoeuvre::AboutTurn => Self::Turn(180.0),
        }
    }

    fn end_of(&self, start: Pose) -> Pose {
        match self {
            Self::Straight(way) => way.pose_at(start, 1.0),
            Self::Wheel(wheel) => wheel.pose_at(start, 1.0),
            Self::Turn(degrees) => start.turned(*degrees),
        }
    }
}

/// How a block goes straight on, back or aside.
pub(super) struct Straight {
    direction: Vec2,
    pub length: f32,
    /// How often each inch counts.
    pub price: f32,
}

impl Straight {
    pub fn pose_at(&self, start: Pose, share: f32) -> Pose {
        Pose { at: start.at + self.direction * (self.length * share), ..start }
    }
}

/// A sound length or angle from one of any kind: nothing below zero, nothing that is no number.
fn at_most(value: f32, most: f32) -> f32 {
    if value > 0.0 { value.min(most) } else { 0.0 }
}

/// Where a wheel leads if nothing is in its way: the inches that are paid for, and where everybody
/// is then.
pub fn wheel_end(movers: &[(Mover, Pose)], pivot: Flank, degrees: f32) -> (Inches, Vec<Pose>) {
    let wheel = Wheel::of(movers, pivot, degrees);
    (Inches(wheel.length), movers.iter().map(|&(_, start)| wheel.pose_at(start, 1.0)).collect())
}

/// How a block turns around a front corner.
pub(super) struct Wheel {
    corner: Vec2,
    /// The outer front corner's arc.
    pub length: f32,
    /// Counter-clockwise.
    degrees: f32,
}

impl Wheel {
    fn of(movers: &[(Mover, Pose)], pivot: Flank, degrees: f32) -> Self {
        let degrees = at_most(degrees, 180.0);
        let bases: Vec<Placed> = movers.iter().map(|(mover, pose)| mover.placed(*pose)).collect();
        let facing = movers.first().map_or(Vec2::Y, |(_, pose)| pose.facing);
        let block = block_of(&bases, facing);
        let length = (block.half_width.0 * 2.0 * degrees.to_radians()).min(FARTHEST);
        // Round its right corner a block turns clockwise.
        let degrees = -degrees * pivot.to_the_right();
        Self { corner: block.front_corner(pivot), length, degrees }
    }

    pub fn pose_at(&self, start: Pose, share: f32) -> Pose {
        let turn = rotation(self.degrees * share);
        Pose::new(self.corner + turn * (start.at - self.corner), turn * start.facing)
    }
}

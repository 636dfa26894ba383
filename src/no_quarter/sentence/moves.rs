//! Sentences about moves and manoeuvres.

use bevy::{math::Vec2, prelude::World};

use super::paid;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::event::Gait,
    table::{
        Inches, Pose,
        formation::{Flank, Manoeuvre},
    },
};

pub(super) fn moved(
    world: &World,
    model: ModelId,
    gait: Gait,
    from: &Pose,
    way: &[Pose],
    actions: u8,
) -> String {
    let name = world.model_name(model);
    let (length, paid) = (Inches(length(from.at, way)), paid(actions));
    if length.at_most(Inches::ZERO) {
        return format!("{name} turns{paid}.");
    }
    match gait {
        Gait::Move => format!("{name} moves {length}{paid}."),
        Gait::InRanks => format!("{name} moves {length} in ranks{paid}."),
        Gait::Charge => format!("{name} charges {length}{paid}."),
        Gait::FollowUp => format!("{name} follows up {length}{paid}."),
        Gait::Flight => format!("{name} flees {length}{paid}."),
        Gait::Retreat => format!("{name} retreats {length}{paid}."),
        Gait::Regroup => format!("{name} goes back {length} to its unit{paid}."),
        Gait::FormUp => format!("{name} takes its place, {length} away{paid}."),
        Gait::PushedBack => format!("{name} is pushed back {length}."),
        Gait::CloseUp => format!("{name} closes up {length}{paid}."),
    }
}

fn length(from: Vec2, way: &[Pose]) -> f32 {
    let mut here = from;
    let mut length = 0.0;
    for pose in way {
        length += here.distance(pose.at);
        here = pose.at;
    }
    length
}

pub(super) fn manoeuvred(
    world: &World,
    unit: UnitId,
    manoeuvre: &Manoeuvre,
    actions: u8,
) -> String {
    let what = match manoeuvre {
        Manoeuvre::Ahead(distance) => format!("{distance} ahead"),
        Manoeuvre::Back(distance) => format!("{distance} back"),
        Manoeuvre::Sidestep(flank, distance) => {
            format!("{distance} sideways to the {}", side(*flank))
        }
        Manoeuvre::Wheel { pivot, degrees } => {
            format!("wheel round its {} corner by {degrees:.0} degrees", side(*pivot))
        }
        Manoeuvre::QuarterTurn(flank) => format!("quarter turn to the {}", side(*flank)),
        Manoeuvre::AboutTurn => "about turn".to_owned(),
    };
    format!("{}: {what}{}.", world.unit_name(unit), paid(actions))
}

fn side(flank: Flank) -> &'static str {
    match flank {
        Flank::Left => "left",
        Flank::Right => "right",
    }
}

//! Sentences about moves and manoeuvres.

use std::collections::BTreeSet;

use bevy::{math::Vec2, prelude::World};

use super::{count, paid};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::event::{Event, Gait, Shortfall},
    table::{Inches, Pose, formation::Manoeuvre},
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
        Gait::Regroup => format!("{name} rejoins its unit, {length} away{paid}."),
        Gait::FormUp => format!("{name} takes its place, {length} away{paid}."),
        Gait::PushedBack => format!("{name} is pushed back {length}."),
        Gait::Thrown => format!("{name} is thrown aside, {length} away."),
        Gait::Lured => format!("{name} follows the lure {length}{paid}."),
        Gait::CloseUp => format!("{name} closes up {length}{paid}."),
    }
}

/// Sums up the moves at the beginning of some events if many models of one unit move alike: how
/// many events it stands for, and one sentence for them all.
pub fn of_moves(world: &World, events: &[Event]) -> Option<(usize, String)> {
    const MANY: usize = 3;
    let mut whole: Option<(UnitId, Gait)> = None;
    let (mut farthest, mut dearest) = (0.0_f32, 0);
    let mut movers = BTreeSet::new();
    let mut count = 0;
    for event in events {
        let Event::Moved { model, gait, from, way, actions } = event else { break };
        let of = (world.unit_of(*model), *gait);
        if *whole.get_or_insert(of) != of {
            break;
        }
        count += 1;
        farthest = farthest.max(length(from.at, way));
        dearest = dearest.max(*actions);
        movers.insert(*model);
    }
    let (unit, gait) = whole.filter(|_| movers.len() >= MANY)?;
    let what = match gait {
        Gait::Move => "move",
        Gait::InRanks => "move in ranks",
        Gait::Charge => "charge",
        Gait::FollowUp => "follow up",
        Gait::Flight => "flee",
        Gait::Retreat => "retreat",
        Gait::Regroup => "rejoin their unit",
        Gait::FormUp => "take their places",
        Gait::PushedBack => "are pushed back",
        Gait::Thrown => "are thrown aside",
        Gait::Lured => "follow the lure",
        Gait::CloseUp => "close up",
    };
    let (name, models) = (world.unit_name(unit), movers.len());
    let (farthest, paid) = (Inches(farthest), most_paid(dearest));
    Some((count, format!("{models} models of {name} {what}, at most {farthest}{paid}.")))
}

/// What the dearest of several moves cost.
fn most_paid(actions: u8) -> String {
    if actions == 0 {
        String::new()
    } else {
        format!(" for up to {}", count(usize::from(actions), "action"))
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

/// Why a charge at a unit comes into contact with nobody of it, as the end of a sentence.
pub fn shortfall(world: &World, target: UnitId, why: Shortfall) -> String {
    match why {
        Shortfall::TooFar => "it is too far for its actions".to_owned(),
        Shortfall::Slowed => "difficult ground and barriers slow it down".to_owned(),
        Shortfall::Fled => "it has fled".to_owned(),
        Shortfall::Felled => "those who charged fell on the way".to_owned(),
        Shortfall::NoRoom => {
            format!("there is no free place beside {}", world.unit_name(target))
        }
        Shortfall::Edge => "the table edge is in the way".to_owned(),
        Shortfall::Terrain { terrain } => {
            let kind = world.terrain(terrain).map_or("terrain", |t| &t.kind);
            format!("the {kind} is in the way")
        }
        Shortfall::Enemy { model } => format!("{} is in the way", world.model_name(model)),
        Shortfall::Zone { model } => {
            format!("the attack zone of {} is in the way", world.model_name(model))
        }
    }
}

pub(super) fn manoeuvred(
    world: &World,
    unit: UnitId,
    manoeuvre: &Manoeuvre,
    actions: u8,
) -> String {
    let what = match manoeuvre {
        Manoeuvre::Ahead(distance) => format!("moves {distance} ahead"),
        Manoeuvre::Back(distance) => format!("moves {distance} back"),
        Manoeuvre::Sidestep(flank, distance) => {
            format!("sidesteps {distance} to the {}", flank.name())
        }
        Manoeuvre::Wheel { pivot, degrees } => {
            let degrees = count(degrees.round() as usize, "degree");
            format!("wheels {degrees} around its {} corner", pivot.name())
        }
        Manoeuvre::QuarterTurn(flank) => format!("makes a quarter turn to the {}", flank.name()),
        Manoeuvre::AboutTurn => "turns about".to_owned(),
    };
    format!("{} {what}{}.", world.unit_name(unit), paid(actions))
}

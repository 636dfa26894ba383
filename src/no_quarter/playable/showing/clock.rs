//! How far a battle has come, and what is fought for.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, SideId, UnitId,
        playable::showing::{Clock, Goal},
    },
    no_quarter::{
        objectives,
        phase::{Phase, phase},
        turn_sequence,
    },
};

/// From so many turns on nobody counts how many are left: the battle lasts until it is decided.
const ENDLESS: u32 = 1000;

/// How far the battle has come.
pub(super) fn clock(world: &World) -> Clock {
    let frame = world.frame();
    let time = match phase(world) {
        Phase::Terrain => "Laying the terrain".to_owned(),
        Phase::Deployment => "Deployment".to_owned(),
        Phase::Activations if frame.last_turn > 0 && frame.last_turn < ENDLESS => {
            format!("Turn {} of {}", frame.turn, frame.last_turn)
        }
        Phase::Activations => format!("Turn {}", frame.turn),
        Phase::Over => "The battle is over".to_owned(),
    };
    let next = match phase(world) {
        Phase::Terrain => "lay a piece of terrain",
        Phase::Deployment => "place a unit",
        Phase::Activations if frame.first_activation => "won the initiative",
        Phase::Activations => "choose the next unit",
        Phase::Over => "",
    };
    let plays_turns = phase(world) == Phase::Activations;
    let left = |world: &World| world.roster().sides().map(|side| left(world, side)).collect();
    Clock {
        time,
        side: frame.side,
        left: plays_turns.then(|| left(world)),
        active: frame.active.filter(|_| plays_turns),
        next,
    }
}

/// How many units of a side may still be activated this turn.
fn left(world: &World, side: SideId) -> usize {
    let waits =
        |&unit: &UnitId| world.side_of(unit) == side && turn_sequence::can_activate(world, unit);
    world.roster().units().filter(waits).count()
}

/// The objectives as things stand.
pub(super) fn goals(world: &World) -> Vec<Goal> {
    let goal = |outlook: objectives::Outlook| {
        let objectives::Outlook { side, text, holder, at, model, .. } = outlook;
        Goal { side, text, holder, at, model }
    };
    objectives::outlooks(world).into_iter().map(goal).collect()
}

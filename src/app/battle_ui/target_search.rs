//! Which enemies can be the target of a verb. Rules are asked about a few of them a frame, so that
//! looking for a way to every enemy never makes the window stutter.

use std::time::Duration;

use bevy::{platform::time::Instant, prelude::*};

use super::{
    aim::{self, Hover},
    draft::Stamp,
    mode::{Mode, focus},
    select::neighbour,
};
use crate::{
    app::seat::Game,
    battle::playable::{
        Acting,
        acting::{Focus, Targets},
    },
};

/// What is known so far, and of which state of the battle.
#[derive(Resource, Clone, Debug, Default)]
pub struct TargetSearch {
    key: Option<(Stamp, Focus)>,
    /// The answers so far, and what is still to be asked.
    pub targets: Targets,
}

/// So long it may go on asking in one frame.
const A_FRAMES_SHARE: Duration = Duration::from_millis(4);

/// Asks about the next enemies.
pub fn update(world: &mut World) {
    let present = focus(world);
    // Only a model that orders go to alone makes a difference.
    let only = Focus { unit: None, model: present.only(), alone: present.alone };
    let key = Some((Stamp::of(world), only));
    if world.resource::<TargetSearch>().key != key {
        let targets = Targets { open: Game::questions(world), known: Vec::new() };
        *world.resource_mut::<TargetSearch>() = TargetSearch { key, targets };
        return;
    }
    let begun = Instant::now();
    while begun.elapsed() < A_FRAMES_SHARE {
        let next = world.resource_mut::<TargetSearch>().targets.open.pop();
        let Some((verb, unit)) = next else { return };
        let target = Game::target(world, only, verb, unit);
        world.resource_mut::<TargetSearch>().targets.known.push(target);
    }
}

/// Puts the aim on the next legal target of the present mode.
pub fn next_target(world: &mut World, step: i32) {
    let Some(verb) = world.resource::<Mode>().target_verb() else { return };
    let targets = world.resource::<TargetSearch>().targets.legal(verb);
    let present = world.resource::<Hover>().unit;
    let Some(unit) = neighbour(&targets, present, step) else { return };
    if let Some(model) = Game::foremost(world, unit) {
        aim::put_on(world, model);
    }
}

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
        acting::{Focus, Targets, VerbId},
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
    let (stamp, only) = key_of(world);
    let key = Some((stamp, only));
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

/// Whether a verb has a legal target in the battle as it is; nothing while that isn't known.
pub fn has_target(world: &World, verb: VerbId) -> Option<bool> {
    let TargetSearch { key, targets } = world.resource::<TargetSearch>();
    (*key == Some(key_of(world))).then_some(())?;
    let open = targets.open.iter().any(|(of, _)| *of == verb);
    let legal = !targets.legal(verb).is_empty();
    (legal || !open).then_some(legal)
}

/// Of what is to be known: of the battle as it is, and of the model that orders go to alone, which
/// makes a difference.
fn key_of(world: &World) -> (Stamp, Focus) {
    let present = focus(world);
    (Stamp::of(world), Focus { unit: None, model: present.only(), alone: present.alone })
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

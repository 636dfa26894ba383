//! Where models were at an earlier moment of the battle, told from its events.

use bevy::prelude::World;

use super::event::Event;
use crate::{
    battle::{BattleWorld, ModelId},
    table::Pose,
};

/// Where a model was just after the event at a place in the log: where the next of its moves began,
/// or where it fell, or else where it is now.
pub fn pose_after(world: &World, events: &[Event], place: usize, model: ModelId) -> Pose {
    let later = events.get(place + 1..).unwrap_or_default();
    let known = later.iter().find_map(|event| match event {
        Event::Moved { model: mover, from, .. } if *mover == model => Some(*from),
        Event::Fell { model: fallen, at, .. } if *fallen == model => Some(*at),
        _ => None,
    });
    known.unwrap_or_else(|| *world.of_model::<Pose>(model))
}

//! Optional rules of the book, all off unless the players agree on them.

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

/// Which optional rules are played.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// A 1 always saves for models with any armour. Book: The Lucky Save (ARM-03).
    pub lucky_save: bool,
    /// More than three quarters hidden is -3 to hit, without masterful hits. Book: Cover (RNG-05).
    pub very_difficult_shots: bool,
}

/// The optional rules of a battle.
pub fn options(world: &World) -> Options {
    world.get_resource::<Options>().copied().unwrap_or_default()
}

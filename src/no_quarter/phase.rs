//! Where in the course of a battle we are.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::system::BattleState;

/// A part of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Terrain is laid by hand.
    Terrain,
    /// Units are put on the table by hand.
    Deployment,
    /// Units are activated one after another.
    #[default]
    Activations,
    /// The battle has ended.
    Over,
}

/// The part that a battle is in.
pub fn phase(world: &World) -> Phase {
    world.resource::<BattleState>().phase
}

//! How a table and the armies on it are set up: what the level says, what dice decide, and who
//! goes first; and how strictly its armies keep to the book. Book: Getting Started, The Army (SET-01,
//! SET-02, SET-04, SET-07).

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::battle::components::Unsettled;

/// How the table is set up; what isn't said is as the level has it.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SetUp {
    /// Who lays the terrain.
    pub terrain: TerrainSetUp,
    /// Who chooses the table edges.
    pub edges: EdgeChoice,
    /// Who sets up first.
    pub first: FirstToSetUp,
    /// How strictly the armies keep to the rules of composition.
    #[serde(skip_serializing_if = "Composition::is_usual")]
    pub armies: Composition,
}

impl SetUp {
    /// What of the table the players and their dice settle.
    pub(in crate::no_quarter) fn unsettled(&self) -> Unsettled {
        Unsettled {
            edges: self.edges == EdgeChoice::ByDice,
            terrain: self.terrain == TerrainSetUp::Alternately,
        }
    }
}

/// Who lays the terrain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TerrainSetUp {
    /// The level: the pieces lie where it has them.
    #[default]
    AsLaid,
    /// The players in turn, piece by piece; or one of them all, if he sets up first anyway.
    Alternately,
}

/// Who chooses the table edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EdgeChoice {
    /// The level: each side has the edge it names.
    #[default]
    AsGiven,
    /// The side that wins a roll of the dice.
    ByDice,
}

/// Who sets up first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstToSetUp {
    /// The side that wins a roll of the dice; then unit by unit in turn.
    #[default]
    ByDice,
    /// The side with fewer points, as the defender: the whole army before the other's. With equal
    /// points as by dice.
    Weaker,
}

/// How strictly the armies of a level keep to the rules of composition: core and elite, aspects of
/// magic. Battles don't depend on it; only those who check a level are told. Book: Units, Magic
/// Relationships (SET-07, SET-09, SET-10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Composition {
    /// An army that breaks one is warned of.
    #[default]
    Advised,
    /// An army that breaks one is an error.
    ByTheBook,
    /// The armies are meant to be as they are.
    Free,
    /// The level tells a story whose armies are its own, for this reason.
    Scenario(String),
}

impl Composition {
    /// Whether it needn't be said.
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

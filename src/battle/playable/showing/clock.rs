//! How far a battle has come: the turn, whose go it is, and what is fought for.

use bevy::math::Vec2;

use crate::battle::{ModelId, SideId, UnitId};

/// How far a battle has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The turn, or what is done instead of turns: "Turn 2 of 6".
    pub time: String,
    /// Whose go it is.
    pub side: SideId,
    /// How many units each side has still to act this turn; nothing where no turn is played.
    pub left: Option<Vec<usize>>,
    /// The unit that acts, if one does.
    pub active: Option<UnitId>,
    /// What is to be done while no unit acts.
    pub next: &'static str,
}

/// Something that the armies fight about besides each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Whose it is; none for one that both sides may have.
    pub side: Option<SideId>,
    /// What is to be done, in words.
    pub text: String,
    /// Who has it now.
    pub holder: Option<SideId>,
    /// The place it is about, if it is one.
    pub at: Option<Vec2>,
    /// The model it is about, if it is one.
    pub model: Option<ModelId>,
}

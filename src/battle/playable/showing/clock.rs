//! How far a battle has come: the turn, whose go it is, what is waited for, and what is fought for.

use bevy::math::Vec2;

use crate::battle::{ModelId, SideId, UnitId};

/// How far a battle has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The turn, or what is done instead of turns: "Turn 2 of 6".
    pub time: String,
    /// Who may do something now: acts, chooses, or has to answer.
    pub side: SideId,
    /// How many units each side has still to act this turn; nothing where no turn is played.
    pub left: Option<Vec<usize>>,
    /// The unit that acts, if one does.
    pub active: Option<UnitId>,
    /// Who may do what now, as a sentence without its end: "The Horde choose who acts next".
    pub awaited: String,
    /// Who goes first this turn, where that is known: the side, and how it came to that, in words
    /// after its name.
    pub first: Option<(SideId, &'static str)>,
}

/// Something that the armies fight about besides each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Whose it is; none for one that both sides may have.
    pub side: Option<SideId>,
    /// What is to be done, in words.
    pub text: String,
    /// How near its fulfilment is: who has it and by what, and what the others lack. A sentence for
    /// each; none where that can't be said.
    pub standing: Vec<String>,
    /// Who has it now.
    pub holder: Option<SideId>,
    /// The place it is about, if it is one.
    pub at: Option<Vec2>,
    /// The model it is about, if it is one.
    pub model: Option<ModelId>,
}

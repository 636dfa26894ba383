//! What the player looks at and points at, and what an intent wants of that.

use bevy::math::Vec2;

use super::VerbId;
use crate::battle::{ModelId, UnitId};

/// What the player looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// The selected unit.
    pub unit: Option<UnitId>,
    /// The selected model of it.
    pub model: Option<ModelId>,
    /// Whether orders go to that model alone.
    pub alone: bool,
}

impl Focus {
    /// The model that orders go to alone.
    pub fn only(&self) -> Option<ModelId> {
        self.model.filter(|_| self.alone)
    }
}

/// What the player points at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointing {
    /// The point on the table.
    pub at: Option<Vec2>,
    /// Where models shall look at the end, if the player said so.
    pub facing: Option<Vec2>,
    /// The unit there.
    pub unit: Option<UnitId>,
    /// The model there.
    pub model: Option<ModelId>,
}

/// What a player does at what is pointed at while an order is in preparation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// Whether a key confirms; else it is a click.
    pub confirms: bool,
    /// Whether it marks what can be marked, and goes on.
    pub marks: bool,
}

/// What is pointed at for an intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// Nothing: its controls say everything.
    Nothing,
    /// A place.
    Place,
    /// Whom it is done to.
    Target,
    /// A model of the active unit.
    Model,
}

/// What an intent wants of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// What is pointed at.
    pub points: Points,
    /// The verb that it belongs to, if one prepares it.
    pub verb: Option<VerbId>,
    /// The verb whose targets are shown.
    pub targets: Option<VerbId>,
    /// Whether a drag chooses where models look at the end.
    pub turns: bool,
    /// Whether it matters who is under the pointer.
    pub minds_hover: bool,
    /// Whether it is an order of the active unit.
    pub of_active_unit: bool,
    /// Whether it goes on after the order is given: who did it once often does so again.
    pub goes_on: bool,
    /// Whether its verb gives the order when it is done again.
    pub given_by_verb: bool,
    /// What the player does next, as one sentence. The window puts the names of keys for `{turn}` (those
    /// that turn what is put down), `{mark}` (the one that marks), `{next}` (the one that goes from one
    /// target to the next) and `{confirm}`, and for `{verb:Charge}` the verb that settings call so, with its
    /// key.
    pub hint: &'static str,
}

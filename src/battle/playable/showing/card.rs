//! The card of a unit: its states, and one of its models with numbers, arms and abilities.

use crate::battle::playable::Tone;

/// Words, and the term of the codex that explains them, if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The words.
    pub text: String,
    /// The term.
    pub term: String,
}

impl Label {
    /// Words with the term that explains them.
    pub fn new(text: impl Into<String>, term: impl Into<String>) -> Self {
        Self { text: text.into(), term: term.into() }
    }
}

/// A unit's card.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// How many models it has: "12 of 20 models".
    pub models: String,
    /// What is to be known about it at a glance.
    pub states: Vec<UnitState>,
    /// One of its models in full.
    pub model: Option<ModelCard>,
}

/// A state that a unit is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitState {
    /// What it is called.
    pub label: Label,
    /// In which tone it is told.
    pub tone: Tone,
}

/// A model in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCard {
    /// What it is called, and what it is in its unit.
    pub name: String,
    /// How it is at the moment.
    pub now: String,
    /// Its characteristics: their letters, which are terms of the codex as well, and their values.
    pub characteristics: Vec<(&'static str, String)>,
    /// Its arms. A model that several share has a part for each of them.
    pub parts: Vec<ArmsPart>,
    /// How the parts act together, if there are several.
    pub together: Option<Label>,
    /// Its abilities.
    pub abilities: Vec<Label>,
    /// What else is to be known about it.
    pub facts: Vec<Label>,
}

/// The arms that one of those who share a base wields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArmsPart {
    /// Who it is and its numbers; nothing where nobody shares the base.
    pub wielder: Option<(String, Label)>,
    /// Abilities of its own.
    pub abilities: Vec<Label>,
    /// Its weapons.
    pub arms: Vec<Arm>,
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// What it is called.
    pub name: String,
    /// Whether it is shot.
    pub shot: bool,
    /// Its numbers and rules.
    pub rules: Vec<Label>,
}

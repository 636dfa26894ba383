//! The card of a unit: how it is, the kinds of its models with numbers, arms and abilities, and one of
//! its models if that is asked for.

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
    /// What its models have left, from the least to the most, and what it has lost.
    pub left: Vec<Label>,
    /// The kinds of its models, those of which there are most first.
    pub kinds: Vec<Kind>,
    /// One of its models, if it was asked for.
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

/// One model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCard {
    /// What it is called, and what it is in its unit.
    pub name: String,
    /// How it is at the moment.
    pub now: String,
    /// What it is, by itself.
    pub kind: Kind,
}

/// What models are that have the same numbers and arms. Whatever they don't have isn't told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What one of them is called.
    pub name: String,
    /// How many of them there are.
    pub count: usize,
    /// Their characteristics: their letters, which are terms of the codex as well, and their values,
    /// from the least to the most where something makes them differ.
    pub characteristics: Vec<(&'static str, String)>,
    /// The arms of each. A model that several share has a part for each of them.
    pub parts: Vec<ArmsPart>,
    /// How the parts act together, if there are several.
    pub together: Option<Label>,
    /// Their abilities.
    pub abilities: Vec<Label>,
    /// What else is to be known about them.
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

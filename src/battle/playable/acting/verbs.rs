//! Verbs: what one press can do.

use bevy::math::Vec2;

use super::Acting;

/// What one press can do, by its place among the rule system's verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VerbId(pub u8);

/// A verb in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerbWords {
    /// What settings call it, for ever.
    pub id: &'static str,
    /// What buttons call it.
    pub name: &'static str,
    /// What it is for, in a sentence.
    pub help: &'static str,
    /// Whether it needs an enemy as its target.
    pub targets: bool,
    /// The key that does it.
    pub key: VerbKey,
    /// The name of its icon.
    pub icon: &'static str,
    /// What the codex calls it.
    pub term: &'static str,
}

/// The key of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbKey {
    /// Usually this one, such as "KeyM" or "Shift+KeyM", until the player gives it another.
    Usually(&'static str),
    /// None, until the player gives it one.
    Unset,
    /// The one that confirms.
    Confirming,
}

/// A verb as it is offered at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Which.
    pub verb: VerbId,
    /// What it is called now.
    pub name: String,
    /// What it is for now.
    pub help: String,
    /// Why it can't be done now, if it can't, besides what its targets say.
    pub why_not: Option<String>,
    /// Whether it is the one that is wanted most.
    pub wanted: bool,
}

/// Another verb that leads where is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What the order in preparation does, and what the verb does instead. The window puts the verb's
    /// name, and its key if it has one, for `{verb}`.
    pub text: &'static str,
    /// The verb.
    pub verb: VerbId,
}

/// What a verb leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Began<S: Acting> {
    /// Nothing: there is nobody to do it.
    Nothing,
    /// An order is given at once.
    Gives(S::Order),
    /// An order is prepared.
    Prepares(S::Intent),
    /// An order is prepared, and where there is only one target it is aimed at.
    PreparesForOnlyTarget(S::Intent),
    /// The player chooses from a [list](Acting::listing).
    Lists,
    /// The player chooses from the [units of the enemy](super::Enemies).
    ListsEnemies,
}

/// What a gesture on the table leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Pressed<S: Acting> {
    /// Nothing.
    Nothing,
    /// The order in preparation is given as it is.
    Commits,
    /// Whoever is pointed at is selected.
    Selects,
    /// An order is given.
    Gives(S::Order),
    /// The preparation goes on.
    Prepares(S::Intent),
    /// A direction is chosen.
    Faces(Vec2),
    /// The rules refuse it.
    Refused(S::OrderError),
    /// It can't be done, with what to do instead.
    Told(&'static str),
}

//! What can be said about an order in preparation besides where it points: choices, amounts, turns.

use bevy::{math::Vec2, prelude::World};

use super::{Acting, Focus, VerbId};

/// Something to press, to move or to read beside an order in preparation.
#[derive(Clone, Debug)]
pub enum Control<S: Acting> {
    /// One of several, with a number.
    Numbered(Choice<S>),
    /// Something to press.
    Choice(Choice<S>),
    /// A number to set.
    Amount(Amount<S>),
    /// Buttons that turn where models look at the end.
    Turns,
    /// Words in small letters.
    Words(String),
    /// Words in small, faint letters.
    Aside(String),
}

/// Something to choose.
#[derive(Clone, Debug)]
pub struct Choice<S: Acting> {
    /// What the button says.
    pub text: String,
    /// What it is for.
    pub about: String,
    /// The term of the rule that it goes by; empty if there is none.
    pub term: &'static str,
    /// The verb whose key does the same.
    pub verb: Option<VerbId>,
    /// Whether it is chosen.
    pub chosen: bool,
    /// Whether it is the one that is wanted most.
    pub wanted: bool,
    /// Why it can't be chosen now, if it can't.
    pub why_not: Option<String>,
    /// What it does.
    pub does: ChoiceDoes<S>,
}

/// What a choice does.
#[derive(Clone, Debug)]
pub enum ChoiceDoes<S: Acting> {
    /// Changes the order in preparation.
    Prepares(S::Intent),
    /// Gives an order.
    Gives(S::Order),
    /// Gives the order in preparation as it is.
    Commits,
    /// Aims an order, for the player to look at before it is given.
    Aims {
        /// The order in preparation.
        intent: S::Intent,
        /// Where it is aimed.
        at: Vec2,
    },
    /// Shows a place on the table.
    Shows(Vec2),
    /// Nothing, and why.
    Refuses(&'static str),
    /// What is found only when it is wanted, because looking for it takes long.
    Finds(Find<S>),
}

/// Looks for what a choice does.
pub type Find<S> = fn(&World, Focus, &<S as Acting>::Intent) -> ChoiceDoes<S>;

/// A number to set.
#[derive(Clone, Debug)]
pub struct Amount<S: Acting> {
    /// What it is, before it.
    pub before: &'static str,
    /// What it is, after it.
    pub after: &'static str,
    /// The unit it is in.
    pub suffix: &'static str,
    /// The number as it is.
    pub now: f32,
    /// The least.
    pub least: f32,
    /// The most.
    pub most: f32,
    /// From one to the next.
    pub step: f32,
    /// By how much keys that nudge change it, and numbers that are typed are it; none where such keys
    /// move what is pointed at.
    pub leap: Option<f32>,
    /// Whether it is a count.
    pub counts: bool,
    /// The intent with another number.
    pub set: fn(&S::Intent, f32) -> S::Intent,
}

impl<S: Acting> Amount<S> {
    /// A number from 0 on, set in steps of 1.
    pub fn new(set: fn(&S::Intent, f32) -> S::Intent) -> Self {
        Self {
            before: "",
            after: "",
            suffix: "",
            now: 0.0,
            least: 0.0,
            most: 0.0,
            step: 1.0,
            leap: None,
            counts: false,
            set,
        }
    }
}

impl<S: Acting> Choice<S> {
    /// One that changes the order in preparation.
    pub fn of_intent(
        text: impl Into<String>,
        about: impl Into<String>,
        chosen: bool,
        intent: S::Intent,
    ) -> Self {
        Self { chosen, ..Self::new(text, about, ChoiceDoes::Prepares(intent)) }
    }

    /// One that does something else.
    pub fn new(text: impl Into<String>, about: impl Into<String>, does: ChoiceDoes<S>) -> Self {
        Self {
            text: text.into(),
            about: about.into(),
            term: "",
            verb: None,
            chosen: false,
            wanted: false,
            why_not: None,
            does,
        }
    }
}

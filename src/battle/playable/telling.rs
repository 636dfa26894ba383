//! How a rule system tells what happens: each event as a sentence, as dice, as something to see and
//! as a picture of who stood where; what a decision asks and what each answer would do; why an order
//! is refused; and what everybody has achieved in the end.

mod asking;
mod die;
mod staging;
mod tableau;
mod told;

use std::{iter, ops::Range};

use bevy::{math::Vec2, prelude::World};

pub use self::{
    asking::{Asking, Displaced, Fate, Reply},
    die::{Die, Natural, Wanted},
    staging::{Cue, Missile, Mood, Over, Pace, Pause, Play, Staging, Toward, Word},
    tableau::{Tableau, Trace},
    told::{Deeds, Milestone, Passage, Told, Weight},
};
use crate::battle::{Decision, ModelId, RuleSystem};

/// What a rule system tells a window, as plain values without colours, keys or frames.
pub trait Telling: RuleSystem {
    /// An event as a line of the log.
    fn told(world: &World, event: &Self::Event) -> Told;

    /// One line for the first few of some events, if they belong together. It grows as more events
    /// follow, and ends before an event that has an opening at the latest.
    fn passage(world: &World, events: &[Self::Event]) -> Option<Passage>;

    /// Events as they are told, each stretch by its places among them: all events of a passage
    /// together, every other event by itself.
    fn stretches<'w>(
        world: &'w World,
        events: &'w [Self::Event],
    ) -> impl Iterator<Item = (Range<usize>, Option<Passage>)> + 'w {
        let mut from = 0;
        iter::from_fn(move || {
            let rest = events.get(from..).filter(|rest| !rest.is_empty())?;
            let passage = Self::passage(world, rest);
            let first = from;
            from += passage.as_ref().map_or(1, |passage| passage.events.max(1));
            Some((first..from, passage))
        })
    }

    /// What begins with an event.
    fn milestone(event: &Self::Event) -> Option<Milestone>;

    /// The dice behind an event, in the order in which they were rolled.
    fn dice(world: &World, event: &Self::Event) -> Vec<Die>;

    /// What is to be seen of an event that has just happened.
    fn staging(world: &World, event: &Self::Event) -> Staging;

    /// Who stood where at the event with this place in the log.
    fn tableau(world: &World, events: &[Self::Event], place: usize) -> Option<Tableau>;

    /// What each unit has done and suffered so far, those who slew most first.
    fn deeds(world: &World) -> Vec<Deeds>;

    /// What the pending decision is about, and what each answer would do.
    fn asking(world: &World, decision: &Decision<Self>) -> Asking;

    /// Why an order is refused.
    fn objection(error: &Self::OrderError) -> Objection;
}

/// Why an order is refused, for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Objection {
    /// The reason in plain words, with names and numbers.
    pub text: String,
    /// What players call the rule; empty where no rule speaks.
    pub rule: String,
    /// The terms of the codex that explain what it is about.
    pub terms: Vec<&'static str>,
    /// The place that it is about.
    pub at: Option<Vec2>,
    /// The model that it is about.
    pub model: Option<ModelId>,
}

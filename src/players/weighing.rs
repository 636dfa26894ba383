//! How those choose who weigh plans in their heads and try nothing out. They have no dice: the same position
//! always gets the same order. The levels that do so differ in what they think of.

use bevy::prelude::World;

use super::{
    Kind, Player, recruit, sergeant,
    thinking::{Thinking, Thought, possible},
};
use crate::battle::{
    Planning,
    planning::{Reason, Weighed},
};

/// What somebody thinks of in a position, with what it knows.
type Think<R> = fn(&World, &<R as Planning>::Knowledge) -> Thought<R>;

/// Somebody who follows the best plan that it thinks of.
pub struct Weighing<R: Planning> {
    kind: Kind,
    think: Think<R>,
    thinking: Thinking<R>,
    knowledge: R::Knowledge,
    /// What it ponders, if it thinks in parts.
    begun: Option<sergeant::Weighing<R>>,
    in_parts: bool,
}

impl<R: Planning> Weighing<R> {
    /// The lowest level, which thinks of little and so does it at once.
    pub(super) fn recruit() -> Self {
        Self::new(Kind::Recruit, recruit::think, false)
    }

    /// The second level. What it ponders, it weighs in parts.
    pub(super) fn sergeant() -> Self {
        Self::new(Kind::Sergeant, sergeant::think, true)
    }

    fn new(kind: Kind, think: Think<R>, in_parts: bool) -> Self {
        let (thinking, knowledge) = (Thinking::default(), R::Knowledge::default());
        Self { kind, think, thinking, knowledge, begun: None, in_parts }
    }

    /// What it has pondered, to the end; or else what it thinks of now.
    fn thought(&mut self, world: &World) -> Thought<R> {
        match self.begun.take() {
            Some(weighing) => weighing.finish(world, &self.knowledge),
            None => (self.think)(world, &self.knowledge),
        }
    }
}

impl<R: Planning> Player<R> for Weighing<R> {
    fn name(&self) -> String {
        self.kind.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        let mut thinking = std::mem::take(&mut self.thinking);
        let order = thinking.order(world, || self.thought(world));
        self.thinking = thinking;
        self.begun = None;
        Some(order)
    }

    fn ponder(&mut self, world: &World) -> bool {
        if self.begun.is_none() && self.in_parts && self.thinking.chooses(world) {
            self.begun = Some(sergeant::Weighing::of_best(1));
        }
        let begun = self.begun.as_mut();
        begun.is_none_or(|weighing| weighing.go_on(world, &self.knowledge, sergeant::AT_ONCE))
    }

    fn has_checked(&self) -> bool {
        self.thinking.has_checked()
    }

    fn goes_on(&self) -> bool {
        self.thinking.goes_on()
    }

    fn reason(&self) -> Option<&Reason> {
        self.thinking.reason()
    }

    fn begins_plan(&self) -> bool {
        self.thinking.begins_plan()
    }

    fn advise(&mut self, world: &World) -> Vec<Weighed<R>> {
        possible(world, self.thought(world).plans)
    }
}

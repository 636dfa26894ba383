//! How those choose who weigh plans in their heads and try nothing out. They have no dice: the same position
//! always gets the same order. The levels that do so differ in what they think of.

use bevy::prelude::World;

use super::{
    Kind, Player,
    thinking::{Thinking, Thought, possible},
};
use crate::battle::{
    Planning,
    planning::{Reason, Weighed},
};

/// What somebody thinks of in a position, with what it knows.
pub(super) type Think<R> = fn(&World, &<R as Planning>::Knowledge) -> Thought<R>;

/// Somebody who follows the best plan that it thinks of.
pub struct Weighing<R: Planning> {
    kind: Kind,
    think: Think<R>,
    thinking: Thinking<R>,
    knowledge: R::Knowledge,
}

impl<R: Planning> Weighing<R> {
    /// A player of a kind that thinks so.
    pub(super) fn new(kind: Kind, think: Think<R>) -> Self {
        let (thinking, knowledge) = (Thinking::default(), R::Knowledge::default());
        Self { kind, think, thinking, knowledge }
    }
}

impl<R: Planning> Player<R> for Weighing<R> {
    fn name(&self) -> String {
        self.kind.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        Some(self.thinking.order(world, || (self.think)(world, &self.knowledge)))
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
        possible(world, (self.think)(world, &self.knowledge).plans)
    }
}

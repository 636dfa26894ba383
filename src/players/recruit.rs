//! The lowest level: sees its own unit and the next blow, and plays the best of the few plans that come
//! to mind first. Its mistakes are those of a beginner: it overlooks what the enemy does next, and plans
//! that didn't come to its mind. It has no dice: the same position always gets the same order.

use bevy::prelude::World;

use super::{
    Player,
    thinking::{Thinking, Thought, possible},
};
use crate::battle::{
    Planning,
    planning::{Choices, Foresight, Reason, Weighed},
};

/// How many plans it thinks of.
const IDEAS: usize = 3;

/// Plays the best of a few plans by what each brings at once.
#[derive(Debug)]
pub struct Recruit<R: Planning> {
    thinking: Thinking<R>,
    knowledge: R::Knowledge,
}

impl<R: Planning> Default for Recruit<R> {
    fn default() -> Self {
        Self { thinking: Thinking::default(), knowledge: R::Knowledge::default() }
    }
}

/// Weighs the first few choices that come to mind and are possible.
fn think<R: Planning>(choices: &dyn Choices<R>) -> Thought<R> {
    let weigh = |choice| choices.weigh(choice, Foresight::NextBlow);
    Thought::all((0..choices.count()).filter_map(weigh).take(IDEAS).collect())
}

impl<R: Planning> Player<R> for Recruit<R> {
    fn name(&self) -> String {
        super::Kind::Recruit.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        Some(self.thinking.order(world, || think(&*R::choices(world, &self.knowledge))))
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
        possible(world, think(&*R::choices(world, &self.knowledge)).plans)
    }
}

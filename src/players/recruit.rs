//! The lowest level: sees its own unit and the next blow, and plays the best of the few plans that it
//! thought of. Its mistakes are those of a beginner: it overlooks what the enemy does next, and plans
//! that didn't come to its mind.

use bevy::prelude::World;

use super::{
    Player,
    dice_of_ones_own::OwnDice,
    thinking::{Thinking, Thought, possible},
};
use crate::battle::{
    Planning, SideId,
    planning::{Choices, Foresight, Reason, Weighed},
};

/// How many of the choices that come to mind first it always thinks of.
const OBVIOUS: usize = 2;

/// How many of the others it thinks of.
const IDEAS: usize = 3;

/// Plays the best of a few plans by what each brings at once.
#[derive(Debug)]
pub struct Recruit<R: Planning> {
    dice: OwnDice,
    thinking: Thinking<R>,
    knowledge: R::Knowledge,
}

impl<R: Planning> Recruit<R> {
    /// A recruit for one side of the battle with this seed; its dice are neither the battle's nor the
    /// other side's.
    pub fn new(seed: u64, side: SideId) -> Self {
        let (thinking, knowledge) = (Thinking::default(), R::Knowledge::default());
        Self { dice: OwnDice::of(seed, side), thinking, knowledge }
    }
}

/// Weighs the obvious choices and a few others.
fn think<R: Planning>(choices: &dyn Choices<R>, dice: &mut OwnDice) -> Thought<R> {
    let count = choices.count();
    let mut thought_of: Vec<usize> = (0..count.min(OBVIOUS)).collect();
    let mut others: Vec<usize> = (thought_of.len()..count).collect();
    for _ in 0..IDEAS.min(others.len()) {
        let place = dice.pick(others.len());
        thought_of.push(others.remove(place));
    }
    thought_of.sort_unstable();
    let weigh = |choice| choices.weigh(choice, Foresight::NextBlow);
    Thought::all(thought_of.into_iter().filter_map(weigh).collect())
}

impl<R: Planning> Player<R> for Recruit<R> {
    fn name(&self) -> String {
        super::Kind::Recruit.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        let Self { dice, thinking, knowledge } = self;
        Some(thinking.order(world, || think(&*R::choices(world, knowledge), dice)))
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
        possible(world, think(&*R::choices(world, &self.knowledge), &mut self.dice).plans)
    }
}

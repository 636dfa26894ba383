//! The second level: weighs all that it could do, by what that brings by exact odds, what the enemy can
//! do next, and what a unit gives up by leaving its place.

use std::cmp::Ordering;

use bevy::prelude::World;

use super::thinking::Thought;
use crate::battle::{
    BattleWorld, Planning,
    planning::{Choices, Foresight, Weighed},
};

/// Weighing all that could be done takes as long as resolving so many steps for each unit of the battle
/// (measured in battles on six levels).
const STEPS_TO_WEIGH: u64 = 4;
/// Finding out where a plan really leads takes as long as resolving so many.
const STEPS_TO_LOOK: u64 = 20;

/// So many choices are weighed or looked at in one go by somebody who must not keep others waiting.
pub(super) const AT_ONCE: usize = 12;

/// Weighs all choices, the best first.
pub(super) fn think<R: Planning>(world: &World, knowledge: &R::Knowledge) -> Thought<R> {
    Weighing::of_best(1).finish(world, knowledge)
}

/// Choices that are being weighed, some at a time: first all of them, then where the best really lead.
pub(super) struct Weighing<R: Planning> {
    /// So many of the best are looked at closely.
    count: usize,
    /// How many choices were weighed.
    weighed: usize,
    /// The plans by the choice that they are, the best first once all are weighed.
    plans: Vec<(usize, Weighed<R>)>,
    /// The choices that were looked at.
    known: Vec<usize>,
}

impl<R: Planning> Weighing<R> {
    /// Begins to weigh all choices, to look closely at the best `count` and at those that take their places,
    /// until all of the best have been looked at.
    pub fn of_best(count: usize) -> Self {
        Self { count, weighed: 0, plans: Vec::new(), known: Vec::new() }
    }

    /// Goes on with at most so many choices; true once there is nothing more to weigh.
    pub fn go_on(&mut self, world: &World, knowledge: &R::Knowledge, at_once: usize) -> bool {
        let choices = R::choices(world, knowledge, Foresight::NextReply);
        for _ in 0..at_once {
            if self.weighed < choices.count() {
                self.weigh_next(&*choices);
            } else if !self.look_at_next(&*choices) {
                return true;
            }
        }
        false
    }

    fn weigh_next(&mut self, choices: &dyn Choices<R>) {
        let choice = self.weighed;
        self.plans.extend(choices.weigh(choice).map(|weighed| (choice, weighed)));
        self.weighed += 1;
        if self.weighed == choices.count() {
            self.plans.sort_by(best_first);
        }
    }

    /// Looks closely at the best plan that isn't known yet, if it is among the best; whether there was one.
    fn look_at_next(&mut self, choices: &dyn Choices<R>) -> bool {
        let mut best = self.plans.iter().take(self.count);
        let Some(place) = best.position(|(choice, _)| !self.known.contains(choice)) else {
            return false;
        };
        let (choice, _) = self.plans.remove(place);
        self.known.push(choice);
        if let Some(weighed) = choices.weigh_closely(choice) {
            let looked_at = (choice, weighed);
            let place = self.plans.partition_point(|other| best_first(other, &looked_at).is_lt());
            self.plans.insert(place, looked_at);
        }
        true
    }

    /// What is found once nothing is left to weigh.
    pub fn finish(mut self, world: &World, knowledge: &R::Knowledge) -> Thought<R> {
        self.go_on(world, knowledge, usize::MAX);
        self.thought(world)
    }

    /// What was found.
    pub fn thought(self, world: &World) -> Thought<R> {
        let units = world.roster().units().count() as u64;
        let steps = STEPS_TO_LOOK * self.known.len() as u64 + STEPS_TO_WEIGH * units;
        let plans = self.plans.into_iter().map(|(_, weighed)| weighed).collect();
        Thought { steps, ..Thought::all(plans) }
    }
}

/// By their worth; of equals, the one that comes to mind first.
fn best_first<R: Planning>(a: &(usize, Weighed<R>), b: &(usize, Weighed<R>)) -> Ordering {
    b.1.account.worth().total_cmp(&a.1.account.worth()).then(a.0.cmp(&b.0))
}

//! The second level: weighs all that it could do, by what that brings by exact odds, what the enemy can
//! do next, and what a unit gives up by leaving its place.

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

/// Weighs all choices, the best first.
pub(super) fn think<R: Planning>(world: &World, knowledge: &R::Knowledge) -> Thought<R> {
    think_closely(1, world, knowledge)
}

/// Weighs all choices and makes sure where each of the best `count` really leads, the best first.
pub(super) fn think_closely<R: Planning>(
    count: usize,
    world: &World,
    knowledge: &R::Knowledge,
) -> Thought<R> {
    let choices = R::choices(world, knowledge, Foresight::NextReply);
    let weigh = |choice| Some((choice, choices.weigh(choice)?));
    let thought = closely(count, &*choices, (0..choices.count()).filter_map(weigh).collect());
    let units = world.roster().units().count() as u64;
    Thought { steps: thought.steps + STEPS_TO_WEIGH * units, ..thought }
}

/// Looks closely at the best `count` plans, and at those that take their places, until all of the best have
/// been looked at.
fn closely<R: Planning>(
    count: usize,
    choices: &dyn Choices<R>,
    mut all: Vec<(usize, Weighed<R>)>,
) -> Thought<R> {
    let best_first = |a: &(usize, Weighed<R>), b: &(usize, Weighed<R>)| {
        b.1.account.worth().total_cmp(&a.1.account.worth()).then(a.0.cmp(&b.0))
    };
    all.sort_by(best_first);
    let mut known = Vec::new();
    while let Some(place) = all.iter().take(count).position(|(choice, _)| !known.contains(choice)) {
        let (choice, _) = all.remove(place);
        known.push(choice);
        if let Some(weighed) = choices.weigh_closely(choice) {
            let looked_at = (choice, weighed);
            let place = all.partition_point(|other| best_first(other, &looked_at).is_lt());
            all.insert(place, looked_at);
        }
    }
    let plans = all.into_iter().map(|(_, weighed)| weighed).collect();
    Thought { steps: STEPS_TO_LOOK * known.len() as u64, ..Thought::all(plans) }
}

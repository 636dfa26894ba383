//! The second level: weighs all that it could do, by what that brings by exact odds, what the enemy can
//! do next, and what a unit gives up by leaving its place.

use bevy::prelude::World;

use super::thinking::Thought;
use crate::battle::{
    Planning,
    planning::{Choices, Foresight, Weighed},
};

/// Weighs all choices, the best first.
pub(super) fn think<R: Planning>(world: &World, knowledge: &R::Knowledge) -> Thought<R> {
    let choices = R::choices(world, knowledge);
    let weigh = |choice| Some((choice, choices.weigh(choice, Foresight::NextReply)?));
    closely(&*choices, (0..choices.count()).filter_map(weigh).collect())
}

/// Looks more closely at whatever seems best, until that still does when it has been looked at.
fn closely<R: Planning>(choices: &dyn Choices<R>, mut all: Vec<(usize, Weighed<R>)>) -> Thought<R> {
    let mut known = Vec::new();
    loop {
        all.sort_by(|a, b| b.1.account.worth().total_cmp(&a.1.account.worth()).then(a.0.cmp(&b.0)));
        let Some((choice, _)) = all.first() else { break };
        if known.contains(choice) {
            break;
        }
        known.push(*choice);
        match choices.weigh_closely(*choice, Foresight::NextReply) {
            Some(weighed) => all[0].1 = weighed,
            None => {
                all.remove(0);
            }
        }
    }
    Thought::all(all.into_iter().map(|(_, weighed)| weighed).collect())
}

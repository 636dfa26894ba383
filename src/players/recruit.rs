//! The lowest level: sees its own unit and the next blow, and plays the best of the few plans that come
//! to mind first. Its mistakes are those of a beginner: it overlooks what the enemy does next, and plans
//! that didn't come to its mind.

use bevy::prelude::World;

use super::thinking::Thought;
use crate::battle::{Planning, planning::Foresight};

/// How many plans it thinks of.
const IDEAS: usize = 3;

/// Weighs the first few choices that come to mind; some of them may turn out to be impossible.
pub(super) fn think<R: Planning>(world: &World, knowledge: &R::Knowledge) -> Thought<R> {
    let choices = R::choices(world, knowledge, Foresight::NextBlow);
    let weigh = |choice| choices.weigh(choice);
    Thought::all((0..choices.count()).take(IDEAS).filter_map(weigh).collect())
}

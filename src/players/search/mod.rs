//! How those choose who try their best plans before they follow one: the candidates are the best by
//! Sergeant's account, each is tried on a copy of the battle, all with the same luck, and those that do
//! worse are thrown out by and by. The levels that do so differ in how much they try.
//!
//! - *candidate*: a plan that is worth trying.
//! - *trial*: a candidate is followed on the copy, and Sergeant plays on for both sides.
//! - *effort*: how many candidates, how many trials, how far, and how many steps in all.

mod halving;
mod playing_on;

use bevy::prelude::World;

pub(super) use halving::Round;

use self::{
    halving::{Verdict, halve},
    playing_on::{Candidate, Stage},
};
use super::{
    Kind, Player,
    dice_of_ones_own::own_seed,
    sergeant,
    thinking::{Thinking, Thought, possible},
};
use crate::battle::{
    BattleWorld, Pending, Planning, Rehearsal, SideId,
    planning::{Reason, Weighed},
};

/// What trials found, as an item of an account.
const REHEARSALS: &str = "rehearsals";

/// How much somebody tries before it decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The most plans that are candidates.
    pub candidates: usize,
    /// How many of them are tried with other second plans too, and with how many.
    pub combined: (usize, usize),
    /// The trials of each, and how many candidates go on.
    pub rounds: &'static [Round],
    /// How many activations are played after the present one.
    pub horizon: usize,
    /// No trial is begun after so many simulated steps.
    pub steps: u64,
}

/// How much somebody tries for its own orders, and for its answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Efforts {
    /// For plans and for who is activated.
    pub orders: Effort,
    /// For answers to what rules ask.
    pub answers: Effort,
}

/// Somebody who tries its best plans on a copy of the battle before it follows one.
pub struct Searching<R: Planning> {
    kind: Kind,
    efforts: Efforts,
    /// What its trials' dice follow from.
    seed: u64,
    /// How many decisions were tried out so far.
    decisions: u64,
    thinking: Thinking<R>,
    rehearsal: Option<Rehearsal<R>>,
}

impl<R: Planning> Searching<R> {
    /// A player of a kind for one side of the battle with this seed; its trials know neither the
    /// battle's dice nor the other side's.
    pub(super) fn new(kind: Kind, seed: u64, side: SideId, efforts: Efforts) -> Self {
        Self {
            kind,
            efforts,
            seed: own_seed(seed, side),
            decisions: 0,
            thinking: Thinking::default(),
            rehearsal: None,
        }
    }

    /// Tries the best plans by Sergeant's account; where there is nothing to try or nowhere to do it, that
    /// account decides.
    fn think(&mut self, world: &World, player: &Thinking<R>) -> Thought<R> {
        let thought = sergeant::think::<R>(world);
        let begun = world.frame().turn > 0;
        if thought.plans.len() < 2 || !begun || !self.prepare(world) {
            return thought;
        }
        let decides = world.resource::<Pending<R>>().0.is_some();
        let effort = if decides { self.efforts.answers } else { self.efforts.orders };
        let Some(rehearsal) = &mut self.rehearsal else { return thought };
        let plans = thought.plans.iter().cloned();
        let candidates = plans.filter_map(|weighed| Candidate::of(world, weighed));
        let mut candidates: Vec<Candidate<R>> = candidates.take(effort.candidates).collect();
        if candidates.len() < 2 {
            return thought;
        }
        self.decisions += 1;
        let seed = self.seed.wrapping_add(self.decisions << 16);
        let mut stage = Stage::new(rehearsal, world, player, effort.horizon);
        let (firsts, seconds) = effort.combined;
        let combine = |first| stage.combinations(first, seconds, seed);
        let combined: Vec<_> = candidates.iter().take(firsts).flat_map(combine).collect();
        candidates.extend(combined);
        match try_out(stage, &mut candidates, effort, seed) {
            Some(verdicts) => Thought { plans: judged(candidates, &verdicts), ..thought },
            None => thought,
        }
    }

    /// Sees to it that there is a copy of this battle to try things on.
    fn prepare(&mut self, world: &World) -> bool {
        if !self.rehearsal.as_ref().is_some_and(|rehearsal| rehearsal.is_of(world)) {
            self.rehearsal = Rehearsal::of(world);
        }
        self.rehearsal.is_some()
    }
}

impl<R: Planning> Player<R> for Searching<R> {
    fn name(&self) -> String {
        self.kind.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        let mut thinking = std::mem::take(&mut self.thinking);
        let player = thinking.clone();
        let order = thinking.order(world, || self.think(world, &player));
        self.thinking = thinking;
        Some(order)
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
        let player = self.thinking.clone();
        possible(world, self.think(world, &player).plans)
    }
}

fn try_out<R: Planning>(
    mut stage: Stage<R>,
    candidates: &mut [Candidate<R>],
    effort: Effort,
    seed: u64,
) -> Option<Vec<Verdict>> {
    let expected: Vec<f32> =
        candidates.iter().map(|candidate| candidate.weighed.account.worth()).collect();
    let end = stage.steps() + effort.steps;
    halve(&expected, effort.rounds, |candidate, number| {
        let seed = seed.wrapping_add(number as u64);
        (stage.steps() < end).then(|| stage.play(&mut candidates[candidate], seed))
    })
}

/// The plans in the order of the verdicts, with what was found in their accounts.
fn judged<R: Planning>(candidates: Vec<Candidate<R>>, verdicts: &[Verdict]) -> Vec<Weighed<R>> {
    let plans: Vec<Weighed<R>> = candidates.into_iter().map(|one| one.weighed).collect();
    let judge = |verdict: &Verdict| {
        let mut weighed = plans[verdict.candidate].clone();
        let found = verdict.worth - weighed.account.worth();
        let how = if found > 0.0 { "better" } else { "worse" };
        let times = verdict.trials;
        weighed
            .account
            .add_noted(REHEARSALS, found, || format!("{times} of them went {how} than expected"));
        weighed
    };
    verdicts.iter().map(judge).collect()
}

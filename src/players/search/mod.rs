//! How those choose who try their best plans before they follow one: the candidates are the best by
//! Sergeant's account, each is tried on a copy of the battle, all with the same luck, and those that do
//! worse are thrown out by and by. The levels that do so differ in how much they try.
//!
//! - *candidate*: a plan that is worth trying.
//! - *trial*: a candidate is followed on the copy, and Sergeant plays on for both sides.
//! - *effort*: how many candidates, how many trials, how far, and how many steps in all.

mod halving;
mod playing_on;

use std::ops::Range;

use bevy::prelude::World;

pub(super) use halving::{CLEARLY, Round};

use self::{
    halving::{Halving, Verdict},
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
const REHEARSALS: &str = "what follows";
/// What seemed better in trials, but not clearly or not often enough, as an item of an account.
const DOUBT: &str = "uncertainty";
/// What promises more than some plan that was tried, but wasn't tried itself, as an item of an account.
const NOT_TRIED: &str = "not having been tried";

/// How much somebody tries before it decides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The most plans that are candidates.
    pub candidates: usize,
    /// How many of them are tried with other second plans too, and with how many.
    pub combined: (usize, usize),
    /// The trials of each, and how many candidates go on.
    pub rounds: &'static [Round],
    /// How far a trial goes.
    pub horizon: Horizon,
    /// How many standard errors another plan has to be ahead of the one that was expected to be best to be
    /// preferred to it.
    pub clear: f32,
    /// No trial is begun after so many simulated steps; if that is too few for all candidates, those that
    /// promise least are left out. What it takes to find second plans isn't counted.
    pub steps: u64,
}

/// How many activations are played after the present one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Horizon {
    /// While the armies come to each other: what is done then bears fruit later.
    pub opening: usize,
    /// Afterwards.
    pub later: usize,
}

impl Horizon {
    /// The last turn in which the armies come to each other.
    const OPENING_ENDS: u32 = 2;

    /// The same in all turns.
    pub const fn always(activations: usize) -> Self {
        Self { opening: activations, later: activations }
    }

    fn in_turn(self, turn: u32) -> usize {
        if turn <= Self::OPENING_ENDS { self.opening } else { self.later }
    }
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
    /// What it knows, unless a search has it.
    knowledge: R::Knowledge,
    /// What it ponders.
    begun: Option<Begun<R>>,
}

/// How far somebody is with a choice.
enum Begun<R: Planning> {
    /// It weighs its plans as Sergeant does.
    Weighs(sergeant::Weighing<R>),
    /// It tries them.
    Tries(Box<Search<R>>),
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
            knowledge: R::Knowledge::default(),
            begun: None,
        }
    }

    /// What it thinks, with all the trials that it makes; where [`Player::ponder`] has begun with them,
    /// with those that were made.
    fn think(&mut self, world: &World, player: &Thinking<R>) -> Thought<R> {
        let search = match self.begun.take() {
            // Whoever is in a hurry tries nothing.
            Some(Begun::Weighs(weighing)) => return weighing.finish(world, &self.knowledge),
            Some(Begun::Tries(search)) => *search,
            None => {
                let thought = self.weighing(world).finish(world, &self.knowledge);
                let mut search = self.begin(world, player, thought);
                while !search.go_on(usize::MAX) {}
                search
            }
        };
        let (thought, stage) = search.end();
        self.remember(stage);
        thought
    }

    /// Takes back the copy on which something was tried, with what is known of it.
    fn remember(&mut self, stage: Option<(Rehearsal<R>, R::Knowledge)>) {
        if let Some((rehearsal, knowledge)) = stage {
            self.rehearsal = Some(rehearsal);
            self.knowledge = knowledge;
        }
    }

    /// How much it tries now; nothing before the first turn.
    fn effort(&self, world: &World) -> Option<Effort> {
        let decides = world.resource::<Pending<R>>().0.is_some();
        let effort = if decides { self.efforts.answers } else { self.efforts.orders };
        (world.frame().turn > 0).then_some(effort)
    }

    /// Begins to look for the best plans by Sergeant's account.
    fn weighing(&self, world: &World) -> sergeant::Weighing<R> {
        let tried = self.effort(world).map_or(1, |effort| effort.candidates);
        sergeant::Weighing::of_best(tried)
    }

    /// Begins to try the best plans by Sergeant's account; where there is nothing to try or nowhere to do
    /// it, that account decides.
    fn begin(&mut self, world: &World, player: &Thinking<R>, thought: Thought<R>) -> Search<R> {
        let Some(effort) = self.effort(world).filter(|_| thought.plans.len() > 1) else {
            return Search::settled(thought);
        };
        let plans = thought.plans.iter().cloned();
        let candidates = plans.filter_map(|weighed| Candidate::of(world, weighed));
        let candidates: Vec<Candidate<R>> = candidates.take(effort.candidates).collect();
        if candidates.len() < 2 {
            return Search::settled(thought);
        }
        let Some(rehearsal) = self.copy(world) else { return Search::settled(thought) };
        self.decisions += 1;
        let seed = self.seed.wrapping_add(self.decisions << 16);
        let copy = (rehearsal, std::mem::take(&mut self.knowledge));
        let horizon = effort.horizon.in_turn(world.frame().turn);
        let stage = Stage::new(copy, world, player.clone(), horizon);
        Search { thought, trials: Some(Trials::new(stage, candidates, effort, seed)) }
    }

    /// A copy of this battle to try things on.
    fn copy(&mut self, world: &World) -> Option<Rehearsal<R>> {
        let known = self.rehearsal.take().filter(|rehearsal| rehearsal.is_of(world));
        known.or_else(|| Rehearsal::of(world))
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
        if let Some(Begun::Tries(unused)) = self.begun.take() {
            self.remember(unused.end().1);
        }
        Some(order)
    }

    fn ponder(&mut self, world: &World) -> bool {
        match self.begun.take() {
            None if !self.thinking.chooses(world) => return true,
            None => self.begun = Some(Begun::Weighs(self.weighing(world))),
            Some(Begun::Weighs(mut weighing)) => {
                let done = weighing.go_on(world, &self.knowledge, sergeant::AT_ONCE);
                self.begun = Some(match done {
                    false => Begun::Weighs(weighing),
                    true => {
                        let player = self.thinking.clone();
                        let search = self.begin(world, &player, weighing.thought(world));
                        Begun::Tries(Box::new(search))
                    }
                });
            }
            Some(Begun::Tries(mut search)) => {
                let done = search.go_on(sergeant::AT_ONCE);
                self.begun = Some(Begun::Tries(search));
                return done;
            }
        }
        matches!(&self.begun, Some(Begun::Tries(search)) if search.is_settled())
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

/// A choice that is being made.
struct Search<R: Planning> {
    /// What Sergeant thinks.
    thought: Thought<R>,
    /// None if that decides.
    trials: Option<Trials<R>>,
}

impl<R: Planning> Search<R> {
    fn settled(thought: Thought<R>) -> Self {
        Self { thought, trials: None }
    }

    fn is_settled(&self) -> bool {
        self.trials.as_ref().is_none_or(|trials| trials.next().is_none())
    }

    /// Takes the trials one order further, or what is thought of it, of at most so many choices; true once
    /// there is nothing more to try.
    fn go_on(&mut self, at_once: usize) -> bool {
        self.trials.as_mut().is_none_or(|trials| trials.go_on(at_once))
    }

    /// What was found, and the copy on which it was with what is known of it.
    fn end(self) -> (Thought<R>, Option<(Rehearsal<R>, R::Knowledge)>) {
        let Self { thought, trials } = self;
        let Some(trials) = trials else { return (thought, None) };
        let (plans, stage) = trials.end();
        (Thought { plans: plans.unwrap_or(thought.plans), ..thought }, Some(stage))
    }
}

/// The trials of some candidates.
struct Trials<R: Planning> {
    stage: Stage<R>,
    candidates: Vec<Candidate<R>>,
    effort: Effort,
    seed: u64,
    /// The step after which no trial begins.
    last_step: u64,
    /// The candidates that are still to be combined with second plans.
    to_combine: Range<usize>,
    /// Begins when all are.
    halving: Option<Halving>,
}

impl<R: Planning> Trials<R> {
    fn new(stage: Stage<R>, candidates: Vec<Candidate<R>>, effort: Effort, seed: u64) -> Self {
        let (firsts, _) = effort.combined;
        let to_combine = 0..firsts.min(candidates.len());
        let (last_step, halving) = (0, None);
        let mut trials = Self { stage, candidates, effort, seed, last_step, to_combine, halving };
        trials.compare_if_combined();
        trials
    }

    /// Takes a trial one order further, or the search for the second plans of a candidate; what is thought
    /// of the order goes no further than so many choices. True once there is nothing more to try.
    fn go_on(&mut self, at_once: usize) -> bool {
        match self.next() {
            None => return true,
            Some(Next::Combine(first)) => {
                let (_, seconds) = self.effort.combined;
                let first = &self.candidates[first];
                if let Some(more) = self.stage.combine(first, seconds, self.seed, at_once) {
                    self.candidates.extend(more);
                    self.to_combine.start += 1;
                    self.compare_if_combined();
                }
            }
            Some(Next::Try { candidate, number }) => {
                let seed = self.seed.wrapping_add(number as u64);
                let value = self.stage.go_on(&mut self.candidates[candidate], seed, at_once);
                if let Some((halving, value)) = self.halving.as_mut().zip(value) {
                    halving.take(value);
                    self.fit_into_budget();
                }
            }
        }
        self.next().is_none()
    }

    fn next(&self) -> Option<Next> {
        let Some(halving) = &self.halving else {
            return Some(Next::Combine(self.to_combine.start));
        };
        let (candidate, number) = halving.next()?;
        let goes_on = self.stage.is_trying() || self.stage.steps() < self.last_step;
        goes_on.then_some(Next::Try { candidate, number })
    }

    /// Leaves candidates out, once the first trial has shown what one takes, if there aren't the steps to
    /// try all of them often enough.
    fn fit_into_budget(&mut self) {
        let Some(halving) = self.halving.as_mut().filter(|one| one.has_tried_one()) else { return };
        let left = self.last_step.saturating_sub(self.stage.steps());
        let each = self.effort.steps.saturating_sub(left).max(1);
        halving.fit(self.effort.steps / each);
    }

    /// Begins to compare the candidates once there are all of them.
    fn compare_if_combined(&mut self) {
        if self.to_combine.is_empty() {
            let expected = self.candidates.iter().map(|one| one.weighed.account.worth()).collect();
            self.halving = Some(Halving::new(expected, self.effort.rounds, self.effort.clear));
            self.last_step = self.stage.steps() + self.effort.steps;
        }
    }

    /// The plans as they were judged, unless they were not all tried.
    fn end(self) -> (Option<Vec<Weighed<R>>>, (Rehearsal<R>, R::Knowledge)) {
        let Self { stage, candidates, halving, .. } = self;
        let verdicts = halving.and_then(Halving::verdicts);
        let plans = verdicts.map(|verdicts| judged(candidates, &verdicts));
        (plans, stage.strike())
    }
}

/// What a search does next.
enum Next {
    /// Finds second plans for a candidate.
    Combine(usize),
    /// Tries a candidate.
    Try { candidate: usize, number: usize },
}

/// The plans in the order of the verdicts, with what was found in their accounts.
fn judged<R: Planning>(candidates: Vec<Candidate<R>>, verdicts: &[Verdict]) -> Vec<Weighed<R>> {
    let plans: Vec<Weighed<R>> = candidates.into_iter().map(|one| one.weighed).collect();
    let judge = |verdict: &Verdict| {
        let mut weighed = plans[verdict.candidate].clone();
        let found = verdict.worth - weighed.account.worth();
        let how = if found > 0.0 { "better" } else { "worse" };
        let times = verdict.trials;
        let account = &mut weighed.account;
        account.add_noted(REHEARSALS, found, || match times {
            1 => format!("its one trial went {how} than expected"),
            _ => format!("on average {times} trials went {how} than expected"),
        });
        account.add(if times > 0 { DOUBT } else { NOT_TRIED }, -verdict.doubt);
        weighed
    };
    verdicts.iter().map(judge).collect()
}

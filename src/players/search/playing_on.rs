//! One trial of a candidate, order by order: it is followed on a copy of the battle, then Sergeant plays on
//! for both sides for some activations, the enemy's reply among them, and what is there then is valued.

use std::collections::{BTreeMap, VecDeque};

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, Pending, Planning, Rehearsal, SideId, Snapshot, UnitId, planning::Weighed,
    },
    dice::Dice,
    players::{
        sergeant::Weighing,
        thinking::{Thinking, next_order},
        whose_order,
    },
};

/// A second plan that seems worse than another, as an item of an account.
const SECOND: &str = "a weaker follow-up";

/// What is decided after more dice than this is hardly ever decided again.
const MOST_REMEMBERED: u64 = 2;

/// No trial takes more orders than this.
const MOST_ORDERS: usize = 60;

/// A plan that can be begun at once.
pub(super) struct Candidate<R: Planning> {
    /// The plan and what is expected of it.
    pub weighed: Weighed<R>,
    /// Its first order, which was checked.
    first: R::Order,
    /// What is left of it then.
    rest: VecDeque<R::Act>,
    memory: Memory<R>,
}

/// What is remembered of a candidate's trials: as long as the dice have shown the same, everybody does
/// the same again.
struct Memory<R: Planning> {
    /// What came of it, if no dice are rolled at all.
    certain: Option<f32>,
    /// What somebody has decided after so many orders, when the dice had shown this.
    decided: BTreeMap<(usize, u64), Decided<R>>,
}

impl<R: Planning> Default for Memory<R> {
    fn default() -> Self {
        Self { certain: None, decided: BTreeMap::new() }
    }
}

/// An order, whether it was checked, and what whoever gave it is about to do.
#[derive(Clone)]
struct Decided<R: Planning> {
    order: R::Order,
    checked: bool,
    thinking: Thinking<R>,
}

impl<R: Planning> Candidate<R> {
    /// None if nothing of the plan is legal now.
    pub fn of(world: &World, weighed: Weighed<R>) -> Option<Self> {
        let mut rest = weighed.plan.acts.clone().into();
        let first = next_order::<R>(world, &mut rest)?;
        Some(Self { weighed, first, rest, memory: Memory::default() })
    }

    /// This plan and then another, whose worth is so much less than that of the best that could follow.
    fn and_then(&self, second: &Weighed<R>, less: f32) -> Self {
        let mut weighed = self.weighed.clone();
        weighed.plan.name = format!("{}, then {}", weighed.plan.name, second.plan.name);
        weighed.plan.acts.extend(second.plan.acts.iter().cloned());
        weighed.account.add(SECOND, -less);
        let mut rest = self.rest.clone();
        rest.extend(second.plan.acts.iter().cloned());
        Self { weighed, first: self.first.clone(), rest, memory: Memory::default() }
    }
}

/// Where candidates are tried.
pub(super) struct Stage<R: Planning> {
    rehearsal: Rehearsal<R>,
    knowledge: R::Knowledge,
    start: Snapshot<R>,
    /// Who decides.
    side: SideId,
    /// How it thinks, and what it was about to do.
    player: Thinking<R>,
    /// How many activations are played after the present one.
    horizon: usize,
    /// What thinking took so far, in simulated steps.
    steps: u64,
    /// The trial that isn't over yet.
    trial: Option<Trial<R>>,
    /// A choice that isn't made yet.
    choice: Option<Choice<R>>,
    /// A candidate whose second plans aren't found yet.
    followed: Option<Followed<R>>,
}

/// A choice that somebody is making.
struct Choice<R: Planning> {
    thinking: Thinking<R>,
    weighing: Weighing<R>,
}

/// A candidate that is followed to its end, to see what could follow.
struct Followed<R: Planning> {
    acts: VecDeque<R::Act>,
    /// The orders given so far, besides the first.
    orders: usize,
    /// What could follow, once it is at its end.
    weighing: Option<Weighing<R>>,
}

/// A trial that is being made.
struct Trial<R: Planning> {
    /// Whoever decides, and the other side: what they are about to do.
    players: [Thinking<R>; 2],
    activations: Activations,
    /// The orders given so far, besides the candidate's first.
    orders: usize,
}

impl<R: Planning> Stage<R> {
    /// A stage for candidates of a moment of a battle.
    pub fn new(
        (rehearsal, knowledge): (Rehearsal<R>, R::Knowledge),
        battle: &World,
        player: Thinking<R>,
        horizon: usize,
    ) -> Self {
        let (start, side) = (Snapshot::take(battle), whose_order::<R>(battle));
        let (trial, choice, followed) = (None, None, None);
        Self {
            rehearsal,
            knowledge,
            start,
            side,
            player,
            horizon,
            steps: 0,
            trial,
            choice,
            followed,
        }
    }

    /// The copy and what is known of it, once nothing is tried on it any more.
    pub fn strike(self) -> (Rehearsal<R>, R::Knowledge) {
        (self.rehearsal, self.knowledge)
    }

    /// The steps that were simulated so far: those resolved on the copy, and what it took to think of
    /// what to do there. The same on every machine.
    pub fn steps(&self) -> u64 {
        self.rehearsal.steps() + self.steps
    }

    /// Takes the trial of a candidate one order further, or begins one with dice that follow from a seed;
    /// what is thought of the order goes no further than so many choices. Tells what came of the trial once
    /// it is over.
    pub fn go_on(
        &mut self,
        candidate: &mut Candidate<R>,
        seed: u64,
        at_once: usize,
    ) -> Option<f32> {
        if let Some(certain) = candidate.memory.certain {
            return Some(certain);
        }
        let Some(mut trial) = self.trial.take() else {
            self.trial = Some(self.begin_trial(candidate, seed));
            return None;
        };
        if self.follow(&mut trial, &mut candidate.memory, at_once) {
            self.trial = Some(trial);
            return None;
        }
        let worth = R::position(self.rehearsal.world(), self.side, &self.knowledge).worth();
        if self.dice().rolled() == 0 {
            candidate.memory.certain = Some(worth);
        }
        Some(worth)
    }

    /// Whether a trial has begun and isn't over.
    pub fn is_trying(&self) -> bool {
        self.trial.is_some()
    }

    fn begin_trial(&mut self, candidate: &Candidate<R>, seed: u64) -> Trial<R> {
        let decides = self.start.pending.is_some();
        let own = match decides {
            true => self.player.clone(),
            false => self.player.following(&candidate.rest),
        };
        self.begin(candidate, seed);
        Trial {
            players: [own, Thinking::default()],
            activations: Activations::from(self.start.frame.active),
            orders: 0,
        }
    }

    /// Has whoever is to give an order in a trial give it, or think of it; false if the trial is over.
    fn follow(&mut self, trial: &mut Trial<R>, memory: &mut Memory<R>, at_once: usize) -> bool {
        let world = self.rehearsal.world();
        let Trial { players, activations, orders } = trial;
        if *orders >= MOST_ORDERS
            || R::outcome(world).is_some()
            || activations.ended::<R>(world) > self.horizon
        {
            return false;
        }
        let whose = usize::from(whose_order::<R>(world) != self.side);
        let Some(decided) = self.decide(memory, *orders, &players[whose], at_once) else {
            return true;
        };
        players[whose] = decided.thinking;
        *orders += 1;
        self.give(decided.order, decided.checked)
    }

    /// What somebody decides now, after so many orders; as before, if nothing has gone another way. None
    /// while it thinks.
    fn decide(
        &mut self,
        memory: &mut Memory<R>,
        number: usize,
        player: &Thinking<R>,
        at_once: usize,
    ) -> Option<Decided<R>> {
        let key = (number, self.dice().shown());
        if let Some(known) = memory.decided.get(&key) {
            return Some(known.clone());
        }
        let (order, thinking) = self.order(player, at_once)?;
        let decided = Decided { order, checked: thinking.has_checked(), thinking };
        if self.dice().rolled() <= MOST_REMEMBERED {
            memory.decided.insert(key, decided.clone());
        }
        Some(decided)
    }

    /// The next order of somebody who thinks as Sergeant does, and what it is about to do then. None if it
    /// has weighed so many choices and not all of them.
    fn order(&mut self, player: &Thinking<R>, at_once: usize) -> Option<(R::Order, Thinking<R>)> {
        let world = self.rehearsal.world();
        let mut choice = match self.choice.take() {
            Some(choice) => choice,
            None => {
                let mut thinking = player.clone();
                if let Some(order) = thinking.without_choice(world) {
                    return Some((order, thinking));
                }
                Choice { thinking, weighing: Weighing::of_best(1) }
            }
        };
        if !choice.weighing.go_on(world, &self.knowledge, at_once) {
            self.choice = Some(choice);
            return None;
        }
        let Choice { mut thinking, weighing } = choice;
        let thought = weighing.thought(world);
        self.steps += thought.steps;
        let order = thinking.choose(world, thought);
        Some((order, thinking))
    }

    fn dice(&self) -> &Dice<R::Purpose> {
        self.rehearsal.world().resource()
    }

    /// The candidate followed by each of some other plans of the same activation than Sergeant's first
    /// choice, which follows anyway. None while they are looked for: order by order, and what is thought of
    /// each goes no further than so many choices.
    pub fn combine(
        &mut self,
        candidate: &Candidate<R>,
        count: usize,
        seed: u64,
        at_once: usize,
    ) -> Option<Vec<Candidate<R>>> {
        let Some(mut followed) = self.followed.take() else {
            self.begin(candidate, seed);
            let acts = candidate.rest.clone();
            self.followed = Some(Followed { acts, orders: 0, weighing: None });
            return None;
        };
        match self.afterwards(&mut followed, at_once) {
            Afterwards::Unknown => {
                self.followed = Some(followed);
                None
            }
            Afterwards::Nothing => Some(Vec::new()),
            Afterwards::Plans(plans) => {
                let Some((first, others)) = plans.split_first() else { return Some(Vec::new()) };
                let less = |other: &Weighed<R>| first.account.worth() - other.account.worth();
                let with = |other| candidate.and_then(other, less(other));
                Some(others.iter().take(count).map(with).collect())
            }
        }
    }

    /// Takes a candidate one order further; at its end, the plans from which Sergeant would choose if the
    /// activation goes on.
    fn afterwards(&mut self, followed: &mut Followed<R>, at_once: usize) -> Afterwards<R> {
        let world = self.rehearsal.world();
        if followed.orders >= MOST_ORDERS || R::outcome(world).is_some() {
            return Afterwards::Nothing;
        }
        if world.resource::<Pending<R>>().0.is_some() {
            let Some((order, answers)) = self.order(&Thinking::default(), at_once) else {
                return Afterwards::Unknown;
            };
            if !self.give(order, answers.has_checked()) {
                return Afterwards::Nothing;
            }
        } else if let Some(order) = next_order::<R>(world, &mut followed.acts) {
            self.give(order, true);
        } else {
            let ours = |active: UnitId| world.side_of(active) == self.side;
            if !world.frame().active.is_some_and(ours) {
                return Afterwards::Nothing;
            }
            let weighing = followed.weighing.get_or_insert_with(|| Weighing::of_best(1));
            if !weighing.go_on(world, &self.knowledge, at_once) {
                return Afterwards::Unknown;
            }
            let Some(weighing) = followed.weighing.take() else { return Afterwards::Nothing };
            let thought = weighing.thought(world);
            self.steps += thought.steps;
            return Afterwards::Plans(thought.plans);
        }
        followed.orders += 1;
        Afterwards::Unknown
    }

    /// Puts the copy where the battle is and begins a candidate.
    fn begin(&mut self, candidate: &Candidate<R>, seed: u64) {
        self.rehearsal.put(&self.start, seed);
        self.rehearsal.order_checked(candidate.first.clone());
    }

    /// Gives an order on the copy, if it is legal.
    fn give(&mut self, order: R::Order, checked: bool) -> bool {
        if checked {
            self.rehearsal.order_checked(order);
            return true;
        }
        self.rehearsal.order(order).is_ok()
    }
}

/// What could come after a candidate.
enum Afterwards<R: Planning> {
    /// It isn't known yet.
    Unknown,
    /// Its side has nothing to choose from.
    Nothing,
    /// The plans to choose from, the best first.
    Plans(Vec<Weighed<R>>),
}

/// Counts activations that have ended.
struct Activations {
    active: Option<UnitId>,
    ended: usize,
}

impl From<Option<UnitId>> for Activations {
    fn from(active: Option<UnitId>) -> Self {
        Self { active, ended: 0 }
    }
}

impl Activations {
    /// How many have ended by now.
    fn ended<R: Planning>(&mut self, world: &World) -> usize {
        let active = world.frame().active;
        if active != self.active && self.active.is_some() {
            self.ended += 1;
        }
        self.active = active;
        // What is still asked belongs to what has been.
        if world.resource::<Pending<R>>().0.is_some() { 0 } else { self.ended }
    }
}

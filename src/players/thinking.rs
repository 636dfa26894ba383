//! How every computer player goes from a choice to orders: it chooses a plan, gives the orders of its
//! acts one at a time, each checked when its turn comes, and chooses again when nothing of the plan is
//! left to do. The levels differ in how they choose.

use std::collections::VecDeque;

use bevy::prelude::World;

use crate::battle::{
    BattleWorld, Pending, UnitId,
    planning::{Planning, Reason, Weighed, most_considered},
};

/// How many plans one activation may take before the fallback is given, which ends it: plans that cost
/// nothing would never end.
const PLANS_IN_ACTIVATION: usize = 10;

/// What somebody has thought of.
pub(super) struct Thought<R: Planning> {
    /// Plans to choose from, the best first.
    pub plans: Vec<Weighed<R>>,
    /// How many were weighed in all.
    pub weighed: usize,
    /// What it took, in steps that could have been simulated meanwhile.
    pub steps: u64,
}

impl<R: Planning> Thought<R> {
    /// All that was weighed, with no steps counted.
    pub fn all(plans: Vec<Weighed<R>>) -> Self {
        let plans = best_first(plans);
        Self { weighed: plans.len(), plans, steps: 0 }
    }
}

/// The plan that a player follows.
#[derive(Clone, Debug)]
pub(super) struct Thinking<R: Planning> {
    /// What is left of the plan.
    acts: VecDeque<R::Act>,
    /// Why it is followed; none before the first plan, and after the fallback.
    reason: Option<Reason>,
    /// The activation that the present plan belongs to.
    activation: Option<(u32, UnitId)>,
    /// How many plans were chosen in it.
    plans: usize,
    /// Whether the last order was checked.
    has_checked: bool,
    /// Whether a plan began with the last order.
    begins: bool,
}

impl<R: Planning> Default for Thinking<R> {
    fn default() -> Self {
        let (acts, reason, activation) = (VecDeque::new(), None, None);
        Self { acts, reason, activation, plans: 0, has_checked: false, begins: false }
    }
}

impl<R: Planning> Thinking<R> {
    /// The same player, about to follow these acts before it chooses again: for a rehearsal.
    pub fn following(&self, acts: &VecDeque<R::Act>) -> Self {
        Self { acts: acts.clone(), reason: None, ..*self }
    }

    /// The next order: of the plan that is followed, or of the best of those that `choose` gives, the
    /// best first, of which a legal one comes; else the fallback.
    pub fn order(&mut self, world: &World, choose: impl FnOnce() -> Thought<R>) -> R::Order {
        match self.without_choice(world) {
            Some(order) => order,
            None => self.choose(world, choose()),
        }
    }

    /// The next order, unless it takes a choice: of the plan that is followed, or the fallback of whoever
    /// has chosen often enough.
    pub fn without_choice(&mut self, world: &World) -> Option<R::Order> {
        // A decision in the middle of an order is a choice of its own, and the plan goes on after it.
        let decides = world.resource::<Pending<R>>().0.is_some();
        self.begins = false;
        if !decides && let Some(order) = next_order::<R>(world, &mut self.acts) {
            self.has_checked = true;
            return Some(order);
        }
        (!decides && !self.has_patience(world)).then(|| self.fall_back(world))
    }

    /// The first legal order of the best plan that has one, which is followed from now on; else the
    /// fallback.
    pub fn choose(&mut self, world: &World, thought: Thought<R>) -> R::Order {
        let decides = world.resource::<Pending<R>>().0.is_some();
        let Thought { mut plans, weighed, .. } = thought;
        while !plans.is_empty() {
            let mut acts = plans[0].plan.acts.clone().into();
            if let Some(order) = next_order::<R>(world, &mut acts) {
                self.reason = Reason::of(&plans, weighed);
                if !decides {
                    self.acts = acts;
                }
                self.has_checked = true;
                self.begins = true;
                return order;
            }
            plans.remove(0);
        }
        self.fall_back(world)
    }

    fn fall_back(&mut self, world: &World) -> R::Order {
        self.reason = None;
        self.acts.clear();
        self.has_checked = false;
        R::fallback(world)
    }

    /// Whether the order that was given last was checked.
    pub fn has_checked(&self) -> bool {
        self.has_checked
    }

    /// Whether something is left of the plan that is followed.
    pub fn goes_on(&self) -> bool {
        !self.acts.is_empty()
    }

    /// Why the order that was given last was given, unless it was the fallback.
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// Whether a plan began with the order that was given last.
    pub fn begins_plan(&self) -> bool {
        self.begins
    }

    /// Whether its next order takes a choice; else it goes on with a plan, or has chosen often enough.
    pub fn chooses(&self, world: &World) -> bool {
        world.resource::<Pending<R>>().0.is_some()
            || next_order::<R>(world, &mut self.acts.clone()).is_none()
                && self.clone().has_patience(world)
    }

    /// Counts one more plan of the present activation; false if there were enough.
    fn has_patience(&mut self, world: &World) -> bool {
        let frame = world.frame();
        let activation = frame.active.map(|unit| (frame.turn, unit));
        self.plans = if activation == self.activation { self.plans + 1 } else { 0 };
        self.activation = activation;
        activation.is_none() || self.plans < PLANS_IN_ACTIVATION
    }
}

/// Takes acts of a plan until one of them is a legal order; none if nothing of it is left to do.
pub fn next_order<R: Planning>(world: &World, acts: &mut VecDeque<R::Act>) -> Option<R::Order> {
    while let Some(act) = acts.pop_front() {
        let order = R::order(world, &act).filter(|order| R::check(world, order).is_ok());
        if order.is_some() {
            return order;
        }
    }
    None
}

/// The best of some plans that can be begun now.
pub(super) fn possible<R: Planning>(world: &World, plans: Vec<Weighed<R>>) -> Vec<Weighed<R>> {
    let begins = |weighed: &Weighed<R>| {
        next_order::<R>(world, &mut weighed.plan.acts.clone().into()).is_some()
    };
    most_considered(plans.into_iter().filter(begins))
}

/// Plans by their worth, the best first; of equals, the one that came to mind first.
fn best_first<R: Planning>(mut plans: Vec<Weighed<R>>) -> Vec<Weighed<R>> {
    plans.sort_by(|a, b| b.account.worth().total_cmp(&a.account.worth()));
    plans
}

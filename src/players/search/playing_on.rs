//! One trial of a candidate: it is followed on a copy of the battle, then Sergeant plays on for both sides
//! for some activations, the enemy's reply among them, and what is there then is valued.

use std::collections::VecDeque;

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, Pending, Planning, Rehearsal, SideId, Snapshot, UnitId, planning::Weighed,
    },
    players::{
        sergeant,
        thinking::{Thinking, next_order},
        whose_order,
    },
};

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
}

impl<R: Planning> Candidate<R> {
    /// None if nothing of the plan is legal now.
    pub fn of(world: &World, weighed: Weighed<R>) -> Option<Self> {
        let mut rest = weighed.plan.acts.clone().into();
        let first = next_order::<R>(world, &mut rest)?;
        Some(Self { weighed, first, rest })
    }
}

/// Where candidates are tried.
pub(super) struct Stage<'a, R: Planning> {
    rehearsal: &'a mut Rehearsal<R>,
    start: Snapshot<R>,
    /// Who decides.
    side: SideId,
    /// How it thinks, and what it was about to do.
    player: &'a Thinking<R>,
    /// How many activations are played after the present one.
    horizon: usize,
}

impl<'a, R: Planning> Stage<'a, R> {
    /// A stage for candidates of a moment of a battle.
    pub fn new(
        rehearsal: &'a mut Rehearsal<R>,
        battle: &World,
        player: &'a Thinking<R>,
        horizon: usize,
    ) -> Self {
        let (start, side) = (Snapshot::take(battle), whose_order::<R>(battle));
        Self { rehearsal, start, side, player, horizon }
    }

    /// The steps that were resolved on the copy so far.
    pub fn steps(&self) -> u64 {
        self.rehearsal.steps()
    }

    /// Tries a candidate with dice that follow from a seed, and tells what came of it.
    pub fn play(&mut self, candidate: &Candidate<R>, seed: u64) -> f32 {
        let decides = self.start.pending.is_some();
        let mut own = match decides {
            true => self.player.clone(),
            false => self.player.following(&candidate.rest),
        };
        let mut others = Thinking::default();
        let mut activations = Activations::from(self.start.frame.active);
        self.rehearsal.put(&self.start, seed);
        self.rehearsal.order_checked(candidate.first.clone());
        for _ in 0..MOST_ORDERS {
            let world = self.rehearsal.world();
            if R::outcome(world).is_some() || activations.ended::<R>(world) > self.horizon {
                break;
            }
            let thinking =
                if whose_order::<R>(world) == self.side { &mut own } else { &mut others };
            let order = thinking.order(world, || sergeant::think(world));
            if thinking.has_checked() {
                self.rehearsal.order_checked(order);
            } else if self.rehearsal.order(order).is_err() {
                break;
            }
        }
        R::position(self.rehearsal.world(), self.side).worth()
    }
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

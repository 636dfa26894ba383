//! What a rule system gives to computer players: whole plans with names that people understand, what
//! each of them is worth and why, and what a position is worth. The players decide, and know no
//! rulebook.
//!
//! - *choice*: something that the side could do now. It comes to mind at once and costs little; what
//!   it is worth is worked out only when somebody asks.
//! - *plan*: a name and acts, one after another. An act becomes an order when its turn comes, as
//!   things stand then, and is left out if there is nothing left to do.
//! - *account*: what something is worth, item by item, in points of the rule system's own.
//! - *foresight*: how far a player sees when it weighs a choice.

mod account;
mod plan;
mod reason;

pub use account::{Account, Item};
pub use plan::{Plan, Weighed};
pub use reason::{Considered, Reason, most_considered};

use bevy::prelude::World;

use super::{
    ids::SideId,
    rules::{RuleSystem, Value},
};

/// How far a player sees when it weighs plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Foresight {
    /// What the plan itself brings: the next blow.
    NextBlow,
    /// Also what the enemy can do next, and what is given up by leaving a place.
    NextReply,
}

/// What a side could do now.
pub trait Choices<R: Planning> {
    /// How many choices there are. What comes to mind first comes first. Where there is none, a
    /// player gives the rule system's fallback.
    fn count(&self) -> usize;

    /// The plan of a choice and what it is worth to the side, compared with the others. None if the
    /// rules turn out to forbid it. The same battle gives the same answer, whatever the dice will
    /// show.
    fn weigh(&self, choice: usize) -> Option<Weighed<R>>;

    /// The same, looked at more closely, which takes longer: what [`Self::weigh`] reckons roughly is
    /// worked out.
    fn weigh_closely(&self, choice: usize) -> Option<Weighed<R>> {
        self.weigh(choice)
    }
}

/// What a rule system provides so that computers can play it.
///
/// Only `Act`, `Knowledge` and `order` have no default: a rule system that leaves the rest as it is offers nothing
/// but its fallback, and values a position by its battle points.
pub trait Planning: RuleSystem {
    /// A part of a plan. It is saved with the reasons, so it holds ids and plain values alone.
    type Act: Value;

    /// What a player knows from one choice of a battle to the next, so that nothing is worked out
    /// twice; `()` for nothing. It changes no answer, only how soon it comes.
    type Knowledge: Default + Send + 'static;

    /// The order that an act is as things stand now. None if nothing of it is left to do or the battle
    /// has gone another way. It need not be legal; whoever gives it checks.
    fn order(world: &World, act: &Self::Act) -> Option<Self::Order>;

    /// What the side could do now whose order or answer the battle waits for, weighed by somebody who
    /// sees so far.
    fn choices<'w>(
        world: &'w World,
        knowledge: &'w Self::Knowledge,
        foresight: Foresight,
    ) -> Box<dyn Choices<Self> + 'w> {
        let _ = (world, knowledge, foresight);
        Box::new(Nothing)
    }

    /// What a position is worth to a side: what it has won and holds, less what its enemy does.
    fn position(world: &World, side: SideId, knowledge: &Self::Knowledge) -> Account {
        let _ = knowledge;
        let mut account = Account::default();
        for of in world.resource::<super::components::Roster>().sides() {
            let sign = if of == side { 1.0 } else { -1.0 };
            account.add("battle points", sign * Self::tally(world, of).points as f32);
        }
        account
    }

    /// Puts what a battle shares with its copies into a world in which one is to be set up: data that
    /// its level doesn't have. See [`Rehearsal`](super::Rehearsal).
    fn furnish(battle: &World, copy: &mut World) {
        let _ = (battle, copy);
    }
}

/// Nothing that anybody could think of: whoever plays gives the rule system's fallback.
struct Nothing;

impl<R: Planning> Choices<R> for Nothing {
    fn count(&self) -> usize {
        0
    }

    fn weigh(&self, _: usize) -> Option<Weighed<R>> {
        None
    }
}

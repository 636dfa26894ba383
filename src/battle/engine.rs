//! The one way in and the one way out: orders are checked and executed, steps resolved until the
//! stack is empty or somebody must decide, events put into the log.
//!
#![doc = include_str!("../../docs/drawings/stack.svg")]
//!
//! ```
//! use ironrank::battle::{Battle, BattleWorld, levels};
//! use ironrank::no_quarter::{NoQuarter, Order};
//!
//! let level = levels::find("duel-at-the-wall", None).expect("an embedded level");
//! let mut battle = Battle::<NoQuarter>::new(&level, 7).expect("the level can be played");
//!
//! // A refused order changes nothing, and the refusal can be shown.
//! let before = battle.state_hash();
//! let refusal = battle.order(Order::EndActivation).expect_err("nobody is active yet");
//! assert_eq!(battle.state_hash(), before);
//! assert!(!refusal.text.is_empty());
//!
//! // One that is allowed becomes steps, and what they did becomes events.
//! let side = battle.world.frame().side;
//! let ours = battle.world.roster().units().find(|&unit| battle.world.side_of(unit) == side);
//! let unit = ours.expect("both sides have units");
//! let events = battle.order(Order::Activate { unit }).expect("it is our go");
//! assert!(!events.is_empty());
//! ```

use bevy::prelude::{Resource, World};
use serde::{Deserialize, Serialize};

use super::{history::History, ids::SideId, rules::RuleSystem};
use crate::dice::Dice;

/// A question to a side, which stops the battle until it is answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Decision<R: RuleSystem> {
    /// Who decides.
    pub side: SideId,
    /// What is asked.
    pub question: R::Question,
    /// What may be answered.
    pub options: Vec<R::Answer>,
    /// The place in `options` of what most players would answer.
    pub default: usize,
}

/// The decision that the battle waits for.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Pending<R: RuleSystem>(pub Option<Decision<R>>);

/// The steps still to resolve; the last is the next.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Stack<R: RuleSystem>(pub Vec<R::Step>);

/// All that has happened, in order.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Log<R: RuleSystem>(pub Vec<R::Event>);

/// What rules do to a world while they resolve steps.
pub trait Resolving {
    /// Puts a step on top of the stack.
    fn push<R: RuleSystem>(&mut self, step: R::Step);
    /// Puts steps on the stack so that the first of them is resolved first.
    fn push_all<R: RuleSystem>(&mut self, steps: Vec<R::Step>);
    /// Takes the next step off the stack: it was left there by whoever asked, until the answer came.
    fn take_next<R: RuleSystem>(&mut self) -> Option<R::Step>;
    /// Tells what has happened.
    fn emit<R: RuleSystem>(&mut self, event: R::Event);
    /// Stops and asks.
    fn ask<R: RuleSystem>(&mut self, decision: Decision<R>);
    /// The battle's dice, by the purposes of its rule system.
    fn dice<P: Send + Sync + 'static>(&mut self) -> &mut Dice<P>;
}

impl Resolving for World {
    fn push<R: RuleSystem>(&mut self, step: R::Step) {
        self.resource_mut::<Stack<R>>().0.push(step);
    }

    fn push_all<R: RuleSystem>(&mut self, steps: Vec<R::Step>) {
        self.resource_mut::<Stack<R>>().0.extend(steps.into_iter().rev());
    }

    fn take_next<R: RuleSystem>(&mut self) -> Option<R::Step> {
        self.resource_mut::<Stack<R>>().0.pop()
    }

    fn emit<R: RuleSystem>(&mut self, event: R::Event) {
        self.resource_mut::<Log<R>>().0.push(event);
    }

    fn ask<R: RuleSystem>(&mut self, decision: Decision<R>) {
        debug_assert!(decision.default < decision.options.len(), "a decision has its default");
        self.resource_mut::<Pending<R>>().0 = Some(decision);
    }

    fn dice<P: Send + Sync + 'static>(&mut self) -> &mut Dice<P> {
        self.resource_mut::<Dice<P>>().into_inner()
    }
}

/// Puts dice, an empty stack, log and no decision into a world whose battle is about to be set up.
pub fn insert_resources<R: RuleSystem>(world: &mut World, dice: Dice<R::Purpose>) {
    world.insert_resource(dice);
    world.insert_resource(Stack::<R>(Vec::new()));
    world.insert_resource(Pending::<R>(None));
    world.insert_resource(Log::<R>(Vec::new()));
}

/// Gives an order: checks it, resolves it as far as it goes without a decision, and records it.
///
/// # Errors
/// Whatever [`RuleSystem::check`] says; nothing has changed then.
pub fn execute<R: RuleSystem>(world: &mut World, order: R::Order) -> Result<(), R::OrderError> {
    R::check(world, &order)?;
    execute_checked::<R>(world, order);
    Ok(())
}

/// Does the same with an order that whoever gives it has just checked in this world: a check may
/// cost as much as the order.
pub fn execute_checked<R: RuleSystem>(world: &mut World, order: R::Order) {
    debug_assert!(R::check(world, &order).is_ok(), "nothing has happened since the check");
    History::<R>::record(world, &order);
    resolve::<R>(world, order);
}

/// Resolves an order that was checked, without recording it, and counts the steps.
pub(super) fn resolve<R: RuleSystem>(world: &mut World, order: R::Order) -> u64 {
    R::begin(world, order);
    run::<R>(world)
}

/// Resolves steps until none is left or a decision is asked for, and counts them.
pub fn run<R: RuleSystem>(world: &mut World) -> u64 {
    let mut steps = 0;
    while world.resource::<Pending<R>>().0.is_none() {
        let Some(step) = world.take_next::<R>() else { break };
        R::step(world, step);
        steps += 1;
    }
    steps
}

//! Every order that was given, so that a battle can be undone, replayed and saved.

use std::sync::Arc;

use bevy::prelude::{Resource, World};

use super::{engine, rules::RuleSystem, snapshot::Snapshot};
use crate::dice::Dice;

/// One order and the state before it.
#[derive(Clone, Debug)]
struct Entry<R: RuleSystem> {
    order: R::Order,
    rolled_before: u64,
    before: Option<Arc<Snapshot<R>>>,
}

/// Of how many orders, counted from the last, the state before them is kept. What lies farther back
/// is played again when somebody undoes so much.
const MOST_SNAPSHOTS: usize = 400;

/// How far back a player may undo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UndoRule {
    /// Only what was done since the last die was rolled.
    #[default]
    UntilLastRoll,
    /// Any order: practice.
    Anything,
}

/// The orders of a battle, in the order they were given.
#[derive(Resource, Clone, Debug)]
pub struct History<R: RuleSystem> {
    start: Arc<Snapshot<R>>,
    entries: Vec<Entry<R>>,
    keep_snapshots: bool,
    /// How far back a player may undo.
    pub undo_rule: UndoRule,
}

impl<R: RuleSystem> History<R> {
    /// Begins a history at the state a world is in. With `keep_snapshots` undo of the last few
    /// hundred orders is immediate; without, undo replays from the start.
    pub fn begin(world: &mut World, keep_snapshots: bool) {
        let start = Arc::new(Snapshot::take(world));
        let undo_rule = UndoRule::default();
        world.insert_resource(Self { start, entries: Vec::new(), keep_snapshots, undo_rule });
    }

    pub(super) fn record(world: &mut World, order: &R::Order) {
        let keep = world.resource::<Self>().keep_snapshots;
        Self::note(world, order, keep);
    }

    /// Notes an order that is about to be given, with the state before it if that is to be kept.
    fn note(world: &mut World, order: &R::Order, keep: bool) {
        let rolled_before = world.resource::<Dice>().rolled();
        let before = keep.then(|| Arc::new(Snapshot::take(world)));
        let entry = Entry { order: order.clone(), rolled_before, before };
        let entries = &mut world.resource_mut::<Self>().into_inner().entries;
        entries.push(entry);
        if let Some(old) = entries.len().checked_sub(MOST_SNAPSHOTS + 1) {
            entries[old].before = None;
        }
    }

    /// The orders so far.
    pub fn orders(&self) -> impl ExactSizeIterator<Item = &R::Order> {
        self.entries.iter().map(|entry| &entry.order)
    }

    /// How many orders were given.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no order was given yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The earliest count of orders that undo may go back to now.
    pub fn undo_limit(world: &World) -> usize {
        let history = world.resource::<Self>();
        if history.undo_rule == UndoRule::Anything {
            return 0;
        }
        let rolled = world.resource::<Dice>().rolled();
        let free = history.entries.iter().rev().take_while(|e| e.rolled_before == rolled).count();
        history.entries.len() - free
    }

    /// Whether the last order can be taken back.
    pub fn can_undo(world: &World) -> bool {
        let history = world.resource::<Self>();
        !history.is_empty() && Self::undo_limit(world) < history.len()
    }

    /// Takes back the last order.
    ///
    /// # Errors
    /// Why it can't be taken back.
    pub fn undo(world: &mut World) -> Result<(), UndoError> {
        let count = world.resource::<Self>().len();
        Self::undo_to(world, count.checked_sub(1).ok_or(UndoError::NothingGiven)?)
    }

    /// Goes back to the state after the first `count` orders.
    ///
    /// # Errors
    /// Why it can't go back so far.
    pub fn undo_to(world: &mut World, count: usize) -> Result<(), UndoError> {
        let given = world.resource::<Self>().len();
        if count > given {
            return Err(UndoError::NotYetGiven { count, given });
        }
        let limit = Self::undo_limit(world);
        if count < limit {
            return Err(UndoError::DiceWereRolled { limit });
        }
        Self::rewind(world, count);
        Ok(())
    }

    fn rewind(world: &mut World, count: usize) {
        let history = world.resource_mut::<Self>().into_inner();
        if count >= history.entries.len() {
            return;
        }
        let cut = history.entries.split_off(count);
        if let Some(before) = cut.first().and_then(|entry| entry.before.clone()) {
            before.restore(world);
            return;
        }
        let start = history.start.clone();
        let played = std::mem::take(&mut history.entries);
        start.restore(world);
        let keep = world.resource::<Self>().keep_snapshots;
        let first = played.len().saturating_sub(MOST_SNAPSHOTS);
        for (index, Entry { order, .. }) in played.into_iter().enumerate() {
            // With the states before the last ones, so that the next undo needs no play again.
            Self::note(world, &order, keep && index >= first);
            engine::resolve::<R>(world, order);
        }
    }
}

/// Why an order can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// There is no order yet.
    #[error("there is nothing to undo")]
    NothingGiven,
    /// More orders were asked for than were given.
    #[error("only {given} orders were given, not {count}")]
    NotYetGiven {
        /// What was asked for.
        count: usize,
        /// What there is.
        given: usize,
    },
    /// Dice were rolled since, and this is no practice battle.
    #[error("dice were rolled after order {limit}; only a practice battle can go back further")]
    DiceWereRolled {
        /// The earliest order to go back to.
        limit: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, levels, wrapper},
        lab::{Bout, play},
        no_quarter::NoQuarter,
    };

    #[test]
    fn after_an_undo_beyond_all_snapshots_the_next_ones_are_immediate_again() {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let mut save = play(Bout::<NoQuarter>::random(&level, 5)).unwrap().save;
        save.practice = true;
        save.orders.truncate(12);
        let mut world = World::new();
        let dice = Dice::seeded(save.seed);
        wrapper::begin::<NoQuarter>(&mut world, &level, save.seed, dice, true).unwrap();
        wrapper::replay(&mut world, &save).unwrap();
        for entry in &mut world.resource_mut::<History<NoQuarter>>().entries[..8] {
            entry.before = None;
        }
        for count in [6, 5] {
            History::<NoQuarter>::undo_to(&mut world, count).unwrap();
            save.orders.truncate(count);
            let again = Battle::<NoQuarter>::load(&save).unwrap();
            assert_eq!(Snapshot::<NoQuarter>::take(&world), again.snapshot());
            let history = world.resource::<History<NoQuarter>>();
            assert!(history.orders().eq(&save.orders));
            assert!(history.entries.iter().all(|entry| entry.before.is_some()));
        }
    }
}

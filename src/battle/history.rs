//! Every order that was given, so that a battle can be undone, replayed and saved.

use std::{collections::BTreeMap, iter, sync::Arc};

use bevy::prelude::{Resource, World};

use super::{
    engine::{self, Log},
    planning::Reason,
    rules::RuleSystem,
    save::Earlier,
    snapshot::Snapshot,
};
use crate::dice::Dice;

/// One order and the state before it.
#[derive(Clone, Debug)]
struct Entry<R: RuleSystem> {
    order: R::Order,
    rolled_before: u64,
    /// How many events had happened.
    events_before: usize,
    giver: Giver,
    before: Option<Arc<Snapshot<R>>>,
}

/// A plan that a computer player has followed.
pub struct Followed<'a, R: RuleSystem> {
    /// The place of its first order among all.
    pub place: usize,
    /// Its first order.
    pub order: &'a R::Order,
    /// Why it was followed.
    pub reason: &'a Reason,
    /// Where in the log that begins which came of it, and where it ends.
    events: (usize, usize),
}

impl<R: RuleSystem> Followed<'_, R> {
    /// What came of it, of all that has happened.
    pub fn events<'a>(&self, all: &'a [R::Event]) -> &'a [R::Event] {
        let (from, to) = self.events;
        all.get(from..to.min(all.len())).unwrap_or_default()
    }
}

/// Who gave an order.
#[derive(Clone, Debug, Default, PartialEq)]
enum Giver {
    #[default]
    Person,
    /// A computer player, and its reason, if a plan of its own began with this order.
    Computer(Option<Arc<Reason>>),
}

/// The orders that computer players gave, by their places among all orders, each with the reason for
/// the plan that began with it.
pub type ByComputer = BTreeMap<usize, Option<Reason>>;

/// Of how many orders, counted from the last when they were given, the state before each is kept by
/// those who keep [recent](Keep::Recent) ones.
const MOST_SNAPSHOTS: usize = 400;
/// Farther back only the state before every so many orders is kept, and what follows on it is played
/// again when somebody undoes so much.
const CHECKPOINTS: usize = 16;

/// Which states a history keeps for undo to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Only the first: undo plays the whole battle again.
    Start,
    /// Also that before every sixteenth order: undo plays fewer than sixteen orders again, however long
    /// the battle is.
    Checkpoints,
    /// Also those before the last few hundred orders: undo is immediate.
    Recent,
}

impl Keep {
    /// Whether the state before the order at a place is kept when the order is given.
    fn keeps(self, place: usize) -> bool {
        match self {
            Self::Start => false,
            Self::Checkpoints => place.is_multiple_of(CHECKPOINTS),
            Self::Recent => true,
        }
    }
}

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
    earlier: Option<Arc<Earlier<R>>>,
    entries: Vec<Entry<R>>,
    keep: Keep,
    rewound: usize,
    /// How far back a player may undo.
    pub undo_rule: UndoRule,
}

impl<R: RuleSystem> History<R> {
    /// Begins a history at the state a world is in.
    pub fn begin(world: &mut World, keep: Keep) {
        let start = Arc::new(Snapshot::take(world));
        let undo_rule = UndoRule::default();
        let (earlier, entries) = (None, Vec::new());
        let rewound = 0;
        let history = Self { start, earlier, entries, keep, rewound, undo_rule };
        world.insert_resource(history);
    }

    /// Puts a world into the position that a battle had reached with other rules, and begins again
    /// there: what came before is kept to be read, and undo stops here.
    pub(super) fn go_on_from(world: &mut World, earlier: Earlier<R>) {
        earlier.position.restore(world);
        world.resource_mut::<Log<R>>().0.clear();
        let start = Arc::new(Snapshot::take(world));
        let history = world.resource_mut::<Self>().into_inner();
        history.entries.clear();
        history.start = start;
        history.earlier = Some(Arc::new(earlier));
    }

    /// What was played with rules that have changed since.
    pub fn earlier(&self) -> Option<&Earlier<R>> {
        self.earlier.as_deref()
    }

    /// Notes an order that is about to be given, with the state before it if that is to be kept.
    pub(super) fn record(world: &mut World, order: &R::Order) {
        let history = world.resource::<Self>();
        let keep = history.keep.keeps(history.entries.len());
        let rolled_before = world.resource::<Dice<R::Purpose>>().rolled();
        let events_before = world.resource::<Log<R>>().0.len();
        let before = keep.then(|| Arc::new(Snapshot::take(world)));
        let giver = Giver::default();
        let entry = Entry { order: order.clone(), rolled_before, events_before, giver, before };
        let entries = &mut world.resource_mut::<Self>().into_inner().entries;
        entries.push(entry);
        if let Some(old) = entries.len().checked_sub(MOST_SNAPSHOTS + 1)
            && !old.is_multiple_of(CHECKPOINTS)
        {
            entries[old].before = None;
        }
    }

    /// The orders so far.
    pub fn orders(&self) -> impl ExactSizeIterator<Item = &R::Order> {
        self.entries.iter().map(|entry| &entry.order)
    }

    /// Notes that a computer player gave the last order, and its reason, if a plan of its own began with
    /// it.
    pub fn note_computer(&mut self, reason: Option<Reason>) {
        if let Some(last) = self.entries.last_mut() {
            last.giver = Giver::Computer(reason.map(Arc::new));
        }
    }

    /// The same of orders that were given so far, by their places among all.
    pub(super) fn note_computers(
        &mut self,
        orders: impl IntoIterator<Item = (usize, Option<Reason>)>,
    ) {
        for (place, reason) in orders {
            if let Some(entry) = self.entries.get_mut(place) {
                entry.giver = Giver::Computer(reason.map(Arc::new));
            }
        }
    }

    /// The orders that computer players gave.
    pub fn by_computer(&self) -> ByComputer {
        let given =
            self.entries.iter().enumerate().filter_map(|(place, entry)| match &entry.giver {
                Giver::Person => None,
                Giver::Computer(reason) => Some((place, reason.as_deref().cloned())),
            });
        given.collect()
    }

    /// Why a computer player gave the order that began with the event at a place of the log, if its plan
    /// began there too.
    pub fn reason_at(&self, event: usize) -> Option<&Reason> {
        let after = self.entries.partition_point(|entry| entry.events_before <= event);
        let entry = self.entries.get(after.checked_sub(1)?)?;
        match &entry.giver {
            Giver::Computer(reason) if entry.events_before == event => reason.as_deref(),
            Giver::Computer(_) | Giver::Person => None,
        }
    }

    /// Where in the log that begins which computers have done since the last order of a person; none if
    /// they have done nothing since.
    pub fn since_own_last(&self) -> Option<usize> {
        let own = self.own_last().map_or(0, |place| place + 1);
        self.entries.get(own).map(|entry| entry.events_before)
    }

    /// The plans that computers have followed since the last order of a person, in their order.
    pub fn plans_since_own_last(&self) -> impl Iterator<Item = Followed<'_, R>> {
        let own = self.own_last().map_or(0, |place| place + 1);
        let mut begun = self
            .entries
            .iter()
            .enumerate()
            .skip(own)
            .filter_map(|(place, entry)| match &entry.giver {
                Giver::Computer(Some(reason)) => Some((place, entry, &**reason)),
                Giver::Computer(None) | Giver::Person => None,
            })
            .peekable();
        iter::from_fn(move || {
            let (place, entry, reason) = begun.next()?;
            let end = begun.peek().map_or(usize::MAX, |(_, next, _)| next.events_before);
            Some(Followed {
                place,
                order: &entry.order,
                reason,
                events: (entry.events_before, end),
            })
        })
    }

    /// Where undo goes back to: before the last order that a person gave, as computers give theirs again.
    fn own_last(&self) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.giver == Giver::Person)
    }

    /// How many orders were given.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many orders the battle has had, those given with earlier rules among them.
    pub fn in_all(&self) -> usize {
        self.len() + self.earlier.as_ref().map_or(0, |earlier| earlier.orders.len())
    }

    /// How often somebody has gone back: as many orders after that may be other ones than before.
    pub fn rewound(&self) -> usize {
        self.rewound
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
        let rolled = world.resource::<Dice<R::Purpose>>().rolled();
        let free = history.entries.iter().rev().take_while(|e| e.rolled_before == rolled).count();
        history.entries.len() - free
    }

    /// Why the last order can't be taken back; none if it can.
    pub fn why_no_undo(world: &World) -> Option<UndoError> {
        let history = world.resource::<Self>();
        let limit = Self::undo_limit(world);
        match history.own_last() {
            None => Some(history.nothing_to_undo()),
            Some(before) if before < limit => Some(UndoError::DiceWereRolled { limit }),
            Some(_) => None,
        }
    }

    fn nothing_to_undo(&self) -> UndoError {
        if self.earlier.is_some() { UndoError::OtherRules } else { UndoError::NothingGiven }
    }

    /// Takes back the last order of a person, and with it what computer players gave since.
    ///
    /// # Errors
    /// Why it can't be taken back.
    pub fn undo(world: &mut World) -> Result<(), UndoError> {
        let history = world.resource::<Self>();
        let before = history.own_last().ok_or_else(|| history.nothing_to_undo())?;
        Self::undo_to(world, before)
    }

    /// Takes back the last order, whoever gave it.
    ///
    /// # Errors
    /// Why it can't be taken back.
    pub fn undo_last(world: &mut World) -> Result<(), UndoError> {
        let history = world.resource::<Self>();
        let before = history.len().checked_sub(1).ok_or_else(|| history.nothing_to_undo())?;
        Self::undo_to(world, before)
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
        history.rewound += 1;
        let kept = history.entries[..=count].iter().rposition(|entry| entry.before.is_some());
        let from = kept.unwrap_or(0);
        let before = kept.and_then(|at| history.entries[at].before.clone());
        let before = before.unwrap_or_else(|| history.start.clone());
        let cut = history.entries.split_off(from);
        before.restore(world);
        for Entry { order, giver, .. } in cut.into_iter().take(count - from) {
            Self::record(world, &order);
            if let Some(last) = world.resource_mut::<Self>().into_inner().entries.last_mut() {
                last.giver = giver;
            }
            engine::resolve::<R>(world, order);
        }
    }
}

/// Why an order can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// There is no order of a person yet.
    #[error("there is nothing to undo")]
    NothingGiven,
    /// What came before was played with rules that have changed since.
    #[error("what came before was played with other rules: it can be read, but not undone")]
    OtherRules,
    /// More orders were asked for than were given.
    #[error("only {given} orders were given, not {count}")]
    NotYetGiven {
        /// What was asked for.
        count: usize,
        /// What there is.
        given: usize,
    },
    /// Dice were rolled since, and this is no practice battle.
    #[error("dice have been rolled since; only a practice battle can go back further")]
    DiceWereRolled {
        /// The earliest order to go back to.
        limit: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, Opening, levels, wrapper},
        lab::{Bout, play},
        no_quarter::NoQuarter,
    };

    #[test]
    fn after_an_undo_beyond_all_snapshots_the_next_ones_are_immediate_again() {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let mut save = play(Bout::<NoQuarter>::random(&level, 5)).unwrap().save;
        save.practice = true;
        save.orders.truncate(12);
        // Without any state to begin from but the first, and with one that was kept in between.
        for forgotten in [0..8, 3..8] {
            let mut save = save.clone();
            let mut world = World::new();
            let opening = Opening::begin(&mut world, Box::new(save.clone()), Keep::Recent);
            let mut opening = opening.unwrap();
            while opening.next_order().is_some() {
                opening.go_on(&mut world);
            }
            let history = world.resource_mut::<History<NoQuarter>>().into_inner();
            let first = history.entries[0].before.clone().unwrap();
            let kept = !forgotten.contains(&0);
            for entry in &mut history.entries[forgotten] {
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
                let again = history.entries[0].before.as_ref().unwrap();
                assert_eq!(Arc::ptr_eq(again, &first), kept, "played no more than it takes");
            }
        }
    }

    #[test]
    fn whatever_is_kept_undo_equals_never_done() {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let save = play(Bout::<NoQuarter>::random(&level, 5)).unwrap().save;
        assert!(save.orders.len() > 3 * CHECKPOINTS);
        for keep in [Keep::Start, Keep::Checkpoints, Keep::Recent] {
            let mut world = World::new();
            let dice = Dice::seeded(save.seed);
            wrapper::begin::<NoQuarter>(&mut world, &level, save.seed, dice, keep).unwrap();
            world.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
            let mut states = vec![Snapshot::<NoQuarter>::take(&world)];
            for order in &save.orders {
                engine::execute::<NoQuarter>(&mut world, order.clone()).unwrap();
                states.push(Snapshot::take(&world));
            }
            let kept = |world: &World| -> Vec<_> {
                let history = world.resource::<History<NoQuarter>>();
                history.entries.iter().map(|entry| entry.before.clone()).collect()
            };
            for count in (0..save.orders.len()).rev().step_by(7) {
                let before = kept(&world);
                History::<NoQuarter>::undo_to(&mut world, count).unwrap();
                assert_eq!(Snapshot::take(&world), states[count], "{keep:?}, back to {count}");
                let after = kept(&world);
                assert_eq!(after.len(), count);
                for (place, state) in after.iter().enumerate() {
                    assert_eq!(state.is_some(), keep.keeps(place), "{keep:?}, {place} of {count}");
                    let same = before[place].as_ref().zip(state.as_ref());
                    let again = same.is_some_and(|(one, other)| !Arc::ptr_eq(one, other));
                    let near = place + CHECKPOINTS > count;
                    assert!(near || !again, "{keep:?}: {place} was played again");
                }
            }
        }
    }

    #[test]
    fn far_back_every_so_many_states_are_kept() {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        let save = play(Bout::<NoQuarter>::random(&level, 5)).unwrap().save;
        let mut world = World::new();
        let dice = Dice::seeded(save.seed);
        wrapper::begin::<NoQuarter>(&mut world, &level, save.seed, dice, Keep::Recent).unwrap();
        let far = 3 * CHECKPOINTS;
        for _ in 0..MOST_SNAPSHOTS + far {
            History::<NoQuarter>::record(&mut world, &save.orders[0]);
        }
        let history = world.resource::<History<NoQuarter>>();
        for (index, entry) in history.entries.iter().enumerate() {
            let kept = index >= far || index.is_multiple_of(CHECKPOINTS);
            assert_eq!(entry.before.is_some(), kept, "{index}");
        }
    }
}

//! How often each kind of order, question, answer and event occurred, in one battle or in many,
//! and which kinds never did.

use std::collections::BTreeMap;

use bevy::prelude::World;
use serde::Serialize;

use super::kind::kind;
use crate::battle::{Pending, RuleSystem, variants::variants_of};

/// Counts by kind. Its fields are documented in docs/command-line.md.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Kinds {
    /// How often each kind of order was given.
    #[serde(rename = "order_kinds")]
    pub orders: BTreeMap<String, u64>,
    /// How often each kind of question was answered.
    #[serde(rename = "question_kinds")]
    pub questions: BTreeMap<String, u64>,
    /// How often each kind of answer was given.
    #[serde(rename = "answer_kinds")]
    pub answers: BTreeMap<String, u64>,
    /// How often each kind of event happened.
    #[serde(rename = "event_kinds")]
    pub events: BTreeMap<String, u64>,
}

/// How many kinds of something there are, and which of them never occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// Of what, in the plural.
    pub what: &'static str,
    /// How many kinds there are.
    pub all: usize,
    /// Those that never occurred, in the order of their enum.
    pub never: Vec<String>,
}

impl Kinds {
    /// Counts an order that is about to be given, and the question that it answers.
    pub fn count_order<R: RuleSystem>(&mut self, world: &World, order: &R::Order) {
        count(&mut self.orders, R::order_kind(order).unwrap_or_else(|| kind(order)), 1);
        let Some(answer) = R::given_answer(order) else { return };
        count(&mut self.answers, kind(answer), 1);
        if let Some(decision) = &world.resource::<Pending<R>>().0 {
            count(&mut self.questions, kind(&decision.question), 1);
        }
    }

    /// Counts events.
    pub fn count_events<R: RuleSystem>(&mut self, events: &[R::Event]) {
        for event in events {
            count(&mut self.events, kind(event), 1);
        }
    }

    /// Adds the counts of another battle.
    pub fn add(&mut self, other: Self) {
        let Self { orders, questions, answers, events } = other;
        let pairs = [
            (&mut self.orders, orders),
            (&mut self.questions, questions),
            (&mut self.answers, answers),
            (&mut self.events, events),
        ];
        for (mine, theirs) in pairs {
            for (kind, times) in theirs {
                count(mine, kind, times);
            }
        }
    }

    /// Which kinds a rule system has and which of them never occurred, for orders, questions,
    /// answers and events.
    pub fn coverage<R: RuleSystem>(&self) -> [Coverage; 4] {
        [
            Coverage::of("orders", R::order_kinds(), &self.orders),
            Coverage::of("questions", names(variants_of::<R::Question>()), &self.questions),
            Coverage::of("answers", names(variants_of::<R::Answer>()), &self.answers),
            Coverage::of("events", names(variants_of::<R::Event>()), &self.events),
        ]
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn count(counts: &mut BTreeMap<String, u64>, kind: String, times: u64) {
    *counts.entry(kind).or_insert(0) += times;
}

impl Coverage {
    fn of(what: &'static str, all: Vec<String>, counts: &BTreeMap<String, u64>) -> Self {
        debug_assert!(counts.keys().all(|kind| all.contains(kind)), "{what}: {counts:?}");
        let count = all.len();
        let never = all.into_iter().filter(|kind| !counts.contains_key(kind)).collect();
        Self { what, all: count, never }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::NoQuarter;

    #[test]
    fn what_never_occurred_is_named() {
        let mut kinds = Kinds::default();
        let [orders, questions, ..] = kinds.coverage::<NoQuarter>();
        assert_eq!(orders.all, orders.never.len());
        let has = |part: &Coverage, kind: &str| part.never.iter().any(|never| never == kind);
        assert!(has(&orders, "Charge") && has(&questions, "FollowUp"), "{orders:?}");
        // What can be used is counted one by one.
        assert!(has(&orders, "Use TailAttack") && has(&orders, "Use Overrun"), "{orders:?}");
        assert!(!has(&orders, "Use"), "{orders:?}");

        let mut other = Kinds::default();
        other.orders.insert("Charge".to_owned(), 2);
        other.orders.insert("Use Overrun".to_owned(), 1);
        kinds.add(other);
        let [orders, ..] = kinds.coverage::<NoQuarter>();
        assert_eq!(orders.all, orders.never.len() + 2);
        assert!(!has(&orders, "Charge"), "{orders:?}");
    }
}

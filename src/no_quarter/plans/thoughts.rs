//! The choices of a moment, each worked out when somebody asks what it is worth.

use super::{act::Act, study::Study};
use crate::{
    battle::planning::{Account, Choices, Plan, Weighed},
    no_quarter::NoQuarter,
};

/// A choice: it tells its plan and what that is worth, if it is possible.
type Thought<'w> = Box<dyn Fn(&Study<'w>) -> Option<Weighed<NoQuarter>> + 'w>;

/// What comes to mind, in this order.
pub(super) struct Thoughts<'w> {
    /// What is known of the battle.
    pub study: Study<'w>,
    thoughts: Vec<Thought<'w>>,
}

impl<'w> Thoughts<'w> {
    pub fn new(study: Study<'w>) -> Self {
        Self { study, thoughts: Vec::new() }
    }

    /// One more choice comes to mind.
    pub fn add(&mut self, thought: impl Fn(&Study<'w>) -> Option<Weighed<NoQuarter>> + 'w) {
        self.thoughts.push(Box::new(thought));
    }

    /// One whose plan is known from the beginning.
    pub fn add_plan(
        &mut self,
        name: String,
        acts: Vec<Act>,
        worth: impl Fn(&Study<'w>) -> Account + 'w,
    ) {
        self.add(move |study| Some(weighed(name.clone(), acts.clone(), worth(study))));
    }
}

impl Choices<NoQuarter> for Thoughts<'_> {
    fn count(&self) -> usize {
        self.thoughts.len()
    }

    fn weigh(&self, choice: usize) -> Option<Weighed<NoQuarter>> {
        self.thoughts.get(choice)?(&self.study)
    }

    fn weigh_closely(&self, choice: usize) -> Option<Weighed<NoQuarter>> {
        self.study.closely.set(true);
        let weighed = self.weigh(choice);
        self.study.closely.set(false);
        weighed
    }
}

/// How often something succeeds, after the verb: "7 times in 10".
pub(super) fn times(chance: f32) -> String {
    match (chance * 10.0).round() {
        _ if chance >= 1.0 => "for sure".to_owned(),
        10.0 => "almost always".to_owned(),
        0.0 => "hardly ever".to_owned(),
        1.0 => "once in 10".to_owned(),
        tenths => format!("{tenths:.0} times in 10"),
    }
}

/// A plan with what it is worth.
pub(super) fn weighed(name: String, acts: Vec<Act>, account: Account) -> Weighed<NoQuarter> {
    Weighed { plan: Plan { name, acts }, account }
}

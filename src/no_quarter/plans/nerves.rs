//! What losses do to the nerves of those who suffer them.

use super::{aspect::NERVES, force::Force, harm::logistic, study::Study, waiting::STEADY};
use crate::{
    battle::planning::Account,
    no_quarter::{command_test, event::TestReason, morale},
};

/// By how much losses vary: at least, and for each that is to be expected.
const SPREAD: f32 = 0.3;
const SPREAD_EACH: f32 = 0.25;

impl Study<'_> {
    /// Adds what it is worth that so many wounds are likely to make a force take a test of its morale, and
    /// fail it.
    pub fn add_panic(&self, account: &mut Account, of: &Force, wounds: f32) {
        let points = self.panic(of, wounds);
        account.add_noted(NERVES, points, || format!("{} may panic", self.name(of.unit)));
    }

    fn panic(&self, of: &Force, wounds: f32) -> f32 {
        if !of.is_steady() || wounds <= 0.0 {
            return 0.0;
        }
        // Who has to test already will do so in any case.
        let Some(more) = morale::losses_to_test(self.world, of.unit).filter(|&more| more > 0)
        else {
            return 0.0;
        };
        let falls = if of.spots.len() == 1 {
            wounds
        } else {
            wounds * of.spots.len() as f32 / of.wounds.max(1.0)
        };
        let spread = SPREAD + SPREAD_EACH * falls;
        let tests = logistic((falls - (more as f32 - 0.5)) / spread);
        let left = (1.0 - wounds / of.wounds.max(1.0)).max(0.0);
        tests * self.fails(of) * STEADY * of.worth * left
    }

    /// The chance that a force fails a test of its morale where it stands.
    fn fails(&self, of: &Force) -> f32 {
        *of.fails.get_or_init(|| {
            if command_test::is_sure(self.world, of.unit, TestReason::Losses) {
                0.0
            } else {
                1.0 - command_test::needed(self.world, of.unit).chance()
            }
        })
    }
}

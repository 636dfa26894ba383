//! The highest level: tries more plans than Captain, more often, and farther: to the enemy's reply, its own
//! answer and what comes of that.

use bevy::prelude::World;

use super::{
    Player,
    search::{Effort, Efforts, Round, Searching},
};
use crate::battle::{
    Planning, SideId,
    planning::{Reason, Weighed},
};

/// How much it tries.
const EFFORTS: Efforts = Efforts {
    orders: Effort {
        candidates: 12,
        combined: (4, 2),
        rounds: &[
            Round { trials: 4, kept: 8 },
            Round { trials: 10, kept: 4 },
            Round { trials: 20, kept: 2 },
            Round { trials: 40, kept: 1 },
        ],
        horizon: 3,
        steps: 40_000,
    },
    answers: Effort {
        candidates: 6,
        combined: (0, 0),
        rounds: &[
            Round { trials: 4, kept: 3 },
            Round { trials: 16, kept: 2 },
            Round { trials: 32, kept: 1 },
        ],
        horizon: 3,
        steps: 12_000,
    },
};

/// Tries many plans, and looks far, before it follows one.
pub struct Marshal<R: Planning>(Searching<R>);

impl<R: Planning> Marshal<R> {
    /// A marshal for one side of the battle with this seed; its dice are neither the battle's nor the
    /// other side's.
    pub fn new(seed: u64, side: SideId) -> Self {
        Self(Searching::new(seed, side, EFFORTS))
    }
}

impl<R: Planning> Player<R> for Marshal<R> {
    fn name(&self) -> String {
        super::Kind::Marshal.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        Some(self.0.order(world))
    }

    fn has_checked(&self) -> bool {
        self.0.has_checked()
    }

    fn goes_on(&self) -> bool {
        self.0.goes_on()
    }

    fn reason(&self) -> Option<&Reason> {
        self.0.reason()
    }

    fn begins_plan(&self) -> bool {
        self.0.begins_plan()
    }

    fn advise(&mut self, world: &World) -> Vec<Weighed<R>> {
        self.0.advise(world)
    }
}

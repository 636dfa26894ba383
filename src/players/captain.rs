//! The third level: tries its best plans on a copy of the battle, with the enemy's reply, before it follows
//! one, and chooses who is activated by what comes of it.

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
        candidates: 8,
        combined: (0, 0),
        rounds: &[
            Round { trials: 4, kept: 3 },
            Round { trials: 8, kept: 2 },
            Round { trials: 16, kept: 1 },
        ],
        horizon: 1,
        steps: 5000,
    },
    answers: Effort {
        candidates: 4,
        combined: (0, 0),
        rounds: &[Round { trials: 4, kept: 2 }, Round { trials: 12, kept: 1 }],
        horizon: 1,
        steps: 2000,
    },
};

/// Tries its best plans before it follows one.
pub struct Captain<R: Planning>(Searching<R>);

impl<R: Planning> Captain<R> {
    /// A captain for one side of the battle with this seed; its dice are neither the battle's nor the
    /// other side's.
    pub fn new(seed: u64, side: SideId) -> Self {
        Self(Searching::new(seed, side, EFFORTS))
    }
}

impl<R: Planning> Player<R> for Captain<R> {
    fn name(&self) -> String {
        super::Kind::Captain.name().to_owned()
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

//! Gives the first legal order it finds, always in the same order of trying.

use bevy::prelude::World;

use super::Player;
use crate::battle::{BattleWorld, RuleSystem, UnitId};

/// How many proposals are tried before the fallback is given.
const TRIES: usize = 24;

/// How many orders one activation may take before it is ended; free orders would never end it.
const ORDERS_IN_ACTIVATION: usize = 12;

/// Tries the rule system's proposals in the order of their choices.
#[derive(Clone, Debug, Default)]
pub struct FirstLegal {
    active: Option<(u32, UnitId)>,
    given: usize,
    has_checked: bool,
}

impl<R: RuleSystem> Player<R> for FirstLegal {
    fn name(&self) -> String {
        super::Kind::FirstLegal.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        let frame = world.frame();
        let active = frame.active.map(|unit| (frame.turn, unit));
        self.given = if active == self.active { self.given + 1 } else { 0 };
        self.active = active;
        if self.given < ORDERS_IN_ACTIVATION {
            for attempt in 0..TRIES {
                // The digits of the attempt are the choices, the first choice fastest.
                let mut rest = attempt;
                let order = R::propose(world, &mut |count| {
                    let choice = rest % count.max(1);
                    rest /= count.max(1);
                    choice
                });
                if R::check(world, &order).is_ok() {
                    self.has_checked = true;
                    return Some(order);
                }
            }
        }
        self.has_checked = false;
        Some(R::fallback(world))
    }

    fn has_checked(&self) -> bool {
        self.has_checked
    }
}

//! Gives random legal orders: the player that finds what nobody thought of.

use bevy::prelude::World;

use super::{Player, dice_of_ones_own::OwnDice};
use crate::battle::{RuleSystem, SideId};

/// How many proposals are tried before the fallback is given.
const TRIES: usize = 12;

/// Tries what the rule system proposes until something is legal.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    dice: OwnDice,
    has_checked: bool,
}

impl RandomPlayer {
    /// A player for one side of the battle with this seed; its dice are neither the battle's nor
    /// the other side's.
    pub fn new(seed: u64, side: SideId) -> Self {
        Self { dice: OwnDice::of(seed, side), has_checked: false }
    }
}

impl<R: RuleSystem> Player<R> for RandomPlayer {
    fn name(&self) -> String {
        super::Kind::Random.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        for _ in 0..TRIES {
            let order = R::propose(world, &mut |count| self.dice.pick(count));
            if R::check(world, &order).is_ok() {
                self.has_checked = true;
                return Some(order);
            }
        }
        self.has_checked = false;
        Some(R::fallback(world))
    }

    fn has_checked(&self) -> bool {
        self.has_checked
    }
}

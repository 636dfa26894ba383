//! Gives random legal orders: the player that finds what nobody thought of.

use bevy::prelude::World;

use super::Player;
use crate::{
    battle::{RuleSystem, SideId},
    dice::Dice,
};

/// How many proposals are tried before the fallback is given.
const TRIES: usize = 12;

/// The only thing that its dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice;

/// Tries what the rule system proposes until something is legal.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    dice: Dice<Choice>,
    has_checked: bool,
}

impl RandomPlayer {
    /// A player for one side of the battle with this seed; its dice are neither the battle's nor
    /// the other side's.
    pub fn new(seed: u64, side: SideId) -> Self {
        let own = (u64::from(side.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { dice: Dice::seeded(seed ^ own), has_checked: false }
    }

    /// A place below `count`.
    fn pick(&mut self, count: usize) -> usize {
        let sides = count.clamp(1, usize::from(u16::MAX)) as u16;
        usize::from(self.dice.roll(sides, Choice, None).result - 1)
    }
}

impl<R: RuleSystem> Player<R> for RandomPlayer {
    fn name(&self) -> String {
        super::Kind::Random.name().to_owned()
    }

    fn order(&mut self, world: &World) -> Option<R::Order> {
        for _ in 0..TRIES {
            let order = R::propose(world, &mut |count| self.pick(count));
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

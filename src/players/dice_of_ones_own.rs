//! The dice of a player: neither the battle's nor another player's.

use crate::{battle::SideId, dice::Dice};

/// The only thing that a player's dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice;

/// Dice by which a player chooses.
#[derive(Clone, Debug)]
pub(super) struct OwnDice(Dice<Choice>);

impl OwnDice {
    /// The dice of the player of a side of the battle with this seed.
    pub fn of(seed: u64, side: SideId) -> Self {
        Self(Dice::seeded(own_seed(seed, side)))
    }

    /// A place below `count`.
    pub fn pick(&mut self, count: usize) -> usize {
        let sides = count.clamp(1, usize::from(u16::MAX)) as u16;
        usize::from(self.0.roll(sides, Choice, None).result - 1)
    }
}

/// The seed of all chance that the player of a side of the battle with this seed makes for itself.
pub(super) fn own_seed(seed: u64, side: SideId) -> u64 {
    seed ^ (u64::from(side.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

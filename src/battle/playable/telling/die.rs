//! Dice as they lie in the tray.

use std::ops::RangeInclusive;

use crate::battle::SideId;

/// One die that was rolled.
#[derive(Clone, Debug, PartialEq)]
pub struct Die {
    /// Whose die it is.
    pub side: SideId,
    /// Who rolled it: a unit, or the side.
    pub by: String,
    /// What it was rolled for.
    pub purpose: String,
    /// Where dice of this purpose lie among those of other purposes: as an attack goes.
    pub order: u8,
    /// What it shows.
    pub result: u16,
    /// How many sides it has; 360 for a direction in degrees.
    pub sides: u16,
    /// What it had to show, if it was a test.
    pub wanted: Option<Wanted>,
    /// What is special about the face that it shows, if anything.
    pub natural: Option<Natural>,
    /// Who rolled it, what it showed, and what it needed and why.
    pub about: String,
}

/// What a die had to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The condition in short, such as `≤5`.
    pub text: String,
    /// The results that meet it.
    pub good: RangeInclusive<i32>,
}

/// A face of a die that means more than its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Natural {
    /// The best there is.
    Best,
    /// The worst there is.
    Worst,
}

impl Die {
    /// Whether it met what was wanted; none for a die that was no test.
    pub fn passed(&self) -> Option<bool> {
        self.wanted.as_ref().map(|wanted| wanted.good.contains(&i32::from(self.result)))
    }
}

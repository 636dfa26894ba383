//! One roll, with the dice that were put aside for it and those that are added to it.

use serde::{Deserialize, Serialize};

use super::Needed;

/// One die that was rolled, with everything needed to explain it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "P: Deserialize<'de>"))]
pub struct Roll<P> {
    /// The id of the model that rolled, when it was one model's roll.
    pub roller: Option<u32>,
    /// What it was for.
    pub purpose: P,
    /// How many sides the die has; 360 for a direction in degrees.
    pub sides: u16,
    /// What the die showed.
    pub result: u16,
    /// The number that decided it, when the roll was a test.
    pub needed: Option<Needed>,
    /// What was rolled for the same and doesn't count, because another die was picked or rolled
    /// instead; in the order they were rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<Self>,
    /// What was rolled to be added to it, or taken off it, in the order they were rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<Added<P>>,
}

/// A die that was rolled to be added to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "P: Deserialize<'de>"))]
pub struct Added<P> {
    /// The die.
    pub roll: Roll<P>,
    /// Whether it is taken off.
    pub off: bool,
}

impl<P> Added<P> {
    /// What it adds; below 0 what it takes off.
    pub fn value(&self) -> i32 {
        let result = i32::from(self.roll.result);
        if self.off { -result } else { result }
    }
}

impl<P> Roll<P> {
    /// What the dice that were rolled for it add to it.
    pub fn addition(&self) -> i32 {
        self.added.iter().map(Added::value).sum()
    }

    /// What the roll comes to: what the die shows, with what is added.
    pub fn total(&self) -> i32 {
        i32::from(self.result) + self.addition()
    }

    /// Whether the roll met its needed number; a roll without one always does.
    pub fn passed(&self) -> bool {
        self.needed.as_ref().is_none_or(|needed| needed.passed_by(self.total()))
    }

    /// Whether the die itself showed a 1.
    pub fn natural_one(&self) -> bool {
        self.result == 1
    }

    /// Whether the die itself showed its highest number.
    pub fn natural_highest(&self) -> bool {
        self.result == self.sides
    }
}

//! What a unit on hold is told to do when enemies come. Book: Hold Actions (HOLD-01, HOLD-02).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::table::Inches;

/// What a unit on hold waits for, so that its player isn't asked at every step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Ask whenever it could respond.
    #[default]
    Ask,
    /// Ask only when an enemy comes within so many inches.
    Within(Inches),
    /// Ask only when it is charged.
    WhenCharged,
    /// Shoot at the first enemy it can, without asking.
    FirstTarget,
    /// Never respond, not even to a charge.
    Never,
}

impl Eq for StandingOrder {}

/// What the unit is told to do, in one phrase for buttons, cards, the log and the command line.
impl fmt::Display for StandingOrder {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ask => f.write_str("ask every time"),
            Self::Within(distance) => write!(f, "ask within {distance}"),
            Self::WhenCharged => f.write_str("ask if charged"),
            Self::FirstTarget => f.write_str("shoot on sight"),
            Self::Never => f.write_str("never respond"),
        }
    }
}

//! What a profile says of its points. Book: Creating A Profile.

use serde::{Deserialize, Serialize};

/// The points of a profile. In files they are a number, or nothing if the game is to work them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u32", into = "u32")]
pub enum Points {
    /// As its army list states them.
    Stated(u32),
    /// As [`points`](crate::no_quarter::points) works them out; the armoury sees to that as soon as it
    /// knows all weapons.
    WorkedOut(u32),
}

impl Points {
    /// The number.
    pub fn value(self) -> u32 {
        match self {
            Self::Stated(points) | Self::WorkedOut(points) => points,
        }
    }

    /// The number, if it is stated.
    pub fn stated(self) -> Option<u32> {
        match self {
            Self::Stated(points) => Some(points),
            Self::WorkedOut(_) => None,
        }
    }
}

/// What is left out is to be worked out.
impl Default for Points {
    fn default() -> Self {
        Self::WorkedOut(0)
    }
}

impl From<u32> for Points {
    fn from(points: u32) -> Self {
        Self::Stated(points)
    }
}

impl From<Points> for u32 {
    fn from(points: Points) -> Self {
        points.value()
    }
}

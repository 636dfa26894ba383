//! What dice are rolled for in No Quarter, and the dice that know it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice;

pub use crate::dice::{Modifier, Needed};

/// The dice of a battle.
pub type Dice = dice::Dice<Purpose>;
/// One die that was rolled.
pub type Roll = dice::Roll<Purpose>;
/// One die of a script.
pub type Scripted = dice::Scripted<Purpose>;

/// What a die is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Purpose {
    /// Who has the first activation of a turn, or any other contest between the sides.
    Initiative,
    /// Who chooses a table edge or places first.
    Sides,
    /// How many turns a battle lasts.
    GameLength,
    /// Striking or shooting at somebody.
    ToHit,
    /// An armour save.
    Save,
    /// Whether a hit wounds.
    Damage,
    /// A command test: morale, fear, rallying, shooting into combat.
    Command,
    /// The panic table.
    Panic,
    /// Turning a blow aside.
    Parry,
    /// Which of several models is struck.
    WhoIsHit,
    /// A direction, uniform over the circle.
    Direction,
    /// A random distance in inches.
    Distance,
    /// Casting, or ending, a spell.
    Casting,
    /// Anything a single ability or spell asks for by itself.
    Special,
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Initiative => "initiative",
            Self::Sides => "choosing sides",
            Self::GameLength => "game length",
            Self::ToHit => "to hit",
            Self::Save => "armour save",
            Self::Damage => "damage",
            Self::Command => "command test",
            Self::Panic => "panic",
            Self::Parry => "parry",
            Self::WhoIsHit => "who is hit",
            Self::Direction => "direction",
            Self::Distance => "distance",
            Self::Casting => "casting",
            Self::Special => "special",
        })
    }
}

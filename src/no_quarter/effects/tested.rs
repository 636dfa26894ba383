//! In which tests something that lasts counts, and how.

use serde::{Deserialize, Serialize};

/// What kind of test an effect belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Test {
    /// Striking in close combat.
    Strike,
    /// Shooting, with whatever is aimed from afar: arrows, grenades, guns.
    Shoot,
    /// Whether a template hits somebody who is partly under it; whoever attacks rolls.
    PartlyCovered,
    /// Parrying.
    Parry,
    /// Getting out of the way of a hit (AB-EVADE).
    Evade,
    /// Saving by armour.
    Save,
    /// Rolling for damage.
    Damage,
    /// A command test.
    Command,
    /// The panic table.
    Panic,
    /// Enduring something by one's toughness.
    Endure,
    /// Casting a spell.
    Cast,
    /// Resisting a spell.
    Resist,
    /// Cancelling a spell.
    Cancel,
}

impl Test {
    /// All of them.
    pub const ALL: [Self; 13] = one_of_each!(Test:
        Strike, Shoot, PartlyCovered, Parry, Evade, Save, Damage, Command, Panic, Endure, Cast,
        Resist, Cancel,
    );

    /// The ledger id of the rule by which such a roll is made, or made again.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Strike => "CC-01",
            Self::Shoot => "RNG-01",
            Self::PartlyCovered => "BLAST-01",
            Self::Parry => "CC-07",
            Self::Evade => "AB-EVADE",
            Self::Save => "ARM-01",
            Self::Damage => "DMG-01",
            Self::Command => "CMD-03",
            Self::Panic => "MOR-03",
            Self::Endure => "TR-ETHEREAL-EMBRACE",
            Self::Cast => "MAG-01",
            Self::Resist => "MAG-05",
            Self::Cancel => "MAG-07",
        }
    }
}

/// Whether a failed roll is made again by choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Again {
    /// It may be.
    May,
    /// It must be.
    Must,
}

/// In whose tests a modifier counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whose {
    /// In those of its bearer.
    Own,
    /// In those of others against its bearer.
    Against,
}

/// When a modifier counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    /// As long as it lasts.
    Always,
    /// While its bearer stands neither in ranks nor closed up.
    Loose,
    /// While its bearer stands in ranks or closed up.
    Formed,
    /// In a turn in which its bearer has charged (CC-03).
    Charged,
}

/// A die that is rolled to be added to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraDie {
    /// Its sides: 3 for a D3.
    pub sides: u16,
    /// Whether it is taken off.
    pub off: bool,
}

//! Events as lines of the log, and the deeds that add up from them.

use crate::battle::{SideId, UnitId};

/// An event as a line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What happened, in one sentence.
    pub text: String,
    /// Whose doing it is.
    pub by: Option<UnitId>,
    /// All units that it is about.
    pub units: Vec<UnitId>,
    /// The name of its icon: that of the order which brought it about.
    pub icon: &'static str,
    /// How much it matters.
    pub weight: Weight,
    /// Whether it is one model's share of what another event tells of its unit.
    pub detail: bool,
    /// Whether dice were rolled for it.
    pub rolled: bool,
}

/// Several events, one after another, that are told in one line which opens into theirs: a volley,
/// a fight, the moves of many.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// How many events it stands for, from the first on.
    pub events: usize,
    /// All of them as one line of the log.
    pub told: Told,
    /// What their dice came to, in short, such as "8 shots, 5 hit, 2 saved, 1 slain"; empty where
    /// none were rolled.
    pub tally: String,
}

/// How much a line of the log matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It divides the log, as the beginning of a turn does.
    Header,
    /// A unit begins something.
    Unit,
    /// Somebody falls, breaks or wins.
    Grave,
    /// Anything else.
    Plain,
}

/// What begins with an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// The turn of this number.
    Turn(u32),
    /// A unit's activation.
    Activation,
}

/// What one unit did and suffered in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deeds {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: SideId,
    /// What there is to say, as a sentence without the unit's name.
    pub text: String,
}

//! Levels: the table, what lies on it, who fights, where they stand and for how long. A level
//! names profiles and terrain kinds; the rule system knows what they mean.

mod check;
#[cfg(test)]
mod tests;

pub(crate) use check::name_problem;
pub(super) use check::shape_problem;

use bevy::{math::Vec2, prelude::Component};
use serde::{Deserialize, Serialize};

use super::{
    data::{DataError, read_ron},
    set_up::SetUp,
};
use crate::table::{Footprint, Ground, Inches, Opacity};

/// A level, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What players call it.
    pub name: String,
    /// A sentence or two for the choice of level.
    #[serde(default)]
    pub about: String,
    /// The rule system it is made for.
    #[serde(default = "first_rules")]
    pub rules: String,
    /// The table's size.
    pub table: TableSize,
    /// What lies on the table.
    #[serde(default)]
    pub terrain: Vec<Feature>,
    /// Who fights: two sides.
    pub sides: Vec<SideSetup>,
    /// The armies, unit by unit.
    pub units: Vec<UnitSetup>,
    /// How long the battle lasts.
    #[serde(default)]
    pub turns: Turns,
    /// Whether the armies stand where the level says or are deployed by their players.
    #[serde(default)]
    pub deployment: Deployment,
    /// What dice and players decide before the battle.
    #[serde(default)]
    pub set_up: SetUp,
    /// What is worth holding, catching or bringing home.
    #[serde(default)]
    pub objectives: Vec<Objective>,
    /// The text this level was read from, for errors; not part of the level.
    #[serde(skip)]
    pub source: Source,
}

fn first_rules() -> String {
    "no_quarter".to_owned()
}

/// Where a level came from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// The file's name.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// A table's size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSize {
    /// Along the players' edges, in inches.
    pub width: Inches,
    /// From edge to edge, in inches.
    pub depth: Inches,
}

/// A piece of terrain: a kind that the rule system knows, a shape, and what differs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// The kind, such as "wood" or "wall".
    pub kind: String,
    /// What it covers.
    pub shape: Footprint,
    /// Another height than the kind's.
    #[serde(default)]
    pub height: Option<Inches>,
    /// Another elevation than the kind's.
    #[serde(default)]
    pub elevation: Option<Inches>,
    /// Other ground than the kind's.
    #[serde(default)]
    pub ground: Option<Ground>,
    /// Another opacity than the kind's.
    #[serde(default)]
    pub opacity: Option<Opacity>,
}

/// One of the two sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideSetup {
    /// What players call it.
    pub name: String,
    /// Whether the name is a plural, as in "the Marches concede".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// Its own table edge.
    pub edge: Edge,
}

/// A table edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edge {
    /// Where y is 0.
    South,
    /// Where y is the table's depth.
    North,
    /// Where x is 0.
    West,
    /// Where x is the table's width.
    East,
}

/// A unit of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSetup {
    /// The side, by its name.
    pub side: String,
    /// What players call the unit; the profile's name if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// The profile of its rank and file.
    pub profile: String,
    /// How many of them.
    pub count: u32,
    /// Leaders, heroes, standard bearers, musicians: in the front rank.
    #[serde(default)]
    pub command: Vec<CommandModel>,
    /// How it stands.
    #[serde(default)]
    pub formation: Formation,
    /// Where it stands.
    #[serde(default)]
    pub place: Place,
    /// The battery of its side that it belongs to, if it is a support weapon of one.
    #[serde(default)]
    pub battery: Option<u8>,
}

/// A model that stands out of its unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandModel {
    /// Its profile; the unit's if left out.
    #[serde(default)]
    pub profile: Option<String>,
    /// What it is to the unit and the army.
    pub role: Role,
    /// Its own name.
    #[serde(default)]
    pub name: Option<String>,
}

/// What a model is to its unit and army.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    /// One of the ranks.
    #[default]
    Rank,
    /// Leads the unit.
    Leader,
    /// Carries the unit's banner.
    StandardBearer,
    /// Plays for the unit.
    Musician,
    /// Leads the army.
    General,
    /// Carries the army's banner.
    ArmyStandard,
    /// A hero who leads nobody.
    Individual,
}

/// How the models of a unit keep together.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Formation {
    /// In ranks of so many, base to base.
    Ranked {
        /// How many stand in the front rank.
        frontage: u8,
    },
    /// Base to base without tidy ranks.
    Closed,
    /// Within 1" of each other.
    #[default]
    Skirmish,
    /// Within 2" of each other.
    Dispersed,
}

/// Where a unit begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Place {
    /// Its player puts it down.
    #[default]
    ByHand,
    /// The middle of its front stands at x, y and looks to an angle in degrees, counter-clockwise
    /// from the table's right.
    At(f32, f32, f32),
    /// Every model by itself: x, y and degrees, command models first.
    Each(Vec<(f32, f32, f32)>),
    /// Off the table, to enter later.
    Reserve,
    /// Its player puts it down after all others, where no enemy sees it.
    Infiltrator,
}

/// How long a battle lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turns {
    /// So many turns.
    Fixed(u32),
    /// As the rule system's table of game lengths has it.
    Random,
    /// Until one side is gone.
    UntilTheEnd,
}

impl Default for Turns {
    fn default() -> Self {
        Self::Fixed(6)
    }
}

/// Who places the armies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deployment {
    /// The level: every unit has its place.
    #[default]
    AsPlaced,
    /// The players, unit by unit in turn, each in its own zone.
    ByHand,
}

/// Something to fight about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Objective {
    /// A terrain piece, by its place in the level's list, that is worth points to its holder.
    Feature {
        /// The place in the list, from 0.
        terrain: u32,
    },
    /// A point that one side wins by holding at the end.
    Hold {
        /// The side, by name.
        side: String,
        /// Where.
        at: Vec2,
    },
    /// A model that its side wins by bringing to a table edge.
    Escort {
        /// The side, by name.
        side: String,
        /// The model, by its own name.
        model: String,
        /// The edge; the one opposite to the side's own if left out.
        #[serde(default)]
        to: Option<Edge>,
    },
    /// An enemy model that a side wins by capturing.
    Capture {
        /// The side, by name.
        side: String,
        /// The enemy model, by its own name.
        model: String,
    },
}

impl Objective {
    /// The side whose objective it is, by name; none for those that both fight over.
    pub fn side(&self) -> Option<&str> {
        match self {
            Self::Feature { .. } => None,
            Self::Hold { side, .. } | Self::Escort { side, .. } | Self::Capture { side, .. } => {
                Some(side)
            }
        }
    }
}

impl Edge {
    /// The edge on the other side of the table.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }

    /// How people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::South => "southern",
            Self::North => "northern",
            Self::West => "western",
            Self::East => "eastern",
        }
    }
}

/// Longer files than any level needs, in bytes.
const LONGEST_LEVEL: usize = 1024 * 1024;

impl Level {
    /// Reads a level and checks what needs no rule system: sizes, counts, numbers, sides.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        if text.len() > LONGEST_LEVEL {
            let problem = format!("{} bytes is too long; {LONGEST_LEVEL} is the most", text.len());
            return Err(vec![DataError::new(file, problem)]);
        }
        let level: Self = read_ron(file, text).map_err(|error| vec![error])?;
        level.checked(file, text)
    }

    /// Does the same with a level that is part of another file, such as a save.
    ///
    /// # Errors
    /// All that is wrong, each with its line in that file.
    pub fn checked(mut self, file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        self.source = Source { file: file.to_owned(), text: text.to_owned() };
        let errors = self.problems();
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// An error about this level, at the line where `needle` stands.
    pub fn error(&self, field: &str, needle: &str, problem: impl Into<String>) -> DataError {
        let error = DataError::new(&self.source.file, problem).field(field);
        if needle.is_empty() { error } else { error.near_field(&self.source.text, field, needle) }
    }
}

//! Levels: the table, what lies on it, who fights, where they stand and for how long. A level
//! names profiles and terrain kinds; the rule system knows what they mean. What else it knows of a
//! unit, and of how a battle is set up, stands in the same file and is of its own types.

mod army;
mod check;
mod place;
#[cfg(test)]
mod tests;
mod unit;

pub use army::Army;
pub(super) use check::shape_problem;
pub(crate) use check::{name_problem, reason_problem};
pub use place::{NoOther, Place};
pub use unit::{LevelUnit, UnitSetup};

use std::{fmt, path::Path};

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    checksum::Checksum,
    data::{DataError, outline, quoted, read_ron},
    playable::{count, within_sentence},
    rules::RuleSystem,
};
use crate::table::{Footprint, Ground, Inches, Opacity};

/// A level of a rule system, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Level<R: RuleSystem> {
    /// What players call it.
    pub name: String,
    /// A sentence or two for the choice of level.
    #[serde(default)]
    pub about: String,
    /// What playing it teaches, as the end of a sentence; nothing where it is no lesson.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub teaches: String,
    /// How well a player should know the rules.
    #[serde(default, skip_serializing_if = "Skill::is_usual")]
    pub skill: Skill,
    /// For whom it is meant to be harder; nothing where it is meant to be even.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harder: Option<Harder>,
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
    /// The armies, unit by unit, but for those that sides name.
    #[serde(default)]
    pub units: Vec<R::UnitSetup>,
    /// How long the battle lasts.
    #[serde(default)]
    pub turns: Turns,
    /// Whether the armies stand where the level says or are deployed by their players.
    #[serde(default)]
    pub deployment: Deployment,
    /// What the rule system lets a level say of how its battle is set up.
    #[serde(default)]
    pub set_up: R::SetUp,
    /// What is worth holding, catching or bringing home.
    #[serde(default)]
    pub objectives: Vec<Objective>,
    /// The text this level was read from, for errors; not part of the level.
    #[serde(skip)]
    pub source: Source,
}

/// How well somebody should know the rules who plays a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Skill {
    /// It takes nothing but the basics, and teaches them.
    Beginner,
    /// Some in it fight by rules of their own.
    #[default]
    Practised,
    /// Many in it fight by rules of their own, or the armies are large.
    Veteran,
}

impl Skill {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// That a level is meant to be harder for one of its sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harder {
    /// The side, by name.
    pub side: String,
    /// Why, as the end of a sentence, without its full stop.
    pub because: String,
}

impl fmt::Display for Harder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { side, because } = self;
        write!(f, "Meant to be harder for {} because {because}.", within_sentence(side))
    }
}

impl<R: RuleSystem> Level<R> {
    /// What decides its place in a list: what takes more skill comes later, and of what takes as much,
    /// what has more models.
    pub fn place_in_list(&self) -> (Skill, u64) {
        (self.skill, self.units.iter().map(LevelUnit::models).sum())
    }
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
    /// What players call it; as its army is called, if it names one.
    #[serde(default)]
    pub name: String,
    /// Whether the name is a plural, as in "the Marches concede".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plural: bool,
    /// An army in a file of its own, by the name of that file, besides the units that the level has.
    /// Once a level is read, its units are among those of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<String>,
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

impl Objective {
    /// The model that it is about, by name.
    pub fn model(&self) -> Option<&str> {
        match self {
            Self::Feature { .. } | Self::Hold { .. } => None,
            Self::Escort { model, .. } | Self::Capture { model, .. } => Some(model),
        }
    }

    /// Whether two objectives are about the same thing for the same side.
    fn is_about_the_same_as(&self, other: &Self) -> bool {
        let same_kind = std::mem::discriminant(self) == std::mem::discriminant(other);
        let what = |objective: &Self| match *objective {
            Self::Feature { terrain } => (Some(terrain), None),
            Self::Hold { at, .. } => (None, Some(at)),
            Self::Escort { .. } | Self::Capture { .. } => (None, None),
        };
        same_kind
            && (self.side(), self.model(), what(self)) == (other.side(), other.model(), what(other))
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

impl<R: RuleSystem> Level<R> {
    /// Reads a level and checks it, as far as that needs no profiles and no terrain kinds. Armies that
    /// it names are those that come with the game.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        Self::read_with(file, text, None)
    }

    /// Does the same with the armies of a data directory before those that come with the game.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn read_with(file: &str, text: &str, data: Option<&Path>) -> Result<Self, Vec<DataError>> {
        if text.len() > LONGEST_LEVEL {
            let problem = format!("{} bytes is too long; {LONGEST_LEVEL} is the limit", text.len());
            return Err(vec![DataError::new(file, problem)]);
        }
        let mut level: Self = read_ron(file, text).map_err(|error| {
            // What other rules have in their levels isn't what is wrong.
            let of = read_ron::<Header>(file, text).ok();
            let other = of.and_then(|Header { rules }| other_rules::<R>(&rules));
            let other = other.map(|problem| at_rules(file, text, problem));
            vec![other.or_else(|| turns_problem(file, text)).unwrap_or(error)]
        })?;
        level.source = Source { file: file.to_owned(), text: text.to_owned() };
        level.muster(data)?;
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

    /// Has each player lead the other army: it keeps its place, its edge and what it fights for.
    pub fn swap_sides(&mut self) {
        self.sides.reverse();
    }

    /// Stands for all that the level says except [`harder`](Self::harder), which is written down only
    /// after a series has been fought: 16 hexadecimal digits, the same on every platform.
    pub fn digest(&self) -> String {
        let mut checksum = Checksum::default();
        let level = Self { harder: None, ..self.clone() };
        serde_json::to_writer(&mut checksum, &level).expect("a level is made of plain values");
        format!("{:016x}", checksum.get())
    }

    /// An error about this level, at the line where `needle` stands.
    pub fn error(&self, field: &str, needle: &str, problem: impl Into<String>) -> DataError {
        let error = DataError::new(&self.source.file, problem).field(field);
        if needle.is_empty() { error } else { error.near_field(&self.source.text, field, needle) }
    }
}

/// What a level of any rule system says first.
#[derive(Deserialize)]
struct Header {
    #[serde(default = "first_rules")]
    rules: String,
}

/// That a level is for other rules than these, if it is.
fn other_rules<R: RuleSystem>(rules: &str) -> Option<String> {
    (rules != R::NAME).then(|| format!("a level for {}, not for \"{}\"", quoted(rules), R::NAME))
}

/// That a level has a number for its turns where a word is expected.
fn turns_problem(file: &str, text: &str) -> Option<DataError> {
    let (at, value) = outline::value(text, "turns")?;
    let turns: u32 = value.parse().ok()?;
    let problem = format!(
        "write Fixed({turns}) for {}, Random to let the dice decide, or UntilTheEnd to fight until \
         one side is gone",
        count(turns as usize, "turn")
    );
    Some(DataError::new(file, problem).field("turns").at(text, at))
}

fn at_rules(file: &str, text: &str, problem: String) -> DataError {
    DataError::new(file, problem).field("rules").near(text, "rules")
}

//! Levels: the table, what lies on it, who fights, where they stand and for how long. A level
//! names profiles and terrain kinds; the rule system knows what they mean.

use bevy::{math::Vec2, prelude::Component};
use serde::{Deserialize, Serialize};

use super::{
    data::{DataError, read_ron},
    set_up::{EdgeChoice, SetUp, TerrainSetUp},
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

impl Level {
    /// Reads a level and checks what needs no rule system: sizes, counts, numbers, sides.
    ///
    /// # Errors
    /// All that is wrong, each with its line.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        let mut level: Self = read_ron(file, text).map_err(|error| vec![error])?;
        level.source = Source { file: file.to_owned(), text: text.to_owned() };
        let errors = level.problems();
        if errors.is_empty() { Ok(level) } else { Err(errors) }
    }

    /// An error about this level, at the line where `needle` stands.
    pub fn error(&self, field: &str, needle: &str, problem: impl Into<String>) -> DataError {
        let error = DataError::new(&self.source.file, problem).field(field);
        if needle.is_empty() { error } else { error.near_field(&self.source.text, field, needle) }
    }

    fn problems(&self) -> Vec<DataError> {
        let mut errors = Vec::new();
        let TableSize { width, depth } = self.table;
        for (field, length) in [("table.width", width), ("table.depth", depth)] {
            if !(12.0..=144.0).contains(&length.0) {
                let problem = format!("{length} is no table; 12\" to 144\" is");
                errors.push(self.error(field, "table", problem));
            }
        }
        if self.sides.len() != 2 {
            let problem = format!("a battle has two sides, this has {}", self.sides.len());
            errors.push(self.error("sides", "sides", problem));
        } else if self.sides[0].name == self.sides[1].name {
            let problem = "both sides have the same name; units couldn't tell them apart";
            errors.push(self.error("sides", &self.sides[0].name, problem));
        } else if self.sides[0].edge == self.sides[1].edge {
            let problem = "both sides have the same table edge";
            errors.push(self.error("sides", "edge", problem));
        }
        if let Turns::Fixed(turns @ (0 | 21..)) = self.turns {
            let problem = format!("{turns} turns; 1 to 20 are possible");
            errors.push(self.error("turns", "turns", problem));
        }
        if self.deployment == Deployment::AsPlaced
            && (self.set_up.terrain != TerrainSetUp::AsLaid
                || self.set_up.edges != EdgeChoice::AsGiven)
        {
            let problem = "terrain or edges are chosen by the players, but the armies stand where \
                           the level has them: set deployment: ByHand";
            errors.push(self.error("set_up", "set_up", problem));
        }
        let points: usize = self.terrain.iter().map(|feature| corners(&feature.shape)).sum();
        if self.terrain.len() > MOST_PIECES || points > MOST_POINTS {
            let problem = format!(
                "{} pieces with {points} points; {MOST_PIECES} pieces with {MOST_POINTS} points \
                 are the most",
                self.terrain.len()
            );
            errors.push(self.error("terrain", "terrain", problem));
        }
        let sides = self.sides.iter().map(|side| ("sides", side.name.as_str()));
        let units = self.units.iter().filter_map(|unit| Some(("units", unit.name.as_deref()?)));
        for (field, name) in sides.chain(units).chain([("name", self.name.as_str())]) {
            if let Some(problem) = name_problem(name) {
                errors.push(self.error(field, field, problem));
            }
        }
        for (index, feature) in self.terrain.iter().enumerate() {
            if let Some(problem) = shape_problem(&feature.shape) {
                let field = format!("terrain[{index}].shape");
                errors.push(self.error(&field, &format!("\"{}\"", feature.kind), problem));
            }
            for length in [feature.height, feature.elevation].into_iter().flatten() {
                if !(0.0..=24.0).contains(&length.0) {
                    let field = format!("terrain[{index}]");
                    let problem = format!("a height of {length}; 0\" to 24\" is possible");
                    errors.push(self.error(&field, &format!("\"{}\"", feature.kind), problem));
                }
            }
        }
        let mut total = 0_u64;
        for (index, unit) in self.units.iter().enumerate() {
            let field = format!("units[{index}]");
            let needle = format!("\"{}\"", unit.profile);
            if !self.sides.iter().any(|side| side.name == unit.side) {
                let problem = format!("no side is called \"{}\"", unit.side);
                errors.push(self.error(&field, &format!("\"{}\"", unit.side), problem));
            }
            let models = u64::from(unit.count) + unit.command.len() as u64;
            // A unit that is too large by itself is told once, not for the whole level too.
            total += models.min(200);
            if models == 0 {
                errors.push(self.error(&field, &needle, "a unit without models"));
            } else if models > 200 {
                let problem = format!("{models} models in one unit; 200 is the most");
                errors.push(self.error(&field, &needle, problem));
            }
            if let Formation::Ranked { frontage: 0 } = unit.formation {
                errors.push(self.error(&field, &needle, "a frontage of 0; at least 1"));
            }
            match &unit.place {
                Place::At(x, y, degrees) => {
                    if ![x, y, degrees].into_iter().all(|number| number.is_finite()) {
                        errors.push(self.error(&field, &needle, "a place that is no number"));
                    }
                }
                Place::Each(poses) => {
                    if poses.len() as u64 != models {
                        let problem = format!("{} places for {models} models", poses.len());
                        errors.push(self.error(&field, &needle, problem));
                    }
                    let numbers = poses.iter().flat_map(|&(x, y, degrees)| [x, y, degrees]);
                    if !numbers.into_iter().all(f32::is_finite) {
                        errors.push(self.error(&field, &needle, "a place that is no number"));
                    }
                }
                Place::ByHand if self.deployment == Deployment::AsPlaced => {
                    let problem = "no place, and the level's deployment is AsPlaced: give At(x, y, \
                                   degrees) or set deployment: ByHand";
                    errors.push(self.error(&field, &needle, problem));
                }
                Place::ByHand | Place::Reserve | Place::Infiltrator => {}
            }
        }
        if total > 1000 {
            let problem = format!("{total} models; 1000 is the most");
            errors.push(self.error("units", "units", problem));
        }
        if self.sides.len() == 2 {
            for side in &self.sides {
                if !self.units.iter().any(|unit| unit.side == side.name) {
                    let problem = format!("\"{}\" has no units", side.name);
                    errors.push(self.error("units", &format!("\"{}\"", side.name), problem));
                }
            }
        }
        for (index, objective) in self.objectives.iter().enumerate() {
            let field = format!("objectives[{index}]");
            let mut wrong = |problem| errors.push(self.error(&field, "objectives", problem));
            if let Some(side) = objective.side()
                && !self.sides.iter().any(|known| known.name == side)
            {
                wrong(format!("no side is called \"{side}\""));
            }
            let count = self.terrain.len();
            match objective {
                Objective::Feature { terrain } if *terrain as usize >= count => {
                    wrong(format!("terrain {terrain} of {count}, counted from 0"));
                }
                Objective::Hold { at, .. }
                    if !(0.0..=width.0).contains(&at.x) || !(0.0..=depth.0).contains(&at.y) =>
                {
                    wrong(format!("a point at {at}, off the table"));
                }
                Objective::Feature { .. }
                | Objective::Hold { .. }
                | Objective::Escort { .. }
                | Objective::Capture { .. } => {}
            }
        }
        errors
    }
}

/// More pieces of terrain than on any table one could play on.
const MOST_PIECES: usize = 100;
/// More corners than all its pieces have together.
const MOST_POINTS: usize = 1500;
/// Longer names than any label holds, in characters.
const LONGEST_NAME: usize = 60;

fn name_problem(name: &str) -> Option<String> {
    // Marks that turn the direction of writing would garble the log.
    let turns = |c: char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if name.trim().is_empty() {
        Some("a name is empty".to_owned())
    } else if name.chars().count() > LONGEST_NAME {
        Some(format!("a name of {} characters; {LONGEST_NAME} at most", name.chars().count()))
    } else if name.chars().any(|c| c.is_control() || turns(c)) {
        Some(format!("the name {name:?} has characters that can't be printed"))
    } else {
        None
    }
}

fn corners(shape: &Footprint) -> usize {
    match shape {
        Footprint::Polygon(points) | Footprint::Line { points, .. } => points.len(),
        Footprint::Circle { .. } => 1,
    }
}

fn area(points: &[Vec2]) -> f32 {
    let next = points.iter().cycle().skip(1);
    let twice: f32 = points.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum();
    twice.abs() / 2.0
}

/// Two edges of a polygon that cross, counted from 0.
fn crossing(points: &[Vec2]) -> Option<(usize, usize)> {
    let count = points.len();
    let edge = |i: usize| (points[i], points[(i + 1) % count]);
    let side = |(a, b): (Vec2, Vec2), p: Vec2| (b - a).perp_dot(p - a);
    let cross = |e: (Vec2, Vec2), f: (Vec2, Vec2)| {
        side(e, f.0) * side(e, f.1) < 0.0 && side(f, e.0) * side(f, e.1) < 0.0
    };
    (0..count)
        .flat_map(|i| (i + 1..count).map(move |j| (i, j)))
        .find(|&(i, j)| cross(edge(i), edge(j)))
}

fn shape_problem(shape: &Footprint) -> Option<String> {
    let near = |point: &Vec2| point.is_finite() && point.abs().max_element() <= 500.0;
    match shape {
        Footprint::Polygon(points) => {
            if points.len() < 3 {
                Some(format!("a polygon of {} points; at least 3", points.len()))
            } else if points.len() > 200 {
                Some(format!("a polygon of {} points; 200 is the most", points.len()))
            } else if !points.iter().all(near) {
                Some("a point far off any table".to_owned())
            } else if area(points) < 0.01 {
                Some("a polygon without an area".to_owned())
            } else {
                crossing(points).map(|(a, b)| format!("a polygon whose edges {a} and {b} cross"))
            }
        }
        Footprint::Circle { at, radius } => {
            let fits = near(at) && (0.05..=72.0).contains(&radius.0);
            (!fits).then(|| "a circle that is no circle on a table".to_owned())
        }
        Footprint::Line { points, width } => {
            if points.len() < 2 || points.len() > 200 {
                Some(format!("a line of {} points; 2 to 200", points.len()))
            } else if !points.iter().all(near) || !(0.05..=24.0).contains(&width.0) {
                Some("a line far off any table, or of no width".to_owned())
            } else if points.windows(2).any(|pair| pair[0].distance(pair[1]) < 0.01) {
                Some("a line with the same point twice in a row".to_owned())
            } else {
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"(
    name: "Small",
    table: (width: 24, depth: 24),
    terrain: [(kind: "wall", shape: Line(points: [(8, 12), (16, 12)], width: 0.5))],
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "men_at_arms", count: 4, place: At(12, 4, 90)),
        (side: "Blue", profile: "orc_bruiser", count: 4, place: At(12, 20, 270),
         command: [(role: Leader)]),
    ],
)"#;

    #[test]
    fn a_small_level_is_read() {
        let level = Level::read("small.ron", SMALL).unwrap();
        assert_eq!((level.units.len(), level.turns), (2, Turns::Fixed(6)));
        assert_eq!(level.table.width, Inches(24.0));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong =
            SMALL.replace("side: \"Blue\"", "side: \"Green\"").replace("count: 4", "count: 0");
        let errors = Level::read("small.ron", &wrong).unwrap_err();
        let text: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(text.iter().any(|e| e.contains("small.ron:8") && e.contains("Green")), "{text:?}");
        assert!(text.iter().any(|e| e.contains("a unit without models")), "{text:?}");
        assert!(text.iter().any(|e| e.contains("\"Blue\" has no units")), "{text:?}");
    }

    #[test]
    fn unknown_fields_and_broken_text_are_refused() {
        let errors = Level::read("x.ron", &SMALL.replace("count", "cuont")).unwrap_err();
        assert!(errors[0].to_string().contains("cuont"), "{}", errors[0]);
        assert!(errors[0].line.is_some());
        assert!(Level::read("x.ron", &SMALL[..150]).is_err());
        assert!(Level::read("x.ron", "").is_err());
    }

    fn problem_with(wrong: &str) -> String {
        let errors = Level::read("small.ron", wrong).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:?}");
        errors[0].to_string()
    }

    #[test]
    fn an_error_names_the_line_of_its_own_unit() {
        // Both units have the same profile; the second has the wrong frontage.
        let wrong = SMALL
            .replace("orc_bruiser", "men_at_arms")
            .replace("command: [", "formation: Ranked(frontage: 0), command: [");
        let problem = problem_with(&wrong);
        assert!(problem.starts_with("small.ron:8:33: units[1]: a frontage of 0"), "{problem}");
    }

    #[test]
    fn shapes_that_are_none_and_too_much_terrain_are_refused() {
        let wall = "Line(points: [(8, 12), (16, 12)], width: 0.5)";
        let shapes = [
            ("Line(points: [(8, 12), (8, 12)], width: 0.5)", "the same point twice"),
            ("Polygon([(1, 1), (2, 2), (3, 3)])", "without an area"),
            ("Polygon([(1, 1), (6, 1), (2, 4), (5, 5), (5, 0)])", "cross"),
        ];
        for (shape, what) in shapes {
            let problem = problem_with(&SMALL.replace(wall, shape));
            assert!(problem.contains(what), "{problem}");
        }
        let piece = format!("(kind: \"wall\", shape: {wall}),");
        let many = SMALL.replace(
            &format!("[{}]", piece.trim_end_matches(',')),
            &format!("[{}]", piece.repeat(101)),
        );
        assert!(problem_with(&many).contains("100 pieces"), "{}", problem_with(&many));
    }

    #[test]
    fn names_that_no_label_holds_are_refused() {
        for name in ["", " ", "a\u{202e}b", &"x".repeat(61)] {
            let problem = problem_with(&SMALL.replace("Small", name));
            assert!(problem.contains("name"), "{problem}");
        }
    }
}

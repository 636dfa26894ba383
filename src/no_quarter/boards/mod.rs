//! Rule boards: small tables that show one rule each. A board is at once a test, an explanation
//! and a picture: who stands where, which dice come up, what is ordered and what must then be seen.
//! docs/rule-boards.md describes the format.

mod conduct;
mod expect;
mod names;
mod priced;
mod run;
mod script;

pub use conduct::Conduct;
pub use priced::{AccountState, ArmyState, ArmyUnit, UnitPrice};
pub use run::{Occurring, occurring, run, run_with};
pub use script::{
    AttackState, BoardAnswer, BoardAt, BoardMove, BoardOrder, BoardStep, ModelState, PlayState,
    UnitState,
};

use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};

use super::{
    components::{Activation, Formation, Gun, Morale, Role},
    level::SetUp,
    options::Options,
    order::StandingOrder,
    profile::{Ability, BaseSize, Class, Nemesis, Size, Weapon},
};
use crate::{
    battle::{
        DataError,
        data::read_ron,
        level::{Feature, Objective, TableSize},
    },
    no_quarter::dice::Purpose,
    table::Inches,
};

/// A rule board, as its file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The ledger id of the rule it shows.
    pub id: String,
    /// What it shows, in a few words.
    pub title: String,
    /// The chapter of the book.
    pub chapter: String,
    /// The rule in our own words.
    pub summary: String,
    /// The ruling, where the book is silent or contradicts itself.
    #[serde(default)]
    pub ruling: Option<String>,
    /// The table; 24" by 24" if left out.
    #[serde(default = "small_table")]
    pub table: TableSize,
    /// What lies on it.
    #[serde(default)]
    pub terrain: Vec<Feature>,
    /// The optional rules that are played; none if left out.
    #[serde(default)]
    pub options: Options,
    /// Weapons that the armoury doesn't have, or has otherwise.
    #[serde(default)]
    pub weapons: Vec<Weapon>,
    /// Who stands on it, if anybody does.
    #[serde(default)]
    pub units: Vec<BoardUnit>,
    /// Whose go it is at the start.
    #[serde(default)]
    pub side: BoardSide,
    /// The turn it is at the start; with 0 the battle begins with the first turn's initiative.
    #[serde(default = "first_turn")]
    pub turn: u32,
    /// What is added to the first dice for the initiative, Red's and Blue's.
    #[serde(default)]
    pub initiative: [i32; 2],
    /// The last turn; 0 if its number is rolled.
    #[serde(default = "six")]
    pub last_turn: u32,
    /// What dice and players decide before the battle.
    #[serde(default)]
    pub set_up: SetUp,
    /// Whether the armies are deployed by hand first.
    #[serde(default)]
    pub deployment: bool,
    /// What there is to fight about.
    #[serde(default)]
    pub objectives: Vec<Objective>,
    /// The dice, in order: what for, and what they show.
    #[serde(default)]
    pub dice: Vec<(Purpose, u16)>,
    /// What is done and what must be seen.
    pub steps: Vec<BoardStep>,
}

fn small_table() -> TableSize {
    TableSize { width: Inches(24.0), depth: Inches(24.0) }
}

fn first_turn() -> u32 {
    1
}

fn six() -> u32 {
    6
}

/// One of a board's two sides: Red looks up the table, Blue down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardSide {
    /// From the lower edge.
    #[default]
    Red,
    /// From the upper edge.
    Blue,
}

/// A unit on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardUnit {
    /// What steps call it.
    pub name: String,
    /// Whose it is.
    pub side: BoardSide,
    /// How it stands.
    #[serde(default)]
    pub formation: Formation,
    /// Its models one by one.
    #[serde(default)]
    pub models: Vec<BoardModel>,
    /// A block of like models in its formation, named after the unit: "orcs 1" and so on.
    #[serde(default)]
    pub block: Option<BoardBlock>,
    /// Its nerves.
    #[serde(default)]
    pub morale: Morale,
    /// Whether it is on hold.
    #[serde(default)]
    pub holding: Option<StandingOrder>,
    /// Whether it has had its go.
    #[serde(default)]
    pub activation: Activation,
    /// Whether it waits off the table to come on later.
    #[serde(default)]
    pub reserve: bool,
    /// Whether it is put down after all others, on boards with deployment.
    #[serde(default)]
    pub comes_later: bool,
    /// Whether it stands where it is even on boards with deployment.
    #[serde(default)]
    pub deployed: bool,
    /// The battery of its side that it belongs to.
    #[serde(default)]
    pub battery: Option<u8>,
    /// Models it began the battle with, if more than it has.
    #[serde(default)]
    pub began_with: Option<u32>,
    /// Models it began the turn with, if more than it has.
    #[serde(default)]
    pub turn_began_with: Option<u32>,
    /// Whether it has tested for losing half already.
    #[serde(default)]
    pub tested_for_half: bool,
}

/// Like models in formation on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardBlock {
    /// How many.
    pub count: u32,
    /// The middle of the front.
    pub front: (f32, f32),
    /// Degrees, counter-clockwise from the table's right.
    #[serde(default)]
    pub facing: Option<f32>,
    /// The profile.
    #[serde(default)]
    pub profile: Option<String>,
    /// What differs from the profile.
    #[serde(default)]
    pub tweak: Tweak,
}

/// A model on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardModel {
    /// What steps call it.
    pub name: String,
    /// Where its base's centre is.
    pub at: (f32, f32),
    /// Degrees, counter-clockwise from the table's right; towards the enemy's edge if left out.
    #[serde(default)]
    pub facing: Option<f32>,
    /// The profile; a dull soldier if left out.
    #[serde(default)]
    pub profile: Option<String>,
    /// What differs from the profile.
    #[serde(default)]
    pub tweak: Tweak,
    /// What it is to its unit.
    #[serde(default)]
    pub role: Role,
    /// Whether it lies on the ground.
    #[serde(default)]
    pub prone: bool,
    /// Wounds it has left, if fewer than it began with.
    #[serde(default)]
    pub wounds_left: Option<u8>,
    /// What it is ready for, if it is a support weapon.
    #[serde(default)]
    pub gun: Gun,
}

/// What differs from a profile.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tweak {
    /// AC.
    pub actions: Option<u8>,
    /// RA.
    pub ranged_attack: Option<i32>,
    /// CC.
    pub close_combat: Option<i32>,
    /// ST.
    pub strength: Option<i32>,
    /// T.
    pub toughness: Option<i32>,
    /// W.
    pub wounds: Option<u8>,
    /// CO.
    pub command: Option<i32>,
    /// AR without the shield.
    pub armour: Option<i32>,
    /// RE.
    pub resilience: Option<i32>,
    /// Whether it has a shield.
    pub shield: Option<bool>,
    /// Whether its armour is magical.
    pub magic_armour: Option<bool>,
    /// Its weapons.
    pub weapons: Option<Vec<String>>,
    /// Its abilities.
    pub abilities: Option<Vec<Ability>>,
    /// Who its sworn enemies are, and what it is to them.
    pub nemesis: Option<Nemesis>,
    /// Its size.
    pub size: Option<Size>,
    /// Its height.
    pub height: Option<Inches>,
    /// Its base.
    pub base: Option<BaseSize>,
    /// Whether it rides.
    pub cavalry: Option<bool>,
    /// Its class.
    pub class: Option<Class>,
    /// Its points.
    pub points: Option<u32>,
}

/// The boards that come with the game.
static EMBEDDED: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/rules/no_quarter");

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    /// Where the text stops making sense.
    pub fn read(file: &str, text: &str) -> Result<Self, DataError> {
        read_ron(file, text)
    }

    /// All boards that come with the game: the file, and the board or what is wrong with it.
    pub fn all() -> Vec<(String, Result<Self, DataError>)> {
        let files = EMBEDDED.find("**/*.ron").into_iter().flatten().filter_map(|e| e.as_file());
        let mut boards: Vec<_> = files
            .map(|file| {
                let name = file.path().to_string_lossy().into_owned();
                let text = file.contents_utf8().unwrap_or_default();
                let board = Self::read(&name, text);
                (name, board)
            })
            .collect();
        boards.sort_by(|a, b| a.0.cmp(&b.0));
        boards
    }

    /// The ledger id and the chapter of every board that comes with the game, in the order of
    /// [`Self::all`]. It looks only at the lines that say so, which is far quicker than to read all
    /// of a board.
    pub fn headings() -> Vec<(&'static str, &'static str)> {
        let mut files: Vec<_> =
            EMBEDDED.find("**/*.ron").into_iter().flatten().filter_map(|e| e.as_file()).collect();
        files.sort_by_key(|file| file.path().to_string_lossy());
        let heading = |text| Some((field(text, "id")?, field(text, "chapter")?));
        files.into_iter().filter_map(|file| heading(file.contents_utf8()?)).collect()
    }
}

/// What the first line of a board's text that begins with a field says of it.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let value = |line: &'a str| {
        line.trim_start().strip_prefix(name)?.trim_start().strip_prefix(':')?.split('"').nth(1)
    };
    text.lines().find_map(value)
}

/// All boards below a directory: the file, and the board or what is wrong with it.
///
/// # Errors
/// What the file system says.
pub fn read_boards(folder: &Path) -> std::io::Result<Vec<(String, Result<Board, DataError>)>> {
    let mut boards = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            boards.extend(read_boards(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(&path)?;
            boards.push((name.clone(), Board::read(&name, &text)));
        }
    }
    boards.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(boards)
}

/// The test's name for a board's file: "CC-03-charging" for "close_combat/CC-03-charging.ron".
pub fn board_name(file: &str) -> String {
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

//! Rule boards: small tables that show one rule each. A board is at once a test, an explanation
//! and a picture: who stands where, which dice come up, what is ordered and what must then be seen.
//! docs/rule-boards.md describes the format.

mod expect;
mod names;
mod run;

pub use run::run;

use std::{collections::BTreeMap, path::Path};

use bevy::math::Vec2;
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};

use super::{
    components::{Activation, Gun, Morale},
    options::Options,
    order::Standing,
    profile::{Ability, BaseSize, Size, Weapon},
};
use crate::{
    battle::{
        DataError, SetUp,
        data::read_ron,
        level::{Edge, Feature, Formation, Objective, Role, TableSize},
    },
    dice::Purpose,
    table::{
        Inches,
        formation::{Flank, Manoeuvre},
        sight::Cover,
    },
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
    /// Who stands on it.
    pub units: Vec<BoardUnit>,
    /// Whose go it is at the start.
    #[serde(default)]
    pub side: BoardSide,
    /// The turn it is at the start; with 0 the battle begins with the first turn's initiative.
    #[serde(default = "first_turn")]
    pub turn: u32,
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
    pub holding: Option<Standing>,
    /// Whether it has had its go.
    #[serde(default)]
    pub activation: Activation,
    /// Whether it waits off the table to come on later.
    #[serde(default)]
    pub reserve: bool,
    /// Whether it infiltrates, on boards with deployment.
    #[serde(default)]
    pub infiltrates: bool,
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
    /// Its size.
    pub size: Option<Size>,
    /// Its height.
    pub height: Option<Inches>,
    /// Its base.
    pub base: Option<BaseSize>,
    /// Whether it rides.
    pub cavalry: Option<bool>,
    /// Its points.
    pub points: Option<u32>,
}

/// What is done, or must be seen, on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum BoardStep {
    /// An order that must be accepted.
    Do(BoardOrder),
    /// An order that must be refused, by the refusal's name and the rule's ledger id. Nothing may
    /// have changed then.
    Refuse(BoardOrder, String, String),
    /// Events that must have happened since the last event that was seen, in this order, with these
    /// fields.
    See(Vec<(String, BTreeMap<String, ron::Value>)>),
    /// Events that must not have happened since then.
    NotSeen(Vec<String>),
    /// The question that must be pending: whose, its name, the names of its options.
    Asks(BoardSide, String, Vec<String>),
    /// That nothing is asked.
    NothingAsked,
    /// What must be true of a model.
    Model(String, ModelState),
    /// What must be true of a unit.
    Unit(String, UnitState),
    /// What an order would cost each of these models.
    Costs(BoardOrder, Vec<(String, u8)>),
    /// After how many actions of an order's way which units on hold could respond.
    Responses(BoardOrder, Vec<(String, Vec<u32>)>),
    /// What an attack would need before it is made.
    Attack(AttackState),
    /// Whom an order's template may hit, in percent, and wound, beforehand. Nobody else.
    Under(BoardOrder, Vec<(String, f32, f32)>),
    /// The number of a command test and its modifiers.
    Command(String, i32, BTreeMap<String, i32>),
    /// What one model sees of another: the hidden share and the cover.
    Sight(String, String, f32, Cover),
    /// Whose go it is, in which turn.
    Turn(u32, BoardSide),
    /// Who must have won.
    Winner(Option<BoardSide>),
    /// The battle points of a side as things stand.
    Points(BoardSide, i32),
}

/// An attack before it is made.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackState {
    /// Who.
    pub attacker: String,
    /// Whom: a model in close combat, a unit for a shot.
    pub target: String,
    /// With what, by its id.
    pub weapon: String,
    /// Whether it aims.
    #[serde(default)]
    pub aim: bool,
    /// The number to hit.
    pub to_hit: i32,
    /// Its modifiers by name.
    #[serde(default)]
    pub because: BTreeMap<String, i32>,
    /// The number to save, if that is looked at; 0 for no save.
    #[serde(default)]
    pub save: Option<i32>,
    /// The number to damage, if that is looked at.
    #[serde(default)]
    pub damage: Option<i32>,
}

/// What may be said of a model; what is left out isn't looked at.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelState {
    /// Whether it stands on the table.
    pub on_table: Option<bool>,
    /// Where, within 0.05".
    pub at: Option<(f32, f32)>,
    /// Degrees, within 1.
    pub facing: Option<f32>,
    /// Actions left.
    pub actions: Option<u8>,
    /// Momentum left.
    pub momentum: Option<u8>,
    /// Wounds left.
    pub wounds: Option<u8>,
    /// Whether it is prone.
    pub prone: Option<bool>,
    /// Whether it is in close combat.
    pub engaged: Option<bool>,
}

/// What may be said of a unit; what is left out isn't looked at.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnitState {
    /// Models on the table.
    pub models: Option<u32>,
    /// Its nerves.
    pub morale: Option<Morale>,
    /// Whether it has had its go.
    pub activation: Option<Activation>,
    /// Whether it is on hold.
    pub holding: Option<bool>,
    /// The formation it counts as being in.
    pub counts_as: Option<Formation>,
    /// Whether it is one chain.
    pub coherent: Option<bool>,
}

/// A model's move on a board: its name, the points it goes through, and degrees it looks to at the
/// end.
pub type BoardMove = (String, Vec<Vec2>, Option<f32>);

/// An order on a board: as [`Order`](super::Order), with names for ids.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum BoardOrder {
    /// A unit at the middle of its front and degrees.
    Deploy(String, (f32, f32, f32), Formation),
    /// A unit.
    Activate(String),
    /// Models.
    Move(Vec<BoardMove>),
    /// The active block.
    Manoeuvre(Manoeuvre),
    /// The active unit: the middle of its front and degrees.
    FormUp(Formation, Option<(f32, f32, f32)>),
    /// Models to new places in their ranks.
    Reorganise(Vec<(String, (f32, f32))>),
    /// An individual.
    Leave(String),
    /// A unit.
    Join(String),
    /// At a unit, with some models or, with none named, all.
    Charge(String, Vec<String>),
    /// The same, stopping where long weapons reach.
    ChargeToReach(String, Vec<String>),
    /// A model through a unit to a place.
    Overrun(String, String, (f32, f32)),
    /// Attacker, target, weapon's id.
    Fight(Vec<(String, String, String)>),
    /// The same with all the dice of extra attacks.
    ExtraAttack(Vec<(String, String, String)>),
    /// A model's tail, along one side.
    SweepTail(String, Flank),
    /// Shooter, target unit, weapon's id.
    Shoot(Vec<(String, String, String)>),
    /// The same, aimed.
    Aim(Vec<(String, String, String)>),
    /// Who breathes, the weapon's id, the degrees it points to.
    Breathe(String, String, f32),
    /// The same, with the place of its point.
    BreatheFrom(String, String, f32, (f32, f32)),
    /// Thrower, the grenade's id, who throws with it, at which model.
    Throw(String, String, Vec<String>, String),
    /// The same, at a place.
    ThrowAt(String, String, Vec<String>, (f32, f32)),
    /// A weapon, its or its ammunition's id, at which models.
    Fire(String, String, Vec<String>),
    /// The same over everything.
    FireOver(String, String, Vec<String>),
    /// A weapon, its id, at a place.
    FireAt(String, String, (f32, f32)),
    /// The same over everything.
    FireOverAt(String, String, (f32, f32)),
    /// The same as fire, aimed.
    FireAimed(String, String, Vec<String>),
    /// A weapon.
    Load(String),
    /// Some models or, with none named, all.
    StandUp(Vec<String>),
    /// The active unit.
    Rally,
    /// The active unit.
    Hold(Standing),
    /// The active unit.
    EndActivation,
    /// A side.
    Concede(BoardSide),
    /// A piece of terrain by its place in the board's list: its middle and degrees, or left out.
    LayTerrain(u32, Option<(f32, f32, f32)>),
    /// A unit from the reserve at the middle of its front and degrees.
    Enter(String, (f32, f32, f32), Formation),
    /// A unit.
    KeepBack(String),
    /// A unit on hold.
    Instruct(String, Standing),
    /// The pending decision.
    Answer(BoardAnswer),
}

/// An answer on a board: as [`Answer`](super::Answer), with names for ids.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum BoardAnswer {
    /// Not now.
    Pass,
    /// Not during this order.
    PassForThisOrder,
    /// Shoot.
    Shoot,
    /// Strike.
    Strike,
    /// Flee.
    Flee,
    /// Halt.
    Halt,
    /// Pursue.
    Pursue,
    /// Charge this unit instead.
    Redirect(String),
    /// Follow up into this model.
    FollowUpInto(String),
    /// Follow up to a place.
    FollowUpTo(f32, f32),
    /// Stand.
    Stand,
    /// Retreat.
    Retreat,
    /// Step into the gap.
    Fill,
    /// Take this table edge.
    Edge(Edge),
    /// Parry.
    Parry,
    /// Push back with so many actions.
    PushBack(u8),
    /// Leave the ranks and follow up into this model.
    FollowUpAlone(String),
    /// Throw, breathe or fire at this model.
    RespondAt(String),
    /// One of the crew strikes: attacker, target, weapon's id.
    CrewStrikes(String, String, String),
    /// The hit that is left over strikes this model.
    GoesOverTo(String),
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

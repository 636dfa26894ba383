//! What is ordered on a rule board and what must then be seen, in the words of its file.

use std::collections::BTreeMap;

use bevy::math::Vec2;
use serde::{Deserialize, Deserializer};

use super::{
    BoardSide, Conduct,
    priced::{AccountState, ArmyState},
};
use crate::{
    battle::level::Edge,
    no_quarter::{
        components::{Activation, Formation, Morale},
        former,
        magic::{Fallen, Spell},
        order::{AttackMode, ShotMode, StandingOrder},
        uses::Usable,
    },
    table::{
        formation::{Flank, Manoeuvre},
        sight::Cover,
    },
};

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
    /// The command tests that an order would bring: by whom, and the number.
    Tests(BoardOrder, Vec<(String, i32)>),
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
    /// What a model costs by the book's tables, whoever stands on the board.
    Account(Box<AccountState>),
    /// Which rules of composition an army breaks, whoever stands on the board.
    Army(ArmyState),
    /// A player gives the orders of a side until the activation that it has begun is over, or one answer
    /// if it is asked. Only on boards for players.
    Plays(BoardSide, PlayState),
}

/// How a player must go about it, and how it must not.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayState {
    /// All of this must be so afterwards.
    pub must: Vec<Conduct>,
    /// None of this may be so.
    pub must_not: Vec<Conduct>,
    /// It gives no more orders than this.
    pub orders: Option<usize>,
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
    /// The mode of a blow.
    #[serde(default)]
    pub mode: AttackMode,
    /// The mode of a shot.
    #[serde(default)]
    pub shot_mode: ShotMode,
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
    /// The chance of a wound in percent, to a tenth, if that is looked at.
    #[serde(default)]
    pub chance: Option<f32>,
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

/// Where something is used on a board.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum BoardAt {
    /// On one side of the model.
    Side(Flank),
    /// Through a unit to a place.
    Through(String, (f32, f32)),
    /// On the model itself.
    Itself,
    /// At a unit.
    Unit(String),
    /// At a model.
    Model(String),
    /// At a place.
    Place((f32, f32)),
    /// In so many degrees.
    Towards(f32),
    /// With a teardrop whose point lies at a place and that points in so many degrees.
    Teardrop((f32, f32), f32),
    /// At a spell in play on a unit or a model.
    Spell(Spell, String),
    /// At a spell in play on the ground: the first of its kind.
    SpellOnGround(Spell),
}

/// An order on a board: as [`Order`](crate::no_quarter::Order), with names for ids.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(remote = "Self")]
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
    /// Attacker, target, weapon's id.
    Fight(Vec<(String, String, String)>),
    /// The same with all the dice of extra attacks.
    ExtraAttack(Vec<(String, String, String)>),
    /// The same in a special attack mode.
    FightIn(AttackMode, Vec<(String, String, String)>),
    /// A model, what it sets off, and where.
    Use(String, Usable, BoardAt),
    /// Shooter, target unit, weapon's id.
    Shoot(Vec<(String, String, String)>),
    /// The same, aimed.
    Aim(Vec<(String, String, String)>),
    /// The same in a special attack mode.
    ShootIn(ShotMode, Vec<(String, String, String)>),
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
    Hold(StandingOrder),
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
    Instruct(String, StandingOrder),
    /// The pending decision.
    Answer(BoardAnswer),
}

impl<'de> Deserialize<'de> for BoardOrder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        former::read(deserializer)
    }
}

/// An answer on a board: as [`Answer`](crate::no_quarter::Answer), with names for ids.
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
    /// Strike at this charger.
    StrikeAt(String),
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
    /// The battle begins.
    Begin,
    /// Parry.
    Parry,
    /// Roll again.
    RollAgain,
    /// Let what was rolled stand.
    LetStand,
    /// Ignore the failed test.
    Ignore,
    /// Use the mastery of combat.
    UseMastery,
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
    /// Keep up this spell on a unit or a model.
    KeepUp(Spell, String),
    /// Keep up this spell on the ground: the first of its kind.
    KeepUpOnGround(Spell),
    /// These of the fallen rise.
    Raise(Fallen),
    /// This one of the slain rises.
    RaiseSlain(String),
    /// Those who rise join this unit.
    JoinUnit(String),
    /// Those who rise form a unit.
    FormUnit,
}

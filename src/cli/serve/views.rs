//! The battle as clients see it: plain values with names, in inches and degrees.

use bevy::prelude::World;
use ironrank::{
    battle::{
        BattleWorld, Decision, History, Log, ModelId, Outcome, Pending, Presence, RuleSystem,
        SideId, Telling, TerrainId, UnitId, level::Edge, playable::telling::Reply,
        snapshot::state_hash,
    },
    dice::Dice,
    no_quarter::{
        NoQuarter,
        components::{
            ActionsLeft, Activation, Formation, Holding, Momentum, Morale, ProfileOf, Role, Stance,
            WoundsLeft,
        },
        dice::Purpose,
        order::StandingOrder,
        phase::{Phase, phase},
        question::Answer,
    },
    players::whose_order,
    table::{Base, Footprint, Pose},
};
use serde::Serialize;

/// How far a battle is, in a few numbers: part of most answers.
#[derive(Debug, Serialize)]
pub(super) struct Now {
    /// Whether it has ended.
    over: bool,
    /// The game turn, from 1; 0 before the first.
    turn: u32,
    /// Whose order or answer it waits for.
    side: SideId,
    /// Whether it waits for an answer.
    asked: bool,
    /// The unit that is using its actions.
    active: Option<UnitId>,
    /// How many orders were given, answers among them.
    orders: usize,
    /// How many events have happened.
    events: usize,
}

/// The whole battle.
#[derive(Debug, Serialize)]
pub(super) struct State {
    now: Now,
    /// How many turns the battle lasts.
    last_turn: u32,
    phase: Phase,
    outcome: Option<Outcome>,
    decision: Option<Asked>,
    sides: Vec<SideView>,
    units: Vec<UnitView>,
    table: TableView,
    /// How many dice were rolled.
    dice: u64,
    /// Equal for the same level, seed and orders, everywhere.
    hash: String,
}

/// The decision that the battle waits for.
#[derive(Debug, Serialize)]
struct Asked {
    side: SideId,
    text: String,
    about: &'static str,
    options: Vec<OptionView>,
    default: usize,
}

#[derive(Debug, Serialize)]
struct OptionView {
    number: usize,
    text: String,
    answer: Answer,
}

#[derive(Debug, Serialize)]
struct SideView {
    id: SideId,
    name: String,
    edge: Edge,
    points: i32,
    account: Vec<(String, i32)>,
    /// Models at the start.
    models: u32,
    lost: u32,
}

#[derive(Debug, Serialize)]
struct UnitView {
    id: UnitId,
    name: String,
    side: SideId,
    formation: Formation,
    activation: Activation,
    morale: Morale,
    /// What it waits for, if it is on hold.
    holding: Option<StandingOrder>,
    models: Vec<ModelView>,
}

#[derive(Debug, Serialize)]
struct ModelView {
    id: ModelId,
    name: String,
    /// The id of its profile.
    profile: String,
    role: Role,
    presence: Presence,
    base: Base,
    /// Inches from the table's lower left corner.
    at: [f32; 2],
    /// Degrees, counter-clockwise from the table's right.
    facing: f32,
    /// Wounds that it can still take.
    wounds: u8,
    /// Actions that it has left.
    actions: u8,
    /// Extra actions from a charge.
    momentum: u8,
    stance: Stance,
}

#[derive(Debug, Serialize)]
struct TableView {
    width: f32,
    depth: f32,
    terrain: Vec<TerrainView>,
}

#[derive(Debug, Serialize)]
struct TerrainView {
    id: TerrainId,
    kind: String,
    height: f32,
    footprint: Footprint,
}

/// How far a battle is.
pub(super) fn now(world: &World) -> Now {
    let frame = world.frame();
    Now {
        over: NoQuarter::outcome(world).is_some(),
        turn: frame.turn,
        side: whose_order::<NoQuarter>(world),
        asked: world.resource::<Pending<NoQuarter>>().0.is_some(),
        active: frame.active,
        orders: world.resource::<History<NoQuarter>>().len(),
        events: world.resource::<Log<NoQuarter>>().0.len(),
    }
}

/// The whole battle.
pub(super) fn state(world: &World) -> State {
    let roster = world.roster();
    State {
        now: now(world),
        last_turn: world.frame().last_turn,
        phase: phase(world),
        outcome: NoQuarter::outcome(world),
        decision: world.resource::<Pending<NoQuarter>>().0.as_ref().map(|it| asked(world, it)),
        sides: roster.sides().map(|side| side_view(world, side)).collect(),
        units: roster.units().map(|unit| unit_view(world, unit)).collect(),
        table: table_view(world),
        dice: world.resource::<Dice<Purpose>>().rolled(),
        hash: format!("{:016x}", state_hash::<NoQuarter>(world)),
    }
}

fn asked(world: &World, decision: &Decision<NoQuarter>) -> Asked {
    let asking = NoQuarter::asking(world, decision);
    let options = asking.replies.iter().zip(&decision.options).enumerate();
    let option = |(number, (reply, answer)): (usize, (&Reply, &Answer))| OptionView {
        number,
        text: reply.text.clone(),
        answer: answer.clone(),
    };
    Asked {
        side: decision.side,
        options: options.map(option).collect(),
        text: asking.text,
        about: asking.about,
        default: decision.default,
    }
}

fn side_view(world: &World, side: SideId) -> SideView {
    let tally = NoQuarter::tally(world, side);
    SideView {
        id: side,
        name: world.side_name(side).to_owned(),
        edge: world.edge_of(side),
        points: tally.points,
        account: tally.account,
        models: tally.models,
        lost: tally.lost,
    }
}

fn unit_view(world: &World, unit: UnitId) -> UnitView {
    UnitView {
        id: unit,
        name: world.unit_name(unit).to_owned(),
        side: world.side_of(unit),
        formation: *world.of_unit(unit),
        activation: *world.of_unit(unit),
        morale: *world.of_unit(unit),
        holding: world.of_unit::<Holding>(unit).0,
        models: world.members(unit).into_iter().map(|model| model_view(world, model)).collect(),
    }
}

fn model_view(world: &World, model: ModelId) -> ModelView {
    let pose = *world.of_model::<Pose>(model);
    ModelView {
        id: model,
        name: world.model_name(model).to_owned(),
        profile: world.of_model::<ProfileOf>(model).0.id.clone(),
        role: *world.of_model(model),
        presence: *world.of_model(model),
        base: *world.of_model(model),
        at: pose.at.into(),
        facing: pose.facing_degrees(),
        wounds: world.of_model::<WoundsLeft>(model).0,
        actions: world.of_model::<ActionsLeft>(model).0,
        momentum: world.of_model::<Momentum>(model).0,
        stance: *world.of_model(model),
    }
}

fn table_view(world: &World) -> TableView {
    let table = world.table();
    let terrain = table.terrain.iter().enumerate().map(|(place, piece)| TerrainView {
        id: world.terrain_at(place),
        kind: piece.kind.clone(),
        height: piece.height.0,
        footprint: piece.footprint.clone(),
    });
    TableView { width: table.width.0, depth: table.depth.0, terrain: terrain.collect() }
}

//! What armies fight about besides each other. Book: Victory Conditions, Scenario, Additional
//! Battle Points (TURN-07, TURN-09).
//!
//! - *scenario*: an objective that decides the battle, whatever the points say: a point to hold, a
//!   character to bring across the table, an enemy character to capture.
//! - *feature*: terrain that is worth points to who controls it.

use std::collections::BTreeSet;

use bevy::{math::Vec2, prelude::World};

use super::{
    components::Morale, deployment::edge_gap, event::Cause, hit::Hit, support_weapons,
    system::BattleState,
};
use crate::{
    battle::{
        BattleWorld, ModelId, Named, SideId, TerrainId, UnitId, figures,
        level::{Edge, Objective},
        wrapper::Objectives,
    },
    table::{Inches, Placed, Terrain},
};

/// How near a feature or a point models must be to count. Ruling: whoever has more unpanicked models
/// so near than the enemy controls it (TURN-07, TURN-09).
pub const CONTROL: Inches = Inches(3.0);

/// How near an edge an escorted model must come. Ruling: it can't walk off the table, so an inch
/// from the edge is there.
pub const ARRIVED: Inches = Inches(1.0);

/// How far an objective has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It can still go either way. For what is counted at the end of the battle: nobody has it.
    Open,
    /// It is reached, or would be if the battle ended now.
    Reached,
    /// It can't be reached any more.
    Lost,
}

/// An objective as things stand, for panels and marks on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// Whose it is; none for a feature that both sides may control.
    pub side: Option<SideId>,
    /// What is to be done, in words.
    pub text: String,
    /// How far it has come.
    pub progress: Progress,
    /// How many models of each side count for holding it, of a feature or a point.
    pub near: Option<[u32; 2]>,
    /// Who has it now, of a feature or a point.
    pub holder: Option<SideId>,
    /// The place it is about, if it is one.
    pub at: Option<Vec2>,
    /// The edge it is about, if it is one.
    pub edge: Option<Edge>,
    /// The model it is about, if it is one.
    pub model: Option<ModelId>,
}

/// The objectives of a battle.
pub(super) fn objectives(world: &World) -> &[Objective] {
    world.get_resource::<Objectives>().map_or(&[], |objectives| &objectives.0)
}

fn side_named(world: &World, name: &str) -> Option<SideId> {
    world.roster().sides().find(|&side| world.side_name(side) == name)
}

/// The model of a side with a name of its own.
pub(super) fn model_named(world: &World, side: SideId, name: &str) -> Option<ModelId> {
    world
        .roster()
        .models()
        .find(|&m| world.side_of_model(m) == side && world.of_model::<Named>(m).0 == name)
}

/// How many unpanicked models each side has near, by a measure of nearness. Support weapons hold
/// nothing, their crews do.
fn count_near(world: &World, near: impl Fn(&Placed) -> bool) -> [u32; 2] {
    let mut counts = [0_u32; 2];
    for figure in figures(world) {
        if near(&figure.placed)
            && !support_weapons::is_chassis(world, figure.id)
            && *world.of_unit::<Morale>(figure.unit) == Morale::Steady
        {
            counts[figure.side.index().min(1)] += 1;
        }
    }
    counts
}

/// The side with more of those who count.
fn most(counts: [u32; 2]) -> Option<SideId> {
    match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => Some(SideId(0)),
        std::cmp::Ordering::Less => Some(SideId(1)),
        std::cmp::Ordering::Equal => None,
    }
}

fn count_at_terrain(world: &World, terrain: &Terrain) -> [u32; 2] {
    count_near(world, |placed| terrain.within(placed, CONTROL))
}

fn count_at_point(world: &World, at: Vec2) -> [u32; 2] {
    count_near(world, |placed| Inches(placed.closest_point(at).distance(at)).at_most(CONTROL))
}

/// Who controls a terrain piece: more unpanicked models within 3" of it (ruling).
pub fn controls(world: &World, terrain: &Terrain) -> Option<SideId> {
    most(count_at_terrain(world, terrain))
}

/// How far a model is from the edge it is to be brought to, at its nearest.
pub fn way_to_edge(world: &World, model: ModelId, edge: Edge) -> Inches {
    edge_gap(world, &world.placed(model), edge)
}

/// Whether a model at a place would be where it is to be escorted to.
pub fn arrives(world: &World, model: ModelId, placed: &Placed) -> bool {
    objectives(world).iter().any(|objective| {
        let Objective::Escort { side, model: name, to } = objective else { return false };
        let Some(side) = side_named(world, side) else { return false };
        let edge = to.unwrap_or_else(|| world.edge_of(side).opposite());
        model_named(world, side, name) == Some(model)
            && edge_gap(world, placed, edge).at_most(ARRIVED)
    })
}

/// All objectives as things stand.
pub fn outlooks(world: &World) -> Vec<Outlook> {
    objectives(world).iter().filter_map(|objective| outlook(world, objective)).collect()
}

fn outlook(world: &World, objective: &Objective) -> Option<Outlook> {
    let side = objective.side().and_then(|name| side_named(world, name));
    let name = |side: Option<SideId>| side.map_or("nobody", |side| world.side_name(side));
    let blank = Outlook {
        side,
        text: String::new(),
        progress: Progress::Open,
        near: None,
        holder: None,
        at: None,
        edge: None,
        model: None,
    };
    Some(match objective {
        Objective::Feature { terrain } => {
            let piece = world.terrain(TerrainId(*terrain))?;
            let counts = count_at_terrain(world, piece);
            let holder = most(counts);
            let progress = if holder.is_some() { Progress::Reached } else { Progress::Open };
            let text =
                format!("Control the {}: {} points", piece.kind, super::victory::FEATURE_POINTS);
            let (low, high) = piece.footprint.bounds();
            let at = Some((low + high) / 2.0);
            Outlook { text, progress, near: Some(counts), holder, at, ..blank }
        }
        Objective::Hold { at, .. } => {
            let counts = count_at_point(world, *at);
            let holder = most(counts);
            let reached = holder.is_some() && holder == side;
            let progress = if reached { Progress::Reached } else { Progress::Open };
            let text = format!("{} must hold the marked place at the end", name(side));
            Outlook { text, progress, near: Some(counts), holder, at: Some(*at), ..blank }
        }
        Objective::Escort { model, to, .. } => {
            let side = side?;
            let edge = to.unwrap_or_else(|| world.edge_of(side).opposite());
            let text =
                format!("{} must bring {model} to the {} edge", world.side_name(side), edge.name());
            let model = model_named(world, side, model)?;
            let there =
                world.is_standing(model) && way_to_edge(world, model, edge).at_most(ARRIVED);
            let progress = match (there, world.is_lost(model)) {
                (true, _) => Progress::Reached,
                (false, true) => Progress::Lost,
                (false, false) => Progress::Open,
            };
            Outlook { text, progress, edge: Some(edge), model: Some(model), ..blank }
        }
        Objective::Capture { model, .. } => {
            let text = format!("{} must capture {model} in close combat", name(side));
            let model = model_named(world, side?.other(), model)?;
            let captured = world.resource::<BattleState>().captured.contains(&model);
            let progress = match (captured, world.is_lost(model)) {
                (true, _) => Progress::Reached,
                (false, true) => Progress::Lost,
                (false, false) => Progress::Open,
            };
            Outlook { text, progress, model: Some(model), ..blank }
        }
    })
}

/// Where a unit should go for its side's objectives: to the place, to the edge, after the character;
/// for players that know no better.
pub fn goal(world: &World, unit: UnitId) -> Option<Vec2> {
    let side = world.side_of(unit);
    let outlooks = scenario(world);
    let outlook = outlooks.iter().find(|outlook| outlook.side == Some(side)).or(outlooks.first())?;
    if let Some(at) = outlook.at {
        return Some(at);
    }
    let model = outlook.model.filter(|&model| world.is_standing(model))?;
    let at = world.placed(model).pose.at;
    let table = world.table();
    match outlook.edge {
        // Who escorts heads for the edge, the enemy for who is escorted.
        Some(edge) if outlook.side == Some(side) => Some(match edge {
            Edge::South => Vec2::new(at.x, 0.0),
            Edge::North => Vec2::new(at.x, table.depth.0),
            Edge::West => Vec2::new(0.0, at.y),
            Edge::East => Vec2::new(table.width.0, at.y),
        }),
        _ => (world.unit_of(model) != unit).then_some(at),
    }
}

/// The outlooks that decide the battle: all but features.
pub fn scenario(world: &World) -> Vec<Outlook> {
    let deciding = objectives(world).iter().filter(|objective| objective.side().is_some());
    deciding
        .filter_map(|objective| outlook(world, objective))
        .filter(|outlook| outlook.side.is_some())
        .collect()
}

/// Whether objectives decide the battle, whatever the points say.
pub fn is_scenario(world: &World) -> bool {
    objectives(world).iter().any(|objective| objective.side().is_some())
}

/// What has brought a scenario to its end before the last turn: a character has arrived or is
/// captured, or can't be any more (TURN-09).
pub(super) enum Settled {
    /// A side has reached this objective of its own.
    Reached(SideId, Outlook),
    /// A side, the only one with objectives, can't reach any of them any more.
    Lost(SideId, Vec<Outlook>),
}

impl Settled {
    /// Who has won.
    pub(super) fn winner(&self) -> SideId {
        match self {
            Self::Reached(side, _) => *side,
            Self::Lost(side, _) => side.other(),
        }
    }

    /// The reason as the outcome has it. Part of the state; what is shown comes from `decided::reason`.
    pub(super) fn stored(&self, world: &World) -> String {
        let name =
            |outlook: &Outlook| outlook.model.map_or("nobody", |model| world.model_name(model));
        match self {
            Self::Reached(_, outlook) => match outlook.edge {
                Some(edge) => format!("{} has reached the {} edge", name(outlook), edge.name()),
                None => format!("{} is captured", name(outlook)),
            },
            Self::Lost(side, outlooks) => {
                let name = outlooks.first().map_or("nobody", name);
                format!("{name} is lost to {}", world.side_name(*side))
            }
        }
    }
}

/// Whether a scenario has come to its end before the last turn.
pub(super) fn settled(world: &World) -> Option<Settled> {
    // A point is counted only when the battle ends.
    let all = scenario(world);
    let mut early = all.iter().filter(|outlook| outlook.model.is_some());
    if let Some(outlook) = early.find(|outlook| outlook.progress == Progress::Reached) {
        return Some(Settled::Reached(outlook.side?, outlook.clone()));
    }
    let side = all.first()?.side?;
    let hopeless =
        all.iter().all(|outlook| outlook.side == Some(side) && outlook.progress == Progress::Lost);
    hopeless.then_some(Settled::Lost(side, all))
}

/// How the objectives of a scenario stand when the battle ends. Ruling: the only side that has reached
/// one of its own wins; or, if nobody has and only one side had any, the other; else points decide
/// (TURN-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// There are none.
    None,
    /// Only this side has reached one.
    Reached(SideId),
    /// This side, the only one that had any, has reached none.
    Missed(SideId),
    /// Both sides have reached one.
    Both,
    /// Both sides had some, and neither has reached one.
    Neither,
}

impl Standing {
    /// How they stand now.
    pub(super) fn of(outlooks: &[Outlook]) -> Self {
        let sides = |wanted: &dyn Fn(&Outlook) -> bool| {
            let found = outlooks.iter().filter(|outlook| wanted(outlook));
            found.filter_map(|outlook| outlook.side).collect::<BTreeSet<SideId>>()
        };
        let only = |sides: &BTreeSet<SideId>| sides.first().copied().filter(|_| sides.len() == 1);
        let (had, reached) = (sides(&|_| true), sides(&|o| o.progress == Progress::Reached));
        match (only(&reached), only(&had)) {
            (Some(side), _) => Self::Reached(side),
            (None, Some(side)) => Self::Missed(side),
            (None, None) if had.is_empty() => Self::None,
            (None, None) if reached.is_empty() => Self::Neither,
            (None, None) => Self::Both,
        }
    }

    /// Who wins by it; nobody where points decide.
    pub(super) fn winner(self) -> Option<SideId> {
        match self {
            Self::Reached(side) => Some(side),
            Self::Missed(side) => Some(side.other()),
            Self::None | Self::Both | Self::Neither => None,
        }
    }
}

/// How a model goes that has lost its last wound. Ruling: a character who is to be captured is
/// taken alive by whoever fells him in close combat; shot or scattered he is merely lost.
pub(super) fn loss(world: &mut World, hit: &Hit) -> Cause {
    let by = hit.attacker;
    let wanted = !hit.ranged
        && objectives(world).iter().any(|objective| {
            let Objective::Capture { side, model } = objective else { return false };
            let Some(side) = side_named(world, side) else { return false };
            world.side_of_model(by) == side
                && model_named(world, side.other(), model) == Some(hit.target)
        });
    if !wanted {
        return Cause::Slain { by };
    }
    world.resource_mut::<BattleState>().captured.push(hit.target);
    Cause::Captured { by }
}

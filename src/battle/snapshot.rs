//! The whole changing state of a battle as a plain value, and back: for undo, for thinking ahead
//! and for proving that two battles are the same.

mod check;

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    arrivals::{self, Entrance, Formed},
    checksum::Checksum,
    components::{Battlefield, MemberOf, Presence, TableEdge, TurnFrame, Unsettled},
    engine::{Decision, Log, Pending, Stack},
    ground::{self, Ground},
    ids::UnitId,
    level::Edge,
    rules::RuleSystem,
    world::BattleWorld,
};
use crate::{
    dice::Dice,
    table::{Footprint, Pose, Terrain},
};

/// A model in a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct ModelSnapshot<R: RuleSystem> {
    /// The unit it belongs to.
    pub unit: UnitId,
    /// Where it stands.
    pub pose: Pose,
    /// Whether it is there.
    pub presence: Presence,
    /// What the rule system keeps.
    pub state: R::ModelState,
}

/// What players change about the table itself; empty where the level says it all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Each side's own edge, if the level leaves that open.
    pub edges: Vec<Edge>,
    /// Where the terrain lies, if the level leaves that open and nothing has changed it since.
    pub terrain: Vec<Footprint>,
}

impl Layout {
    fn take(world: &World, ground: Option<&Ground>) -> Self {
        let Some(unsettled) = world.get_resource::<Unsettled>() else { return Self::default() };
        let mut layout = Self::default();
        if unsettled.edges {
            layout.edges.clone_from(&world.resource::<TableEdge>().0);
        }
        if unsettled.terrain && ground.is_none() {
            layout.terrain = world.table().terrain.iter().map(|t| t.footprint.clone()).collect();
        }
        layout
    }

    fn restore(&self, world: &mut World) {
        if !self.edges.is_empty() && world.resource::<TableEdge>().0 != self.edges {
            world.resource_mut::<TableEdge>().0.clone_from(&self.edges);
        }
        let lies = |(piece, saved): (&Terrain, &Footprint)| piece.footprint == *saved;
        if !world.table().terrain.iter().zip(&self.terrain).all(lies) {
            let mut field = world.resource_mut::<Battlefield>();
            for (piece, saved) in field.0.terrain.iter_mut().zip(&self.terrain) {
                piece.footprint.clone_from(saved);
            }
        }
    }
}

/// Everything that changes in a battle. Two equal snapshots are the same battle from here on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Snapshot<R: RuleSystem> {
    /// By unit id.
    pub units: Vec<R::UnitState>,
    /// By model id.
    pub models: Vec<ModelSnapshot<R>>,
    /// The turn.
    pub frame: TurnFrame,
    /// The table, as far as it changes.
    #[serde(default)]
    pub layout: Layout,
    /// All pieces of terrain, once any has come, moved or gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// The last of the units: those that formed after the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formed: Vec<Formed>,
    /// What the last of the models are made of: those who came after the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrivals: Vec<R::Arrival>,
    /// What else the rule system keeps.
    pub rules: R::FrameState,
    /// The dice, as they lie.
    pub dice: Dice<R::Purpose>,
    /// Steps not yet resolved.
    pub stack: Vec<R::Step>,
    /// What the battle waits for.
    pub pending: Option<Decision<R>>,
    /// How many events have happened.
    pub events: usize,
}

impl<R: RuleSystem> Snapshot<R> {
    /// Takes the state of a world.
    pub fn take(world: &World) -> Self {
        let roster = world.roster();
        let models = roster.models().map(|id| ModelSnapshot {
            unit: world.unit_of(id),
            pose: *world.of_model::<Pose>(id),
            presence: *world.of_model::<Presence>(id),
            state: R::model_state(world.model(id)),
        });
        let ground = ground::of(world);
        Self {
            units: roster.units().map(|id| R::unit_state(world.unit(id))).collect(),
            models: models.collect(),
            frame: world.frame().clone(),
            layout: Layout::take(world, ground.as_ref()),
            ground,
            formed: arrivals::formed(world),
            arrivals: arrivals::of::<R>(world),
            rules: world.resource::<R::FrameState>().clone(),
            dice: world.resource::<Dice<R::Purpose>>().clone(),
            stack: world.resource::<Stack<R>>().0.clone(),
            pending: world.resource::<Pending<R>>().0.clone(),
            events: world.resource::<Log<R>>().0.len(),
        }
    }

    /// Puts a world of the same level back into this state.
    pub fn restore(&self, world: &mut World) {
        self.restore_arrivals(world);
        let models = world.roster().models();
        for (id, saved) in models.zip(&self.models) {
            // It may be in no unit at all, if its own has just been disbanded.
            let (entity, unit) = (world.model(id).id(), world.unit(saved.unit).id());
            let is_home = world.model(id).get::<MemberOf>().is_some_and(|of| of.0 == unit);
            let mut model = world.entity_mut(entity);
            model.insert((saved.pose, saved.presence, saved.state.clone()));
            if !is_home {
                model.insert(MemberOf(unit));
            }
        }
        let units = world.roster().units();
        for (id, saved) in units.zip(&self.units) {
            let entity = world.unit(id).id();
            world.entity_mut(entity).insert(saved.clone());
        }
        *world.resource_mut::<TurnFrame>() = self.frame.clone();
        ground::restore(world, self.ground.as_ref());
        self.layout.restore(world);
        world.insert_resource(self.rules.clone());
        *world.resource_mut::<Dice<R::Purpose>>() = self.dice.clone();
        world.resource_mut::<Stack<R>>().0.clone_from(&self.stack);
        world.resource_mut::<Pending<R>>().0.clone_from(&self.pending);
        world.resource_mut::<Log<R>>().0.truncate(self.events);
    }

    /// Takes out who hasn't come yet in this state, and brings in who has. Whoever is in a unit that
    /// goes or comes goes before it, or comes after it.
    fn restore_arrivals(&self, world: &mut World) {
        let units = arrivals::formed(world);
        let formed = same(&units, &self.formed);
        let there = arrivals::of::<R>(world);
        let same = same(&there, &self.arrivals);
        if same < there.len() {
            arrivals::take_out(world, same);
        }
        if formed < units.len() {
            self.bring_home(world);
            arrivals::disband(world, formed);
        }
        let first = self.units.len() - self.formed.len();
        for (unit, state) in self.formed.iter().zip(&self.units[first..]).skip(formed) {
            arrivals::form::<R>(world, unit, state.clone());
        }
        let from = self.models.len() - self.arrivals.len();
        for (arrival, model) in self.arrivals.iter().zip(&self.models[from..]).skip(same) {
            let &ModelSnapshot { unit, pose, presence, ref state } = model;
            let entrance = Entrance { unit, pose, presence, state: state.clone() };
            arrivals::bring_in::<R>(world, arrival.clone(), entrance);
        }
    }

    /// Puts everybody back into the unit that this state has it in, as far as that is there.
    fn bring_home(&self, world: &mut World) {
        let models: Vec<_> = world.roster().models().zip(&self.models).collect();
        for (id, saved) in models {
            let Some(unit) = world.roster().unit(saved.unit) else { continue };
            if world.unit_of(id) != saved.unit {
                let entity = world.model(id).id();
                world.entity_mut(entity).insert(MemberOf(unit));
            }
        }
    }

    /// A number that is the same for equal states on every platform.
    pub fn hash(&self) -> u64 {
        let mut checksum = Checksum::default();
        serde_json::to_writer(&mut checksum, self).expect("a snapshot is made of plain values");
        checksum.get()
    }
}

/// How many values two lists have in common at their beginning.
fn same<T: PartialEq>(some: &[T], others: &[T]) -> usize {
    some.iter().zip(others).take_while(|(one, other)| one == other).count()
}

/// The state hash of a world: equal for the same level, seed and orders, everywhere.
pub fn state_hash<R: RuleSystem>(world: &World) -> u64 {
    Snapshot::<R>::take(world).hash()
}

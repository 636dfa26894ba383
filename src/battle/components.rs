//! The components and resources that every rule system's units, models and tables have.

use bevy::{
    ecs::entity::Entity,
    prelude::{Component, Resource},
};
use serde::{Deserialize, Serialize};

use super::{
    ids::{ModelId, SideId, UnitId},
    level::{Edge, SideSetup},
};
use crate::table::Table;

/// Which side a unit fights for.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side(pub SideId);

/// What people call a unit or a model.
#[derive(Component, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named(pub String);

/// The unit that a model belongs to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[relationship(relationship_target = Members)]
pub struct MemberOf(pub Entity);

/// The models of a unit, in no order that matters: sort by [`ModelId`].
#[derive(Component, Clone, Debug, Default)]
#[relationship_target(relationship = MemberOf)]
pub struct Members(Vec<Entity>);

/// Whether a model is there.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Presence {
    /// It stands on the table.
    #[default]
    OnTable,
    /// Its owner has yet to deploy it.
    Undeployed,
    /// It waits off the table to enter later.
    Reserve,
    /// It was slain.
    Casualty,
    /// It ran off the table; counts as destroyed.
    Left,
}

/// What the table looks like. How its pieces are called, [`BattleWorld`](super::BattleWorld) knows.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Battlefield(pub Table);

/// The names of the sides, by [`SideId`].
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideNames(pub Vec<SideName>);

impl SideNames {
    /// The names that a level gives its sides.
    pub fn of(sides: &[SideSetup]) -> Self {
        let name = |side: &SideSetup| SideName { name: side.name.clone(), plural: side.plural };
        Self(sides.iter().map(name).collect())
    }
}

/// What people call a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideName {
    /// The name itself.
    pub name: String,
    /// Whether it is a plural: "the Marches concede", but "the Crown concedes".
    pub plural: bool,
}

/// Each side's own table edge, by [`SideId`].
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEdge(pub Vec<Edge>);

/// What of the table a level leaves open until its battle has begun, so that it belongs to what
/// changes. Without it, all is as the level has it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsettled {
    /// Which side has which edge.
    pub edges: bool,
    /// Where the terrain lies.
    pub terrain: bool,
}

/// The turn and whose go it is.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnFrame {
    /// The current game turn, from 1; 0 before the first.
    pub turn: u32,
    /// How many turns the battle lasts.
    pub last_turn: u32,
    /// Who selects the next unit, or plays the active one.
    pub side: SideId,
    /// The unit that is using its actions.
    pub active: Option<UnitId>,
    /// Whether the next activation is the turn's first.
    pub first_activation: bool,
}

/// Entities by their ids.
#[derive(Resource, Clone, Debug, Default)]
pub struct Roster {
    units: Vec<Entity>,
    models: Vec<Entity>,
    formed: usize,
    arrivals: usize,
    sides: u32,
}

impl Roster {
    /// For a battle between so many sides.
    pub fn new(sides: u32) -> Self {
        Self { sides, ..Self::default() }
    }

    /// Enters a unit and gives it its id.
    pub fn add_unit(&mut self, entity: Entity) -> UnitId {
        self.units.push(entity);
        UnitId(self.units.len() as u32 - 1)
    }

    /// Enters a model and gives it its id.
    pub fn add_model(&mut self, entity: Entity) -> ModelId {
        self.models.push(entity);
        ModelId(self.models.len() as u32 - 1)
    }

    /// Enters a unit that formed after the start and gives it its id.
    pub(super) fn add_formed(&mut self, entity: Entity) -> UnitId {
        self.formed += 1;
        self.add_unit(entity)
    }

    /// Strikes off the units that formed last, until so many are left that formed after the start.
    pub(super) fn remove_formed(&mut self, left: usize) -> Vec<Entity> {
        let gone = self.formed.saturating_sub(left);
        self.formed -= gone;
        self.units.split_off(self.units.len() - gone)
    }

    /// The units that formed after the start, by id.
    pub fn formed(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        let first = self.units.len() - self.formed;
        (first as u32..self.units.len() as u32).map(UnitId)
    }

    /// Enters a model that came after the start and gives it its id.
    pub(super) fn add_arrival(&mut self, entity: Entity) -> ModelId {
        self.arrivals += 1;
        self.add_model(entity)
    }

    /// Strikes off those who came last, until so many are left who came after the start.
    pub(super) fn remove_arrivals(&mut self, left: usize) -> Vec<Entity> {
        let gone = self.arrivals.saturating_sub(left);
        self.arrivals -= gone;
        self.models.split_off(self.models.len() - gone)
    }

    /// The models that came after the start, by id.
    pub fn arrivals(&self) -> impl ExactSizeIterator<Item = ModelId> + use<> {
        let first = self.models.len() - self.arrivals;
        (first as u32..self.models.len() as u32).map(ModelId)
    }

    /// A unit's entity, if there is such a unit.
    pub fn unit(&self, id: UnitId) -> Option<Entity> {
        self.units.get(id.index()).copied()
    }

    /// A model's entity, if there is such a model.
    pub fn model(&self, id: ModelId) -> Option<Entity> {
        self.models.get(id.index()).copied()
    }

    /// All units, by id.
    pub fn units(&self) -> impl ExactSizeIterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(|id| UnitId(id as u32))
    }

    /// All models, by id.
    pub fn models(&self) -> impl ExactSizeIterator<Item = ModelId> + use<> {
        (0..self.models.len()).map(|id| ModelId(id as u32))
    }

    /// All sides.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides).map(SideId)
    }
}

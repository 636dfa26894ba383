//! The components and resources that every rule system's units, models and tables have.

use bevy::{
    ecs::{entity::Entity, world::EntityRef},
    prelude::{Component, Resource, World},
};
use serde::{Deserialize, Serialize};

use super::{
    ids::{ModelId, SideId, TerrainId, UnitId},
    level::Edge,
};
use crate::table::{Base, Placed, Pose, Table, Terrain};

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

/// What the table looks like; terrain pieces are named by their place in its list.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Battlefield(pub Table);

impl Battlefield {
    /// A terrain piece by its id.
    pub fn terrain(&self, id: TerrainId) -> Option<&Terrain> {
        self.0.terrain.get(id.index())
    }
}

/// The names of the sides, by [`SideId`].
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideNames(pub Vec<String>);

/// Each side's own table edge, by [`SideId`].
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEdge(pub Vec<Edge>);

/// Where in the course of a battle we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Terrain is laid by hand.
    Terrain,
    /// Units are put on the table by hand.
    Deployment,
    /// Units are activated one after another.
    Activations,
    /// The battle has ended.
    Over,
}

/// The turn and whose go it is.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnFrame {
    /// The current game turn, from 1; 0 before the first.
    pub turn: u32,
    /// How many turns the battle lasts.
    pub last_turn: u32,
    /// Where in the turn.
    pub phase: Phase,
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

/// Reading the battle out of a world. Ids must be of this battle: `check` refuses strangers
/// before any rule asks.
pub trait BattleWorld {
    /// The entities by id.
    fn roster(&self) -> &Roster;
    /// A unit's entity.
    fn unit(&self, id: UnitId) -> EntityRef<'_>;
    /// A model's entity.
    fn model(&self, id: ModelId) -> EntityRef<'_>;
    /// A component of a unit that every unit has.
    fn of_unit<T: Component>(&self, id: UnitId) -> &T;
    /// A component of a model that every model has.
    fn of_model<T: Component>(&self, id: ModelId) -> &T;
    /// Changes a component of a unit that every unit has.
    fn set_unit<T: Component<Mutability = bevy::ecs::component::Mutable>>(
        &mut self,
        id: UnitId,
        value: T,
    );
    /// Changes a component of a model that every model has.
    fn set_model<T: Component<Mutability = bevy::ecs::component::Mutable>>(
        &mut self,
        id: ModelId,
        value: T,
    );
    /// The unit of a model.
    fn unit_of(&self, id: ModelId) -> UnitId;
    /// The side of a unit.
    fn side_of(&self, id: UnitId) -> SideId;
    /// The side of a model's unit.
    fn side_of_model(&self, id: ModelId) -> SideId {
        self.side_of(self.unit_of(id))
    }
    /// All models that a unit ever had, by id.
    fn members(&self, id: UnitId) -> Vec<ModelId>;
    /// The models of a unit that stand on the table, by id.
    fn standing(&self, id: UnitId) -> Vec<ModelId>;
    /// Whether a model stands on the table.
    fn is_standing(&self, id: ModelId) -> bool;
    /// A model's base where it stands.
    fn placed(&self, id: ModelId) -> Placed;
    /// A side's own table edge.
    fn edge_of(&self, id: SideId) -> Edge;
    /// The table.
    fn table(&self) -> &Table;
    /// The turn frame.
    fn frame(&self) -> &TurnFrame;
    /// What people call a unit.
    fn unit_name(&self, id: UnitId) -> &str;
    /// What people call a model.
    fn model_name(&self, id: ModelId) -> &str;
    /// What people call a side.
    fn side_name(&self, id: SideId) -> &str;
}

impl BattleWorld for World {
    fn roster(&self) -> &Roster {
        self.resource::<Roster>()
    }

    fn unit(&self, id: UnitId) -> EntityRef<'_> {
        let entity = self.roster().unit(id).expect("unit ids are checked at the way in");
        self.entity(entity)
    }

    fn model(&self, id: ModelId) -> EntityRef<'_> {
        let entity = self.roster().model(id).expect("model ids are checked at the way in");
        self.entity(entity)
    }

    fn of_unit<T: Component>(&self, id: UnitId) -> &T {
        let entity = self.roster().unit(id).expect("unit ids are checked at the way in");
        self.get::<T>(entity).expect("every unit has the components of its rule system")
    }

    fn of_model<T: Component>(&self, id: ModelId) -> &T {
        let entity = self.roster().model(id).expect("model ids are checked at the way in");
        self.get::<T>(entity).expect("every model has the components of its rule system")
    }

    fn set_unit<T: Component<Mutability = bevy::ecs::component::Mutable>>(
        &mut self,
        id: UnitId,
        value: T,
    ) {
        let entity = self.roster().unit(id).expect("unit ids are checked at the way in");
        *self.get_mut::<T>(entity).expect("every unit has its components") = value;
    }

    fn set_model<T: Component<Mutability = bevy::ecs::component::Mutable>>(
        &mut self,
        id: ModelId,
        value: T,
    ) {
        let entity = self.roster().model(id).expect("model ids are checked at the way in");
        *self.get_mut::<T>(entity).expect("every model has its components") = value;
    }

    fn unit_of(&self, id: ModelId) -> UnitId {
        let unit = self.of_model::<MemberOf>(id).0;
        *self.get::<UnitId>(unit).expect("models belong to units")
    }

    fn side_of(&self, id: UnitId) -> SideId {
        self.of_unit::<Side>(id).0
    }

    fn members(&self, id: UnitId) -> Vec<ModelId> {
        let Some(members) = self.unit(id).get::<Members>() else { return Vec::new() };
        let mut ids: Vec<ModelId> =
            members.0.iter().filter_map(|&entity| self.get::<ModelId>(entity).copied()).collect();
        ids.sort_unstable();
        ids
    }

    fn standing(&self, id: UnitId) -> Vec<ModelId> {
        let mut ids = self.members(id);
        ids.retain(|&model| self.is_standing(model));
        ids
    }

    fn is_standing(&self, id: ModelId) -> bool {
        *self.of_model::<Presence>(id) == Presence::OnTable
    }

    fn placed(&self, id: ModelId) -> Placed {
        Placed { base: *self.of_model::<Base>(id), pose: *self.of_model::<Pose>(id) }
    }

    fn edge_of(&self, id: SideId) -> Edge {
        self.resource::<TableEdge>().0.get(id.index()).copied().unwrap_or(Edge::South)
    }

    fn table(&self) -> &Table {
        &self.resource::<Battlefield>().0
    }

    fn frame(&self) -> &TurnFrame {
        self.resource::<TurnFrame>()
    }

    fn unit_name(&self, id: UnitId) -> &str {
        &self.of_unit::<Named>(id).0
    }

    fn model_name(&self, id: ModelId) -> &str {
        &self.of_model::<Named>(id).0
    }

    fn side_name(&self, id: SideId) -> &str {
        self.resource::<SideNames>().0.get(id.index()).map_or("nobody", String::as_str)
    }
}

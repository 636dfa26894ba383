//! Reading the battle out of a world, by id.

use bevy::{
    ecs::{query::QueryState, world::EntityRef},
    math::Vec2,
    prelude::{Component, RelationshipTarget, World},
};

use super::{
    components::{
        Battlefield, MemberOf, Members, Named, Presence, Roster, Side, SideNames, TableEdge,
        TurnFrame,
    },
    ground,
    ids::{ModelId, SideId, TerrainId, UnitId},
    kept_query::{KeptQuery, KeptResource, kept},
    level::Edge,
    playable::within_sentence,
};
use crate::table::{Base, Placed, Pose, Table, Terrain};

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
    fn side_of_model(&self, id: ModelId) -> SideId;
    /// All models that a unit ever had, by id.
    fn members(&self, id: UnitId) -> Vec<ModelId>;
    /// The models of a unit that stand on the table, by id.
    fn standing(&self, id: UnitId) -> Vec<ModelId>;
    /// Whether a model stands on the table.
    fn is_standing(&self, id: ModelId) -> bool;
    /// Whether a model is out of the battle for good: fallen, or off the table.
    fn is_lost(&self, id: ModelId) -> bool;
    /// A model's base where it stands.
    fn placed(&self, id: ModelId) -> Placed;
    /// The bases of a unit's standing models where they stand, by id.
    fn placed_models(&self, id: UnitId) -> Vec<Placed> {
        self.standing(id).into_iter().map(|model| self.placed(model)).collect()
    }
    /// The middle of a unit's standing models, in inches.
    fn middle(&self, id: UnitId) -> Vec2 {
        let models = self.standing(id);
        let sum: Vec2 = models.iter().map(|&model| self.placed(model).pose.at).sum();
        sum / models.len().max(1) as f32
    }
    /// Where a unit looks: as its first standing model does.
    fn facing(&self, id: UnitId) -> Vec2 {
        let first = self.standing(id).first().copied();
        first.map_or(Vec2::Y, |model| self.placed(model).pose.facing)
    }
    /// A side's own table edge.
    fn edge_of(&self, id: SideId) -> Edge;
    /// The table.
    fn table(&self) -> &Table;
    /// A piece of terrain, if it lies on the table.
    fn terrain(&self, id: TerrainId) -> Option<&Terrain>;
    /// The id of the piece of terrain at a place in the table's list.
    fn terrain_at(&self, place: usize) -> TerrainId;
    /// The turn frame.
    fn frame(&self) -> &TurnFrame;
    /// What people call a unit.
    fn unit_name(&self, id: UnitId) -> &str;
    /// What people call a model.
    fn model_name(&self, id: ModelId) -> &str;
    /// What people call a side.
    fn side_name(&self, id: SideId) -> &str;
    /// The same within a sentence, where an article is small: "the Crown".
    fn side_within(&self, id: SideId) -> String;
    /// A side and what it does, in the number of its name: "The Crown concedes", "The Marches
    /// concede".
    fn side_does(&self, id: SideId, one: &str, several: &str) -> String;
}

// These are what rules ask for most often.
kept! {
    static ROSTER: KeptResource<Roster>;
    static PLACES: KeptQuery<(&'static Base, &'static Pose)>;
    static MEMBERSHIPS: KeptQuery<&'static MemberOf>;
    static UNITS: KeptQuery<(&'static UnitId, &'static Side)>;
    static MEMBERS: KeptQuery<&'static Members>;
    static MODELS: KeptQuery<OfModel>;
}

type OfModel = (&'static ModelId, &'static Presence);

impl BattleWorld for World {
    fn roster(&self) -> &Roster {
        ROSTER.with(|roster| roster.of(self))
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
        unit_and_side(self, id).0
    }

    fn side_of_model(&self, id: ModelId) -> SideId {
        unit_and_side(self, id).1
    }

    fn side_of(&self, id: UnitId) -> SideId {
        self.of_unit::<Side>(id).0
    }

    fn members(&self, id: UnitId) -> Vec<ModelId> {
        members_who(self, id, |_| true)
    }

    fn standing(&self, id: UnitId) -> Vec<ModelId> {
        members_who(self, id, |presence| *presence == Presence::OnTable)
    }

    fn is_standing(&self, id: ModelId) -> bool {
        *self.of_model::<Presence>(id) == Presence::OnTable
    }

    fn is_lost(&self, id: ModelId) -> bool {
        matches!(*self.of_model::<Presence>(id), Presence::Casualty | Presence::Left)
    }

    fn placed(&self, id: ModelId) -> Placed {
        let entity = self.roster().model(id).expect("model ids are checked at the way in");
        let place = PLACES.with(|places| places.get(self, entity));
        let (&base, &pose) = place.expect("every model has a base and a place");
        Placed { base, pose }
    }

    fn edge_of(&self, id: SideId) -> Edge {
        self.resource::<TableEdge>().0.get(id.index()).copied().unwrap_or(Edge::South)
    }

    fn table(&self) -> &Table {
        &self.resource::<Battlefield>().0
    }

    fn terrain(&self, id: TerrainId) -> Option<&Terrain> {
        self.table().terrain.get(ground::place(self, id)?)
    }

    fn terrain_at(&self, place: usize) -> TerrainId {
        ground::id_at(self, place)
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
        self.resource::<SideNames>().0.get(id.index()).map_or("nobody", |side| &side.name)
    }

    fn side_within(&self, id: SideId) -> String {
        within_sentence(self.side_name(id))
    }

    fn side_does(&self, id: SideId, one: &str, several: &str) -> String {
        let plural = self.resource::<SideNames>().0.get(id.index()).is_some_and(|side| side.plural);
        format!("{} {}", self.side_name(id), if plural { several } else { one })
    }
}

/// The unit of a model, and its side.
fn unit_and_side(world: &World, model: ModelId) -> (UnitId, SideId) {
    let entity = world.roster().model(model).expect("model ids are checked at the way in");
    let unit = MEMBERSHIPS.with(|units| units.get(world, entity)).expect("models belong to units");
    let unit = UNITS.with(|units| units.get(world, unit.0));
    let (&unit, side) = unit.expect("every unit has an id and a side");
    (unit, side.0)
}

/// The models of a unit whose presence is as asked for, by id.
fn members_who(world: &World, unit: UnitId, is_so: impl Fn(&Presence) -> bool) -> Vec<ModelId> {
    let entity = world.roster().unit(unit).expect("unit ids are checked at the way in");
    let Some(members) = MEMBERS.with(|members| members.get(world, entity)) else {
        return Vec::new();
    };
    let read = |models: &QueryState<OfModel>| {
        let models = members.iter().filter_map(|model| models.get_manual(world, model).ok());
        models.filter(|(_, presence)| is_so(presence)).map(|(&id, _)| id).collect()
    };
    let mut ids: Vec<ModelId> = MODELS.with(|models| models.read(world, read)).unwrap_or_default();
    ids.sort_unstable();
    ids
}

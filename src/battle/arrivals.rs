//! Models that join a battle after its start, such as raised dead, and the units that they form. What
//! never changes about them is kept as one plain value, so that a snapshot can bring them back and undo
//! leaves no trace of them.

use bevy::{ecs::component::Component, prelude::World};
use serde::{Deserialize, Serialize};

use super::{
    components::{MemberOf, Named, Presence, Roster, Side},
    ids::{ModelId, SideId, UnitId},
    rules::RuleSystem,
    world::BattleWorld,
};
use crate::table::Pose;

/// What a model that came after the start is made of.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Arrived<R: RuleSystem>(pub R::Arrival);

/// Where a model that comes stands, and in what state.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrance<R: RuleSystem> {
    /// The unit it belongs to.
    pub unit: UnitId,
    /// Where it stands.
    pub pose: Pose,
    /// Whether it is there.
    pub presence: Presence,
    /// What the rule system keeps.
    pub state: R::ModelState,
}

/// What never changes about a unit that formed after the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formed {
    /// What people call it.
    pub name: String,
    /// Which side it fights for.
    pub side: SideId,
}

/// Forms a unit in a battle that has begun; nobody belongs to it yet.
pub fn form<R: RuleSystem>(world: &mut World, unit: &Formed, state: R::UnitState) -> UnitId {
    let entity = world.spawn((Named(unit.name.clone()), Side(unit.side), state)).id();
    let id = world.resource_mut::<Roster>().add_formed(entity);
    world.entity_mut(entity).insert(id);
    id
}

/// The units that have formed, in the order in which they did.
pub(super) fn formed(world: &World) -> Vec<Formed> {
    let unit =
        |id: UnitId| Formed { name: world.unit_name(id).to_owned(), side: world.side_of(id) };
    world.roster().formed().map(unit).collect()
}

/// Takes out the units that formed last, until so many are left; nobody belongs to them any more.
pub(super) fn disband(world: &mut World, left: usize) {
    for entity in world.resource_mut::<Roster>().remove_formed(left) {
        world.despawn(entity);
    }
}

/// Brings a model into a battle that has begun.
pub fn bring_in<R: RuleSystem>(
    world: &mut World,
    arrival: R::Arrival,
    entrance: Entrance<R>,
) -> ModelId {
    let Entrance { unit, pose, presence, state } = entrance;
    let unit = world.unit(unit).id();
    let entity = R::spawn_arrival(world, &arrival);
    let parts = (pose, presence, state, MemberOf(unit), Arrived::<R>(arrival));
    world.entity_mut(entity).insert(parts);
    let id = world.resource_mut::<Roster>().add_arrival(entity);
    // Its id comes last: whoever waits for new models sees it whole.
    world.entity_mut(entity).insert(id);
    id
}

/// What the models are made of that have come, in the order in which they came.
pub(super) fn of<R: RuleSystem>(world: &World) -> Vec<R::Arrival> {
    arrived::<R>(world).cloned().collect()
}

/// What the models are made of that have come, by id.
pub fn arrived<R: RuleSystem>(world: &World) -> impl Iterator<Item = &R::Arrival> {
    world.roster().arrivals().map(move |id| &world.of_model::<Arrived<R>>(id).0)
}

/// Takes out those who came last, until so many are left who came.
pub(super) fn take_out(world: &mut World, left: usize) {
    for entity in world.resource_mut::<Roster>().remove_arrivals(left) {
        world.despawn(entity);
    }
}

//! Models that join a battle after its start, such as raised dead. What never changes about them is
//! kept as one plain value, so that a snapshot can bring them back and undo leaves no trace of them.

use bevy::{ecs::component::Component, prelude::World};

use super::{
    components::{MemberOf, Presence, Roster},
    ids::{ModelId, UnitId},
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
    let arrived = |id: ModelId| world.of_model::<Arrived<R>>(id).0.clone();
    world.roster().arrivals().map(arrived).collect()
}

/// Takes out those who came last, until so many are left who came.
pub(super) fn take_out(world: &mut World, left: usize) {
    for entity in world.resource_mut::<Roster>().remove_arrivals(left) {
        world.despawn(entity);
    }
}

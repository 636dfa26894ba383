//! The models on the table with the little that every rule asks of them, all read at once.

use bevy::{
    ecs::{entity::Entity, query::QueryState},
    prelude::World,
};

use super::{
    components::{MemberOf, Presence, Side},
    ids::{ModelId, SideId, UnitId},
    kept_query::{KeptQuery, kept},
    world::BattleWorld,
};
use crate::table::{Base, Placed, Pose};

/// A model that stands on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Who.
    pub id: ModelId,
    /// Of which unit.
    pub unit: UnitId,
    /// Of which side.
    pub side: SideId,
    /// Where.
    pub placed: Placed,
}

/// All models that stand on the table, by id.
pub fn figures(world: &World) -> Vec<Figure> {
    figures_where(world, |_| true)
}

/// Those of them that stand where it matters, by id.
pub fn figures_where(world: &World, matters: impl Fn(&Placed) -> bool) -> Vec<Figure> {
    let figures = MODELS.with(|models| {
        UNITS.with(|units| {
            let read =
                |models: &_| units.read(world, |units| read(world, (models, units), matters));
            models.read(world, read)
        })
    });
    figures.flatten().unwrap_or_default()
}

type OfModel =
    (Entity, &'static ModelId, &'static Presence, &'static MemberOf, &'static Base, &'static Pose);
type OfUnit = (&'static UnitId, &'static Side);

kept! {
    static MODELS: KeptQuery<OfModel>;
    static UNITS: KeptQuery<OfUnit>;
}

fn read(
    world: &World,
    (models, units): (&QueryState<OfModel>, &QueryState<OfUnit>),
    matters: impl Fn(&Placed) -> bool,
) -> Vec<Figure> {
    let roster = world.roster();
    let mut figures = Vec::new();
    // Models of one unit mostly follow each other.
    let mut last: Option<(Entity, UnitId, SideId)> = None;
    for (entity, &id, presence, member, &base, &pose) in models.iter_manual(world) {
        let placed = Placed::new(base, pose);
        // Models of a battle before may be about to go.
        let is_there = || *presence == Presence::OnTable && roster.model(id) == Some(entity);
        if !matters(&placed) || !is_there() {
            continue;
        }
        if last.is_none_or(|(of, ..)| of != member.0) {
            let unit = units.get_manual(world, member.0).ok();
            last = unit.map(|(&unit, side)| (member.0, unit, side.0));
        }
        if let Some((_, unit, side)) = last {
            figures.push(Figure { id, unit, side, placed });
        }
    }
    figures.sort_unstable_by_key(|figure| figure.id);
    figures
}

#[cfg(test)]
mod tests {
    use bevy::{math::Vec2, prelude::Component};

    use super::*;
    use crate::battle::Roster;

    #[derive(Component)]
    struct Banner;

    fn spawn(world: &mut World, unit: Entity, x: f32) -> Entity {
        let pose = Pose::new(Vec2::new(x, 1.0), Vec2::Y);
        let model = world.spawn((Base::round(25.0), pose, Presence::OnTable, MemberOf(unit))).id();
        let id = world.resource_mut::<Roster>().add_model(model);
        world.entity_mut(model).insert(id);
        model
    }

    #[test]
    fn nobody_is_missed_who_comes_later() {
        let mut world = World::new();
        assert_eq!(figures(&world), []);
        world.insert_resource(Roster::new(2));
        let unit = world.spawn(Side(SideId(1))).id();
        let id = world.resource_mut::<Roster>().add_unit(unit);
        world.entity_mut(unit).insert(id);
        let first = spawn(&mut world, unit, 1.0);
        let ids =
            |world: &World| figures(world).iter().map(|figure| figure.id.0).collect::<Vec<_>>();
        assert_eq!(ids(&world), [0]);
        // One of another kind, and the first changes its own.
        let second = spawn(&mut world, unit, 2.0);
        world.entity_mut(second).insert(Banner);
        world.entity_mut(first).insert(Banner);
        assert_eq!(ids(&world), [0, 1]);
        world.entity_mut(second).insert(Presence::Casualty);
        assert_eq!(ids(&world), [0]);
        assert_eq!(figures(&world)[0].side, SideId(1));
        // Those of a battle that is over count no more.
        world.insert_resource(Roster::new(2));
        assert!(ids(&world).is_empty());
    }
}

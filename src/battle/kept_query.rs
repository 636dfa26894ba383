//! Queries that each thread keeps. To look up which component is which costs more than
//! to read it, and to make a query costs as much as to read a hundred entities, so rules that read the
//! same components all the time keep their queries. They are brought up to date when the world has got
//! new kinds of entities, and made anew for another world.

use std::cell::RefCell;

use bevy::{
    ecs::{
        archetype::ArchetypeGeneration,
        entity::Entity,
        query::{QueryItem, QueryState, ReadOnlyQueryData, ReleaseStateQueryData},
        world::WorldId,
    },
    prelude::{Resource, World},
};

/// Queries and resources that each thread keeps for itself.
macro_rules! kept {
    ($(static $name:ident: $kept:ident<$of:ty>;)*) => {
        thread_local! {
            $(static $name: $kept<$of> = const { $kept::new() };)*
        }
    };
}

pub(crate) use kept;

/// A query of one thread, declared by [`kept`].
pub(crate) struct KeptQuery<D: ReadOnlyQueryData + 'static>(RefCell<Option<Made<D>>>);

/// A query that knows all kinds of entities of a generation of a world.
struct Made<D: ReadOnlyQueryData + 'static> {
    world: WorldId,
    generation: ArchetypeGeneration,
    query: QueryState<D>,
}

impl<D: ReadOnlyQueryData + 'static> KeptQuery<D> {
    /// One that is made when it is asked for the first time.
    pub(crate) const fn new() -> Self {
        Self(RefCell::new(None))
    }

    /// Reads a world by the query; None if the world has never had some component of it.
    ///
    /// # Panics
    /// If `read` reads another world by the same query.
    pub(crate) fn read<T>(
        &self,
        world: &World,
        read: impl FnOnce(&QueryState<D>) -> T,
    ) -> Option<T> {
        let generation = world.archetypes().generation();
        let fits = |made: &&Made<D>| made.world == world.id() && made.generation == generation;
        if let Some(made) = self.0.borrow().as_ref().filter(fits) {
            return Some(read(&made.query));
        }
        let known = self.0.take().filter(|made| made.world == world.id());
        let query = match known {
            Some(Made { mut query, .. }) => {
                query.update_archetypes(world);
                query
            }
            None => world.try_query()?,
        };
        *self.0.borrow_mut() = Some(Made { world: world.id(), generation, query });
        self.0.borrow().as_ref().map(|made| read(&made.query))
    }
}

impl<D: ReadOnlyQueryData + ReleaseStateQueryData + 'static> KeptQuery<D> {
    /// What an entity of a world has; None if it hasn't got all of it.
    pub(crate) fn get<'w>(
        &self,
        world: &'w World,
        entity: Entity,
    ) -> Option<QueryItem<'w, 'static, D>> {
        let read =
            |query: &QueryState<D>| query.get_manual(world, entity).ok().map(D::release_state);
        self.read(world, read).flatten()
    }
}

/// A resource that one thread reads by a query of its own.
pub(crate) struct KeptResource<R: Resource>(KeptQuery<&'static R>);

impl<R: Resource> KeptResource<R> {
    /// One that is looked for when it is asked for the first time.
    pub(crate) const fn new() -> Self {
        Self(KeptQuery::new())
    }

    /// The resource of a world.
    ///
    /// # Panics
    /// Where the world hasn't got it.
    pub(crate) fn of<'w>(&self, world: &'w World) -> &'w R {
        let found = self.0.read(world, |query| query.iter_manual(world).next()).flatten();
        found.unwrap_or_else(|| world.resource::<R>())
    }
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Component;

    use super::*;

    #[derive(Component, Debug, PartialEq)]
    struct Height(u32);

    #[derive(Component)]
    struct Banner;

    #[derive(Resource, Debug, PartialEq)]
    struct Weather(u32);

    kept! {
        static HEIGHTS: KeptQuery<&'static Height>;
        static WEATHER: KeptResource<Weather>;
    }

    fn heights(world: &World) -> Option<Vec<u32>> {
        let read = |query: &QueryState<&'static Height>| {
            query.iter_manual(world).map(|height| height.0).collect()
        };
        let mut heights: Vec<u32> = HEIGHTS.with(|kept| kept.read(world, read))?;
        heights.sort_unstable();
        Some(heights)
    }

    fn weather(world: &World) -> u32 {
        WEATHER.with(|kept| kept.of(world)).0
    }

    #[test]
    fn nobody_is_missed_who_comes_later_or_changes_its_kind() {
        let mut world = World::new();
        assert_eq!(heights(&world), None, "nobody ever had a height");
        let first = world.spawn(Height(1)).id();
        assert_eq!(heights(&world), Some(vec![1]));
        world.spawn((Height(2), Banner));
        assert_eq!(heights(&world), Some(vec![1, 2]));
        world.entity_mut(first).insert(Banner);
        assert_eq!(heights(&world), Some(vec![1, 2]));
        world.entity_mut(first).remove::<Height>();
        assert_eq!(heights(&world), Some(vec![2]));
    }

    #[test]
    fn an_entity_is_read_with_all_that_it_has_or_not_at_all() {
        let (mut world, mut other) = (World::new(), World::new());
        let (tall, without) = (world.spawn(Height(7)).id(), world.spawn(Banner).id());
        let height = |world: &World, entity| {
            HEIGHTS.with(|kept| kept.get(world, entity).map(|height| height.0))
        };
        assert_eq!((height(&world, tall), height(&world, without)), (Some(7), None));
        other.spawn((Banner, Height(8)));
        assert_eq!(height(&other, tall), other.get::<Height>(tall).map(|height| height.0));
        world.despawn(tall);
        assert_eq!(height(&world, tall), None);
    }

    #[test]
    fn a_world_may_be_read_while_it_is_read() {
        let mut world = World::new();
        world.spawn_batch([Height(1), Height(2)]);
        let nested = HEIGHTS.with(|kept| {
            kept.read(&world, |query| {
                query.iter_manual(&world).count() + heights(&world).map_or(0, |all| all.len())
            })
        });
        assert_eq!(nested, Some(4));
    }

    #[test]
    fn worlds_are_told_apart() {
        let (mut one, mut other) = (World::new(), World::new());
        // The same component has another place in the other world.
        other.spawn(Banner);
        one.spawn(Height(1));
        other.spawn(Height(2));
        for _ in 0..2 {
            assert_eq!(heights(&one), Some(vec![1]));
            assert_eq!(heights(&other), Some(vec![2]));
        }
    }

    #[test]
    fn a_resource_is_the_one_that_the_world_has_now() {
        let (mut one, mut other) = (World::new(), World::new());
        one.insert_resource(Weather(1));
        assert_eq!(weather(&one), 1);
        one.insert_resource(Weather(2));
        assert_eq!(weather(&one), 2);
        one.remove_resource::<Weather>();
        one.insert_resource(Weather(3));
        assert_eq!(weather(&one), 3);
        other.insert_resource(Weather(4));
        assert_eq!((weather(&other), weather(&one)), (4, 3));
    }
}

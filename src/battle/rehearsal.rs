//! A copy of a battle to think on, as one rehearses a play: it is put into the state of the battle, or
//! of an earlier thought, as often as one likes, rolls dice of its own and counts the steps that it
//! resolves. Those dice are keyed: what one shows depends on what it is rolled for and by whom alone, so
//! that two plans meet with the same luck. Nothing that happens on it is known to the battle, and it
//! knows nothing of what the battle's dice will show.

use std::sync::Arc;

use bevy::prelude::{Resource, World};

use super::{
    engine::{self, Log},
    handicap::Handicap,
    history::Keep,
    level::Level,
    planning::Planning,
    snapshot::Snapshot,
    wrapper::{self, Beginning},
};
use crate::dice::Dice;

/// How a battle is set up once more that was begun without a level, as on boards.
#[derive(Resource, Clone)]
pub struct Again(pub Arc<dyn Fn() -> Option<World> + Send + Sync>);

/// A copy of a battle.
pub struct Rehearsal<R: Planning> {
    world: World,
    origin: Origin<R>,
    steps: u64,
}

/// What a copy was set up from.
enum Origin<R: Planning> {
    Level(Box<Level<R>>, u64),
    Again(Again),
}

impl<R: Planning> Rehearsal<R> {
    /// A copy of the battle in a world, to be used again and again: building one costs as much as
    /// setting the battle up. None if no battle was begun there from a level and nobody says how to set
    /// it up [again](Again).
    pub fn of(battle: &World) -> Option<Self> {
        if let Some(again) = battle.get_resource::<Again>() {
            let origin = Origin::Again(again.clone());
            return Some(Self { world: (again.0)()?, origin, steps: 0 });
        }
        let Beginning { level, seed } = battle.get_resource::<Beginning<R>>()?;
        let mut world = World::new();
        R::furnish(battle, &mut world);
        wrapper::begin::<R>(&mut world, level, *seed, Dice::seeded(*seed), Keep::Start).ok()?;
        world.insert_resource(battle.get_resource::<Handicap>().cloned().unwrap_or_default());
        Some(Self { world, origin: Origin::Level(Box::new(level.clone()), *seed), steps: 0 })
    }

    /// Whether it is a copy of the battle in this world, and not of another.
    pub fn is_of(&self, battle: &World) -> bool {
        match (&self.origin, battle.get_resource::<Again>()) {
            (Origin::Again(own), Some(other)) => Arc::ptr_eq(&own.0, &other.0),
            (Origin::Level(level, seed), None) => {
                battle
                    .get_resource::<Beginning<R>>()
                    .is_some_and(|of| of.seed == *seed && of.level == **level)
                    && battle.get_resource::<Handicap>() == self.world.get_resource::<Handicap>()
            }
            (Origin::Again(_), None) | (Origin::Level(..), Some(_)) => false,
        }
    }

    /// Puts the copy into a state of the battle, with dice that follow from a seed of the thinker's
    /// own.
    pub fn put(&mut self, state: &Snapshot<R>, seed: u64) {
        state.restore(&mut self.world);
        self.world.resource_mut::<Log<R>>().0.clear();
        self.world.insert_resource(Dice::<R::Purpose>::keyed(seed));
    }

    /// The copy as it stands.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The state of the copy, to come back to.
    pub fn state(&self) -> Snapshot<R> {
        Snapshot::take(&self.world)
    }

    /// Gives an order on the copy.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn order(&mut self, order: R::Order) -> Result<(), R::OrderError> {
        R::check(&self.world, &order)?;
        self.order_checked(order);
        Ok(())
    }

    /// The same with an order that whoever gives it has just checked on the copy.
    pub fn order_checked(&mut self, order: R::Order) {
        debug_assert!(
            R::check(&self.world, &order).is_ok(),
            "nothing has happened since the check"
        );
        self.steps += engine::resolve::<R>(&mut self.world, order);
    }

    /// The steps that were resolved on it since it was made, the same on every machine.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

//! A copy of a battle to think on, as one rehearses a play: it is put into the state of the battle, or
//! of an earlier thought, as often as one likes, rolls dice of its own and counts the steps that it
//! resolves. Those dice are keyed: what one shows depends on what it is rolled for and by whom alone, so
//! that two plans meet with the same luck. Nothing that happens on it is known to the battle, and it knows nothing of what the
//! battle's dice will show.

use bevy::prelude::World;

use super::{
    engine::{self, Log},
    level::Level,
    planning::Planning,
    snapshot::Snapshot,
    wrapper::{self, Beginning},
};
use crate::dice::Dice;

/// A copy of a battle.
pub struct Rehearsal<R: Planning> {
    world: World,
    /// What the battle was begun with.
    level: Level<R>,
    seed: u64,
    steps: u64,
}

impl<R: Planning> Rehearsal<R> {
    /// A copy of the battle in a world, to be used again and again: building one costs as much as
    /// setting the battle up. None if no battle was begun there from a level, as on rule boards.
    pub fn of(battle: &World) -> Option<Self> {
        let Beginning { level, seed } = battle.get_resource::<Beginning<R>>()?;
        let mut world = World::new();
        R::furnish(battle, &mut world);
        wrapper::begin::<R>(&mut world, level, *seed, Dice::seeded(*seed), false).ok()?;
        let level = level.clone();
        Some(Self { world, level, seed: *seed, steps: 0 })
    }

    /// Whether it is a copy of the battle in this world, and not of another.
    pub fn is_of(&self, battle: &World) -> bool {
        let beginning = battle.get_resource::<Beginning<R>>();
        beginning.is_some_and(|of| of.seed == self.seed && of.level == self.level)
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

    /// The steps that were resolved on it since it was made: the measure of how much somebody has
    /// thought, the same on every machine.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

//! A battle without a window: a world of its own, fought by giving orders.

use bevy::prelude::World;

use super::{
    commanders::Commanders,
    components::{Battlefield, Roster, SideNames, TableEdge, TurnFrame, Unsettled},
    data::DataError,
    engine::{self, Decision, Log, Pending, Stack},
    ground,
    handicap::Handicap,
    history::{History, Keep, UndoError, UndoRule},
    ids::{ModelId, TerrainId, UnitId},
    level::{Level, Objective},
    opening::{self, Opened},
    rules::{Outcome, RuleSystem},
    save::{SAVE_VERSION, Save},
    snapshot::{Snapshot, state_hash},
};
use crate::dice::Dice;

/// A battle and the world it is fought in.
pub struct Battle<R: RuleSystem> {
    /// The world; read it with [`BattleWorld`](super::BattleWorld).
    pub world: World,
    rules: std::marker::PhantomData<R>,
}

/// What a battle was begun with; kept so that it can be saved.
#[derive(bevy::prelude::Resource, Clone, Debug)]
pub struct Beginning<R: RuleSystem> {
    /// The level.
    pub level: Level<R>,
    /// The dice's seed.
    pub seed: u64,
}

/// What a level has to fight about.
#[derive(bevy::prelude::Resource, Clone, Debug, Default, PartialEq)]
pub struct Objectives(pub Vec<Objective>);

/// Sets a battle up in a world that has none.
///
/// # Errors
/// All that is wrong with the level.
pub fn begin<R: RuleSystem>(
    world: &mut World,
    level: &Level<R>,
    seed: u64,
    dice: Dice<R::Purpose>,
    keep: Keep,
) -> Result<(), Vec<DataError>> {
    engine::insert_resources::<R>(world, dice);
    world.insert_resource(Objectives(level.objectives.clone()));
    R::set_up(world, level)?;
    engine::run::<R>(world);
    world.insert_resource(Beginning { level: level.clone(), seed });
    world.insert_resource(Commanders::default());
    world.insert_resource(Handicap::default());
    History::<R>::begin(world, keep);
    Ok(())
}

/// Takes a battle out of a world: its terrain, units, models and resources. Does nothing in a
/// world without a battle.
pub fn end<R: RuleSystem>(world: &mut World) {
    let mut ours = world.query_filtered::<bevy::prelude::Entity, bevy::prelude::Or<(
        bevy::prelude::With<UnitId>,
        bevy::prelude::With<ModelId>,
        bevy::prelude::With<TerrainId>,
    )>>();
    let ours: Vec<_> = ours.iter(world).collect();
    for entity in ours {
        world.despawn(entity);
    }
    ground::forget(world);
    world.remove_resource::<Beginning<R>>();
    world.remove_resource::<Commanders>();
    world.remove_resource::<Handicap>();
    world.remove_resource::<Objectives>();
    world.remove_resource::<Unsettled>();
    world.remove_resource::<History<R>>();
    world.remove_resource::<Stack<R>>();
    world.remove_resource::<Pending<R>>();
    world.remove_resource::<Log<R>>();
    world.remove_resource::<R::FrameState>();
    world.remove_resource::<Dice<R::Purpose>>();
    world.remove_resource::<Roster>();
    world.remove_resource::<Battlefield>();
    world.remove_resource::<SideNames>();
    world.remove_resource::<TurnFrame>();
    world.remove_resource::<TableEdge>();
    R::tear_down(world);
}

/// Moves a battle from a world of its own into one that has none; the one it leaves is used up.
///
/// # Errors
/// What is wrong with its level; nothing, as it was begun from it.
pub fn move_in<R: RuleSystem>(world: &mut World, mut from: World) -> Result<(), Vec<DataError>> {
    let Beginning { level, seed } = from.resource::<Beginning<R>>().clone();
    begin::<R>(world, &level, seed, Dice::seeded(seed), Keep::Recent)?;
    Snapshot::<R>::take(&from).restore(world);
    if let Some(log) = from.remove_resource::<Log<R>>() {
        world.insert_resource(log);
    }
    if let Some(history) = from.remove_resource::<History<R>>() {
        world.insert_resource(history);
    }
    if let Some(commanders) = from.remove_resource::<Commanders>() {
        world.insert_resource(commanders);
    }
    if let Some(handicap) = from.remove_resource::<Handicap>() {
        world.insert_resource(handicap);
    }
    Ok(())
}

/// The save of the battle in a world.
pub fn save<R: RuleSystem>(world: &World) -> Save<R> {
    let Beginning { level, seed } = world.resource::<Beginning<R>>();
    let history = world.resource::<History<R>>();
    let position = Snapshot::<R>::take(world);
    let told = world.resource::<Log<R>>().0.iter().map(|event| R::sentence(world, event));
    Save {
        version: SAVE_VERSION,
        rules: R::NAME.to_owned(),
        rules_version: Some(R::VERSION),
        seed: *seed,
        level: level.clone(),
        practice: history.undo_rule == UndoRule::Anything,
        commanders: world.resource::<Commanders>().clone(),
        handicap: world.resource::<Handicap>().clone(),
        earlier: history.earlier().cloned(),
        orders: history.orders().cloned().collect(),
        by_computer: history.by_computer(),
        hash: format!("{:016x}", position.hash()),
        position: Some(Box::new(position)),
        told: told.filter(|line| !line.is_empty()).collect(),
        seal: None,
        unread: None,
    }
}

impl<R: RuleSystem> Battle<R> {
    /// Begins a battle of a level with seeded dice.
    ///
    /// # Errors
    /// All that is wrong with the level.
    pub fn new(level: &Level<R>, seed: u64) -> Result<Self, Vec<DataError>> {
        Self::with_dice(level, seed, Dice::seeded(seed))
    }

    /// Begins a battle with dice of one's own, such as scripted ones.
    ///
    /// # Errors
    /// All that is wrong with the level.
    pub fn with_dice(
        level: &Level<R>,
        seed: u64,
        dice: Dice<R::Purpose>,
    ) -> Result<Self, Vec<DataError>> {
        let mut world = World::new();
        begin::<R>(&mut world, level, seed, dice, Keep::Checkpoints)?;
        Ok(Self { world, rules: std::marker::PhantomData })
    }

    /// Begins a saved battle and gives its orders.
    ///
    /// # Errors
    /// What is wrong with the level or the first order that isn't legal.
    pub fn load(save: &Save<R>) -> Result<Self, Vec<DataError>> {
        let mut world = World::new();
        opening::replay(&mut world, save, &mut |_, _| ())?;
        Ok(Self { world, rules: std::marker::PhantomData })
    }

    /// Opens a saved battle, where it stood if its orders no longer lead there, and says how.
    ///
    /// # Errors
    /// What is wrong with the save; nothing is that only other rules could mean.
    pub fn open(save: &Save<R>) -> Result<(Self, Opened), Vec<DataError>> {
        let mut world = World::new();
        let opened = opening::open(&mut world, save, &mut |_, _| ())?;
        Ok((Self { world, rules: std::marker::PhantomData }, opened))
    }

    /// Whether an order may be given now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check(&self, order: &R::Order) -> Result<(), R::OrderError> {
        R::check(&self.world, order)
    }

    /// Gives an order and tells what happened.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn order(&mut self, order: R::Order) -> Result<&[R::Event], R::OrderError> {
        let before = self.events().len();
        engine::execute::<R>(&mut self.world, order)?;
        Ok(&self.events()[before..])
    }

    /// All that has happened.
    pub fn events(&self) -> &[R::Event] {
        &self.world.resource::<Log<R>>().0
    }

    /// What the battle waits for.
    pub fn pending(&self) -> Option<&Decision<R>> {
        self.world.resource::<Pending<R>>().0.as_ref()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        R::outcome(&self.world)
    }

    /// Equal for the same level, seed and orders, everywhere.
    pub fn state_hash(&self) -> u64 {
        state_hash::<R>(&self.world)
    }

    /// The battle as a plain value.
    pub fn snapshot(&self) -> Snapshot<R> {
        Snapshot::take(&self.world)
    }

    /// Puts the battle back into an earlier state of its own.
    pub fn restore(&mut self, snapshot: &Snapshot<R>) {
        snapshot.restore(&mut self.world);
    }

    /// Takes back orders until `count` are left.
    ///
    /// # Errors
    /// Why it can't go back so far.
    pub fn undo_to(&mut self, count: usize) -> Result<(), UndoError> {
        History::<R>::undo_to(&mut self.world, count)
    }

    /// The battle as a file.
    pub fn save(&self) -> Save<R> {
        save::<R>(&self.world)
    }
}

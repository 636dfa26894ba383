//! Beginning, loading, saving and leaving a battle in the app's own world.

use bevy::prelude::*;

use super::{
    AppSystems,
    animation::Playback,
    camera, keeping,
    loading::{self, Loading},
    orders::{OrderQueue, Refused},
    screens::Screen,
    seat::{Data, Game, Level},
    storage,
};
use crate::{
    battle::{
        BattleWorld, Commanders, DataError, Handicap, History, RuleSystem,
        history::{Keep, UndoRule},
        link::{self, LinkError},
        save::Save,
        wrapper,
    },
    dice::Dice,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextBattle>();
    app.add_systems(Update, begin_next.in_set(AppSystems::GiveOrders));
    app.add_systems(OnEnter(Screen::Title), leave);
    app.add_systems(Update, show_result.in_set(AppSystems::Redraw).run_if(super::in_battle));
}

/// A battle was set up in the world; its units, models and terrain are there to be dressed.
#[derive(Event, Clone, Copy, Debug)]
pub struct BattleBegan;

/// The battle is about to be taken out of the world.
#[derive(Event, Clone, Copy, Debug)]
pub struct BattleLeft;

/// A battle somebody wants to begin.
#[derive(Clone, Debug)]
pub enum Beginning {
    /// A level from its start.
    New {
        /// The level.
        level: Box<Level>,
        /// The dice's seed.
        seed: u64,
        /// Whether any order may be undone.
        practice: bool,
        /// Who leads the sides.
        commanders: Commanders,
        /// Points that sides have from the beginning.
        handicap: Handicap,
    },
    /// A saved battle.
    Saved(Box<Save<Game>>),
}

/// A seed nobody could foresee: the moment somebody pressed.
pub fn chance(time: &Time<Real>) -> u64 {
    let moment = time.elapsed().as_nanos() as u64;
    (moment ^ (moment >> 9)).wrapping_mul(0x9e37_79b9_7f4a_7c15) % 1_000_000
}

impl Beginning {
    /// A battle between people as every battle is that nobody wishes to be otherwise.
    pub fn usual(level: Level, seed: u64) -> Self {
        let (commanders, handicap) = (Commanders::default(), Handicap::default());
        Self::New { level: Box::new(level), seed, practice: false, commanders, handicap }
    }
}

/// The battle to begin at the next chance.
#[derive(Resource, Clone, Debug, Default)]
pub struct NextBattle(pub Option<Beginning>);

pub(super) fn begin_next(world: &mut World) {
    let Some(beginning) = world.resource_mut::<NextBattle>().0.take() else { return };
    let begun = match beginning {
        Beginning::New { level, seed, practice, commanders, handicap } => {
            begin(world, &level, seed, practice, commanders, handicap)
        }
        Beginning::Saved(save) => Loading::begin(save, world.resource::<Data>()),
    };
    match begun {
        Ok(loading) => world.insert_resource(loading),
        Err(errors) => loading::refuse(world, &errors),
    }
}

/// Begins a battle in a world of its own.
///
/// # Errors
/// What is wrong with the level.
fn begin(
    world: &World,
    level: &Level,
    seed: u64,
    practice: bool,
    commanders: Commanders,
    handicap: Handicap,
) -> Result<Loading, Vec<DataError>> {
    let mut fresh = World::new();
    fresh.insert_resource(world.resource::<Data>().clone());
    wrapper::begin::<Game>(&mut fresh, level, seed, Dice::seeded(seed), Keep::Recent)?;
    fresh.insert_resource(commanders);
    fresh.insert_resource(handicap);
    if practice {
        fresh.resource_mut::<History<Game>>().undo_rule = UndoRule::Anything;
    }
    Ok(Loading::fresh(fresh))
}

/// Lays a battle that was begun in a world of its own on the table, in place of the one that may
/// be there.
///
/// # Errors
/// What is wrong with its level.
pub(super) fn take_over(world: &mut World, battle: World) -> Result<(), Vec<DataError>> {
    keeping::keep(world);
    end(world);
    if let Err(errors) = wrapper::move_in::<Game>(world, battle) {
        wrapper::end::<Game>(world);
        return Err(errors);
    }
    *world.resource_mut::<OrderQueue>() = OrderQueue::default();
    *world.resource_mut::<Refused>() = Refused::default();
    *world.resource_mut::<Playback>() = Playback::at_the_end(world);
    world.resource_mut::<NextState<Screen>>().into_inner().set_if_neq(Screen::Battle);
    keeping::come(world);
    // Before tokens are dressed: how large they are decides what they wear.
    if let Err(error) = world.run_system_cached(camera::fit_new_table) {
        warn!("the table is not fitted into the window: {error}");
    }
    world.trigger(BattleBegan);
    Ok(())
}

/// Takes the battle out of the world, if there is one.
fn end(world: &mut World) {
    if world.contains_resource::<wrapper::Beginning<Game>>() {
        world.trigger(BattleLeft);
    }
    wrapper::end::<Game>(world);
}

/// A player who goes back to the title can continue later.
fn leave(world: &mut World) {
    keeping::keep(world);
    end(world);
}

/// A name for the battle as it is now, which no other point of it has, nor a battle of another
/// seed.
pub fn name_of_save(world: &World) -> String {
    let wrapper::Beginning { level, seed } = world.resource::<wrapper::Beginning<Game>>();
    let level = &level.name;
    let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let level: String = level.chars().take(40).map(letter).collect();
    let (turn, orders) = (world.frame().turn, world.resource::<History<Game>>().in_all());
    format!("{}-{seed}-turn-{turn}-order-{orders}.ron", level.to_lowercase())
}

/// Keeps the battle under a name.
///
/// # Errors
/// What the system says.
pub fn save(world: &World, name: &str) -> Result<(), String> {
    let text = wrapper::save::<Game>(world).write().map_err(|error| error.to_string())?;
    storage::write(name, &text).map_err(|error| error.to_string())
}

/// The battle as the end of an address that opens it.
///
/// # Errors
/// Why it doesn't fit into one.
pub fn link(world: &World) -> Result<String, LinkError> {
    link::write(&wrapper::save::<Game>(world))
}

/// Reads a battle from a link.
///
/// # Errors
/// Why it can't be opened.
pub fn linked(link: &str) -> Result<Beginning, LinkError> {
    Ok(Beginning::Saved(Box::new(link::read(link)?)))
}

/// Reads a battle that was kept under a name.
///
/// # Errors
/// What is wrong with it.
pub fn saved(name: &str) -> Result<Beginning, Vec<DataError>> {
    let text =
        storage::read(name).map_err(|error| vec![DataError::new(name, error.to_string())])?;
    Ok(Beginning::Saved(Box::new(Save::read(name, &text)?)))
}

/// Goes to the result once the battle is over and its last event has been shown, unless something
/// is still to be done: the last order may be about to be taken back.
fn show_result(world: &mut World) {
    let over = *world.resource::<State<Screen>>().get() == Screen::Battle
        && world.contains_resource::<wrapper::Beginning<Game>>()
        && !world.resource::<Playback>().is_busy()
        && world.resource::<OrderQueue>().is_empty()
        && Game::outcome(world).is_some();
    if over {
        world.resource_mut::<NextState<Screen>>().set(Screen::Result);
    }
}

//! Beginning, loading, saving and leaving a battle in the app's own world.

use bevy::{ecs::message::MessageCursor, prelude::*};

use super::{
    AppOptions, AppSystems,
    animation::Playback,
    loading::{self, Loading},
    orders::{OrderQueue, Refused},
    screens::Screen,
    storage,
};
use crate::{
    battle::{
        BattleWorld, DataError, History, Level, RuleSystem,
        history::UndoRule,
        link::{self, LinkError},
        save::Save,
        wrapper,
    },
    dice::Dice,
    no_quarter::{Armoury, NoQuarter},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextBattle>().init_resource::<Kept>();
    app.add_systems(Update, begin_next.in_set(AppSystems::GiveOrders));
    app.add_systems(OnEnter(Screen::Title), leave);
    app.add_systems(Last, (keep_now_and_then, keep_before_exit).chain());
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
    },
    /// A saved battle.
    Saved(Box<Save<NoQuarter>>),
}

/// The battle to begin at the next chance.
#[derive(Resource, Clone, Debug, Default)]
pub struct NextBattle(pub Option<Beginning>);

pub(super) fn begin_next(world: &mut World) {
    let Some(beginning) = world.resource_mut::<NextBattle>().0.take() else { return };
    let begun = match beginning {
        Beginning::New { level, seed, practice } => begin(world, &level, seed, practice),
        Beginning::Saved(save) => {
            let loading = Loading::begin(save, world.resource::<Armoury>());
            loading.map(|loading| world.insert_resource(loading))
        }
    };
    if let Err(errors) = begun {
        loading::refuse(world, &errors);
    }
}

/// Begins a battle in place of the one that may be there.
///
/// # Errors
/// What is wrong with the level; then the battle that was there goes on.
fn begin(
    world: &mut World,
    level: &Level,
    seed: u64,
    practice: bool,
) -> Result<(), Vec<DataError>> {
    let mut fresh = World::new();
    fresh.insert_resource(world.resource::<Armoury>().clone());
    wrapper::begin::<NoQuarter>(&mut fresh, level, seed, Dice::seeded(seed), true)?;
    if practice {
        fresh.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
    }
    take_over(world, fresh)
}

/// Lays a battle that was begun in a world of its own on the table, in place of the one that may
/// be there.
///
/// # Errors
/// What is wrong with its level.
pub(super) fn take_over(world: &mut World, battle: World) -> Result<(), Vec<DataError>> {
    keep_battle_there(world);
    end(world);
    if let Err(errors) = wrapper::move_in::<NoQuarter>(world, battle) {
        wrapper::end::<NoQuarter>(world);
        return Err(errors);
    }
    *world.resource_mut::<OrderQueue>() = OrderQueue::default();
    *world.resource_mut::<Refused>() = Refused::default();
    *world.resource_mut::<Playback>() = Playback::at_the_end(world);
    world.resource_mut::<NextState<Screen>>().into_inner().set_if_neq(Screen::Battle);
    let orders = world.resource::<History<NoQuarter>>().len();
    let looked = world.resource::<Kept>().looked;
    world.insert_resource(Kept { begun: orders, orders, looked, ..default() });
    world.trigger(BattleBegan);
    Ok(())
}

/// Takes the battle out of the world, if there is one.
fn end(world: &mut World) {
    if world.contains_resource::<wrapper::Beginning>() {
        world.trigger(BattleLeft);
    }
    wrapper::end::<NoQuarter>(world);
}

/// Who goes back to the title can continue later.
fn leave(world: &mut World) {
    keep_battle_there(world);
    end(world);
}

/// What was kept last for "Continue".
#[derive(Resource, Default)]
struct Kept {
    /// How many orders this battle had when it came on the table.
    begun: usize,
    /// After how many orders of this battle.
    orders: usize,
    /// Seconds since.
    age: f32,
    /// Whether it is of this battle.
    ours: bool,
    /// Whether what was kept before this battle can be read, or is out of the way.
    looked: bool,
}

/// So many seconds at least lie between two times that a battle is kept.
const A_WHILE: f32 = 2.0;

/// Keeps the battle while it goes on, so that a window or a page that vanishes takes little with
/// it. A battle that is over can't be continued.
fn keep_now_and_then(world: &mut World) {
    let seconds = world.resource::<Time<Real>>().delta_secs();
    let Some(given) = world.get_resource::<History<NoQuarter>>().map(History::len) else { return };
    let mut kept = world.resource_mut::<Kept>();
    kept.age += seconds;
    if kept.orders == given || kept.age < A_WHILE {
        return;
    }
    (kept.orders, kept.age) = (given, 0.0);
    if NoQuarter::outcome(world).is_none() {
        keep_battle_there(world);
    } else if std::mem::take(&mut world.resource_mut::<Kept>().ours)
        && let Err(error) = storage::remove(storage::LAST_BATTLE)
    {
        warn!("the end of the battle was not noted: {error}");
    }
}

/// Keeps the battle for "Continue" if it isn't over; automatic runs leave no traces.
fn keep_last_battle(world: &mut World, battle: &Save<NoQuarter>) {
    if world.resource::<AppOptions>().exit || NoQuarter::outcome(world).is_some() {
        return;
    }
    let begun = world.resource::<Kept>().begun;
    if begun > 0 && begun == battle.orders.len() {
        // Only looked at: it is where it came from, and one's own battle waits to be continued.
        return;
    }
    let looked = std::mem::replace(&mut world.resource_mut::<Kept>().looked, true);
    if !looked
        && let Ok(text) = storage::read(storage::LAST_BATTLE)
        && Save::<NoQuarter>::read(storage::LAST_BATTLE, &text).is_err()
    {
        storage::put_aside(storage::LAST_BATTLE, &text);
    }
    match write(battle, storage::LAST_BATTLE) {
        Ok(()) => world.resource_mut::<Kept>().ours = true,
        Err(why) => warn!("the battle was not kept: {why}"),
    }
}

fn keep_before_exit(world: &mut World, mut exits: Local<MessageCursor<AppExit>>) {
    if exits.read(world.resource::<Messages<AppExit>>()).next().is_some() {
        keep_battle_there(world);
    }
}

fn keep_battle_there(world: &mut World) {
    if let Some(battle) = battle_there(world) {
        keep_last_battle(world, &battle);
    }
}

/// The battle in the world as a save, if there is one.
fn battle_there(world: &World) -> Option<Save<NoQuarter>> {
    let there = world.contains_resource::<wrapper::Beginning>();
    there.then(|| wrapper::save::<NoQuarter>(world))
}

/// A name for the battle as it is now, which no other point of it has, nor a battle of another
/// seed.
pub fn name_of_save(world: &World) -> String {
    let wrapper::Beginning { level, seed } = world.resource::<wrapper::Beginning>();
    let level = &level.name;
    let letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let level: String = level.chars().take(40).map(letter).collect();
    let (turn, orders) = (world.frame().turn, world.resource::<History<NoQuarter>>().len());
    format!("{}-{seed}-turn-{turn}-order-{orders}.ron", level.to_lowercase())
}

/// Keeps the battle under a name.
///
/// # Errors
/// What the system says.
pub fn save(world: &World, name: &str) -> Result<(), String> {
    write(&wrapper::save::<NoQuarter>(world), name)
}

fn write(battle: &Save<NoQuarter>, name: &str) -> Result<(), String> {
    let text = battle.write().map_err(|error| error.to_string())?;
    storage::write(name, &text).map_err(|error| error.to_string())
}

/// The battle as the end of an address that opens it.
///
/// # Errors
/// Why it doesn't fit into one.
pub fn link(world: &World) -> Result<String, LinkError> {
    link::write(&wrapper::save::<NoQuarter>(world))
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

/// Goes to the result once the battle is over and its last event has been shown.
fn show_result(world: &mut World) {
    let over = *world.resource::<State<Screen>>().get() == Screen::Battle
        && world.contains_resource::<wrapper::Beginning>()
        && !world.resource::<Playback>().is_busy()
        && NoQuarter::outcome(world).is_some();
    if over {
        world.resource_mut::<NextState<Screen>>().set(Screen::Result);
    }
}

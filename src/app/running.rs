//! Beginning, loading, saving and leaving a battle in the app's own world.

use bevy::{ecs::message::MessageCursor, prelude::*};

use super::{
    AppOptions, AppSystems,
    animation::Playback,
    orders::{OrderQueue, Refused},
    screens::{Screen, message_box::MessageBox},
    script::ScriptState,
    storage,
};
use crate::{
    battle::{
        BattleWorld, DataError, History, Level, RuleSystem, history::UndoRule, save::Save, wrapper,
    },
    dice::Dice,
    no_quarter::NoQuarter,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<NextBattle>();
    app.add_systems(Update, begin_next.in_set(AppSystems::GiveOrders));
    app.add_systems(OnEnter(Screen::Title), leave);
    app.add_systems(Last, keep_before_exit);
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

fn begin_next(world: &mut World) {
    let Some(beginning) = world.resource_mut::<NextBattle>().0.take() else { return };
    if let Err(errors) = begin(world, beginning) {
        world.resource_mut::<ScriptState>().failed = true;
        world.resource_mut::<MessageBox>().errors("The battle can't begin", &errors);
        if !world.contains_resource::<wrapper::Beginning>() {
            world.resource_mut::<NextState<Screen>>().set(Screen::LevelChoice);
        }
    }
}

/// Begins a battle in place of the one that may be there.
///
/// # Errors
/// What is wrong with the level or the save; then the battle that was there goes on.
pub fn begin(world: &mut World, beginning: Beginning) -> Result<(), Vec<DataError>> {
    let before = battle_there(world);
    if let Some(before) = &before {
        keep_last_battle(world, before);
    }
    let begun = replace(world, &beginning);
    if begun.is_err()
        && let Some(before) = before
        && let Err(errors) = replace(world, &Beginning::Saved(Box::new(before)))
    {
        error!("the battle before could not be taken up again: {errors:?}");
    }
    begun
}

fn replace(world: &mut World, beginning: &Beginning) -> Result<(), Vec<DataError>> {
    end(world);
    let (level, seed) = match beginning {
        Beginning::New { level, seed, .. } => (level.as_ref(), *seed),
        Beginning::Saved(save) => (&save.level, save.seed),
    };
    let begun = wrapper::begin::<NoQuarter>(world, level, seed, Dice::seeded(seed), true);
    let begun = begun.and_then(|()| match beginning {
        Beginning::New { practice, .. } => {
            if *practice {
                world.resource_mut::<History<NoQuarter>>().undo_rule = UndoRule::Anything;
            }
            Ok(())
        }
        Beginning::Saved(save) => wrapper::replay(world, save).map_err(|error| vec![error]),
    });
    if let Err(errors) = begun {
        wrapper::end::<NoQuarter>(world);
        return Err(errors);
    }
    *world.resource_mut::<OrderQueue>() = OrderQueue::default();
    *world.resource_mut::<Refused>() = Refused::default();
    *world.resource_mut::<Playback>() = Playback::at_the_end(world);
    world.resource_mut::<NextState<Screen>>().into_inner().set_if_neq(Screen::Battle);
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

/// Keeps the battle for "Continue" if it isn't over; automatic runs leave no traces.
fn keep_last_battle(world: &World, battle: &Save<NoQuarter>) {
    if world.resource::<AppOptions>().exit || NoQuarter::outcome(world).is_some() {
        return;
    }
    if let Ok(text) = storage::read(storage::LAST_BATTLE)
        && Save::<NoQuarter>::read(storage::LAST_BATTLE, &text).is_err()
    {
        storage::put_aside(storage::LAST_BATTLE, &text);
    }
    if let Err(why) = write(battle, storage::LAST_BATTLE) {
        warn!("the battle was not kept: {why}");
    }
}

fn keep_before_exit(world: &mut World, mut exits: Local<MessageCursor<AppExit>>) {
    if exits.read(world.resource::<Messages<AppExit>>()).next().is_some() {
        keep_battle_there(world);
    }
}

fn keep_battle_there(world: &World) {
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

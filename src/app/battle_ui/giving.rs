//! Does what buttons and keys ask for, or says why not: gives orders, begins and ends their
//! preparation.

use bevy::prelude::*;

use super::{
    aim::{self, Aim, Hover},
    choosing,
    command::{Command, change_scope, why_not},
    draft::{self, Draft},
    key_names::with_keys,
    likely,
    listing::{OpenListing, Subject},
    mode::{Mode, Scope, Selection, focus},
    offered,
    target_search::{TargetSearch, next_target},
    toast::Toasts,
};
use crate::{
    app::{
        camera::View,
        computers::{self, hints},
        orders::{OrderQueue, Refused},
        running,
        screens::load_box::LoadBox,
        seat::{Game, Intent, Order},
    },
    battle::{
        BattleWorld,
        playable::{
            Acting,
            acting::{Began, ChoiceDoes, Gesture, Pressed, VerbId},
        },
    },
};

/// Does it, or says why not.
pub fn act(world: &mut World, command: Command) {
    if let Some(why) = why_not(world, command) {
        let why = format!("{}: {why}", called(world, command));
        let why = with_keys(world, &why);
        world.resource_mut::<Toasts>().refuse(why);
        return;
    }
    match command {
        Command::Verb(verb) => begin(world, verb),
        Command::Scope => change_scope(world),
        Command::Measure => measure(world),
        Command::Hint => hints::ask(world),
        Command::Undo => {
            world.resource_mut::<OrderQueue>().undo();
            *world.resource_mut::<Mode>() = Mode::Select;
        }
        Command::Save => match running::save(world, &running::name_of_save(world)) {
            Ok(()) => world.resource_mut::<Toasts>().say("Battle saved."),
            Err(error) => {
                world.resource_mut::<Toasts>().refuse(format!("It can't be saved: {error}"));
            }
        },
        Command::Load => world.resource_mut::<LoadBox>().open(),
    }
}

/// Begins to measure, or ends it wherever it has got to.
fn measure(world: &mut World) {
    let measures = matches!(world.resource::<Mode>(), Mode::Measure { .. });
    enter(world, if measures { Mode::Select } else { Mode::Measure { from: None } });
}

/// What a command is called at the moment. While no unit is active what is offered names the one that may
/// be, and so does whatever refuses it: there the command's own name is enough.
fn called(world: &mut World, command: Command) -> String {
    let mut offers = match command {
        Command::Verb(_) if world.frame().active.is_some() => offered::offers(world).into_iter(),
        _ => Vec::new().into_iter(),
    };
    let offer = offers.find(|offer| Command::Verb(offer.verb) == command);
    offer.map_or_else(|| command.name().to_owned(), |offer| offer.name)
}

/// Does what a verb does.
fn begin(world: &mut World, verb: VerbId) {
    let began = Game::begun_by(world, focus(world), world.resource::<Mode>().intent(), verb);
    match began {
        Began::Nothing => {}
        Began::ListsEnemies => choosing::list_enemies(world),
        Began::Lists => world.resource_mut::<OpenListing>().toggle(Subject::Verb(verb)),
        Began::Gives(order) => give(world, order),
        Began::Prepares(intent) => prepare(world, intent),
        Began::PreparesForOnlyTarget(intent) => {
            prepare(world, intent);
            pick_only_target(world, verb);
        }
    }
}

/// Begins to prepare an order, with its unit selected if it isn't the active one's; the same again
/// steps back.
pub fn prepare(world: &mut World, intent: Intent) {
    if let Some(unit) = Game::unit_of(&intent) {
        *world.resource_mut::<Selection>() = Selection { unit: Some(unit), model: None };
    }
    enter(world, Mode::Prepare(intent));
}

/// Puts the aim on the only enemy that is a legal target: there is nothing to choose.
fn pick_only_target(world: &mut World, verb: VerbId) {
    let hover = world.resource::<Hover>().unit;
    let legal = world.resource::<TargetSearch>().targets.legal(verb);
    if let [only] = legal[..]
        && hover != Some(only)
    {
        next_target(world, 1);
    }
}

/// Begins a mode; the same again steps back.
pub fn enter(world: &mut World, mode: Mode) {
    let present = world.resource::<Mode>().clone();
    aim::clear(world);
    *world.resource_mut::<Mode>() = if present == mode { Mode::Select } else { mode };
    world.resource_mut::<Refused>().0 = None;
}

/// Gives an order and ends its preparation.
pub fn give(world: &mut World, order: Order) {
    if computers::awaited(world).is_some() {
        world.resource_mut::<Toasts>().refuse("It is the computer's turn.");
        return;
    }
    // The same refusal once more is told once more.
    world.resource_mut::<Refused>().0 = None;
    world.resource_mut::<Toasts>().forget_refusal();
    world.resource_mut::<OrderQueue>().give(order);
    *world.resource_mut::<Mode>() = Mode::Select;
    aim::clear(world);
}

/// Gives the order that is being prepared, if the rules allow it; otherwise says why not.
pub fn commit(world: &mut World) {
    draft::update(world, true);
    let draft = world.resource::<Draft>();
    let (order, refused) = (draft.order.clone(), draft.refused.clone());
    match (order, refused) {
        (_, Some(refused)) => {
            let objection = draft::objection(world, &refused);
            world.resource_mut::<Toasts>().object(objection);
        }
        (Some(order), None) => {
            let mode = world.resource::<Mode>().clone();
            give(world, order);
            if mode.wants().is_some_and(|wants| wants.goes_on) {
                *world.resource_mut::<Mode>() = mode;
            }
        }
        (None, None) => {
            let mode = world.resource::<Mode>();
            if mode.places() && world.resource::<Aim>().at.is_none() {
                say_what_is_wanted(world);
            }
        }
    }
}

/// Says what the order in preparation still wants.
fn say_what_is_wanted(world: &mut World) {
    let hint = with_keys(world, world.resource::<Mode>().hint());
    world.resource_mut::<Toasts>().refuse(hint);
}

/// Does what a choice about the order in preparation does.
pub fn choose(world: &mut World, does: ChoiceDoes<Game>) {
    match does {
        ChoiceDoes::Prepares(intent) if world.resource::<Mode>().intent().is_none() => {
            prepare(world, intent);
        }
        ChoiceDoes::Prepares(intent) => *world.resource_mut::<Mode>() = Mode::Prepare(intent),
        ChoiceDoes::Gives(order) => give(world, order),
        ChoiceDoes::Commits => commit(world),
        ChoiceDoes::Aims { intent, at } => {
            // Aimed there for the player to look at; Enter or a click gives the order.
            let mark = aim::model_at(world, at, 0.0);
            *world.resource_mut::<Hover>() =
                mark.map_or(Hover::default(), |model| Hover::on(world, model));
            *world.resource_mut::<Mode>() = Mode::Prepare(intent);
            let mut aim = world.resource_mut::<Aim>();
            (aim.at, aim.facing) = (Some(at), None);
            aim.by_keys = true;
        }
        ChoiceDoes::Shows(at) => world.resource_mut::<View>().look_at(at),
        ChoiceDoes::Refuses(why) => world.resource_mut::<Toasts>().refuse(why),
        ChoiceDoes::Finds(find) => {
            let found =
                world.resource::<Mode>().intent().map(|intent| find(world, focus(world), intent));
            if let Some(found) = found {
                choose(world, found);
            }
        }
    }
}

/// Does what a gesture on the table means for the order in preparation; whether it is one that
/// selects instead.
pub fn press(world: &mut World, gesture: Gesture) -> bool {
    let pointing = aim::pointing(world);
    let mode = world.resource::<Mode>();
    let pressed = mode.intent().map_or(Pressed::Nothing, |intent| {
        Game::press(world, focus(world), intent, pointing, gesture)
    });
    match pressed {
        Pressed::Nothing => {}
        Pressed::Selects => return true,
        Pressed::Commits => commit(world),
        Pressed::Gives(order) => give(world, order),
        Pressed::Prepares(intent) => *world.resource_mut::<Mode>() = Mode::Prepare(intent),
        Pressed::Faces(facing) => world.resource_mut::<Aim>().facing = Some(facing),
        Pressed::Refused(refused) => {
            let objection = draft::objection(world, &refused);
            world.resource_mut::<Toasts>().object(objection);
        }
        Pressed::Told(why) => world.resource_mut::<Toasts>().refuse(why),
    }
    false
}

/// What Enter does: goes on with the order in preparation, does what is usually done next, or prepares
/// what the active unit is most likely meant to do.
pub fn confirm(world: &mut World, gesture: Gesture) {
    if computers::awaited(world).is_some() {
        computers::play_now(world);
        return;
    }
    let prepares = world.resource::<Mode>().intent().is_some();
    if prepares {
        // A click would have selected whoever is there.
        if press(world, gesture) {
            say_what_is_wanted(world);
        }
    } else if let Some(verb) = Game::usual_verb(world) {
        act(world, Command::Verb(verb));
    } else if world.frame().active.is_some() {
        likely::prepare(world);
    }
}

/// What Escape and the right button do.
pub fn back(world: &mut World) {
    let mode = world.resource::<Mode>().clone();
    if mode != Mode::Select {
        *world.resource_mut::<Mode>() = mode.back();
        aim::clear(world);
    } else {
        let mut selection = world.resource_mut::<Selection>();
        if selection.model.take().is_none() {
            selection.unit = None;
        }
        *world.resource_mut::<Scope>() = Scope::Unit;
    }
    world.resource_mut::<Refused>().0 = None;
}

#[cfg(test)]
mod tests;

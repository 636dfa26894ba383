//! What a player does next, in the words of the panel: how the order in preparation is given, and what
//! there is to do while none is.

use bevy::prelude::*;

use super::{
    key_names::{called, with_keys},
    mode::Mode,
    offered,
};
use crate::{
    app::{pointer::Pointer, seat::Game, third_party::leafwing::words_of},
    battle::playable::{Acting, acting::Offer, capitalised},
};

/// How the order in preparation is given, as a sentence.
pub fn to_give(world: &World, mode: &Mode) -> String {
    to_give_so_as_to(world, mode, &purpose(world, mode))
}

/// The same with what for, such as "move", or nothing.
pub fn to_give_so_as_to(world: &World, mode: &Mode, purpose: &str) -> String {
    let pointer = world.resource::<Pointer>();
    let how = match mode.verb_that_gives() {
        Some(verb) if pointer.finger => format!("Choose {} again", called(world, verb)),
        Some(verb) => format!("Choose {} again or press {{confirm}}", called(world, verb)),
        None if pointer.dragging => "Let go".to_owned(),
        None => "Click or press {confirm}".to_owned(),
    };
    let how = with_keys(world, &how);
    if purpose.is_empty() { format!("{how}.") } else { format!("{how} to {purpose}.") }
}

/// What an order is for that is given at a place, as its button says it; else nothing.
fn purpose(world: &World, mode: &Mode) -> String {
    let intent = mode.intent().filter(|_| mode.places());
    let name = intent.and_then(|intent| Game::name_of(world, intent));
    name.unwrap_or_default().to_lowercase()
}

/// What the active unit's player can do while no order is in preparation, or why it can neither move nor
/// attack; nothing once its actions are used up.
pub fn of_actor(world: &mut World) -> String {
    let finger = world.resource::<Pointer>().finger;
    let can = |offer: &Offer| offer.why_not.is_none();
    let offers = offered::offers(world);
    let moving = offers.iter().find(|offer| offer.verb == Game::dragging_verb());
    let targets = |offer: &Offer| words_of(offer.verb).is_some_and(|words| words.targets);
    let attacks = offers.iter().any(|offer| can(offer) && targets(offer));
    let hint = match (moving.is_some_and(can), attacks, finger) {
        (true, _, false) => {
            "Drag a model to move. Point at an enemy, or press {confirm} for the nearest."
        }
        (true, _, true) => "Drag a model to move, or tap an enemy to see what can be done there.",
        (false, true, false) => {
            "Point at an enemy, or press {confirm} for the nearest, to see what can be done."
        }
        (false, true, true) => "Tap an enemy to see what can be done there.",
        (false, false, _) => {
            let ends = offers.iter().any(|offer| offer.verb == Game::ending_verb() && offer.wanted);
            let why = moving.and_then(|offer| offer.why_not.clone()).filter(|_| !ends);
            return why.map_or_else(String::new, |why| format!("{}.", capitalised(&why)));
        }
    };
    with_keys(world, hint)
}

#[cfg(test)]
mod tests;

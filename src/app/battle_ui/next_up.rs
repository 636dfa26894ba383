//! Who has just put down a unit or a piece of terrain has the next one in hand at once.

use bevy::prelude::*;

use super::{
    giving,
    mode::{Mode, Selection, focus},
};
use crate::{
    app::{computers, seat::Game},
    battle::playable::{Acting, acting::Began},
};

/// In which part of setting up units or pieces waited in the frame before, and how many.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Waited(Option<(u8, usize)>);

/// Takes up the next one if fewer wait than before. At the end nobody is selected any more.
pub fn take_up(world: &mut World) {
    // While computers put down theirs, nobody takes up any.
    if computers::awaited(world).is_some() {
        return;
    }
    let now = Game::waiting(world);
    let before = std::mem::replace(&mut world.resource_mut::<Waited>().0, now);
    let Some((earlier, before)) = before else { return };
    if *world.resource::<Mode>() != Mode::Select {
        return;
    }
    match now {
        Some((part, few)) if earlier == part && few < before => take_up_next(world),
        Some(_) => {}
        None => *world.resource_mut::<Selection>() = Selection::default(),
    }
}

/// Begins to place what waits next.
pub fn take_up_next(world: &mut World) {
    let next = Game::usual_verb(world).map(|verb| Game::begun_by(world, focus(world), None, verb));
    if let Some(Began::Prepares(intent)) = next {
        giving::prepare(world, intent);
    }
}

#[cfg(test)]
mod tests;

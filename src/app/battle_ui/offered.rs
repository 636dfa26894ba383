//! What there is to do now and which commands are offered, asked of the rules once until something
//! changes.

use bevy::prelude::*;

use super::{
    command::{self, Command},
    draft::Stamp,
    mode::focus,
};
use crate::{
    app::seat::Game,
    battle::playable::{
        Acting,
        acting::{Focus, Offer, Situation},
    },
};

/// The answers so far.
#[derive(Resource, Clone, Debug, Default)]
pub struct Offered {
    situation: Option<(Stamp, Situation<Game>)>,
    offers: Option<(Stamp, Focus, Vec<Offer>)>,
    undo: Option<(Stamp, Option<String>)>,
}

/// What there is to do now.
pub fn situation(world: &mut World) -> Situation<Game> {
    let stamp = Stamp::of(world);
    let known = world.resource::<Offered>().situation.as_ref();
    if let Some((_, situation)) = known.filter(|(of, _)| *of == stamp) {
        return situation.clone();
    }
    let situation = Game::situation(world);
    world.resource_mut::<Offered>().situation = Some((stamp, situation.clone()));
    situation
}

/// The verbs that are offered now.
pub fn offers(world: &mut World) -> Vec<Offer> {
    let (stamp, focus) = (Stamp::of(world), focus(world));
    let known = world.resource::<Offered>().offers.as_ref();
    let known = known.filter(|(at, of, _)| (*at, *of) == (stamp, focus));
    let mut offers = match known {
        Some((.., offers)) => offers.clone(),
        None => {
            let offers = Game::offers(world, focus);
            world.resource_mut::<Offered>().offers = Some((stamp, focus, offers.clone()));
            offers
        }
    };
    // Targets are asked about bit by bit.
    for offer in offers.iter_mut().filter(|offer| offer.why_not.is_none()) {
        offer.why_not = command::no_target(world, offer.verb);
    }
    offers
}

/// Why nothing can be taken back now.
pub fn no_undo(world: &mut World) -> Option<String> {
    let stamp = Stamp::of(world);
    let known = world.resource::<Offered>().undo.as_ref();
    if let Some((_, why_not)) = known.filter(|(of, _)| *of == stamp) {
        return why_not.clone();
    }
    let why_not = command::why_not(world, Command::Undo);
    world.resource_mut::<Offered>().undo = Some((stamp, why_not.clone()));
    why_not
}

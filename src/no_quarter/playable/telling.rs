//! What happens in a battle of No Quarter, told to players.

mod account;
mod asking;
mod concerns;
mod dice;
mod icons;
mod replies;
mod report;
mod staging;
mod tableau;

use bevy::prelude::World;

use crate::{
    battle::{
        Decision,
        playable::{
            Telling,
            telling::{Asking, Deeds, Denial, Die, Opening, Report, Staging, Tableau},
        },
    },
    no_quarter::{Event, NoQuarter, OrderError, sentence},
};

impl Telling for NoQuarter {
    fn report(world: &World, event: &Event) -> Report {
        report::report(world, event)
    }

    fn summary(world: &World, events: &[Event]) -> Option<(usize, String)> {
        sentence::of_moves(world, events)
    }

    fn opening(event: &Event) -> Option<Opening> {
        report::opening(event)
    }

    fn dice(world: &World, event: &Event) -> Vec<Die> {
        dice::dice(world, event)
    }

    fn staging(world: &World, event: &Event) -> Staging {
        staging::staging(world, event)
    }

    fn tableau(world: &World, events: &[Event], place: usize) -> Option<Tableau> {
        tableau::tableau(world, events, place)
    }

    fn deeds(world: &World) -> Vec<Deeds> {
        account::deeds(world)
    }

    fn asking(world: &World, decision: &Decision<Self>) -> Asking {
        asking::asking(world, decision)
    }

    fn denial(error: &OrderError) -> Denial {
        Denial { text: error.told(), rule: error.rule.clone(), at: error.at, model: error.model }
    }
}

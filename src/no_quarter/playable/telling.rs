//! What happens in a battle of No Quarter, told to players.

mod account;
mod asking;
mod concerns;
mod dice;
mod icons;
mod keeping_up;
mod passage;
mod replies;
mod staging;
mod tableau;
mod told;

use bevy::prelude::World;

use crate::{
    battle::{
        Decision,
        playable::{
            Telling, capitalised,
            telling::{Asking, Deeds, Die, Milestone, Objection, Passage, Staging, Tableau, Told},
        },
    },
    no_quarter::{Event, NoQuarter, OrderError, rule_names::rule_name, topic::Topic},
};

impl Telling for NoQuarter {
    fn told(world: &World, event: &Event) -> Told {
        told::told(world, event)
    }

    fn passage(world: &World, events: &[Event]) -> Option<Passage> {
        passage::passage(world, events)
    }

    fn milestone(event: &Event) -> Option<Milestone> {
        told::milestone(event)
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

    fn objection(error: &OrderError) -> Objection {
        let terms = Topic::of_refusal(&error.refusal).map_or_else(Vec::new, Topic::terms);
        let rule = rule_name(&error.rule).unwrap_or_default().to_owned();
        Objection { text: capitalised(&error.text), rule, terms, at: error.at, model: error.model }
    }
}

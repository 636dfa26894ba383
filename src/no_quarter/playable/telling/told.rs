//! Events as lines of the log: who did it, how much it matters, what begins with it.

use bevy::prelude::World;

use super::{concerns::Concerns, icons};
use crate::{
    battle::playable::telling::{Milestone, Told, Weight},
    no_quarter::{Event, event::Gait, rolls::rolls, sentence::sentence},
};

/// An event as a line of the log.
pub(super) fn told(world: &World, event: &Event) -> Told {
    let concerns = Concerns::of(event);
    Told {
        text: sentence(world, event),
        by: concerns.by.all_units(world).first().copied(),
        units: concerns.all_units(world),
        icon: icons::of(event),
        weight: weight(event),
        detail: is_detail(event),
        rolled: !rolls(world, event).is_empty(),
    }
}

/// What begins with an event.
pub(super) fn milestone(event: &Event) -> Option<Milestone> {
    match event {
        Event::TurnBegan { turn } => Some(Milestone::Turn(*turn)),
        Event::Activated { .. } => Some(Milestone::Activation),
        _ => None,
    }
}

fn weight(event: &Event) -> Weight {
    match event {
        Event::TurnBegan { .. } | Event::TurnEnded { .. } | Event::Ended { .. } => Weight::Header,
        Event::Activated { .. } | Event::ChargeDeclared { .. } | Event::Responded { .. } => {
            Weight::Unit
        }
        Event::Fell { .. }
        | Event::Fled { .. }
        | Event::PanicRolled { .. }
        | Event::Retreated { .. }
        | Event::Conceded { .. } => Weight::Grave,
        _ => Weight::Plain,
    }
}

/// Whether an event is one model's share of what another tells of its unit.
fn is_detail(event: &Event) -> bool {
    let of_unit = [Gait::InRanks, Gait::FormUp, Gait::PushedBack];
    matches!(event, Event::Moved { gait, .. } if of_unit.contains(gait))
}

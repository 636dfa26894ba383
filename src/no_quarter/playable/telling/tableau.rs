//! Who stood where when something happened, and the way, template or fall that it is about.

use bevy::prelude::World;

use super::concerns::{Concerns, Party};
use crate::{
    battle::{
        BattleWorld, ModelId, Presence,
        playable::telling::{Tableau, Trace},
    },
    no_quarter::{Event, retrace, sentence::sentence},
    table::{Base, Placed},
};

/// The tableau of the event at a place in the log.
pub(super) fn tableau(world: &World, events: &[Event], place: usize) -> Option<Tableau> {
    let event = events.get(place)?;
    let Concerns { by, to } = Concerns::of(event);
    let placed = |party: &Party| {
        let members = party.units.iter().flat_map(|&unit| world.members(unit));
        let came = |model: &ModelId| {
            let presence = world.of_model::<Presence>(*model);
            !matches!(presence, Presence::Undeployed | Presence::Reserve)
        };
        let alive = |model: &ModelId| !fell_before(events, place, *model);
        let models = party.models.iter().copied().chain(members);
        let stood = |model| Placed {
            base: *world.of_model::<Base>(model),
            pose: retrace::pose_after(world, events, place, model),
        };
        models.filter(came).filter(alive).map(stood).collect()
    };
    let at = match event {
        Event::Deviated { lands, .. } => Some(*lands),
        Event::TerrainLaid { at: Some(pose), .. } => Some(pose.at),
        _ => None,
    };
    let text = sentence(world, event);
    Some(Tableau { text, by: placed(&by), to: placed(&to), traces: traces(event), at })
}

/// Ways, templates, falls.
fn traces(event: &Event) -> Vec<Trace> {
    let trace = match event {
        Event::Moved { from, way, .. } => {
            Trace::Way([*from].iter().chain(way).map(|pose| pose.at).collect())
        }
        Event::Fell { at, .. } => Trace::Fall(at.at),
        Event::Breathed { laid, .. } | Event::TemplateLaid { laid, .. } => Trace::Template(*laid),
        Event::Threw { at, .. } | Event::Bombarded { at, .. } => Trace::AimedAt(*at),
        Event::Deviated { aimed_at, lands, .. } => {
            Trace::Astray { aimed_at: *aimed_at, lands: *lands }
        }
        Event::FlightEnded { at, .. } => Trace::Halt(*at),
        Event::FlewOn { from, way, length, .. } => {
            Trace::FlightOn { from: *from, to: *from + *way * length.0 }
        }
        _ => return Vec::new(),
    };
    vec![trace]
}

/// Whether a model had fallen before an event.
fn fell_before(events: &[Event], place: usize, model: ModelId) -> bool {
    let fell =
        |event: &Event| matches!(event, Event::Fell { model: fallen, .. } if *fallen == model);
    events[..place].iter().any(fell)
}

//! Shows on the table what a line of the log tells: who did it, to whom, where they were then, and
//! the way, template or fall that it is about.

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::{
    concerns::{Concerns, Party},
    paint::Canvas,
};
use crate::{
    app::camera::{Margins, View},
    battle::{BattleWorld, Log, ModelId, Presence, RuleSystem},
    no_quarter::{Event, NoQuarter, retrace},
    table::{Base, Placed},
};

/// An event and where those it is about were when it happened.
pub struct Scene<'a> {
    event: &'a Event,
    by: Vec<Placed>,
    to: Vec<Placed>,
}

impl<'a> Scene<'a> {
    /// The scene of the event at a place in the log.
    pub fn of(world: &'a World, place: usize) -> Option<Self> {
        let events = &world.resource::<Log<NoQuarter>>().0;
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
        Some(Self { event, by: placed(&by), to: placed(&to) })
    }

    /// Where it happened: the middle of those it happened to, or of those who did it.
    pub fn middle(&self) -> Option<Vec2> {
        middle(&self.to).or_else(|| middle(&self.by)).or(match self.event {
            Event::Deviated { lands, .. } => Some(*lands),
            Event::TerrainLaid { at: Some(pose), .. } => Some(pose.at),
            _ => None,
        })
    }

    /// Draws it, with the sentence if wanted.
    pub fn draw(&self, world: &World, canvas: &Canvas, sentence: bool) {
        let (doer, sufferer) = (canvas.selected(), canvas.warning());
        for placed in &self.by {
            canvas.ring(placed, 1.0, doer, 2.0);
        }
        for placed in &self.to {
            canvas.dashed_ring(placed, 1.0, sufferer, 2.0);
        }
        if let Some(from) = middle(&self.by) {
            // A template over many, a charge at a unit: one arrow; else one for each.
            const ONE_EACH: usize = 6;
            let each: Vec<Vec2> = if self.to.len() <= ONE_EACH {
                self.to.iter().map(|placed| placed.pose.at).collect()
            } else {
                middle(&self.to).into_iter().collect()
            };
            for to in each.into_iter().filter(|to| to.distance(from) > 0.05) {
                canvas.arrow_to(from, to, doer, 2.2);
            }
        }
        self.draw_particulars(canvas, doer);
        if sentence && let Some(at) = self.middle() {
            canvas.note(at, &[(NoQuarter::sentence(world, self.event), canvas.text())]);
        }
    }

    /// Ways, templates, falls.
    fn draw_particulars(&self, canvas: &Canvas, colour: Color32) {
        match self.event {
            Event::Moved { from, way, .. } => {
                let mut points = vec![from.at];
                points.extend(way.iter().map(|pose| pose.at));
                canvas.path(&points, colour, 2.2);
                canvas.dot(from.at, 4.0, colour);
                if let [.., before, last] = points[..] {
                    canvas.arrow_to(before, last, colour, 2.2);
                }
            }
            Event::Fell { at, .. } => canvas.cross(at.at, canvas.bad()),
            Event::Breathed { laid, .. } | Event::TemplateLaid { laid, .. } => {
                let outline = laid.outline();
                canvas.hatch(&outline, canvas.warning());
                canvas.outline(&outline, canvas.warning(), 2.0);
            }
            Event::Threw { at, .. } | Event::Bombarded { at, .. } => {
                if let Some(from) = middle(&self.by) {
                    canvas.arrow_to(from, *at, colour, 2.2);
                }
            }
            Event::Deviated { aimed_at, lands, .. } => {
                canvas.dashed(&[*aimed_at, *lands], false, canvas.warning(), 2.0);
                canvas.cross(*lands, canvas.warning());
            }
            Event::FlightEnded { at, .. } => canvas.cross(*at, canvas.warning()),
            Event::FlewOn { from, way, length, .. } => {
                canvas.arrow_to(*from, *from + *way * length.0, canvas.warning(), 2.2);
            }
            _ => {}
        }
    }

    /// Brings the view to where it happened, if that is not in sight.
    pub fn look(&self, view: &mut View, margins: &Margins) {
        let Some(at) = self.middle() else { return };
        if !view.free(margins).shrink(30.0).contains(view.point_of(at)) {
            view.look_at(at);
        }
    }
}

/// Whether a model had fallen before an event.
fn fell_before(events: &[Event], place: usize, model: ModelId) -> bool {
    let fell =
        |event: &Event| matches!(event, Event::Fell { model: fallen, .. } if *fallen == model);
    events[..place].iter().any(fell)
}

fn middle(party: &[Placed]) -> Option<Vec2> {
    let sum: Vec2 = party.iter().map(|placed| placed.pose.at).sum();
    (!party.is_empty()).then(|| sum / party.len() as f32)
}

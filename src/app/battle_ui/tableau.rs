//! Shows on the table what a line of the log tells: who did it, to whom, where they were then, and
//! the way, template or fall that it is about.

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::paint::{Canvas, notes::Spared};
use crate::{
    app::seat::Game,
    battle::{
        Log, Telling,
        playable::telling::{Tableau, Trace},
    },
};

/// The tableau of the event at a place in the log.
pub fn of(world: &World, place: usize) -> Option<Tableau> {
    Game::tableau(world, &world.resource::<Log<Game>>().0, place)
}

/// Draws it, with the sentence if wanted, beside what that is to leave in sight.
pub fn draw(tableau: &Tableau, canvas: &Canvas, sentence_beside: Option<&Spared>) {
    let (doer, sufferer) = (canvas.selected(), canvas.warning());
    for placed in &tableau.by {
        canvas.ring(placed, 1.0, doer, 2.0);
    }
    for placed in &tableau.to {
        canvas.dashed_ring(placed, 1.0, sufferer, 2.0);
    }
    let from = tableau.middle_of_doers();
    if let Some(from) = from {
        // A template over many, a charge at a unit: one arrow; else one for each.
        const ONE_EACH: usize = 6;
        let each: Vec<Vec2> = if tableau.to.len() <= ONE_EACH {
            tableau.to.iter().map(|placed| placed.pose.at).collect()
        } else {
            tableau.middle_of_sufferers().into_iter().collect()
        };
        for to in each.into_iter().filter(|to| to.distance(from) > 0.05) {
            canvas.arrow_to(from, to, doer, 2.2);
        }
    }
    for trace in &tableau.traces {
        draw_trace(trace, from, canvas, doer);
    }
    if let Some((spared, at)) = sentence_beside.zip(tableau.middle()) {
        canvas.note(at, &[(tableau.text.clone(), canvas.text())], spared);
    }
}

/// Ways, templates, falls; `from` is the middle of those who did it.
fn draw_trace(trace: &Trace, from: Option<Vec2>, canvas: &Canvas, colour: Color32) {
    match trace {
        Trace::Way(points) => {
            canvas.path(points, colour, 2.2);
            if let Some(&first) = points.first() {
                canvas.dot(first, 4.0, colour);
            }
            if let [.., before, last] = points[..] {
                canvas.arrow_to(before, last, colour, 2.2);
            }
        }
        Trace::Fall(at) => canvas.cross(*at, canvas.bad()),
        Trace::Template(laid) => {
            let outline = laid.outline();
            canvas.hatch(&outline, canvas.warning());
            canvas.outline(&outline, canvas.warning(), 2.0);
        }
        Trace::AimedAt(at) => {
            if let Some(from) = from {
                canvas.arrow_to(from, *at, colour, 2.2);
            }
        }
        Trace::Astray { aimed_at, lands } => {
            canvas.dashed(&[*aimed_at, *lands], false, canvas.warning(), 2.0);
            canvas.cross(*lands, canvas.warning());
        }
        Trace::Halt(at) => canvas.cross(*at, canvas.warning()),
        Trace::FlightOn { from, to } => canvas.arrow_to(*from, *to, canvas.warning(), 2.2),
    }
}

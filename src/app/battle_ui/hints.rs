//! What hovering tells, or a finger that rests: a name, what it is for, the key that does it, why it
//! can't be done now; and of the rules' terms the rule's name and a summary, from the codex.

use bevy::prelude::World;
use bevy_egui::egui::{Context, Id, PopupAnchor, Response, RichText, Tooltip, Ui};

use super::press::key_shown;
use crate::{
    app::{layer::Layer, seat::Game, third_party::leafwing::words_of},
    battle::{
        Showing,
        playable::{
            acting::VerbId,
            showing::{Explanation, Label, Mark},
        },
    },
};

/// The widest that a hint becomes, in egui points.
const WIDTH: f32 = 300.0;

/// Tells on hovering what a control is called, what it is for, and its key.
pub fn hint(response: Response, name: &str, about: &str, key: &str) -> Response {
    response.on_hover_ui(|ui| show(ui, name, about, key))
}

/// As [`hint`]; where the control is off, why.
pub fn hint_or_why(
    response: Response,
    name: &str,
    about: &str,
    key: &str,
    why: Option<&str>,
) -> Response {
    let response = response.on_hover_ui(|ui| show(ui, name, about, key));
    response.on_disabled_hover_ui(|ui| {
        show(ui, name, about, key);
        show_why(ui, why);
    })
}

/// As [`hint_or_why`] for a verb that is called so at the moment, with the rule it goes by.
pub fn hint_of_verb(
    world: &World,
    response: Response,
    verb: VerbId,
    (name, about): (&str, &str),
    key: &str,
    why: Option<&str>,
) -> Response {
    let entry = words_of(verb).and_then(|words| Game::explained(world, words.term));
    let all = |ui: &mut Ui| {
        show(ui, name, about, key);
        if let Some(entry) = entry {
            show_entry(ui, entry);
        }
    };
    response.on_hover_ui(all).on_disabled_hover_ui(|ui| {
        all(ui);
        show_why(ui, why);
    })
}

/// Tells on hovering what a term of the rules means.
pub fn explain(world: &World, response: Response, term: &str) -> Response {
    match Game::explained(world, term) {
        Some(entry) => response.on_hover_ui(|ui| {
            ui.set_max_width(WIDTH);
            show_entry(ui, entry);
        }),
        None => response,
    }
}

/// Tells on hovering what a choice is for, and the rule it goes by.
pub fn hint_of_choice(world: &World, response: Response, about: &str, term: &str) -> Response {
    let entry = Game::explained(world, term);
    if about.is_empty() && entry.is_none() {
        return response;
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(WIDTH);
        if !about.is_empty() {
            ui.label(about);
        }
        if let Some(entry) = entry {
            show_entry(ui, entry);
        }
    })
}

/// Tells something about what is on the table under the pointer, once the pointer rests.
pub fn at_rest(ctx: &Context, name: &str, contents: impl FnOnce(&mut Ui)) {
    let delay = ctx.global_style().interaction.tooltip_delay;
    if ctx.input(|input| input.pointer.time_since_last_movement()) < delay {
        return;
    }
    let at = PopupAnchor::Pointer;
    let tooltip = Tooltip::always_open(ctx.clone(), Layer::Notes.id(), Id::new(name), at);
    tooltip.gap(14.0).show(|ui| {
        ui.set_max_width(WIDTH);
        contents(ui);
    });
}

/// Tells what marks mean, each with its rule.
pub fn meanings(world: &World, ui: &mut Ui, marks: &[Mark]) {
    ui.set_max_width(WIDTH);
    for (place, &mark) in marks.iter().enumerate() {
        if place > 0 {
            ui.separator();
        }
        let Label { text, term } = Game::meaning(mark);
        match Game::explained(world, &term) {
            Some(entry) => show_entry(ui, Explanation { name: &text, ..entry }),
            None => {
                ui.label(RichText::new(text).strong().color(ui.visuals().hyperlink_color));
            }
        }
    }
}

/// Tells on hovering what several terms of the rules mean.
pub fn explain_all(world: &World, response: Response, terms: &[&str]) -> Response {
    let known = terms.iter().filter_map(|term| Game::explained(world, term));
    let entries: Vec<Explanation> = known.collect();
    if entries.is_empty() {
        return response;
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(WIDTH);
        for (place, &entry) in entries.iter().enumerate() {
            if place > 0 {
                ui.separator();
            }
            show_entry(ui, entry);
        }
    })
}

fn show(ui: &mut Ui, name: &str, about: &str, key: &str) {
    ui.set_max_width(WIDTH);
    ui.horizontal(|ui| {
        let brass = ui.visuals().hyperlink_color;
        ui.label(RichText::new(name).strong().color(brass));
        if !key.is_empty() {
            let faint = ui.visuals().weak_text_color();
            key_shown(ui, key, faint);
        }
    });
    if !about.is_empty() {
        ui.label(about);
    }
}

fn show_why(ui: &mut Ui, why: Option<&str>) {
    if let Some(why) = why {
        ui.label(RichText::new(format!("Not now: {why}")).color(ui.visuals().error_fg_color));
    }
}

fn show_entry(ui: &mut Ui, entry: Explanation) {
    ui.horizontal(|ui| {
        let brass = ui.visuals().hyperlink_color;
        ui.label(RichText::new(entry.name).strong().color(brass));
        ui.label(RichText::new(entry.rule).weak().small());
    });
    ui.label(entry.about);
}

//! What hovering tells, or a finger that rests: a name, what it is for, the key that does it, why it
//! can't be done now; and of the rules' terms the rule's name and a summary, from the codex.

use bevy::prelude::World;
use bevy_egui::egui::{
    Area, Context, Frame, Id, Pos2, Rect, Response, RichText, ScrollArea, Ui, Vec2, vec2,
};

use super::{
    paint::notes::{self, Spared},
    press::key_shown,
};
use crate::{
    app::{layer::Layer, seat::Game, third_party::leafwing::words_of},
    battle::{
        Showing,
        playable::{
            acting::VerbId,
            showing::{Explanation, Label, Mark, PieceCard},
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

/// Tells on hovering all that is known of a row of a list: the rule it goes by, lines, and what speaks
/// against it.
pub fn hint_of_row(
    world: &World,
    response: Response,
    lines: &[String],
    term: &str,
    against: Option<&str>,
) -> Response {
    response.on_hover_ui(|ui| {
        ui.set_max_width(WIDTH);
        if let Some(entry) = Game::explained(world, term) {
            show_entry(ui, entry);
        }
        for line in lines {
            ui.label(line);
        }
        if let Some(against) = against {
            ui.label(RichText::new(against).color(ui.visuals().error_fg_color));
        }
    })
}

/// Tells about a point of the window, within a part of it, and beside what is to be left in sight there.
pub fn beside(
    ctx: &Context,
    name: &str,
    at: Pos2,
    (within, spared): (Rect, &Spared),
    contents: impl FnOnce(&mut Ui),
) {
    let place = |size: Vec2| notes::place(Rect::from_pos(at), size, within, spared);
    tell(ctx, (Id::new(("told beside a point", name)), within.height()), place, contents);
}

/// Tells about a point of the window while an order is in preparation, within a part of it: beside whatever
/// that takes up.
pub fn clear_of(
    ctx: &Context,
    name: &str,
    at: Pos2,
    (within, taken): (Rect, &[Rect]),
    contents: impl FnOnce(&mut Ui),
) {
    let place = |size: Vec2| notes::clear(at, size, within, taken);
    tell(ctx, (Id::new(("told beside an order", name)), within.height()), place, contents);
}

/// Tells something, so high at most, at a place that depends on how large it came out in the last frame.
fn tell(
    ctx: &Context,
    (id, highest): (Id, f32),
    place: impl FnOnce(Vec2) -> Rect,
    contents: impl FnOnce(&mut Ui),
) {
    let known = ctx.memory(|memory| memory.area_rect(id));
    let place = place(known.map_or(vec2(WIDTH, WIDTH / 3.0), |rect| rect.size()));
    let area = Area::new(id).fixed_pos(place.min).constrain(false).order(Layer::Messages.order());
    area.interactable(false).show(ctx, |ui| {
        let frame = Frame::popup(ui.style());
        let highest = (highest - frame.total_margin().sum().y).max(0.0);
        frame.show(ui, |ui| {
            ui.set_max_width(WIDTH);
            // What has no room fades away.
            let all = ScrollArea::vertical().max_height(highest).min_scrolled_height(0.0);
            all.show(ui, contents);
        });
    });
}

/// Whether keys leave the point of the window that they have chosen. To be asked in every frame.
pub fn keys_rest(ctx: &Context, at: Pos2) -> bool {
    let now = ctx.input(|input| input.time);
    let id = Id::new("where keys rest");
    let known: Option<(Pos2, f64)> = ctx.data(|data| data.get_temp(id));
    match known.filter(|&(place, _)| place == at) {
        Some((_, since)) => now - since >= f64::from(delay(ctx)),
        None => {
            ctx.data_mut(|data| data.insert_temp(id, (at, now)));
            false
        }
    }
}

fn delay(ctx: &Context) -> f32 {
    ctx.global_style().interaction.tooltip_delay
}

/// Whether the pointer rests.
pub fn rests(ctx: &Context) -> bool {
    ctx.input(|input| input.pointer.time_since_last_movement()) >= delay(ctx)
}

/// Tells what pieces of terrain do, each fact with the name of its rule.
pub fn pieces(world: &World, ui: &mut Ui, pieces: &[PieceCard]) {
    for (place, piece) in pieces.iter().enumerate() {
        if place > 0 {
            ui.separator();
        }
        ui.label(RichText::new(&piece.name).strong().color(ui.visuals().hyperlink_color));
        for fact in &piece.facts {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                ui.label(&fact.text);
                // A rule by its number alone would tell nobody anything.
                if let Some(entry) = Game::explained(world, &fact.term) {
                    ui.label(RichText::new(entry.name).weak().small());
                }
            });
        }
    }
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
        if !entry.rule.is_empty() {
            ui.label(RichText::new(entry.rule).weak().small());
        }
    });
    ui.label(entry.about);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{RawInput, pos2};

    use super::*;

    #[test]
    fn keys_have_to_rest_at_the_first_place_too() {
        let ctx = Context::default();
        let rest_at = |seconds: f64, at: Pos2| {
            let input = RawInput { time: Some(seconds), ..RawInput::default() };
            let mut rest = false;
            let mut output = ctx.run_ui(input, |ui| rest = keys_rest(ui.ctx(), at));
            output.textures_delta.clear();
            rest
        };
        let (here, there) = (pos2(10.0, 10.0), pos2(20.0, 10.0));
        assert!(!rest_at(100.0, here));
        assert!(rest_at(110.0, here));
        assert!(!rest_at(110.1, there));
        assert!(rest_at(120.0, there));
    }
}

//! The card of the selected unit: how the unit is, what kinds of models it has, and one of its models
//! when that is asked for. A smaller one of the unit under the pointer stands below it ([`compared`]).

pub mod compared;
mod kind;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, ScrollArea};

use super::{
    breaks, column, course, giving,
    hints::{explain, hint, hint_of_choice},
    icons::Icon,
    key_names::with_keys,
    lasting,
    mode::Selection,
    open_panels::OpenPanels,
    paging::{self, Paged},
    panel,
    press::Press,
    select, wishes,
};
use crate::{
    app::{computers, focus, seat::Game, theme::Theme, third_party::egui::sized},
    battle::{
        Acting, BattleWorld, ModelId, UnitId,
        playable::{
            acting::ChoiceDoes,
            showing::{Card, Kind, ModelCard},
        },
    },
};

/// Whose card is shown, and whose is compared with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Subjects {
    unit: Option<UnitId>,
    model: Option<ModelId>,
    compared: Option<UnitId>,
}

impl Subjects {
    /// The selected or the active unit comes before the one under the pointer.
    fn new(selection: Selection, active: Option<UnitId>, pointed: Option<UnitId>) -> Self {
        let unit = selection.unit.or(active).or(pointed);
        let model = selection.model.filter(|_| selection.unit.is_some());
        Self { unit, model, compared: pointed.filter(|_| pointed != unit) }
    }

    /// The same without anybody to compare.
    fn alone(self) -> Self {
        Self { compared: None, ..self }
    }

    fn of(world: &World) -> Self {
        let pointed = world.resource::<compared::Pointed>().unit();
        Self::new(*world.resource::<Selection>(), world.frame().active, pointed)
    }
}

/// Shows the card of the selected unit, or of the one under the pointer. It has the height of its column
/// whatever it says, so that nothing moves while the pointer goes over units; only the card of a second
/// unit takes its lower part. What has no room above that is told in short meanwhile, as the second unit
/// is: the pointer can't scroll here while it is there.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let subjects = Subjects::of(world);
    if panel::is_narrow(ctx) {
        panel::sheet(ctx, "card", |ui| {
            if panel::sheet_head(ui, Icon::Card, "Card") {
                world.resource_mut::<OpenPanels>().card = false;
            }
            let high = panel::sheet_height(ctx).min(ui.available_height());
            let area = ScrollArea::vertical().max_height(high).show(ui, |ui| {
                contents(world, ui, theme, subjects);
                paging::scroll(world, ui, Paged::Card);
            });
            paging::shown(ctx, Paged::Card, &area);
        });
        return;
    }
    let below = subjects.compared.and_then(|unit| Some((unit, column::of_compared(world, ctx)?)));
    panel::column(ctx, "card", column::of_card(world, ctx, below.is_some()), |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let room = ui.available_height();
        let in_short = subjects.unit.filter(|_| below.is_some() && needed(ctx, subjects) > room);
        let area = ScrollArea::vertical().max_height(room);
        let area = area.auto_shrink([false, false]).min_scrolled_height(0.0);
        let shown = area.show(ui, |ui| {
            ui.set_width(ui.available_width());
            match in_short {
                Some(unit) => compared::contents(world, ui, theme, unit, None),
                None => contents(world, ui, theme, subjects),
            }
            paging::scroll(world, ui, Paged::Card);
        });
        paging::shown(ctx, Paged::Card, &shown);
        let came_out = Needed { subjects: subjects.alone(), high: shown.content_size.y };
        if in_short.is_none() {
            ctx.data_mut(|data| data.insert_temp(Needed::id(), came_out));
        }
    });
    if let Some((unit, rect)) = below {
        compared::show(world, ctx, theme, (unit, subjects.unit), rect);
    }
}

/// How high a card is in full, in egui points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Needed {
    /// Whose card.
    subjects: Subjects,
    high: f32,
}

impl Needed {
    fn id() -> egui::Id {
        egui::Id::new("height of the card in full")
    }
}

/// How high the card was in full when it was shown last, in egui points; 0 before.
fn needed(ctx: &egui::Context, subjects: Subjects) -> f32 {
    let known: Option<Needed> = ctx.data(|data| data.get_temp(Needed::id()));
    known.filter(|known| known.subjects == subjects.alone()).map_or(0.0, |known| known.high)
}

fn contents(world: &mut World, ui: &mut egui::Ui, theme: &Theme, subjects: Subjects) {
    match subjects.unit {
        Some(unit) => unit_card(world, ui, theme, unit, subjects.model),
        None => {
            let by_keys = !select::to_go_through(world).is_empty();
            let text = with_keys(world, hint_of_nobody(by_keys));
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        }
    }
}

/// What is said while there is no card to show; the key that goes through units may lead to nobody.
fn hint_of_nobody(by_keys: bool) -> &'static str {
    match by_keys {
        true => "Point at a unit to see its card; click to select it, or press {next}.",
        false => "Point at a unit to see its card; click to select it.",
    }
}

fn unit_card(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    model: Option<ModelId>,
) {
    let card = course::card(world, unit, model);
    unit_in_short(world, ui, theme, unit, &card);
    lasting::rows(world, ui, theme, unit);
    ui.separator();
    kinds(world, ui, theme, &card);
    if world.resource::<Selection>().unit == Some(unit) {
        let standing = world.standing(unit);
        wishes::rows(world, ui, unit, model.or_else(|| standing.first().copied()));
        instructions(world, ui, unit);
        if standing.len() > 1 {
            model_by_model(world, ui, theme, unit, model.is_some());
        }
    }
    focus::keep_in_sight(ui);
}

/// A unit as a whole: its name, states, what it has left and what it has lost.
fn unit_in_short(world: &World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId, card: &Card) {
    let side = world.side_of(unit);
    let colour = Theme::egui(theme.side(side).text);
    let name = RichText::new(world.unit_name(unit)).size(sized(ui, 17.0)).strong().color(colour);
    ui.label(name);
    let about = format!("{} · {}", world.side_name(side), card.models);
    ui.label(RichText::new(breaks::kept(&about)).color(Theme::egui(theme.faint)));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for state in &card.states {
            let badge = badge(ui, &state.label.text, Theme::egui(theme.tone(state.tone)));
            explain(world, badge, &state.label.term);
        }
    });
    kind::row(world, ui, Theme::egui(theme.text), &card.left);
}

/// The kinds of a unit's models: the first in full, the others folded; where one model is asked for, that
/// one in full below all others.
fn kinds(world: &World, ui: &mut egui::Ui, theme: &Theme, card: &Card) {
    let of_model = card.model.as_ref().and_then(|model| {
        let same = |kind: &Kind| kind.name == model.kind.name && kind.parts == model.kind.parts;
        card.kinds.iter().position(same)
    });
    for (place, kind) in card.kinds.iter().enumerate() {
        let title = RichText::new(kind::title(kind)).strong();
        if of_model == Some(place) {
            ui.label(title);
        } else if place == 0 && card.model.is_none() {
            ui.label(title);
            kind::show(world, ui, theme, kind);
        } else {
            egui::CollapsingHeader::new(title)
                .id_salt(("kind", place))
                .show(ui, |ui| kind::show(world, ui, theme, kind));
        }
    }
    if let Some(model) = &card.model {
        model_in_full(world, ui, theme, model);
    }
}

/// A model: how it is, its characteristics, its arms and abilities.
fn model_in_full(world: &World, ui: &mut egui::Ui, theme: &Theme, model: &ModelCard) {
    ui.label(RichText::new(breaks::kept(&model.name)).strong().color(Theme::egui(theme.selected)));
    ui.label(RichText::new(breaks::kept(&model.now)).small());
    kind::show(world, ui, theme, &model.kind);
}

/// Goes through the models of a unit one by one, and back to all of it.
fn model_by_model(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    one_is_shown: bool,
) {
    ui.horizontal(|ui| {
        for (icon, name, step) in
            [(Icon::Left, "Previous model", -1), (Icon::Right, "Next model", 1)]
        {
            let button = ui.add(Press::square(icon, name, 24.0));
            if hint(button, name, "Shows one model of the unit at a time.", "").clicked() {
                select::next_model(world, step);
            }
        }
        if one_is_shown {
            let name = "Whole unit";
            let button = ui.add(Press::word(name, ""));
            if hint(button, name, "Shows the unit instead of one of its models.", "").clicked() {
                select::select(world, unit, None);
            }
        } else {
            let faint = Theme::egui(theme.faint);
            ui.label(RichText::new("One model at a time").color(faint).small());
        }
    });
}

/// What a unit that waits may wait for; its player may change it at any time.
fn instructions(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    // A computer instructs its own units.
    let is_own = computers::leader(world, world.side_of(unit)).is_none();
    let choices = if is_own { Game::instructions(world, unit) } else { Vec::new() };
    if choices.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new("What it does on hold:").small());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(3.0, 3.0);
        ui.spacing_mut().button_padding = egui::vec2(4.0, 1.0);
        for choice in choices {
            let button = egui::Button::new(choice.text).selected(choice.chosen);
            let button = ui.add(button);
            if hint_of_choice(world, button, &choice.about, choice.term).clicked()
                && !choice.chosen
                && let ChoiceDoes::Gives(order) = choice.does
            {
                giving::give(world, order);
            }
        }
    });
}

/// A word in a rim. It stays in one line and goes to the next as a whole.
fn badge(ui: &mut egui::Ui, text: &str, colour: Color32) -> egui::Response {
    let badge = egui::Button::new(RichText::new(text).color(colour).small())
        .fill(Color32::TRANSPARENT)
        .stroke(egui::Stroke::new(1.0, colour.gamma_multiply(0.7)))
        .corner_radius(3.0)
        .sense(egui::Sense::hover())
        .wrap_mode(egui::TextWrapMode::Extend)
        .small();
    ui.add(badge)
}

#[cfg(test)]
mod tests;

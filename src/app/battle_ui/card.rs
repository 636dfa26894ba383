//! The card of the selected unit: its state, and the profile, weapons and abilities of a model of
//! it in full.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText, ScrollArea};

use super::{
    aim::Hover,
    column,
    draft::Stamp,
    giving,
    hints::{explain, hint, hint_of_choice},
    icons::Icon,
    mode::Selection,
    open_panels::OpenPanels,
    panel,
    press::Press,
    select, unasked,
};
use crate::{
    app::{seat::Game, theme::Theme, third_party::egui::sized},
    battle::{
        Acting, BattleWorld, ModelId, Showing, UnitId,
        playable::{
            acting::ChoiceDoes,
            showing::{Arm, ArmsPart, Card, Label, ModelCard},
        },
    },
};

/// The card that was described last, and for what.
#[derive(Resource, Clone, Debug, Default)]
pub struct Described {
    key: Option<(Stamp, UnitId, Option<ModelId>)>,
    card: Option<Card>,
}

/// A unit's card with one of its models: described again only when something has happened.
fn described(world: &mut World, unit: UnitId, model: Option<ModelId>) -> Card {
    let key = Some((Stamp::of(world), unit, model));
    let described = world.resource::<Described>();
    if let Some(card) = described.card.as_ref().filter(|_| described.key == key) {
        return card.clone();
    }
    let card = Game::card(world, unit, model);
    *world.resource_mut::<Described>() = Described { key, card: Some(card.clone()) };
    card
}

/// Shows the card of the selected unit, or of the one under the pointer. It has the height of its column
/// whatever it says, so that nothing moves while the pointer goes over units.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let selection = *world.resource::<Selection>();
    let hover = *world.resource::<Hover>();
    let unit = selection.unit.or(hover.unit).or(world.frame().active);
    if panel::is_narrow(ctx) {
        panel::sheet(ctx, "card", |ui| {
            if panel::sheet_head(ui, Icon::Card, "Card") {
                world.resource_mut::<OpenPanels>().card = false;
            }
            let high = panel::sheet_height(ctx).min(ui.available_height());
            ScrollArea::vertical().max_height(high).show(ui, |ui| {
                contents(world, ui, theme, unit, selection, hover);
            });
        });
        return;
    }
    panel::column(ctx, "card", column::of_card(world, ctx), |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let area = ScrollArea::vertical().max_height(ui.available_height());
        area.auto_shrink([false, false]).min_scrolled_height(0.0).show(ui, |ui| {
            ui.set_width(ui.available_width());
            contents(world, ui, theme, unit, selection, hover);
        });
    });
}

fn contents(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: Option<UnitId>,
    selection: Selection,
    hover: Hover,
) {
    match unit {
        Some(unit) => unit_card(world, ui, theme, unit, selection, hover),
        None => {
            let text = "Point at a unit to see its card; click to select it.";
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        }
    }
}

fn unit_card(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    selection: Selection,
    hover: Hover,
) {
    let side = world.side_of(unit);
    let colour = Theme::egui(theme.side(side).text);
    let name = RichText::new(world.unit_name(unit)).size(sized(ui, 17.0)).strong().color(colour);
    ui.label(name);
    let standing = world.standing(unit);
    let shown = selection
        .model
        .filter(|_| selection.unit == Some(unit))
        .or(hover.model.filter(|_| hover.unit == Some(unit)))
        .or_else(|| standing.first().copied())
        .or_else(|| world.members(unit).first().copied());
    let card = described(world, unit, shown);
    let faint = Theme::egui(theme.faint);
    let about = format!("{} · {}", world.side_name(side), card.models);
    ui.label(RichText::new(about).color(faint));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for state in &card.states {
            let badge = badge(ui, &state.label.text, Theme::egui(theme.tone(state.tone)));
            explain(world, badge, &state.label.term);
        }
    });
    let (Some(model), Some(about)) = (shown, &card.model) else { return };
    ui.separator();
    model_in_full(world, ui, theme, about, selection.model == Some(model));
    if selection.unit == Some(unit) {
        unasked::row(world, ui, model);
        instructions(world, ui, unit);
    }
    if selection.unit == Some(unit) && standing.len() > 1 {
        ui.horizontal(|ui| {
            for (icon, name, step) in
                [(Icon::Left, "Previous model", -1), (Icon::Right, "Next model", 1)]
            {
                let button = ui.add(Press::square(icon, name, 24.0));
                if hint(button, name, "Shows one model of the unit at a time.", "").clicked() {
                    select::next_model(world, step);
                }
            }
            ui.label(RichText::new("one model at a time").color(faint).small());
        });
    }
}

/// What a unit that waits may wait for; its player may change it at any time.
fn instructions(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let choices = Game::instructions(world, unit);
    if choices.is_empty() {
        return;
    }
    ui.separator();
    ui.label(RichText::new("Responds:").small());
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

/// A model: how it is, its characteristics, its arms and abilities.
fn model_in_full(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    model: &ModelCard,
    selected: bool,
) {
    let colour = if selected { theme.selected } else { theme.text };
    ui.label(RichText::new(&model.name).strong().color(Theme::egui(colour)));
    ui.label(RichText::new(&model.now).small());
    characteristics(world, ui, theme, &model.characteristics);
    for part in &model.parts {
        arms_part(world, ui, theme, part);
    }
    let faint = Theme::egui(theme.faint);
    if let Some(together) = &model.together {
        let text = RichText::new(&together.text).small().color(faint);
        explain(world, ui.label(text), &together.term);
    }
    if !model.abilities.is_empty() {
        ui.add_space(2.0);
        abilities_row(world, ui, theme, &model.abilities);
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 1.0);
        for (place, fact) in model.facts.iter().enumerate() {
            let dot = if place > 0 { "· " } else { "" };
            let text = RichText::new(format!("{dot}{}", fact.text)).color(faint).small();
            explain(world, ui.label(text), &fact.term);
        }
    });
}

/// Characteristics, each under its letters.
fn characteristics(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    cells: &[(&'static str, String)],
) {
    let (letters, numbers) = (sized(ui, 11.0), sized(ui, 14.0));
    let size = egui::vec2(ui.available_width(), letters + numbers + 12.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let wide = rect.width() / cells.len() as f32;
    let faint = Theme::egui(theme.faint);
    for (place, &(name, ref value)) in cells.iter().enumerate() {
        let left = rect.left() + wide * place as f32;
        let cell = egui::Rect::from_min_size(
            egui::pos2(left, rect.top()),
            egui::vec2(wide, rect.height()),
        );
        let response = ui.interact(cell, ui.id().with(("number", name)), egui::Sense::hover());
        let text = Theme::egui(if response.hovered() { theme.accent } else { theme.text });
        let middle = cell.center().x;
        let font = egui::FontId::proportional;
        let painter = ui.painter();
        let top = egui::pos2(middle, cell.top() + 3.0);
        painter.text(top, egui::Align2::CENTER_TOP, name, font(letters), faint);
        let below = egui::pos2(middle, cell.bottom() - 3.0);
        painter.text(below, egui::Align2::CENTER_BOTTOM, value, font(numbers), text);
        explain(world, response, name);
    }
}

/// Abilities one beside the other, each with what it does on hovering.
fn abilities_row(world: &World, ui: &mut egui::Ui, theme: &Theme, abilities: &[Label]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 3.0);
        for ability in abilities {
            let badge = badge(ui, &ability.text, Theme::egui(theme.accent));
            explain(world, badge, &ability.term);
        }
    });
}

/// The arms of a model, or of one of those who share its base, with the numbers of that one.
fn arms_part(world: &World, ui: &mut egui::Ui, theme: &Theme, part: &ArmsPart) {
    if let Some((name, numbers)) = &part.wielder {
        ui.separator();
        ui.label(RichText::new(name).strong().color(Theme::egui(theme.accent)));
        explain(world, ui.label(RichText::new(&numbers.text).small()), &numbers.term);
        if !part.abilities.is_empty() {
            abilities_row(world, ui, theme, &part.abilities);
        }
    }
    for arm in &part.arms {
        arm_lines(world, ui, theme, arm);
    }
}

/// A weapon: its name, its numbers and its rules, each with what it means on hovering.
fn arm_lines(world: &World, ui: &mut egui::Ui, theme: &Theme, arm: &Arm) {
    let faint = Theme::egui(theme.faint);
    ui.add_space(1.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 1.0);
        let icon = if arm.shot { Icon::Shoot } else { Icon::Fight };
        icon.show(ui, 13.0, faint);
        ui.label(RichText::new(&arm.name).strong());
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 1.0);
        for rule in &arm.rules {
            let label = ui.label(RichText::new(&rule.text).small().color(faint));
            explain(world, label, &rule.term);
        }
    });
}

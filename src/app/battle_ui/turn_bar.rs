//! The bar along the top: turn, whose go it is, whose activation, who is still to act, and the
//! switches of panels.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, RichText};

use super::{
    command::Command,
    course::{self, Course},
    giving,
    hints::{hint, hint_or_why},
    icons::Icon,
    key_names::key_name,
    offered,
    open_panels::OpenPanels,
    panel,
    press::Press,
    select,
};
use crate::{
    app::{
        animation::Playback,
        camera::View,
        theme::Theme,
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{BattleWorld, SideId},
};

/// The size of buttons for fingers, in egui points.
pub const FINGER: f32 = 44.0;

/// Shows the bar.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    course::update(world);
    let rect = panel::rect(ctx, (0.0, 0.0), (-0.001, panel::bar_height(ctx)));
    let narrow = panel::is_narrow(ctx);
    panel::fixed(ctx, "turn_bar", rect, |ui| {
        if narrow {
            ui.spacing_mut().item_spacing = egui::vec2(2.0, 2.0);
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                menu(world, ui, theme, FINGER);
            });
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                state(world, ui, theme, 14.0);
            });
            return;
        }
        ui.horizontal_centered(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                menu(world, ui, theme, 28.0);
                ui.separator();
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.spacing_mut().item_spacing.x = 8.0;
                    state(world, ui, theme, 15.0);
                });
            });
        });
    });
}

fn state(world: &mut World, ui: &mut egui::Ui, theme: &Theme, size: f32) {
    let size = sized(ui, size);
    let Some(clock) = world.resource::<Course>().clock().cloned() else { return };
    ui.label(RichText::new(&clock.time).size(size).strong());
    match &clock.left {
        Some(left) => sides(world, ui, theme, size, (clock.side, left)),
        None => {
            plate(ui, theme, clock.side, world.side_name(clock.side), size);
        }
    }
    if let Some(unit) = clock.active {
        let doing = world.unit_name(unit).to_owned();
        let colour = Theme::egui(theme.side(world.side_of(unit)).text);
        let label = egui::Label::new(RichText::new(doing).color(colour).size(size))
            .truncate()
            .sense(egui::Sense::click());
        let label = ui.add(label);
        if hint(label, "The active unit", "Click to find it on the table.", "").clicked() {
            select::select(world, unit, None);
            let middle = world.middle(unit);
            world.resource_mut::<View>().look_at(middle);
        }
    } else {
        ui.add(egui::Label::new(RichText::new(clock.next).size(size)).truncate());
    }
    goals(world, ui, theme);
    if world.resource::<Playback>().is_busy() {
        let key = key_name(world, Action::Skip);
        let faint = Theme::egui(theme.faint);
        ui.label(RichText::new(format!("{key} skips")).color(faint).small());
    }
}

/// Both sides with the number of units they still have to act: the one whose go it is in full
/// colour.
fn sides(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    size: f32,
    (turn, left): (SideId, &[usize]),
) {
    for (side, &left) in (0..).map(SideId).zip(left) {
        let name = world.side_name(side).to_owned();
        let own = side == turn;
        let text = if own { format!("{name}  {left}") } else { left.to_string() };
        let plate = if own {
            plate(ui, theme, side, &text, size)
        } else {
            let colour = Theme::egui(theme.side(side).text);
            let text = RichText::new(text).size(size).color(colour);
            egui::Frame::NONE
                .stroke(egui::Stroke::new(1.5, Theme::egui(theme.side(side).rim)))
                .corner_radius(4)
                .inner_margin(egui::Margin::symmetric(6, 1))
                .show(ui, |ui| ui.add(egui::Label::new(text).selectable(false)))
                .inner
        };
        let about = match left {
            0 => "No units are left to act this turn.".to_owned(),
            1 => "1 unit has yet to act this turn.".to_owned(),
            _ => format!("{left} units have yet to act this turn."),
        };
        hint(plate, &name, &about, "");
    }
}

/// A side's name on its colour.
fn plate(ui: &mut egui::Ui, theme: &Theme, side: SideId, text: &str, size: f32) -> egui::Response {
    let rim = theme.side(side).rim;
    egui::Frame::NONE
        .fill(Theme::egui(rim))
        .corner_radius(4)
        .inner_margin(egui::Margin::symmetric(8, 2))
        .show(ui, |ui| {
            let ink = Theme::egui(theme.words_on(rim));
            let text = RichText::new(text).size(size).strong().color(ink);
            ui.add(egui::Label::new(text).selectable(false))
        })
        .inner
}

/// What the armies fight about besides each other.
fn goals(world: &World, ui: &mut egui::Ui, theme: &Theme) {
    let goals = world.resource::<Course>().goals();
    if goals.is_empty() {
        return;
    }
    let star = Icon::Aim.show(ui, 18.0, Theme::egui(theme.accent));
    star.on_hover_ui(|ui| {
        ui.label(RichText::new("How to win").strong().color(Theme::egui(theme.accent)));
        for goal in goals {
            let colour = goal.side.map_or(theme.text, |side| theme.side(side).text);
            ui.label(RichText::new(&goal.text).color(Theme::egui(colour)));
        }
    });
}

/// The switches of panels, the menu at the window's edge.
fn menu(world: &mut World, ui: &mut egui::Ui, theme: &Theme, width: f32) {
    let mut shown = *world.resource::<OpenPanels>();
    let switches: [(Icon, &str, &str, Action, fn(&mut OpenPanels) -> &mut bool); 5] = [
        (Icon::Menu, "Menu", "Save, load, settings, leave.", Action::Menu, |shown| &mut shown.menu),
        (Icon::Keys, "Keys", "View and change keys.", Action::Help, |shown| &mut shown.help),
        (Icon::Dice, "Dice", "Dice from the last roll.", Action::ShowDice, |s| &mut s.dice),
        (
            Icon::Log,
            "Log",
            "Everything that has happened. The last lines stay in view.",
            Action::ShowLog,
            |s| &mut s.log,
        ),
        (Icon::Card, "Card", "The unit's state and characteristics.", Action::ShowCard, |shown| {
            &mut shown.card
        }),
    ];
    for (icon, name, about, action, which) in switches {
        let key = key_name(world, action);
        let on = *which(&mut shown);
        let button = ui.add(Press::square(icon, name, width).selected(on));
        if hint(button, name, about, &key).clicked() {
            *which(&mut shown) = !on;
        }
    }
    world.resource_mut::<OpenPanels>().set_if_neq(shown);
    let why = offered::no_undo(world);
    let key = key_name(world, Command::Undo.action());
    let undo = Press::square(Icon::Undo, "Undo", width).ink(Theme::egui(theme.text));
    let undo = ui.add_enabled(why.is_none(), undo);
    if hint_or_why(undo, "Undo", Command::Undo.help(), &key, why.as_deref()).clicked() {
        giving::act(world, Command::Undo);
    }
    let units = [(Icon::Right, "Next unit", 1, Action::NextUnit)].into_iter();
    let back = (Icon::Left, "Previous unit", -1, Action::PreviousUnit);
    for (icon, name, step, action) in units.chain([back]) {
        let key = key_name(world, action);
        let button = ui.add(Press::square(icon, name, width));
        if hint(button, name, "Selects a unit that can act.", &key).clicked() {
            select::next(world, step);
        }
    }
}

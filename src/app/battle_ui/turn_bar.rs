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

/// The buttons at its end: the switches of panels, undo, and the units one after another.
const BUTTONS: usize = SWITCHES + 3;
/// The switches of panels, the menu's among them.
const SWITCHES: usize = 5;
/// Between buttons for fingers, in egui points.
const GAP: f32 = 2.0;
/// What the words of the bar need beside the buttons, in egui points.
const WORDS: f32 = 210.0;

/// How many rows of their own the buttons take: none where they stand beside the words.
pub fn button_rows(ctx: &egui::Context) -> usize {
    if !panel::is_narrow(ctx) {
        return 0;
    }
    let room = ctx.content_rect().width() - 18.0;
    rows(room, panel::finger(ctx), panel::is_low(ctx))
}

/// The same for buttons of a width in so much room, in egui points. In a low window they stand beside
/// the words if those are still readable then.
fn rows(room: f32, button: f32, low: bool) -> usize {
    let one = button + GAP;
    if low && room >= WORDS + one * BUTTONS as f32 {
        return 0;
    }
    let fit = ((room + GAP) / one).floor().max(1.0) as usize;
    BUTTONS.div_ceil(fit)
}

/// Shows the bar.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    course::update(world);
    let rect = panel::rect(ctx, (0.0, 0.0), (-0.001, panel::bar_height(ctx)));
    let narrow = panel::is_narrow(ctx);
    let rows = button_rows(ctx);
    panel::fixed(ctx, "turn_bar", rect, |ui| {
        if rows > 0 {
            ui.spacing_mut().item_spacing = egui::vec2(GAP, GAP);
            // As many in a row as there is room for, from the right.
            let rest = Layout::right_to_left(Align::Min).with_main_wrap(true);
            let high = rows as f32 * (panel::finger(ctx) + GAP);
            let size = egui::vec2(ui.available_width(), high);
            ui.allocate_ui_with_layout(size, rest, |ui| {
                menu(world, ui, theme, panel::finger(ctx));
            });
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                state(world, ui, theme, 14.0);
            });
            return;
        }
        ui.horizontal_centered(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                menu(world, ui, theme, if narrow { panel::finger(ctx).min(30.0) } else { 28.0 });
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
            0 => "No unit can act any more this turn.".to_owned(),
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
    let switches: [(Icon, &str, &str, Action, fn(&mut OpenPanels) -> &mut bool); SWITCHES] = [
        (Icon::Menu, "Menu", "Save, load, change settings or leave.", Action::Menu, |shown| {
            &mut shown.menu
        }),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_button_of_the_bar_is_out_of_a_narrow_window() {
        const FINGER: f32 = 44.0;
        for width in (300..720).step_by(10) {
            let room = width as f32 - 18.0;
            let rows = rows(room, FINGER, false);
            let fit = ((room + GAP) / (FINGER + GAP)).floor() as usize;
            assert!(fit * rows >= BUTTONS, "{width} points: {rows} rows of {fit}");
        }
        assert_eq!(rows(320.0 - 18.0, FINGER, false), 2, "a small phone");
        assert_eq!(rows(390.0 - 18.0, FINGER, false), 1, "a phone");
        assert_eq!(rows(512.0 - 18.0, 32.0, true), 0, "1280 by 720 at 250 per cent");
        assert_eq!(rows(320.0 - 18.0, 32.0, true), 1);
    }
}

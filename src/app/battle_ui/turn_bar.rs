//! The bar along the top: turn, whose go it is, who won the initiative, who is still to act, the score,
//! what is waited for, and the switches of panels.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align, Color32, FontId, Galley, Layout, RichText, Sense, TextFormat,
    text::{LayoutJob, TextWrapping},
};

use super::{
    command::Command,
    course::{self, Course},
    giving,
    hints::{hint, hint_or_why},
    hints_panel,
    icons::Icon,
    key_names::key_name,
    lasting, offered,
    open_panels::OpenPanels,
    panel,
    press::Press,
    score, select,
};
use crate::{
    app::{
        animation::Playback,
        camera::View,
        theme::Theme,
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{
        BattleWorld, SideId,
        playable::{count, showing::Clock},
    },
};

/// The buttons at its end in a narrow window: the switches of panels, undo, and the units one after another.
/// In a wide one there is room for hints too.
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
                    ui.spacing_mut().item_spacing.x = if narrow { 5.0 } else { 8.0 };
                    state(world, ui, theme, if narrow { 12.5 } else { 15.0 });
                });
            });
        });
    });
}

fn state(world: &mut World, ui: &mut egui::Ui, theme: &Theme, size: f32) {
    let size = sized(ui, size);
    let Some(clock) = world.resource::<Course>().clock().cloned() else { return };
    ui.label(RichText::new(&clock.time).size(size).strong());
    // In a narrow window the sentence alone says whose go it is, and the score the rest.
    if !panel::is_narrow(ui.ctx()) {
        match &clock.left {
            Some(left) => sides(world, ui, theme, size, &clock, left),
            None => {
                let name = world.side_name(clock.side);
                plate(ui, theme, (clock.side, true), name, size, false);
            }
        }
    }
    let plates = !panel::is_narrow(ui.ctx()) && clock.left.is_some();
    score::button(world, ui, theme, size, plates);
    lasting::button(world, ui, theme, size);
    awaited(world, ui, theme, size, &clock);
}

/// Who may do what now; while a unit acts, a click finds it. What has no room is told on hovering.
fn awaited(world: &mut World, ui: &mut egui::Ui, theme: &Theme, size: f32, clock: &Clock) {
    let busy = world.resource::<Playback>().is_busy();
    if clock.awaited.is_empty() && !busy {
        return;
    }
    let colour = Theme::egui(theme.side(clock.side).text);
    let said = |text: &str, size: f32| {
        let mut words = LayoutJob::default();
        words.append(text, 0.0, TextFormat::simple(FontId::proportional(size), colour));
        words
    };
    let small = sized(ui, 11.5);
    let mut forms = Vec::new();
    if busy {
        let mut words = said(&clock.awaited, size);
        let skips = format!("   {} skips", key_name(world, Action::Skip));
        let faint = Theme::egui(theme.faint);
        words.append(&skips, 0.0, TextFormat::simple(FontId::proportional(small), faint));
        forms.push((words, 1));
    }
    for text in [&*clock.awaited, awaited_in_short(world, clock)] {
        forms.extend([(said(text, size), 1), (said(text, small), 2)]);
    }
    let words = first_whole(ui, forms, ui.available_width());
    #[cfg(test)]
    ui.data_mut(|data| data.insert_temp(whole(), !words.elided));
    let sense = if clock.active.is_some() { Sense::click() } else { Sense::hover() };
    let label = ui.add(egui::Label::new(words).sense(sense));
    if clock.awaited.is_empty() {
        return;
    }
    let sentence = format!("{}.", clock.awaited);
    let Some(unit) = clock.active else {
        label.on_hover_text(sentence);
        return;
    };
    if label.on_hover_text(format!("{sentence} Click to find it on the table.")).clicked() {
        select::select(world, unit, None);
        let middle = world.middle(unit);
        world.resource_mut::<View>().look_at(middle);
    }
}

#[cfg(test)]
fn whole() -> egui::Id {
    egui::Id::new("what the turn bar says is whole")
}

/// Whether what the bar said in the last frame was whole.
#[cfg(test)]
pub fn is_whole(ctx: &egui::Context) -> bool {
    ctx.data(|data| data.get_temp(whole())).unwrap_or(false)
}

/// Who is awaited, by name alone: the unit that acts, or the side that has to choose or answer.
fn awaited_in_short<'a>(world: &'a World, clock: &Clock) -> &'a str {
    let acts = clock.active.filter(|_| super::decision::asked(world).is_none());
    acts.map_or_else(|| world.side_name(clock.side), |unit| world.unit_name(unit))
}

/// The first of some words that are whole in so much room on as many lines as they may take; the last of
/// them, cut off, where none are.
fn first_whole(ui: &egui::Ui, forms: Vec<(LayoutJob, usize)>, room: f32) -> Arc<Galley> {
    let painter = ui.painter();
    let is_whole = |words: &LayoutJob, galley: &Galley| {
        let font = words.sections.first().map(|section| section.format.font_id.clone());
        let fits = |word: &str| {
            let font = font.clone().unwrap_or_default();
            painter.layout_no_wrap(word.to_owned(), font, Color32::WHITE).size().x <= room
        };
        !galley.elided && words.text.split_whitespace().all(fits)
    };
    let mut last = None;
    for (mut words, lines) in forms {
        words.wrap = TextWrapping { max_width: room, max_rows: lines, ..default() };
        let galley = painter.layout_job(words.clone());
        if is_whole(&words, &galley) {
            return galley;
        }
        last = Some(galley);
    }
    last.unwrap_or_else(|| painter.layout_job(LayoutJob::default()))
}

/// All sides with the number of units they still have to act: the one whose go it is in full colour, a
/// die at the one that goes first this turn. Names stand where there is room.
fn sides(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    size: f32,
    clock: &Clock,
    left: &[usize],
) {
    let wide = panel::has_two_columns(ui.ctx());
    for (side, &left) in (0..).map(SideId).zip(left) {
        let name = world.side_name(side);
        let own = side == clock.side;
        let text = if wide || own { format!("{name}  {left}") } else { left.to_string() };
        let first = clock.first.is_some_and(|(first, _)| first == side);
        let plate = plate(ui, theme, (side, own), &text, size, first);
        plate.on_hover_text(still_to_act(world, clock, side, left));
    }
}

/// How many units a side has still to act, and whether it goes first this turn, in a sentence.
pub fn still_to_act(world: &World, clock: &Clock, side: SideId, left: usize) -> String {
    let units = match left {
        0 => "no unit that can still act this turn".to_owned(),
        left => format!("{} yet to act this turn", count(left, "unit")),
    };
    let has = format!("has {units}");
    let have = format!("have {units}");
    match clock.first {
        Some((first, how)) if first == side => {
            world.side_does(side, &format!("{how} and {has}"), &format!("{how} and {have}")) + "."
        }
        _ => world.side_does(side, &has, &have) + ".",
    }
}

/// Words on a side's colour if it is its go, else in a rim of it; before them a die, if it goes first
/// this turn.
fn plate(
    ui: &mut egui::Ui,
    theme: &Theme,
    (side, own): (SideId, bool),
    text: &str,
    size: f32,
    first: bool,
) -> egui::Response {
    let colours = theme.side(side);
    let (rim, ink) = match own {
        true => (colours.rim, theme.words_on(colours.rim)),
        false => (colours.rim, colours.text),
    };
    let (rim, ink) = (Theme::egui(rim), Theme::egui(ink));
    let frame = egui::Frame::NONE.corner_radius(4);
    let frame = match own {
        true => frame.fill(rim).inner_margin(egui::Margin::symmetric(8, 2)),
        false => {
            frame.stroke(egui::Stroke::new(1.5, rim)).inner_margin(egui::Margin::symmetric(6, 1))
        }
    };
    let shown = frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.horizontal(|ui| {
            if first {
                Icon::Dice.show(ui, size, ink);
            }
            let text = RichText::new(text).size(size).color(ink);
            let text = if own { text.strong() } else { text };
            ui.add(egui::Label::new(text).selectable(false));
        });
    });
    shown.response
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
    if !panel::is_narrow(ui.ctx()) {
        let press = Press::square(Icon::Hint, Command::Hint.name(), width);
        hints_panel::button(world, ui, press.ink(Theme::egui(theme.text)));
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
    use crate::battle::{SideName, SideNames};

    #[test]
    fn what_a_side_has_left_is_told_with_its_name_once() {
        let mut world = World::new();
        let named = |name: &str, plural| SideName { name: name.to_owned(), plural };
        world.insert_resource(SideNames(vec![named("The Crown", false), named("Clans", true)]));
        let clock = Clock {
            time: "Turn 1 of 6".to_owned(),
            side: SideId(0),
            left: Some(vec![1, 0]),
            active: None,
            awaited: String::new(),
            first: Some((SideId(0), "won the initiative")),
        };
        let told = |side, left| still_to_act(&world, &clock, SideId(side), left);
        let crown = "The Crown won the initiative and has 1 unit yet to act this turn.";
        assert_eq!(told(0, 1), crown);
        assert_eq!(told(1, 3), "Clans have 3 units yet to act this turn.");
        assert_eq!(told(1, 0), "Clans have no unit that can still act this turn.");
    }

    #[test]
    fn who_acts_is_whole_however_little_room_the_bar_has() {
        fn said(text: &str, size: f32) -> LayoutJob {
            let mut words = LayoutJob::default();
            let format = TextFormat::simple(FontId::proportional(size), Color32::WHITE);
            words.append(text, 0.0, format);
            words
        }
        let (long, short) = ("The Wardens of the North act with Wall Watch", "Wall Watch");
        let mut told = Vec::new();
        let ctx = egui::Context::default();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            told.clear();
            for room in [500.0, 200.0, 100.0, 45.0, 10.0] {
                let lines = |text| [(said(text, 15.0), 1), (said(text, 11.5), 2)];
                let forms = [lines(long), lines(short)].concat();
                let galley = first_whole(ui, forms, room);
                told.push((galley.text().to_owned(), galley.rows.len(), galley.elided));
            }
        });
        output.textures_delta.clear();
        assert_eq!(told[0], (long.to_owned(), 1, false));
        assert_eq!(told[1], (long.to_owned(), 2, false));
        assert_eq!(told[2], (short.to_owned(), 1, false));
        assert_eq!(told[3], (short.to_owned(), 2, false), "1280 by 720 at 250 per cent");
        assert!(told[4].2, "there is no room for anything");
    }

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

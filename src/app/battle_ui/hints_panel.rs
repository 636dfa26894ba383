//! The orders panel while somebody asks for a hint: the best plans with what each is worth and why; a
//! click, or its number, follows one.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Color32, RichText,
    text::{LayoutJob, TextFormat},
};

use super::{
    command::Command,
    giving::act,
    hints::hint_or_why,
    key_names::{NUMBERS, key_name},
    panel,
    press::{KEY_WIDTH, Press, numbered},
};
use crate::{
    app::{
        computers::hints::{self, Hints},
        theme::Theme,
    },
    battle::planning::Considered,
};

/// The height of a plan where nobody presses with fingers, and what is between two, in egui points.
const HIGH: f32 = 23.0;
const CLOSE: f32 = 2.0;

/// Shows it.
pub fn show(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let faint = Theme::egui(theme.faint);
    let said: Option<Vec<Considered>> = world.resource::<Hints>().given().map(|hints| {
        let said = hints.iter().map(|hint| {
            let name = hint.suggestion.plan.name.clone();
            Considered { name, account: hint.suggestion.account.clone() }
        });
        said.collect()
    });
    ui.spacing_mut().item_spacing.y = CLOSE;
    let mut followed = None;
    let mut pointed = None;
    ui.horizontal(|ui| {
        let narrow = panel::is_narrow(ui.ctx());
        let text = match &said {
            None => "Thinking of the best plans …",
            Some(said) if said.is_empty() => "No plan seems worth following now.",
            Some(_) if narrow => "The best plans now. Tap one to follow it.",
            Some(_) => "The best plans now. Click one, or press its number, to follow it.",
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let key = key_name(world, Command::Hint.action());
            let key = if narrow { "" } else { &*key };
            if ui.add(Press::word("Close", key)).clicked() {
                act(world, Command::Hint);
            }
            // What has no room beside the button takes another line.
            let rest = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(true);
            ui.with_layout(rest, |ui| {
                ui.spacing_mut().interact_size.y = 0.0;
                ui.add(egui::Label::new(RichText::new(text).color(faint)).wrap());
            });
        });
    });
    for (place, plan) in said.iter().flatten().enumerate() {
        let high = panel::finger_or(ui, HIGH);
        let number = NUMBERS.get(place).map(|_| (place + 1).to_string());
        let marked = world.resource::<Hints>().pointed() == Some(place);
        let response = row(ui, plan, (faint, number.as_deref()), marked, high);
        if response.hovered() || response.has_focus() {
            pointed = Some(place);
        }
        if response.clicked() {
            followed = Some(place);
        }
    }
    if pointed.is_some() {
        world.resource_mut::<Hints>().point_at(pointed);
    }
    if let Some(place) = followed {
        hints::follow(world, place);
    }
}

/// A plan in one line, or in two where fingers press, with its number; what has no room there is told on hovering.
fn row(
    ui: &mut egui::Ui,
    plan: &Considered,
    (faint, number): (Color32, Option<&str>),
    marked: bool,
    high: f32,
) -> egui::Response {
    let text = plan.sentence();
    let size = egui::vec2(ui.available_width(), high);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Button, ui.is_enabled(), marked, &text)
    });
    let visuals = ui.style().interact_selectable(&response, marked);
    let (fill, edge) = (visuals.weak_bg_fill, visuals.bg_stroke);
    ui.painter().rect(rect, 4.0, fill, edge, egui::StrokeKind::Inside);
    if let Some(number) = number {
        let at = egui::pos2(rect.left() + KEY_WIDTH / 2.0, rect.center().y);
        numbered(ui, at, number, true);
    }
    let left = rect.left() + KEY_WIDTH;
    let style = |style: egui::TextStyle, ink| TextFormat {
        valign: egui::Align::Center,
        ..TextFormat::simple(style.resolve(ui.style()), ink)
    };
    let mut words = LayoutJob::default();
    words.wrap.max_width = rect.right() - left - 6.0;
    words.append(&plan.headline(), 0.0, style(egui::TextStyle::Body, ui.visuals().text_color()));
    words.append(&plan.why(), 10.0, style(egui::TextStyle::Small, faint));
    words.wrap.max_rows = if panel::is_narrow(ui.ctx()) { 2 } else { 1 };
    let galley = ui.painter().layout_job(words);
    let at = egui::pos2(left, rect.center().y - galley.size().y / 2.0);
    let cut = galley.elided;
    ui.painter().galley(at, galley, faint);
    if cut && response.has_focus() {
        response.show_tooltip_text(&text);
    }
    if cut { response.on_hover_text(text) } else { response }
}

/// The button that asks for hints, or puts them away.
pub fn button(world: &mut World, ui: &mut egui::Ui, press: Press) {
    let (name, about) = (Command::Hint.name(), Command::Hint.help());
    let why = hints::why_not(world);
    let key = key_name(world, Command::Hint.action());
    let asks = world.resource::<Hints>().are_open();
    let response = ui.add_enabled(why.is_none(), press.selected(asks));
    if hint_or_why(response, name, about, &key, why).clicked() {
        act(world, Command::Hint);
    }
}

/// Follows the hint whose number is pressed; whether one was.
pub fn read_numbers(world: &mut World) -> bool {
    let count = world.resource::<Hints>().given().map_or(0, <[_]>::len);
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let pressed = NUMBERS.iter().take(count).position(|&key| keys.just_pressed(key));
    match pressed {
        Some(place) => hints::follow(world, place),
        None => return false,
    }
    true
}

//! The orders panel while the battle waits for a computer player: what it is about to do and why, at
//! which pace, and the way to take its side over.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, text::LayoutJob};

use super::{
    hints::hint, icons::Icon, key_names::key_name, leaders, panel::finger_or, press::Press,
};
use crate::{
    app::{
        computers::{self, Turn, play_now},
        settings::Settings,
        theme::Theme,
        third_party::{egui::sized, leafwing::Action},
    },
    battle::{BattleWorld, Commander, SideId, playable::capitalised},
    players::Kind,
};

/// How wide the press that hurries it is at least, whatever it says. Points.
const GO_ON: f32 = 110.0;

/// Shows it.
pub fn show(world: &mut World, ui: &mut egui::Ui, theme: &Theme, (side, kind): (SideId, Kind)) {
    let colour = Theme::egui(theme.side(side).text);
    ui.horizontal_wrapped(|ui| {
        let name = format!("{} ({})", world.side_name(side), kind.title());
        ui.label(RichText::new(name).color(colour).strong().size(sized(ui, 15.0)));
        let about = about(world);
        ui.label(RichText::new(about).size(sized(ui, 15.0)));
    });
    let faint = Theme::egui(theme.faint);
    in_two_lines(ui, &why(world), faint);
    ui.horizontal_wrapped(|ui| {
        let key = key_name(world, Action::Skip);
        let thinks = computers::is_seen_to_think(world);
        let waits = thinks || world.resource::<Turn>().told().is_some();
        let (title, about) = match thinks {
            true => ("Play now", "Does the best that was found so far."),
            false => ("Continue", "Does what is told at once."),
        };
        let press = Press::row(Icon::Right, title, super::orders_panel::shown_key(ui, &key));
        let press = press.at_least(egui::vec2(GO_ON, finger_or(ui, 25.0)));
        let press = if waits { press.loud() } else { press };
        let response = ui.add_enabled(waits, press);
        if hint(response, title, about, &key).clicked() {
            play_now(world);
        }
        ui.separator();
        ui.label(RichText::new("Pace").color(faint));
        let mut pace = world.resource::<Settings>().pace;
        leaders::paces(ui, &mut pace);
        if pace != world.resource::<Settings>().pace {
            world.resource_mut::<Settings>().pace = pace;
        }
        ui.separator();
        let press = Press::row(Icon::Unit, "Take over", "");
        let press = press.at_least(egui::vec2(0.0, finger_or(ui, 25.0)));
        let about = "You lead this side from now on. The menu gives it back.";
        if hint(ui.add(press), "Take over", about, "").clicked() {
            computers::give(world, side, Commander::Person);
        }
    });
}

/// Words in a place as high as two lines, whatever they say. What has no room there is told on hovering.
pub fn in_two_lines(ui: &mut egui::Ui, text: &str, ink: egui::Color32) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let high = 2.0 * ui.text_style_height(&egui::TextStyle::Body) + 2.0;
    let size = egui::vec2(ui.available_width(), high);
    let mut words = LayoutJob::simple(text.to_owned(), font, ink, size.x);
    words.wrap.max_rows = 2;
    let galley = ui.painter().layout_job(words);
    let cut = galley.elided;
    let left = egui::Layout::left_to_right(egui::Align::Min);
    let shown = ui.allocate_ui_with_layout(size, left, |ui| {
        ui.set_min_size(size);
        ui.add(egui::Label::new(galley))
    });
    if cut {
        shown.inner.on_hover_text(text);
    }
}

/// What it does now.
fn about(world: &World) -> String {
    let turn = world.resource::<Turn>();
    if let Some((told, Some(reason))) = turn.told()
        && let Some(plan) = reason.plans.first()
    {
        return match told.actor {
            Some(unit) => format!("{}: {}", world.unit_name(unit), plan.name),
            None => capitalised(&plan.name),
        };
    }
    if computers::is_seen_to_think(world) { "thinks …".to_owned() } else { String::new() }
}

/// Why it is about to do it.
fn why(world: &World) -> String {
    let told = world.resource::<Turn>().told();
    told.and_then(|(_, reason)| reason).map_or_else(String::new, |reason| reason.sentence())
}

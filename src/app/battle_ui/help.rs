//! The page of keys: everything that can be done, with the key that does it.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};

use super::{
    panel::{self, Shown},
    verbs::Verb,
};
use crate::app::{theme::Theme, third_party::leafwing::Action};

/// Keys that aren't verbs.
const OTHERS: [(Action, &str); 23] = [
    (Action::Confirm, "Give the prepared order; activate; the marked answer"),
    (Action::Cancel, "Step back; deselect (also the right button)"),
    (Action::NextUnit, "Next unit that can act, next target, next answer"),
    (Action::PreviousUnit, "The one before"),
    (Action::NextModel, "Next model of the unit"),
    (Action::PreviousModel, "The one before"),
    (Action::NudgeUp, "Move the aim up by half an inch"),
    (Action::NudgeDown, "… down"),
    (Action::NudgeLeft, "… to the left"),
    (Action::NudgeRight, "… to the right"),
    (Action::RotateLeft, "Turn the facing to the left"),
    (Action::RotateRight, "Turn the facing to the right"),
    (Action::ShowZones, "Attack zones"),
    (Action::ShowArcs, "Front arcs"),
    (Action::ShowBands, "Range bands"),
    (Action::ShowCoherency, "Coherency"),
    (Action::ShowSight, "Sight of the model under the pointer"),
    (Action::ShowReach, "Reach of the selected model"),
    (Action::ShowLog, "The log"),
    (Action::Skip, "Skip the animation"),
    (Action::PanUp, "Move the view (also the middle or right button)"),
    (Action::ZoomIn, "Come closer (also the wheel)"),
    (Action::FitTable, "Show the whole table"),
];

/// Shows it.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if !world.resource::<Shown>().help {
        return;
    }
    let verbs: Vec<(String, &str, &str)> = Verb::ALL
        .iter()
        .map(|verb| (panel::key_name(world, verb.action()), verb.name(), verb.help()))
        .collect();
    let others: Vec<(String, &str)> =
        OTHERS.iter().map(|&(action, about)| (panel::key_name(world, action), about)).collect();
    let mut open = true;
    let accent = Theme::egui(theme.accent);
    let modal = egui::Modal::new(egui::Id::new("help")).show(ctx, |ui| {
        ui.set_width(820.0);
        ui.horizontal(|ui| {
            ui.heading("Keys");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open &= !ui.button("Close").clicked();
            });
        });
        ui.separator();
        ScrollArea::vertical().max_height(520.0).show(ui, |ui| {
            ui.columns(2, |columns| {
                egui::Grid::new("verbs").num_columns(2).show(&mut columns[0], |ui| {
                    for (key, name, about) in &verbs {
                        ui.label(RichText::new(key).strong().color(accent));
                        ui.label(*name).on_hover_text(*about);
                        ui.end_row();
                    }
                });
                egui::Grid::new("others").num_columns(2).show(&mut columns[1], |ui| {
                    for (key, about) in &others {
                        ui.label(RichText::new(key).strong().color(accent));
                        ui.label(RichText::new(*about).small());
                        ui.end_row();
                    }
                });
            });
            ui.separator();
            ui.label(
                "Click a unit to select it, a second time for one model. Take hold of a model of \
                 the active unit and drag to move. In a move, press at the place and drag to \
                 choose where they look.",
            );
        });
    });
    if modal.should_close() || !open {
        world.resource_mut::<Shown>().help = false;
    }
}

//! The page of keys: everything that can be done, with the key that does it.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{key_list, open_panels::OpenPanels, panel};
use crate::app::theme::Theme;

/// Shows it.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if !world.resource::<OpenPanels>().help {
        return;
    }
    let mut open = true;
    let waited = world.resource::<key_list::Awaited>().is_waiting();
    let modal = panel::modal(ctx, "help", 860.0, |ui| {
        ui.horizontal(|ui| {
            panel::title(ui, "Keys");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open = !ui.button("Close").clicked();
            });
        });
        ui.separator();
        key_list::show(world, ui, theme, panel::at_most_high(ctx, 900.0));
    });
    if (modal.should_close() && !waited) || !open {
        world.resource_mut::<OpenPanels>().help = false;
        *world.resource_mut::<key_list::Awaited>() = key_list::Awaited::default();
    }
}

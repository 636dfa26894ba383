//! The page of keys: everything that can be done, with the key that does it.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::{key_list, keys::box_is_open, open_panels::OpenPanels, panel};
use crate::app::{
    AppSystems, OverTable,
    screens::Screen,
    theme::Theme,
    third_party::{
        egui::context,
        leafwing::{Action, Begun},
    },
};

/// On all screens but that of the battle, which has keys and panels of its own, the page is opened and
/// shown from here.
pub(super) fn plugin(app: &mut App) {
    let elsewhere = || not(in_state(Screen::Battle));
    app.add_systems(Update, read_key.in_set(AppSystems::ReadInput).run_if(elsewhere()));
    app.add_systems(
        EguiPrimaryContextPass,
        show_elsewhere.in_set(OverTable::Panels).run_if(elsewhere()),
    );
}

/// Opens and closes it by its key, unless somebody writes or is to choose a new key.
fn read_key(world: &mut World) {
    let asked = world.resource::<Begun>().has(Action::Help);
    if !asked || box_is_open(world) || world.resource::<key_list::Awaited>().is_waiting() {
        return;
    }
    if context(world).is_some_and(|ctx| ctx.text_edit_focused()) {
        return;
    }
    let mut shown = world.resource_mut::<OpenPanels>();
    shown.help = !shown.help;
}

fn show_elsewhere(world: &mut World) {
    if let Some(ctx) = context(world) {
        let theme = world.resource::<Theme>().clone();
        show(world, &ctx, &theme);
    }
}

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

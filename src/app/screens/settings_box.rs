//! The box for what a player prefers.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use crate::app::{
    battle_ui::panel::at_most,
    settings::{AnimationSpeed, Settings},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SettingsBox>();
    app.add_systems(EguiPrimaryContextPass, show);
}

/// Whether the box is open.
#[derive(Resource, Default)]
pub struct SettingsBox {
    /// Whether the box is open.
    pub open: bool,
}

fn show(
    mut contexts: EguiContexts,
    mut shown: ResMut<SettingsBox>,
    mut settings: ResMut<Settings>,
) -> Result {
    if !shown.open {
        return Ok(());
    }
    let mut wanted = settings.clone();
    let mut done = false;
    let context = contexts.ctx_mut()?;
    let modal = egui::Modal::new(egui::Id::new("settings")).show(context, |ui| {
        ui.set_width(at_most(ui.ctx(), 400.0));
        ui.heading("Settings");
        ui.separator();
        egui::Grid::new("settings").num_columns(2).spacing([18.0, 12.0]).show(ui, |ui| {
            ui.label("Animations");
            ui.horizontal_wrapped(|ui| {
                for speed in AnimationSpeed::ALL {
                    ui.selectable_value(&mut wanted.speed, speed, speed.name());
                }
            });
            ui.end_row();
            ui.label("Size of panels");
            ui.horizontal_wrapped(|ui| {
                for (name, scale) in
                    [("Small", 0.9), ("Normal", 1.0), ("Large", 1.2), ("Huge", 1.5)]
                {
                    ui.selectable_value(&mut wanted.ui_scale, scale, name);
                }
            });
            ui.end_row();
        });
        ui.separator();
        done = ui.button("Done").clicked();
    });
    settings.set_if_neq(wanted);
    if done || modal.should_close() {
        shown.open = false;
    }
    Ok(())
}

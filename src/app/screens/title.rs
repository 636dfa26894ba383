//! The title and its menu.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Title)));
}

fn show(mut contexts: EguiContexts, mut exit: MessageWriter<AppExit>) -> Result {
    let context = contexts.ctx_mut()?;
    egui::Area::new(egui::Id::new("title"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            ui.heading("IRONRANK");
            if ui.button("Quit").clicked() {
                exit.write(AppExit::Success);
            }
        });
    Ok(())
}

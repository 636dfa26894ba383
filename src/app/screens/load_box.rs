//! The box with all battles that were kept.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::message_box::MessageBox;
use crate::app::{
    running::{self, NextBattle},
    settings, storage,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LoadBox>();
    app.add_systems(EguiPrimaryContextPass, show);
}

/// The names of what can be loaded, while the box is open.
#[derive(Resource, Default)]
pub struct LoadBox {
    names: Option<Vec<String>>,
}

impl LoadBox {
    /// Whether the box is open.
    pub fn is_open(&self) -> bool {
        self.names.is_some()
    }

    /// Opens the box on what is there now.
    pub fn open(&mut self) {
        self.names = Some(saves());
    }
}

/// The names of all battles that were kept.
pub(super) fn saves() -> Vec<String> {
    let mut names = storage::names(".ron");
    names.retain(|name| name != settings::FILE);
    names
}

fn show(
    mut contexts: EguiContexts,
    mut shown: ResMut<LoadBox>,
    mut next: ResMut<NextBattle>,
    mut message: ResMut<MessageBox>,
) -> Result {
    let Some(names) = &shown.names else { return Ok(()) };
    let mut picked = None;
    let mut closed = false;
    let modal = egui::Modal::new(egui::Id::new("load")).show(contexts.ctx_mut()?, |ui| {
        ui.set_width(420.0);
        ui.heading("Load a battle");
        ui.separator();
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for name in names {
                let text = name.strip_suffix(".ron").unwrap_or(name);
                if ui.add(egui::Button::new(text).min_size(egui::vec2(400.0, 28.0))).clicked() {
                    picked = Some(name.clone());
                }
            }
        });
        ui.separator();
        closed = ui.button("Close").clicked();
    });
    if let Some(name) = picked {
        match running::saved(&name) {
            Ok(beginning) => {
                next.0 = Some(beginning);
                closed = true;
            }
            Err(errors) => message.errors(&format!("{name} can't be loaded"), &errors),
        }
    }
    if closed || modal.should_close() {
        shown.names = None;
    }
    Ok(())
}

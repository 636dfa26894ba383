//! The box with all battles that were kept.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::message_box::MessageBox;
use crate::app::{
    battle_ui::panel::{self, for_fingers},
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
    let settings = [settings::FILE.to_owned(), storage::name_aside(settings::FILE)];
    names.retain(|name| !settings.contains(name));
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
    let context = contexts.ctx_mut()?;
    let width = 420.0_f32.min(context.content_rect().width() - 50.0);
    let modal = egui::Modal::new(egui::Id::new("load")).show(context, |ui| {
        ui.set_width(width);
        for_fingers(ui);
        panel::title(ui, "Load a battle");
        ui.separator();
        egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
            for name in names {
                ui.horizontal(|ui| {
                    let wide = egui::vec2(width - 20.0 - BESIDE, 28.0);
                    let text = name.strip_suffix(".ron").unwrap_or(name);
                    if ui.add(egui::Button::new(text).truncate().min_size(wide)).clicked() {
                        picked = Some(Wish::Load(name.clone()));
                    }
                    beside(ui, name, &mut picked);
                });
            }
        });
        ui.separator();
        ui.horizontal(|ui| {
            closed = ui.button("Close").clicked();
            below(ui);
        });
    });
    match picked {
        Some(Wish::Load(name)) => match running::saved(&name) {
            Ok(beginning) => {
                next.0 = Some(beginning);
                closed = true;
            }
            Err(errors) => message.errors(&format!("{name} can't be loaded"), &errors),
        },
        #[cfg(target_arch = "wasm32")]
        Some(wish) => grant(&wish, &mut shown, &mut message),
        None => {}
    }
    if closed || modal.should_close() {
        shown.names = None;
    }
    Ok(())
}

/// What was pressed.
enum Wish {
    /// Load this one.
    Load(String),
    /// Hand it out as a file.
    #[cfg(target_arch = "wasm32")]
    Export(String),
    /// Throw it away.
    #[cfg(target_arch = "wasm32")]
    Delete(String),
}

/// Room for what stands beside each name, in egui points.
const BESIDE: f32 = if cfg!(target_arch = "wasm32") { 130.0 } else { 0.0 };

/// On the desktop saved battles are files already.
#[cfg(not(target_arch = "wasm32"))]
fn beside(_: &mut egui::Ui, _: &str, _: &mut Option<Wish>) {}

#[cfg(not(target_arch = "wasm32"))]
fn below(_: &mut egui::Ui) {}

/// In the browser they become files, or go, by buttons.
#[cfg(target_arch = "wasm32")]
fn beside(ui: &mut egui::Ui, name: &str, picked: &mut Option<Wish>) {
    if ui.button("Export").on_hover_text("Keep it as a file").clicked() {
        *picked = Some(Wish::Export(name.to_owned()));
    }
    ui.menu_button("Delete", |ui| {
        if ui.button("Delete it for good").clicked() {
            *picked = Some(Wish::Delete(name.to_owned()));
            ui.close();
        }
    });
}

#[cfg(target_arch = "wasm32")]
fn below(ui: &mut egui::Ui) {
    if ui.button("Import a file").clicked() {
        crate::app::browser::files::ask_for_one();
    }
}

#[cfg(target_arch = "wasm32")]
fn grant(wish: &Wish, shown: &mut LoadBox, message: &mut MessageBox) {
    let (name, done) = match wish {
        Wish::Load(_) => return,
        Wish::Export(name) => {
            let text = storage::read(name).map_err(|error| error.to_string());
            let done = text.and_then(|text| crate::app::browser::files::hand_out(name, &text));
            (name, done)
        }
        Wish::Delete(name) => (name, storage::remove(name).map_err(|error| error.to_string())),
    };
    if let Err(error) = done {
        message.errors(name, &[error]);
    }
    shown.open();
}

//! The box with all battles that were kept.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::message_box::MessageBox;
use crate::app::{
    battle_ui::panel,
    running::{self, BattleBegan, NextBattle},
    settings, storage,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LoadBox>();
    app.add_systems(EguiPrimaryContextPass, show);
    // Also one that wasn't picked in the box: a link may be opened at any time.
    app.add_observer(|_: On<BattleBegan>, mut shown: ResMut<LoadBox>| shown.names = None);
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
    let modal = panel::modal(context, "load", 460.0, |ui| {
        panel::title(ui, "Load a battle");
        ui.separator();
        let high = panel::at_most_high(context, 520.0);
        egui::ScrollArea::vertical().max_height(high).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            for name in names {
                row(ui, name, &mut picked);
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
    Delete(String),
}

/// A kept battle with what can be done with it.
fn row(ui: &mut egui::Ui, name: &str, picked: &mut Option<Wish>) {
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y.max(34.0));
    let from_right = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(size, from_right, |ui| {
        ui.spacing_mut().interact_size.y = size.y;
        ui.menu_button("Delete", |ui| {
            if ui.button("Delete permanently").clicked() {
                *picked = Some(Wish::Delete(name.to_owned()));
                ui.close();
            }
        });
        #[cfg(target_arch = "wasm32")]
        if ui.button("Export").on_hover_text("Saves it as a file").clicked() {
            *picked = Some(Wish::Export(name.to_owned()));
        }
        let rest = egui::vec2(ui.available_width(), size.y);
        let text = name.strip_suffix(".ron").unwrap_or(name);
        if ui.add(egui::Button::new(text).truncate().min_size(rest)).clicked() {
            *picked = Some(Wish::Load(name.to_owned()));
        }
    });
}

/// On the desktop battles that were kept are files already.
#[cfg(not(target_arch = "wasm32"))]
fn below(_: &mut egui::Ui) {}

#[cfg(target_arch = "wasm32")]
fn below(ui: &mut egui::Ui) {
    if ui.button("Import file").clicked() {
        crate::app::browser::files::ask_for_one();
    }
}

/// Does what was pressed beside a name.
fn grant(wish: &Wish, shown: &mut LoadBox, message: &mut MessageBox) {
    let (name, done) = match wish {
        Wish::Load(_) => return,
        #[cfg(target_arch = "wasm32")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{
            AppOptions, battle_ui::open_panels::OpenPanels, headless, loading::Loading,
            running::Beginning, screens::settings_box::SettingsBox,
        },
        battle::levels,
    };

    #[test]
    fn a_battle_that_begins_closes_what_lies_over_the_table() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        let world = app.world_mut();
        world.resource_mut::<LoadBox>().names = Some(Vec::new());
        world.resource_mut::<SettingsBox>().open = true;
        world.resource_mut::<OpenPanels>().menu = true;
        let level = Box::new(levels::find("duel-at-the-wall", None).unwrap());
        let beginning = Beginning::New { level, seed: 1, practice: false };
        world.resource_mut::<NextBattle>().0 = Some(beginning);
        app.update();
        while app.world().contains_resource::<Loading>() {
            app.update();
        }
        app.update();
        let world = app.world();
        assert!(!world.resource::<LoadBox>().is_open());
        assert!(!world.resource::<SettingsBox>().open);
        assert!(!world.resource::<OpenPanels>().menu);
    }
}

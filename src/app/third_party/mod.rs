//! One file for each dependency of the window that needs setting up.

pub mod egui;
pub mod leafwing;
pub mod lyon;

pub(super) fn plugin(app: &mut bevy::prelude::App) {
    app.add_plugins((egui::plugin, leafwing::plugin, lyon::plugin));
}

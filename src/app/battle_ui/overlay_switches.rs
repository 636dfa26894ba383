//! The switches of what is drawn over the table on demand, at the end of the orders.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{hints::hint, icons::Icon, key_names::key_name, overlays::Overlays, press::Press};
use crate::{
    app::{seat::Game, third_party::leafwing::Action},
    battle::Mapping,
};

/// How much width they take, in egui points.
pub const WIDTH: f32 = 3.0 * (SWITCH + 2.0);
/// The width of one, in egui points.
const SWITCH: f32 = 34.0;

/// Shows them in so many columns, as high as fingers or a mouse need them.
pub fn show(world: &mut World, ui: &mut egui::Ui, columns: usize) {
    let wide = SWITCH.max(ui.spacing().interact_size.y);
    let keys: Vec<String> = (0..)
        .zip(Game::overlays())
        .map(|(place, _)| key_name(world, Action::Overlay(place)))
        .collect();
    let mut overlays = *world.resource::<Overlays>();
    egui::Grid::new("overlays").num_columns(columns).spacing([2.0, 2.0]).show(ui, |ui| {
        for (place, overlay) in Game::overlays().iter().enumerate() {
            let key = keys.get(place).map_or("", String::as_str);
            let icon = Icon::named(overlay.icon).unwrap_or(Icon::Table);
            let press = Press::square(icon, overlay.name, wide).selected(overlays.has(place));
            if hint(ui.add(press), overlay.name, overlay.about, key).clicked() {
                overlays.toggle(place);
            }
            if place % columns == columns - 1 {
                ui.end_row();
            }
        }
    });
    world.resource_mut::<Overlays>().set_if_neq(overlays);
}

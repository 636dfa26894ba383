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

/// The keys of the first overlays, by their places; further ones are switched with the pointer.
const KEYS: [Action; 6] = [
    Action::ShowZones,
    Action::ShowArcs,
    Action::ShowBands,
    Action::ShowCoherency,
    Action::ShowSight,
    Action::ShowReach,
];

/// The place of the overlay that a key switches, if it is the key of one.
pub fn place_of(action: Action) -> Option<usize> {
    KEYS.into_iter().position(|key| key == action)
}

/// Shows them in so many columns, as high as fingers or a mouse need them.
pub fn show(world: &mut World, ui: &mut egui::Ui, columns: usize) {
    let wide = SWITCH.max(ui.spacing().interact_size.y);
    let keys = KEYS.map(|action| key_name(world, action));
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

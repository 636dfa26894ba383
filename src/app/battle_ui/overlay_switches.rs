//! The switches of what is drawn over the table on demand, at the end of the orders.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{hints::hint, icons::Icon, key_names::key_name, overlays::Overlays, press::Press};
use crate::app::third_party::leafwing::Action;

/// How much width they take, in egui points.
pub const WIDTH: f32 = 3.0 * (SWITCH + 2.0);
/// The width of one, in egui points.
const SWITCH: f32 = 34.0;

/// Shows them in so many columns, as high as fingers or a mouse need them.
pub fn show(world: &mut World, ui: &mut egui::Ui, columns: usize) {
    let wide = SWITCH.max(ui.spacing().interact_size.y);
    let signs = [
        (Action::ShowZones, Icon::Zones),
        (Action::ShowArcs, Icon::Arcs),
        (Action::ShowBands, Icon::Ranges),
        (Action::ShowCoherency, Icon::Coherency),
        (Action::ShowSight, Icon::Sight),
        (Action::ShowReach, Icon::Reach),
    ];
    let keys = signs.map(|(action, _)| key_name(world, action));
    let mut overlays = *world.resource::<Overlays>();
    egui::Grid::new("overlays").num_columns(columns).spacing([2.0, 2.0]).show(ui, |ui| {
        for (place, (name, about, shown)) in overlays.boxes().into_iter().enumerate() {
            let Some(&(_, icon)) = signs.get(place) else { continue };
            let press = Press::square(icon, name, wide).selected(*shown);
            if hint(ui.add(press), name, about, &keys[place]).clicked() {
                *shown = !*shown;
            }
            if place % columns == columns - 1 {
                ui.end_row();
            }
        }
    });
    world.resource_mut::<Overlays>().set_if_neq(overlays);
}

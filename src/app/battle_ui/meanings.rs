//! What a mark on the table means, told where the pointer rests on it: signs on banners and tokens,
//! badges, wounds, the stars of what is fought for.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    goals,
    hints::{at_rest, meanings},
    score,
};
use crate::{
    app::{
        camera::View,
        pointer::Pointer,
        theme::Theme,
        tokens::{banners::Hung, mark_at},
    },
    battle::playable::showing::Mark,
};

/// A mark on a token may be missed by so many egui points.
const SLACK: f32 = 2.0;

/// Tells what the mark under the pointer means.
pub fn show(world: &World, ctx: &egui::Context, theme: &Theme) {
    let pointer = world.resource::<Pointer>();
    let (Some(screen), Some(place)) = (pointer.screen, pointer.on_table()) else { return };
    if pointer.dragging {
        return;
    }
    let view = world.resource::<View>();
    // Banners lie over tokens.
    let on_banner = world.resource::<Hung>().sign_at(view.point_at(screen)).map(Mark::State);
    let mark = on_banner.or_else(|| mark_at(world, place, SLACK / view.points_per_inch()));
    if let Some(mark) = mark {
        at_rest(ctx, "meaning", |ui| meanings(world, ui, &[mark]));
    } else if let Some(goal) = goals::at(world, place) {
        at_rest(ctx, "goal", |ui| score::told(ui, theme, goal));
    }
}

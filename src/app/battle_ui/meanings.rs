//! What stands and lies on the table, told where the pointer rests on it: what signs on banners and
//! tokens, badges and wounds mean, what the stars are that armies fight for, what terrain does, and of a
//! unit what there is no room for beside the table.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    aim::{Aim, Hover},
    card::compared,
    goals,
    hints::{at_point_of_keys, at_rest, at_rest_above, keys_rest, meanings, pieces, rests},
    mode::Mode,
    score,
};
use crate::{
    app::{
        camera::View,
        pointer::Pointer,
        seat::Game,
        theme::Theme,
        tokens::{banners::Hung, mark_at},
    },
    battle::{
        Showing,
        playable::showing::{Mark, PieceCard},
    },
};

/// A mark on a token may be missed by so many egui points.
const SLACK: f32 = 2.0;

/// Tells about what is under the pointer, or where keys have put the aim.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let aim = *world.resource::<Aim>();
    if let Some(place) = aim.at.filter(|_| aim.by_keys) {
        let at = world.resource::<View>().point_of(place);
        if !keys_rest(ctx, at) {
            return;
        }
        let pieces = pieces_at(world, place);
        if !pieces.is_empty() {
            at_point_of_keys(ctx, "terrain", at, |ui| self::pieces(world, ui, &pieces));
        }
        return;
    }
    let pointer = *world.resource::<Pointer>();
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
    } else if !compared::show_at_rest(world, ctx, theme) && rests(ctx) {
        let pieces = pieces_at(world, place);
        if !pieces.is_empty() {
            let told = |ui: &mut egui::Ui| self::pieces(world, ui, &pieces);
            if world.resource::<Mode>().places() {
                at_rest_above(ctx, "terrain", told);
            } else {
                at_rest(ctx, "terrain", told);
            }
        }
    }
}

/// The terrain at a place where nobody stands.
fn pieces_at(world: &World, place: Vec2) -> Vec<PieceCard> {
    if world.resource::<Hover>().model.is_some() {
        return Vec::new();
    }
    Game::pieces_at(world, place)
}

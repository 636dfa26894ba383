//! What one model sees of each enemy: a line to it, the share that is hidden, and what hides it.

use bevy::prelude::*;

use super::super::paint::Canvas;
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::line_of_sight,
    table::{
        Placed,
        sight::{HiddenBy, Sight},
    },
};

/// The view of one model.
#[derive(Clone, Debug)]
pub struct View {
    eye: ModelId,
    seen: Vec<(ModelId, Sight)>,
}

/// The most enemies that are looked at, nearest first.
const MOST: usize = 60;

/// What a model sees of its enemies.
pub fn from(world: &World, eye: ModelId) -> View {
    let side = world.side_of_model(eye);
    let at = world.placed(eye).pose.at;
    let mut enemies: Vec<ModelId> = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model) && world.side_of_model(model) != side)
        .collect();
    let far = |model: &ModelId| world.placed(*model).pose.at.distance_squared(at);
    enemies.sort_by(|a, b| far(a).total_cmp(&far(b)));
    enemies.truncate(MOST);
    let seen =
        enemies.into_iter().map(|enemy| (enemy, line_of_sight::sees_model(world, eye, enemy)));
    View { eye, seen: seen.collect() }
}

/// Draws it. Words stand at the nearest enemies first, as far as there is room.
pub fn draw(world: &World, canvas: &Canvas, view: &View) {
    if !world.is_standing(view.eye) {
        return;
    }
    let eye = world.placed(view.eye);
    canvas.base(&eye, canvas.selected(), 2.5);
    let mut told: Vec<Vec2> = Vec::new();
    // Words that would lie over each other are left to whoever comes closer.
    let apart = Vec2::new(150.0, 20.0) / canvas.scale();
    let tokens = super::tokens(world);
    for (enemy, sight) in &view.seen {
        if !world.is_standing(*enemy) {
            continue;
        }
        let placed = world.placed(*enemy);
        let ahead = eye.pose.in_front(placed.closest_point(eye.pose.at));
        if sight.visible() {
            let colour = if sight.hidden < 0.25 && !sight.obscured {
                canvas.good()
            } else {
                canvas.warning()
            };
            let colour = if ahead { colour } else { canvas.faint() };
            canvas.line(eye.pose.at, placed.pose.at, colour.gamma_multiply(0.6), 1.2);
        } else {
            canvas.dotted(
                &[eye.pose.at, placed.pose.at],
                false,
                canvas.bad().gamma_multiply(0.5),
                1.0,
            );
        }
        let at = free_place(&tokens, &placed, apart / 2.0);
        if told.iter().all(|other| (*other - at).abs().cmpge(apart).any()) {
            told.push(at);
            let (text, colour) = words(world, sight, ahead);
            let colour = match colour {
                0 => canvas.good(),
                1 => canvas.warning(),
                _ => canvas.bad(),
            };
            canvas.label(at, &text, colour);
        }
    }
}

/// Where words of half a size stand that are about a model: above it, below it or beside it, where
/// they cover the fewest tokens.
fn free_place(tokens: &[Placed], about: &Placed, half: Vec2) -> Vec2 {
    let off = Vec2::splat(about.base.outer_radius().0 + 0.15) + half;
    let ways = [Vec2::Y, -Vec2::Y, Vec2::X, -Vec2::X];
    let places = ways.map(|way| about.pose.at + way * off);
    let covered = |place: &&Vec2| super::covered(tokens, **place, half);
    places.iter().min_by_key(covered).copied().unwrap_or(about.pose.at)
}

/// What is said at an enemy, and how grave it is, from 0 to 2.
fn words(world: &World, sight: &Sight, ahead: bool) -> (String, u8) {
    let by = sight.by.first().map(|hidden| match hidden.by {
        HiddenBy::Terrain(place) => {
            world.table().terrain.get(place).map_or("terrain", |t| t.kind.as_str()).to_owned()
        }
        HiddenBy::Model(key) => world.model_name(ModelId(key)).to_owned(),
    });
    let behind = if ahead { "" } else { ", behind" };
    match (sight.visible(), by) {
        (false, Some(by)) => (format!("hidden: {by}"), 2),
        (false, None) => ("hidden".to_owned(), 2),
        (true, Some(by)) => (format!("{:.0}% hidden: {by}{behind}", sight.hidden * 100.0), 1),
        (true, None) if sight.obscured => (format!("seen through woods{behind}"), 1),
        (true, None) => (format!("in the open{behind}"), 0),
    }
}

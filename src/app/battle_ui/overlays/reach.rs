//! Where a model can get to with the actions it has left, a contour for each action.

use bevy::prelude::*;

use super::{
    super::paint::{
        Canvas,
        strokes::{DASHES, Strokes},
    },
    Words,
    room::Room,
    shorten::shorten,
};
use crate::{
    app::theme::strength,
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{ActionsLeft, Activation, ProfileOf, movement},
    table::reach::reach,
};

/// The edge of the ground that takes no more than so many actions.
#[derive(Clone, Debug)]
pub struct Contour {
    /// So many.
    pub actions: u32,
    /// The edge, as closed loops.
    pub loops: Vec<Vec<Vec2>>,
    /// Places for the number, the farthest ahead first.
    at: Vec<Vec2>,
}

/// The contours of a model, or of the first model of a unit. Who is not active is shown with all
/// the actions it would have.
pub fn of(world: &World, unit: UnitId, model: Option<ModelId>) -> Vec<Contour> {
    let Some(model) = model.or_else(|| world.standing(unit).first().copied()) else {
        return Vec::new();
    };
    if !world.is_standing(model) {
        return Vec::new();
    }
    let actions = if *world.of_unit::<Activation>(unit) == Activation::Active {
        world.of_model::<ActionsLeft>(model).0
    } else {
        world.of_model::<ProfileOf>(model).0.actions
    };
    let mover = movement::mover(world, model);
    let around = movement::around(world, &[model], &[]);
    let pose = world.placed(model).pose;
    let field = reach(&mover, &pose, u32::from(actions), &around.surroundings(world));
    let ahead = |p: &Vec2| (*p - pose.at).normalize_or_zero().dot(pose.facing);
    (1..=u32::from(actions))
        .map(|actions| {
            let loops: Vec<Vec<Vec2>> =
                field.outlines(actions).iter().map(|edge| shorten(edge)).collect();
            let mut at: Vec<Vec2> = loops.iter().flatten().copied().collect();
            at.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
            at.truncate(super::PLACES);
            Contour { actions, loops, at }
        })
        .collect()
}

/// Draws them, the last one solid, each with its number of actions in a ring as along the way of a
/// move.
pub fn draw(
    canvas: &Canvas,
    strokes: &mut Strokes,
    words: &mut Vec<Words>,
    room: &mut Room,
    contours: &[Contour],
) {
    let colour = canvas.good();
    let last = contours.len();
    for (place, contour) in contours.iter().enumerate() {
        for edge in &contour.loops {
            let points = canvas.all(edge);
            if place + 1 == last {
                strokes.line(&points, true, colour, 1.8);
            } else {
                let colour = colour.gamma_multiply(strength::LEADING);
                strokes.pattern(&points, true, colour, 1.5, DASHES);
            }
        }
        let size = bevy_egui::egui::Vec2::splat(18.0);
        if let Some(at) = room.take(canvas.all(&contour.at), size) {
            words.push(Words::Number { at, number: contour.actions as usize, colour });
        }
    }
}

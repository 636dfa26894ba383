//! Where a model can get to with the actions it has left, a contour for each action.

use bevy::prelude::*;

use super::super::paint::Canvas;
use crate::{
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
    /// Where the number stands: farthest ahead.
    at: Option<Vec2>,
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
    (1..=u32::from(actions))
        .map(|actions| {
            let loops = field.outlines(actions);
            let ahead = |p: &Vec2| (*p - pose.at).dot(pose.facing);
            let points = loops.iter().flatten();
            let at = points.max_by(|a, b| ahead(a).total_cmp(&ahead(b))).copied();
            Contour { actions, loops, at }
        })
        .collect()
}

/// Draws them, the last one strongest, each with its number of actions.
pub fn draw(canvas: &Canvas, contours: &[Contour]) {
    let last = contours.len();
    for (place, contour) in contours.iter().enumerate() {
        let colour = canvas.good().gamma_multiply(if place + 1 == last { 1.0 } else { 0.75 });
        for edge in &contour.loops {
            if place + 1 == last {
                canvas.outline(edge, colour, 1.8);
            } else {
                canvas.dashed(edge, true, colour, 1.2);
            }
        }
        if let Some(at) = contour.at {
            canvas.label(at, &contour.actions.to_string(), canvas.good());
        }
    }
}

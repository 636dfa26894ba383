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
        .map(|actions| Contour { actions, loops: field.outlines(actions) })
        .collect()
}

/// Draws them, the last one strongest, each with its number of actions.
pub fn draw(canvas: &Canvas, contours: &[Contour]) {
    let last = contours.len();
    for (place, contour) in contours.iter().enumerate() {
        let colour = canvas.good().gamma_multiply(if place + 1 == last { 0.9 } else { 0.5 });
        for edge in &contour.loops {
            if place + 1 == last {
                canvas.outline(edge, colour, 1.8);
            } else {
                canvas.dotted(edge, true, colour, 1.3);
            }
        }
        let points = contour.loops.iter().flatten();
        if let Some(top) = points.max_by(|a, b| a.y.total_cmp(&b.y)) {
            canvas.label(*top, &contour.actions.to_string(), canvas.good());
        }
    }
}

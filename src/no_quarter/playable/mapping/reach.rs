//! Where a model can get to with the actions it has left, a contour for each action.

use bevy::prelude::{Vec2, World};

use super::MOST_PLACES;
use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::mapping::Contour},
    no_quarter::{ActionsLeft, Activation, movement, statistics},
    table::{outline::shorten, reach::reach},
};

/// The contours of a model, or of the first model of a unit. Who is not active is shown with all
/// the actions it would have.
pub(super) fn of(world: &World, unit: UnitId, model: Option<ModelId>) -> Vec<Contour> {
    let Some(model) = model.or_else(|| world.standing(unit).first().copied()) else {
        return Vec::new();
    };
    if !world.is_standing(model) {
        return Vec::new();
    }
    let actions = if *world.of_unit::<Activation>(unit) == Activation::Active {
        world.of_model::<ActionsLeft>(model).0
    } else {
        statistics::actions(world, model)
    };
    let mover = movement::mover(world, model);
    let around = movement::around(world, &[model], &[]);
    let pose = world.placed(model).pose;
    let most = u32::from(actions);
    let field = reach(&mover, &pose, most, &around.surroundings(world));
    let ahead = |p: &Vec2| (*p - pose.at).normalize_or_zero().dot(pose.facing);
    (1..=most)
        .map(|step| {
            let loops: Vec<Vec<Vec2>> =
                field.outlines(step).iter().map(|edge| shorten(edge)).collect();
            let mut at: Vec<Vec2> = loops.iter().flatten().copied().collect();
            at.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
            at.truncate(MOST_PLACES);
            Contour::Step { actions: step, last: step == most, loops, at }
        })
        .collect()
}

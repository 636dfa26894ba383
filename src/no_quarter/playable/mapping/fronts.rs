//! Front arcs: the line through the middle that parts front from rear. A unit in close order has one
//! for each of its ranks' files together: its front.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId, playable::mapping::Contour},
    no_quarter::formations,
    table::{Placed, Pose},
};

/// Beyond a base or a front.
const BEYOND: f32 = 0.6;

/// The fronts of the selected model or unit, or of all.
pub(super) fn of(world: &World, unit: Option<UnitId>, model: Option<ModelId>) -> Vec<Contour> {
    match (model, unit) {
        (Some(model), _) if world.is_standing(model) => vec![of_model(world, model)],
        (_, Some(unit)) => of_unit(world, unit, true),
        (_, None) => {
            let units = world.roster().units();
            units.flat_map(|unit| of_unit(world, unit, false)).collect()
        }
    }
}

fn of_model(world: &World, model: ModelId) -> Contour {
    let placed = world.placed(model);
    Contour::Front {
        side: world.side_of_model(model),
        pose: placed.pose,
        half: placed.base.outer_radius().0 + BEYOND,
        ahead: placed.base.depth().0 / 2.0 + 0.9,
    }
}

/// One for the front of a unit in close order, else one for each model; of the selected unit always
/// one for each in front.
fn of_unit(world: &World, unit: UnitId, selected: bool) -> Vec<Contour> {
    let standing = world.standing(unit);
    let close = formations::is_close(formations::effective(world, unit));
    let (Some(&first), true) = (standing.first(), close && standing.len() > 2) else {
        return standing.into_iter().map(|model| of_model(world, model)).collect();
    };
    let facing = world.facing(unit);
    let all: Vec<Placed> = standing.iter().map(|&model| world.placed(model)).collect();
    let far = |placed: &Placed| placed.pose.at.dot(facing);
    let front = all.iter().map(far).fold(f32::MIN, f32::max);
    let depth = all[0].base.depth().0;
    let in_front: Vec<&Placed> =
        all.iter().filter(|placed| far(placed) > front - depth / 2.0).collect();
    let across = facing.perp();
    let sides = in_front.iter().map(|placed| placed.pose.at.dot(across));
    let (low, high) = sides.fold((f32::MAX, f32::MIN), |(l, h), at| (l.min(at), h.max(at)));
    let at = facing * front + across * (low + high) / 2.0;
    let half = (high - low) / 2.0 + all[0].base.width().0 / 2.0 + BEYOND;
    let side = world.side_of_model(first);
    let ahead = depth / 2.0 + if selected { 1.2 } else { 0.9 };
    vec![Contour::Front { side, pose: Pose::new(at, facing), half, ahead }]
}

//! Front arcs: the line through the middle that parts front from rear, barbed to the rear, and an
//! arrow ahead. A unit in close order has one for each of its ranks' files together: its front.

use bevy::prelude::*;

use super::super::{
    aim,
    mode::Selection,
    paint::{
        Canvas,
        signs::arrow,
        strokes::{Strokes, stations},
    },
};
use crate::{
    battle::{BattleWorld, ModelId, SideId, UnitId, level::Formation},
    no_quarter::formations,
    table::{Placed, Pose},
};

/// The line between front and rear of a model or of a whole front.
#[derive(Clone, Debug)]
pub struct Arc {
    side: SideId,
    /// In the middle of the line.
    pose: Pose,
    /// Half the line's length.
    half: f32,
    /// How far ahead the arrow goes.
    ahead: f32,
}

/// Beyond a base or a front.
const BEYOND: f32 = 0.6;

/// The arcs of the selected model or unit, or of all.
pub fn of(world: &World, selection: &Selection) -> Vec<Arc> {
    match (selection.model, selection.unit) {
        (Some(model), _) if world.is_standing(model) => vec![of_model(world, model)],
        (_, Some(unit)) => of_unit(world, unit, true),
        (_, None) => {
            let units = world.roster().units();
            units.flat_map(|unit| of_unit(world, unit, false)).collect()
        }
    }
}

fn of_model(world: &World, model: ModelId) -> Arc {
    let placed = world.placed(model);
    Arc {
        side: world.side_of_model(model),
        pose: placed.pose,
        half: placed.base.outer_radius().0 + BEYOND,
        ahead: placed.base.depth().0 / 2.0 + 0.9,
    }
}

/// One for the front of a unit in close order, else one for each model; of the selected unit always
/// one for each in front.
fn of_unit(world: &World, unit: UnitId, selected: bool) -> Vec<Arc> {
    let standing = world.standing(unit);
    let close =
        matches!(formations::effective(world, unit), Formation::Ranked { .. } | Formation::Closed);
    let (Some(&first), true) = (standing.first(), close && standing.len() > 2) else {
        return standing.into_iter().map(|model| of_model(world, model)).collect();
    };
    let facing = aim::facing(world, unit);
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
    vec![Arc { side, pose: Pose::new(at, facing), half, ahead }]
}

/// Draws them.
pub fn draw(canvas: &Canvas, strokes: &mut Strokes, arcs: &[Arc]) {
    for Arc { side, pose, half, ahead } in arcs {
        let colour = canvas.side(*side);
        let ends = canvas.all(&[pose.local(-half, 0.0), pose.local(*half, 0.0)]);
        let back = canvas.all(&[pose.at, pose.local(0.0, -1.0)]);
        let back = (back[1] - back[0]).normalized();
        strokes.line(&ends, false, colour, 1.5);
        for (at, _) in stations(&ends, false, 9.0) {
            strokes.plain([at, at + back * 5.0], colour, 1.0);
        }
        let head = canvas.all(&[pose.at, pose.local(0.0, *ahead)]);
        arrow(strokes, head[0], head[1], colour, 1.5);
    }
}

//! What units on hold answer with: the likeliest shot, and the targets whose wounds are worth most.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        components::ProfileOf,
        hold::Response,
        odds::{self, TemplateOdds},
        order::{Mark, Shot},
    },
};

/// What a wounded friend weighs against a wounded enemy.
pub const FRIEND: f32 = 1.5;

/// Targets offered for a response, at most, those first whose wounds are worth most.
pub const MOST_TARGETS: usize = 6;

/// The most likely to wound of the shots that a model has in response; the first of equals.
pub fn shot(world: &World, shots: &[Shot]) -> Option<Shot> {
    let chance =
        |shot: &Shot| odds::of_response_shot(world, shot).map_or(0.0, |attack| attack.chance);
    match *shots {
        [] => None,
        [only] => Some(only),
        _ => shots.iter().rev().copied().max_by(|a, b| chance(a).total_cmp(&chance(b))),
    }
}

/// What a response from hold promises: points of the enemy wounded, less those of friends.
pub fn worth_of_response(world: &World, response: &Response) -> f32 {
    let unit = world.unit_of(response.model());
    match response {
        Response::Throw(throw) => odds::of_throw(world, throw),
        Response::Breathe(breath) => odds::of_breath(world, breath),
        Response::Fire(fire) => {
            let Some(odds) = odds::of_fired_blast(world, fire) else {
                // A missile: by whom it is aimed at.
                let mark = fire.marks.first().copied();
                return match mark {
                    Some(Mark::Model(model)) => {
                        world.of_model::<ProfileOf>(model).0.points.value() as f32
                    }
                    _ => 0.0,
                };
            };
            Some(odds)
        }
    }
    .map_or(0.0, |odds| worth(world, unit, &odds))
}

/// Points of the enemy that an attack may be expected to wound, less those of friends.
pub fn worth(world: &World, unit: UnitId, odds: &TemplateOdds) -> f32 {
    let side = world.side_of(unit);
    let each = odds.under.iter().map(|under| {
        let points = world.of_model::<ProfileOf>(under.model).0.points.value() as f32;
        let friend = world.side_of_model(under.model) == side;
        under.wound * points * if friend { -FRIEND } else { 1.0 }
    });
    each.sum()
}

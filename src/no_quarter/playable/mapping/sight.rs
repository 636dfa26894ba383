//! What one model sees of each enemy.

use bevy::prelude::World;

use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::mapping::{Contour, SightLines},
    },
    no_quarter::line_of_sight,
};

/// What a model sees of its enemies, the nearest first.
pub(super) fn of(world: &World, eye: ModelId) -> Vec<Contour> {
    let side = world.side_of_model(eye);
    let at = world.placed(eye).pose.at;
    let mut enemies: Vec<ModelId> = world
        .roster()
        .models()
        .filter(|&model| world.is_standing(model) && world.side_of_model(model) != side)
        .collect();
    let far = |model: &ModelId| world.placed(*model).pose.at.distance_squared(at);
    enemies.sort_by(|a, b| far(a).total_cmp(&far(b)));
    let sights = line_of_sight::sees_models(world, eye, &enemies);
    vec![Contour::Sight(SightLines { eye, seen: enemies.into_iter().zip(sights).collect() })]
}

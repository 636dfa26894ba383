//! Shots at somebody in close combat, which may hit a friend. Book: Shooting Into Close Combat
//! (RNG-08).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::dice::{Purpose, Roll},
    no_quarter::{components::ProfileOf, event::Event, movement, system::emit},
};

/// Ties are rolled again so often at most; then the first of the equals is hit.
const MOST_ROUNDS: usize = 20;

/// All models in the combat around a model, by id: those that touch each other, from it onwards.
pub fn in_combat(world: &World, model: ModelId) -> Vec<ModelId> {
    let mut models = vec![model];
    let mut next = 0;
    while let Some(&current) = models.get(next) {
        for enemy in movement::engaged_with(world, current) {
            if !models.contains(&enemy) {
                models.push(enemy);
            }
        }
        next += 1;
    }
    models.sort_unstable();
    models
}

/// Whom a shot into close combat hits: the lowest of a die for each model in it, large models
/// counting one less. Ruling: equals roll again.
pub(in crate::no_quarter) fn who_is_hit(world: &mut World, target: ModelId) -> ModelId {
    let mut rolls: Vec<(ModelId, Roll)> = Vec::new();
    let mut lowest = in_combat(world, target);
    for _ in 0..MOST_ROUNDS {
        if lowest.len() == 1 {
            break;
        }
        let mut counts = Vec::new();
        for &model in &lowest {
            let large = world.of_model::<ProfileOf>(model).0.size.is_large();
            let roll = world.dice().d10(Purpose::WhoIsHit, Some(model.0));
            counts.push((i32::from(roll.result) - i32::from(large), model));
            rolls.push((model, roll));
        }
        let least = counts.iter().map(|(count, _)| *count).min().unwrap_or_default();
        counts.retain(|(count, _)| *count == least);
        lowest = counts.into_iter().map(|(_, model)| model).collect();
    }
    let hit = lowest.first().copied().unwrap_or(target);
    emit(world, Event::WhoWasHit { rolls, hit });
    hit
}

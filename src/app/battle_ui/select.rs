//! Selects units, models and targets.

use bevy::prelude::*;

use super::{
    aim::{self, Aim, Hover},
    choosing,
    mode::{Mode, Selection},
};
use crate::{
    app::seat::Game,
    battle::{BattleWorld, ModelId, UnitId, playable::Acting},
};

/// Selects the next or the previous unit that can be activated, or deployed; in a mode with
/// targets, the next target.
pub fn next(world: &mut World, step: i32) {
    if super::aims::next(world, step) {
        return;
    }
    if world.resource::<Mode>().targets() {
        super::target_search::next_target(world, step);
        return;
    }
    let units = to_go_through(world);
    let present = world.resource::<Selection>().unit;
    let Some(unit) = neighbour(&units, present, step) else { return };
    select(world, unit, None);
}

/// The units that going from one to the next selects: the enemy's only while they are listed.
pub fn to_go_through(world: &mut World) -> Vec<UnitId> {
    choosing::listed_enemies(world).unwrap_or_else(|| Game::selectable(world))
}

/// Selects the next or the previous standing model of the selected unit.
/// In a mode with targets whose aim keys have put on an enemy, the next model of that enemy.
pub fn next_model(world: &mut World, step: i32) {
    let (mode, aim) = (world.resource::<Mode>(), world.resource::<Aim>());
    let target = *world.resource::<Hover>();
    if mode.targets()
        && aim.by_keys
        && let Some(enemy) = target.unit
        && Some(enemy) != world.frame().active
    {
        let next = neighbour(&world.standing(enemy), target.model, step);
        if let Some(model) = next {
            aim::put_on(world, model);
        }
        return;
    }
    let selection = *world.resource::<Selection>();
    let Some(unit) = selection.unit.or(world.frame().active) else { return };
    let standing = world.standing(unit);
    let Some(model) = neighbour(&standing, selection.model, step) else { return };
    select(world, unit, Some(model));
}

/// The element `step` places after the present one, round and round.
pub fn neighbour<T: Copy + PartialEq>(all: &[T], present: Option<T>, step: i32) -> Option<T> {
    if all.is_empty() {
        return None;
    }
    let place = present.and_then(|present| all.iter().position(|&one| one == present));
    let count = all.len() as i32;
    let next = match place {
        Some(place) => (place as i32 + step).rem_euclid(count),
        None if step < 0 => count - 1,
        None => 0,
    };
    all.get(next as usize).copied()
}

/// Selects a unit, and a model of it.
pub fn select(world: &mut World, unit: UnitId, model: Option<ModelId>) {
    *world.resource_mut::<Selection>() = Selection { unit: Some(unit), model };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_go_round() {
        let all = [3, 5, 8];
        assert_eq!(neighbour(&all, Some(8), 1), Some(3));
        assert_eq!(neighbour(&all, Some(3), -1), Some(8));
        assert_eq!(neighbour(&all, None, 1), Some(3));
        assert_eq!(neighbour(&all, None, -1), Some(8));
        assert_eq!(neighbour(&all, Some(4), 1), Some(3));
        assert_eq!(neighbour::<u8>(&[], None, 1), None);
    }
}

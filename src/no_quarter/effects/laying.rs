//! Laying effects on models and units, and ending them before their time.

use bevy::prelude::World;

use super::{Does, Effect, Effects, Source, comes_from, on_unit, unit_has_from};
use crate::battle::{BattleWorld, ModelId, UnitId};

/// Lays an effect on a model, unless the same lies on it.
pub fn lay_on_model(world: &mut World, model: ModelId, effect: Effect) {
    let mut effects = world.of_model::<Effects>(model).clone();
    if !effects.0.contains(&effect) {
        effects.0.push(effect);
        world.set_model(model, effects);
    }
}

/// Lays an effect on a unit, unless the same lies on it.
pub fn lay_on_unit(world: &mut World, unit: UnitId, effect: Effect) {
    let mut effects = world.of_unit::<Effects>(unit).clone();
    if !effects.0.contains(&effect) {
        effects.0.push(effect);
        world.set_unit(unit, effects);
    }
}

/// Lays an effect on a model in place of all that lasts on it by the same source.
pub fn replace_on_model(world: &mut World, model: ModelId, effect: Effect) {
    let mut effects = world.of_model::<Effects>(model).clone();
    effects.0.retain(|other| other.source != effect.source);
    effects.0.push(effect);
    world.set_model(model, effects);
}

/// Ends what does something to a model before its time.
pub fn lift_from_model(world: &mut World, model: ModelId, does: Does) {
    let mut effects = world.of_model::<Effects>(model).clone();
    let before = effects.0.len();
    effects.0.retain(|effect| effect.does != does);
    if effects.0.len() < before {
        world.set_model(model, effects);
    }
}

/// Ends what does something to a unit before its time.
pub fn lift_from_unit(world: &mut World, unit: UnitId, does: Does) {
    if on_unit(world, unit).any(|other| other == does) {
        let mut effects = world.of_unit::<Effects>(unit).clone();
        effects.0.retain(|effect| effect.does != does);
        world.set_unit(unit, effects);
    }
}

/// Ends what comes to a unit as such from a source.
pub fn lift_source_from_unit(world: &mut World, unit: UnitId, source: Source) {
    if unit_has_from(world, unit, source) {
        let mut effects = world.of_unit::<Effects>(unit).clone();
        effects.0.retain(|effect| effect.source != source);
        world.set_unit(unit, effects);
    }
}

/// Ends what comes to a model from a source.
pub fn lift_source_from_model(world: &mut World, model: ModelId, source: Source) {
    if comes_from(world, model, source) {
        let mut effects = world.of_model::<Effects>(model).clone();
        effects.0.retain(|effect| effect.source != source);
        world.set_model(model, effects);
    }
}

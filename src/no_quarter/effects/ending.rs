//! When effects end: with the turn, with an activation, or with a unit's own go.

use bevy::prelude::World;

use super::{Effects, Until};
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::system::BattleState,
};

/// Ends what lasts until the end of the turn.
pub(in crate::no_quarter) fn end_turn(world: &mut World) {
    for unit in world.roster().units() {
        end_on(world, unit, |until| until == Until::EndOfTurn);
    }
}

/// Ends what lasts as long as the present activation: on units that wait to go on with their own only
/// what ends with everybody's.
pub(in crate::no_quarter) fn end_activation(world: &mut World) {
    let waiting = world.resource::<BattleState>().waiting.clone();
    for unit in world.roster().units() {
        let waits = waiting.contains(&unit);
        end_on(world, unit, |until| {
            until == Until::EndOfActivation || until == Until::EndOfGo && !waits
        });
    }
}

/// A unit begins its go: nothing of an earlier one lasts.
pub(in crate::no_quarter) fn begin_go(world: &mut World, unit: UnitId) {
    end_on(world, unit, |until| until == Until::EndOfGo);
}

/// Copies what lasts until the end of a unit's go to another unit, which goes on with that go; what
/// the other had of an earlier go ends (FORM-10).
pub(in crate::no_quarter) fn share_go(world: &mut World, from: UnitId, to: UnitId) {
    let mut effects = world.of_unit::<Effects>(to).clone();
    effects.0.retain(|effect| effect.until != Until::EndOfGo);
    let shared = world.of_unit::<Effects>(from).0.iter();
    effects.0.extend(shared.filter(|effect| effect.until == Until::EndOfGo).copied());
    world.set_unit(to, effects);
}

/// Ends some of the effects on a unit and all its models.
fn end_on(world: &mut World, unit: UnitId, ends: impl Fn(Until) -> bool) {
    let left = |effects: &Effects| {
        let over = effects.0.iter().any(|effect| ends(effect.until));
        let stays = |effect: &&super::Effect| !ends(effect.until);
        over.then(|| Effects(effects.0.iter().filter(stays).copied().collect()))
    };
    if let Some(effects) = left(world.of_unit::<Effects>(unit)) {
        world.set_unit(unit, effects);
    }
    for model in world.members(unit) {
        if let Some(effects) = left(world.of_model::<Effects>(model)) {
            world.set_model(model, effects);
        }
    }
}

//! When effects end: with the turn, with an activation, or with a unit's own go.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{Effect, Effects};
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{components::Holding, system::BattleState},
};

/// When an effect ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Never.
    Always,
    /// At the end of the turn.
    EndOfTurn,
    /// When the unit that is active now has finished.
    EndOfActivation,
    /// At the end of the present activation too, but on a unit that waits to go on with its own only
    /// when that is over (FORM-10).
    EndOfGo,
    /// At the end of the next turn.
    EndOfNextTurn,
    /// When the spell ends that has left it (MAG-06).
    SpellEnds,
    /// The same, but it counts only from the beginning of its unit's next activation.
    SpellEndsFromNextGo,
    /// At the end of its unit's next activation.
    EndOfNextGo,
    /// The same, but it counts only from the beginning of that activation.
    InNextGo,
    /// At the end of the activation, whoever's it is, in which its unit moves next (SP-STUMBLE).
    NextMove,
    /// At the end of its unit's present activation, of which being on hold is a part (HOLD-01).
    EndOfOwnGo,
    /// Never, but it counts only from the next turn on (FEAR-03).
    FromNextTurn,
}

impl Until {
    /// Whether it waits for an activation or a turn that has yet to begin.
    pub(super) fn waits(self) -> bool {
        matches!(self, Self::InNextGo | Self::SpellEndsFromNextGo | Self::FromNextTurn)
    }
}

/// Ends what lasts until the end of the turn; what lasts until the end of the next has that before it,
/// and what waited for the next counts from now on.
pub(in crate::no_quarter) fn end_turn(world: &mut World) {
    for unit in world.roster().units() {
        turn_on(world, unit, |until| match until {
            Until::EndOfTurn => None,
            Until::EndOfNextTurn => Some(Until::EndOfTurn),
            Until::FromNextTurn => Some(Until::Always),
            other => Some(other),
        });
    }
}

/// Ends what lasts as long as the present activation: on units that wait to go on with their own only
/// what ends with everybody's, and on those on hold all but what lasts as long as their hold.
pub(in crate::no_quarter) fn end_activation(world: &mut World) {
    let waiting = world.resource::<BattleState>().waiting.clone();
    for unit in world.roster().units() {
        let waits = waiting.contains(&unit);
        let holds = world.of_unit::<Holding>(unit).0.is_some();
        end_on(world, unit, |until| match until {
            Until::EndOfActivation => true,
            Until::EndOfGo => !waits,
            Until::EndOfOwnGo => !waits && !holds,
            _ => false,
        });
    }
}

/// A unit is on hold no longer: what lasts as long as its activation has come to its end.
pub(in crate::no_quarter) fn end_hold(world: &mut World, unit: UnitId) {
    end_on(world, unit, |until| until == Until::EndOfOwnGo);
}

/// A unit begins its go: nothing of an earlier one lasts, and what waited for it counts from now on.
pub(in crate::no_quarter) fn begin_go(world: &mut World, unit: UnitId) {
    turn_on(world, unit, |until| match until {
        Until::EndOfGo | Until::EndOfOwnGo => None,
        Until::EndOfNextGo | Until::InNextGo => Some(Until::EndOfOwnGo),
        Until::SpellEndsFromNextGo => Some(Until::SpellEnds),
        other => Some(other),
    });
}

/// Whether something on a unit lasts until it moves.
pub(in crate::no_quarter) fn awaits_move(world: &World, unit: UnitId) -> bool {
    world.of_unit::<Effects>(unit).0.iter().any(|effect| effect.until == Until::NextMove)
}

/// A unit has moved: what lasted until then ends with the present activation.
pub(in crate::no_quarter) fn has_moved(world: &mut World, unit: UnitId) {
    turn_on(world, unit, |until| match until {
        Until::NextMove => Some(Until::EndOfActivation),
        other => Some(other),
    });
}

/// Copies what lasts until the end of a unit's go to another unit, which goes on with that go; what
/// the other had of an earlier go ends (FORM-10).
pub(in crate::no_quarter) fn share_go(world: &mut World, from: UnitId, to: UnitId) {
    let mut effects = world.of_unit::<Effects>(to).clone();
    let of_go = |effect: &&Effect| matches!(effect.until, Until::EndOfGo | Until::EndOfOwnGo);
    effects.0.retain(|effect| !of_go(&effect));
    let shared = world.of_unit::<Effects>(from).0.iter();
    effects.0.extend(shared.filter(of_go).copied());
    world.set_unit(to, effects);
}

/// Ends some of the effects on a unit and all its models.
fn end_on(world: &mut World, unit: UnitId, ends: impl Fn(Until) -> bool) {
    turn_on(world, unit, |until| if ends(until) { None } else { Some(until) });
}

/// Ends some of the effects on a unit and all its models, and gives others another end.
fn turn_on(world: &mut World, unit: UnitId, then: impl Fn(Until) -> Option<Until>) {
    let left = |effects: &Effects| {
        let changes = effects.0.iter().any(|effect| then(effect.until) != Some(effect.until));
        let left = |effect: &Effect| Some(Effect { until: then(effect.until)?, ..*effect });
        changes.then(|| Effects(effects.0.iter().filter_map(left).collect()))
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

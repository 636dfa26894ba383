//! What panels ask the rules in every frame, answered once until something changes: why verbs can't
//! be done, and which concern the active unit.

use bevy::prelude::*;

use super::{
    mode::{Scope, Selection},
    plan::Stamp,
    possible::Possible,
    verb::Verb,
    why_not,
};
use crate::battle::{BattleWorld, UnitId};

/// The answers so far.
#[derive(Resource, Clone, Debug, Default)]
pub struct Asked {
    key: Option<Key>,
    why_not: Vec<(Verb, Option<String>)>,
    concerned: Vec<(Verb, bool)>,
}

/// What answers depend on.
type Key = (Stamp, Option<UnitId>, Selection, Scope, usize);

/// The answers that still hold.
fn asked(world: &mut World) -> &mut Asked {
    let key = (
        Stamp::of(world),
        world.frame().active,
        *world.resource::<Selection>(),
        *world.resource::<Scope>(),
        world.resource::<Possible>().answered(),
    );
    let asked = world.resource_mut::<Asked>().into_inner();
    if asked.key != Some(key) {
        *asked = Asked { key: Some(key), ..Asked::default() };
    }
    asked
}

fn known<Q: PartialEq, T: Clone>(answers: &[(Q, T)], question: Q) -> Option<T> {
    answers.iter().find(|(known, _)| *known == question).map(|(_, answer)| answer.clone())
}

/// Why a verb can't be done now, if it can't.
pub fn why_not(world: &mut World, verb: Verb) -> Option<String> {
    if let Some(answer) = known(&asked(world).why_not, verb) {
        return answer;
    }
    let answer = why_not::why_not(world, verb);
    asked(world).why_not.push((verb, answer.clone()));
    answer
}

/// Whether a verb is one for the active unit at all.
pub fn concerns(world: &mut World, verb: Verb, unit: UnitId) -> bool {
    if let Some(answer) = known(&asked(world).concerned, verb) {
        return answer;
    }
    let answer = why_not::concerns(world, verb, unit);
    asked(world).concerned.push((verb, answer));
    answer
}

//! What panels ask the rules in every frame, answered once until something changes: why verbs can't
//! be done, which concern the active unit, how objectives stand, how many of a unit are in combat,
//! how many units have still to act.

use bevy::prelude::*;

use super::{
    mode::{Scope, Selection},
    plan::Stamp,
    possible::Possible,
    verb::Verb,
    why_not,
};
use crate::{
    battle::{BattleWorld, SideId, UnitId},
    no_quarter::{
        movement,
        objectives::{self, Aim},
        turn_sequence,
    },
};

/// The objectives as things stand.
#[derive(Resource, Clone, Debug, Default)]
pub struct Aims(pub Vec<Aim>);

/// Asks how objectives stand, when something has happened.
pub fn update_aims(world: &mut World, mut last: Local<Option<Stamp>>) {
    let stamp = Stamp::of(world);
    if last.replace(stamp) != Some(stamp) {
        let aims = objectives::aims(world);
        world.resource_mut::<Aims>().0 = aims;
    }
}

/// The answers so far.
#[derive(Resource, Clone, Debug, Default)]
pub struct Asked {
    key: Option<Key>,
    why_not: Vec<(Verb, Option<String>)>,
    concerned: Vec<(Verb, bool)>,
    engaged: Vec<(UnitId, usize)>,
    still_to_act: Vec<(SideId, usize)>,
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

/// How many of a unit are in close combat.
pub fn engaged(world: &mut World, unit: UnitId) -> usize {
    if let Some(answer) = known(&asked(world).engaged, unit) {
        return answer;
    }
    let models = world.standing(unit).into_iter();
    let answer = models.filter(|&model| movement::is_engaged(world, model)).count();
    asked(world).engaged.push((unit, answer));
    answer
}

/// How many units of a side may still be activated this turn.
pub fn still_to_act(world: &mut World, side: SideId) -> usize {
    if let Some(answer) = known(&asked(world).still_to_act, side) {
        return answer;
    }
    let waits =
        |&unit: &UnitId| world.side_of(unit) == side && turn_sequence::can_activate(world, unit);
    let answer = world.roster().units().filter(waits).count();
    asked(world).still_to_act.push((side, answer));
    answer
}

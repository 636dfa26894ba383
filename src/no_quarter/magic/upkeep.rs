//! Keeping a spell up, when its caster is activated again. Book: Upkeep (MAG-06).

use bevy::prelude::World;

use super::{Ended, InPlay, SpellOn, aim, casting, in_play};
use crate::{
    battle::{BattleWorld, Decision, ModelId, Resolving},
    no_quarter::{
        components::ActionsLeft,
        event::Event,
        movement,
        question::{Answer, Question},
        system::{BattleState, NoQuarter, emit},
    },
};

/// The spells of a caster that end when it is activated, unless it keeps them up.
pub fn due(world: &World, caster: ModelId) -> Vec<SpellOn> {
    let spells = world.resource::<BattleState>().spells.iter();
    let due =
        |one: &&InPlay| one.caster == caster && one.what.spell.card().lasts.ends_with_caster();
    spells.filter(due).map(|one| one.what).collect()
}

/// Whether a caster can keep a spell up now: it has the actions, the nerves and the range. Ruling: it
/// needn't see its bearer.
fn can_keep(world: &World, caster: ModelId, what: SpellOn) -> bool {
    let card = what.spell.card();
    let left = world.of_model::<ActionsLeft>(caster).0;
    let near = card.aim.within().is_none_or(|within| {
        aim::distance(world, caster, what.on).is_some_and(|distance| distance.at_most(within))
    });
    near && card.lasts.upkeep().is_some_and(|cost| cost <= left)
        && casting::check_nerves(world, world.unit_of(caster)).is_ok()
}

/// A caster begins its activation: asks which of its spells it keeps up, one at most; the others end.
pub(super) fn begin(world: &mut World, caster: ModelId) {
    let kept: Vec<Answer> = due(world, caster)
        .into_iter()
        .filter(|&what| can_keep(world, caster, what))
        .map(|what| Answer::KeepUp { what })
        .collect();
    if kept.is_empty() {
        end_all_but(world, caster, None);
        return;
    }
    let options = kept.into_iter().chain([Answer::Pass]).collect();
    let side = world.side_of_model(caster);
    let question = Question::KeepUp { caster };
    world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
}

/// Keeps a spell up, or none.
pub(in crate::no_quarter) fn answer(world: &mut World, caster: ModelId, answer: &Answer) {
    let Answer::KeepUp { what } = *answer else {
        end_all_but(world, caster, None);
        return;
    };
    let actions = what.spell.card().lasts.upkeep().unwrap_or(0);
    movement::pay(world, caster, actions);
    emit(world, Event::KeptUp { model: caster, what, actions });
    end_all_but(world, caster, Some(what));
}

fn end_all_but(world: &mut World, caster: ModelId, kept: Option<SpellOn>) {
    let due = due(world, caster);
    for what in due.into_iter().filter(|&what| Some(what) != kept) {
        let can = what.spell.card().lasts.upkeep().is_some();
        let why = if can { Ended::NotKeptUp } else { Ended::RanOut };
        in_play::end(world, what, why);
    }
}

//! Resisting a spell: each of its targets rolls for itself, and harm comes to those who fail. Book:
//! Resisting A Spell (MAG-05).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{Spell, work};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        dice::{Needed, Roll},
        effects::{self, Test, Whose},
        event::Event,
        statistics::{Stat, stat},
        step::Step,
        system::{emit, push},
        trial::{Stake, Trial},
    },
};

/// Models that may resist a spell, while dice are rolled for them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resisting {
    /// Who has cast it.
    caster: ModelId,
    /// What.
    spell: Spell,
    /// Who rolls now.
    pub(in crate::no_quarter) model: ModelId,
    /// Who rolls after that, the last of them first.
    others: Vec<ModelId>,
    /// Who has failed so far.
    failed: Vec<ModelId>,
}

/// The number by which a model resists with a characteristic, with what lasts on it.
pub fn needed_to_resist(world: &World, model: ModelId, by: Stat) -> Needed {
    let changes = effects::modifiers(world, (model, 0), Test::Resist, Whose::Own);
    Needed::new(stat(world, model, by)).with_all(changes)
}

/// Lets each of some models try to resist a spell.
pub(super) fn begin(world: &mut World, caster: ModelId, spell: Spell, mut models: Vec<ModelId>) {
    models.reverse();
    if let Some(model) = models.pop() {
        roll(world, Resisting { caster, spell, model, others: models, failed: Vec::new() });
    }
}

fn roll(world: &mut World, resisting: Resisting) {
    let by = resisting.spell.card().resisted.unwrap_or(Stat::Strength);
    let needed = needed_to_resist(world, resisting.model, by);
    push(world, Step::Roll(Trial::new(Stake::Resist(resisting), needed)));
}

/// A model has rolled to resist: the next one does or, after the last, harm comes to those who failed.
pub(in crate::no_quarter) fn resisted(world: &mut World, mut resisting: Resisting, roll: Roll) {
    let (model, resisted) = (resisting.model, roll.passed());
    emit(world, Event::Resisted { model, spell: resisting.spell, roll, resisted });
    if !resisted {
        resisting.failed.push(model);
    }
    if let Some(next) = resisting.others.pop() {
        self::roll(world, Resisting { model: next, ..resisting });
        return;
    }
    let Resisting { caster, spell, failed, .. } = resisting;
    if let Some(harm) = spell.card().does.harm() {
        let standing: Vec<ModelId> =
            failed.into_iter().filter(|&model| world.is_standing(model)).collect();
        work::befall(world, caster, spell, harm, &standing);
    }
}

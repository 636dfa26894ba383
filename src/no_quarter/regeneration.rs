//! Wounds that close again when the turn ends. Who has lost the last one lies low until then, and only
//! falls if none comes back. Book: Traits, Regenerate (TR-REGENERATE).
//!
//! - *laid low*: without a wound left, but still on the table until the turn ends. Ruling: nothing does
//!   any more harm to such a model, and it does nothing itself.

use bevy::prelude::World;

use super::{
    components::{ActionsLeft, Momentum, Stance, WoundsLeft},
    damage,
    dice::{Needed, Purpose},
    effects::{self, Deed, Does, Effect, Gift, Source, Until},
    event::{Cause, Event},
    statistics,
    step::Step,
    system::emit,
};
use crate::battle::{BattleWorld, ModelId, Resolving};

/// A die that isn't above it brings a wound back.
const BACK: i32 = 3;

/// Whether a model is laid low.
pub fn is_laid_low(world: &World, model: ModelId) -> bool {
    world.is_standing(model) && world.of_model::<WoundsLeft>(model).0 == 0
}

/// A model has lost wounds to somebody: remembers what it may get back. Says whether it is laid low by
/// that rather than fallen.
pub(super) fn wounded(world: &mut World, model: ModelId, lost: u8, by: ModelId) -> bool {
    if lost == 0 || !effects::has(world, model, Gift::Regeneration) {
        return false;
    }
    let known = effects::on(world, model).find_map(to_regain);
    if let Some((wounds, by)) = known {
        effects::lift_from_model(world, model, Does::MayRegain { wounds, by });
    }
    let wounds = lost.saturating_add(known.map_or(0, |(wounds, _)| wounds));
    lay(world, model, Does::MayRegain { wounds, by });
    let low = is_laid_low(world, model);
    if low {
        lay(world, model, Does::Forbids(Deed::Act));
        world.set_model(model, Stance::Prone);
        world.set_model(model, ActionsLeft(0));
        world.set_model(model, Momentum(0));
        emit(world, Event::LaidLow { model });
    }
    low
}

fn lay(world: &mut World, model: ModelId, does: Does) {
    let (source, until) = (Source::Regeneration, Until::EndOfTurn);
    effects::lay_on_model(world, model, Effect { does, source, until });
}

fn to_regain(does: Does) -> Option<(u8, ModelId)> {
    match does {
        Does::MayRegain { wounds, by } => Some((wounds, by)),
        _ => None,
    }
}

/// The rolls that the end of a turn brings, model by model.
pub(super) fn of_turn(world: &World) -> Vec<Step> {
    let step = |model: ModelId| {
        let (wounds, by) = effects::on(world, model).find_map(to_regain)?;
        Some(Step::Regenerate { model, wounds, by })
    };
    world.roster().models().filter(|&model| world.is_standing(model)).filter_map(step).collect()
}

/// Rolls for each wound that a model has lost in the turn, the last of them to somebody; whoever gets
/// none back and has none left falls.
pub(super) fn regenerate(world: &mut World, model: ModelId, wounds: u8, by: ModelId) {
    if !world.is_standing(model) {
        return;
    }
    let whole = statistics::wounds(world, model);
    for _ in 0..wounds {
        let roll = world.dice().test(Purpose::Special, Some(model.0), Needed::new(BACK));
        let regained = roll.passed();
        let left = world.of_model::<WoundsLeft>(model).0;
        let wounds_left = left.saturating_add(u8::from(regained)).min(whole.max(left));
        world.set_model(model, WoundsLeft(wounds_left));
        emit(world, Event::Regenerated { model, roll, regained, wounds_left });
    }
    if is_laid_low(world, model) {
        damage::slay(world, model, Cause::Slain { by });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_what_brings_a_wound_back() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex["ability Regenerate"].about;
        assert!(about.contains(&format!("{BACK} or less")), "{about}");
    }
}

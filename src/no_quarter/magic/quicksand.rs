//! Ground that swallows those who move on it. Book: Earth Aspect, Quicksand (SP-QUICKSAND). Rulings: each
//! model rolls that has used actions in a move, a manoeuvre or a charge, once it has arrived and before
//! anybody strikes; those who fly don't.

use bevy::prelude::World;

use super::{Bearer, Spell, SpellOn};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::{
        damage,
        dice::Purpose,
        effects::{self, Gift},
        event::{Cause, Event},
        movement,
        system::{BattleState, emit},
    },
};

/// On this or less it swallows a model. Book: Quicksand.
const SWALLOWS: u16 = 1;

/// Whether the ground may swallow a model that has moved.
pub(super) fn may_swallow(world: &World, model: ModelId) -> bool {
    world.is_standing(model)
        && effects::has(world, model, Gift::Sinking)
        && !movement::flies(world, model)
}

/// A model that has moved sinks on a 1.
pub(super) fn sink(world: &mut World, model: ModelId) {
    if !may_swallow(world, model) {
        return;
    }
    let what = SpellOn { spell: Spell::Quicksand, on: Bearer::Unit(world.unit_of(model)) };
    let spells = &world.resource::<BattleState>().spells;
    let Some(caster) = spells.iter().find(|one| one.what == what).map(|one| one.caster) else {
        return;
    };
    let roll = world.dice().d10(Purpose::Special, Some(model.0));
    let swallowed = roll.result <= SWALLOWS;
    emit(world, Event::TrodQuicksand { model, roll, swallowed });
    if swallowed {
        damage::slay(world, model, Cause::Swallowed { by: caster });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::Armoury;

    #[test]
    fn the_codex_tells_on_what_it_swallows() {
        let armoury = Armoury::embedded().unwrap();
        let about = &armoury.codex[Spell::Quicksand.card().term].about;
        assert!(about.contains(&format!("on a {SWALLOWS} it is slain")), "{about}");
    }
}

//! Enemies too horrible to fight. Book: Abilities, Brutes (AB-BRUTES).

use bevy::prelude::World;

use super::{
    command_test,
    effects::{self, Deed, Does, Effect, Gift, Source, Test, Until, When, Whose},
    event::TestReason,
    reason::{Change, Reason},
    step::Step,
};
use crate::battle::{BattleWorld, ModelId, UnitId};

/// What hiding behind its shields adds to the saves of a unit that doesn't fight.
const HIDING: Change = Change::new(Reason::Hiding, 1);

/// Whether a unit has brutes in it.
pub fn is_brutal(world: &World, unit: UnitId) -> bool {
    let brutal = |&model: &ModelId| effects::has(world, model, Gift::Brutal);
    world.standing(unit).iter().any(brutal)
}

/// Whether a unit that meets these is put to the test by brutes among them. Ruling: once in a turn, at
/// the first touch.
pub fn faces(world: &World, unit: UnitId, enemies: &[UnitId]) -> bool {
    enemies.iter().any(|&enemy| is_brutal(world, enemy))
        && !effects::forbids_unit(world, unit, Deed::FaceBrutes)
}

/// Contact brings: whoever meets brutes, charging or charged, takes a command test.
pub(super) fn met(world: &World, unit: UnitId, met: &[UnitId]) -> Vec<Step> {
    let reason = TestReason::Brutes;
    let own = faces(world, unit, met).then_some(unit);
    let others = met.iter().copied().filter(|&other| faces(world, other, &[unit]));
    let tested = own.into_iter().chain(others);
    tested.map(|unit| Step::CommandTest { unit, reason }).collect()
}

/// Whether a unit passes its test without a die.
pub fn is_sure(world: &World, unit: UnitId) -> bool {
    command_test::is_sure(world, unit, TestReason::Brutes)
}

/// Whether a model doesn't fight because of brutes.
pub fn is_cowed(world: &World, model: ModelId) -> bool {
    effects::forbids(world, model, Deed::Fight)
}

/// The test was taken. Ruling: the round for which a unit doesn't fight is the rest of the turn.
pub(super) fn tested(world: &mut World, unit: UnitId, passed: bool) {
    let mut lay = |does| {
        let effect = Effect { does, source: Source::Brutes, until: Until::EndOfTurn };
        effects::lay_on_unit(world, unit, effect);
    };
    lay(Does::Forbids(Deed::FaceBrutes));
    if !passed {
        lay(Does::Forbids(Deed::Fight));
        let (test, whose, by, when) = (Test::Save, Whose::Own, HIDING, When::Always);
        lay(Does::Modifies { test, whose, by, when });
    }
}

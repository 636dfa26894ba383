//! Getting out of the way of a blow or a shot that has hit. Book: Abilities, Evade (AB-EVADE).

use bevy::prelude::World;

use super::{
    components::ProfileOf,
    effects::{self, Gift, Test},
    event::Event,
    hit::Hit,
    statistics::{Stat, stat},
    step::Step,
    system::{emit, push},
    trial::{Rolling, Stake, Trial},
};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::dice::{Needed, Roll},
};

/// A die that isn't above it gets out of the way.
pub const EVADES: i32 = 5;

/// Whether a model evades at all: by its gift, and only without armour and shield. Ruling: what ranks
/// give is no armour in this.
pub fn may_evade(world: &World, model: ModelId) -> bool {
    effects::has(world, model, Gift::Evading)
        && stat(world, model, Stat::Armour) <= 0
        && !world.of_model::<ProfileOf>(model).0.shield
}

/// The number that a model needs to evade a hit by an attacker now, with what lasts on both.
pub fn needed(world: &World, model: ModelId, attacker: ModelId) -> Needed {
    let changes = effects::modifiers_between(world, (model, 0), attacker, Test::Evade);
    Needed::new(EVADES).with_all(changes)
}

/// The chance, from 0 to 1, that a model evades a hit by an attacker for which a die was rolled.
pub fn chance(world: &World, model: ModelId, attacker: ModelId) -> f32 {
    if !may_evade(world, model) {
        return 0.0;
    }
    let rolling = Rolling::of_element(world, (model, 0), Test::Evade);
    rolling.chance(&needed(world, model, attacker))
}

/// What comes next for a hit that a die made, or for a blow at the helpless, if nobody parried it: its
/// target tries to evade it if it can, and else has its armour. Ruling: it always tries, as nothing is
/// lost by it. What else hits without a die, such as templates, isn't evaded.
pub(super) fn before_armour(world: &World, hit: Hit) -> Step {
    if may_evade(world, hit.target) { Step::Evade(hit) } else { Step::Save(hit) }
}

/// Rolls to evade a hit, unless its target has fallen by now.
pub(super) fn evade(world: &mut World, hit: Hit) {
    let (model, attacker) = (hit.target, hit.attacker);
    if !world.is_standing(model) || !may_evade(world, model) {
        push(world, Step::Save(hit));
        return;
    }
    let needed = needed(world, model, attacker);
    push(world, Step::Roll(Trial::new(Stake::Evade { hit }, needed)));
}

/// The roll to evade was made.
pub(super) fn evade_rolled(world: &mut World, hit: Hit, roll: Roll) {
    let (model, attacker, evaded) = (hit.target, hit.attacker, roll.passed());
    emit(world, Event::Evaded { model, attacker, roll, evaded });
    if !evaded {
        push(world, Step::Save(hit));
    }
}

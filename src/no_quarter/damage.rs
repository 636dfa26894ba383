//! The damage roll, wounds, casualties and knocking prone. Book: Damage (DMG-01 to DMG-04).

use bevy::prelude::World;

use super::{
    combined,
    components::{ProfileOf, Stance, WoundsLeft},
    effects::{self, Test},
    event::{Cause, Event},
    formations,
    hit::{Hit, HitRule},
    hit_roll::{ALWAYS, SUREST},
    moment::{self, Moment},
    objectives,
    profile::Size,
    reason::Reason,
    statistics::{self, Stat},
    step::Step,
    system::{emit, push},
    trial::{Stake, Trial},
};
use crate::{
    battle::{BattleWorld, ModelId, Presence},
    no_quarter::dice::{Needed, Roll},
    table::Pose,
};

/// The number needed to damage: 5, more or less by strength against toughness, from 1 to 9: the
/// book's table (DMG-01).
pub fn needed_to_damage(strength: i32, toughness: i32) -> Needed {
    Needed::new(5)
        .with(Reason::HitStrength, strength)
        .with(Reason::Toughness, -toughness)
        .between(ALWAYS.into(), SUREST)
}

/// The number that an attacker needs to damage a model now with a hit of a strength, with what lasts on
/// both.
pub fn needed(world: &World, attacker: ModelId, model: ModelId, strength: i32) -> Needed {
    let toughness = statistics::stat(world, model, Stat::Toughness);
    let changes = effects::modifiers_between(world, (attacker, 0), model, Test::Damage);
    needed_to_damage(strength, toughness).with_all(changes)
}

/// Whether a hit does nothing to a model at all: a very large one takes a siege weapon. Book: Attacks
/// Against Very Large Targets (CC-13).
pub(super) fn is_idle(world: &World, hit: &Hit, model: ModelId) -> bool {
    !hit.has(HitRule::Besieges) && world.of_model::<ProfileOf>(model).0.size == Size::VeryLarge
}

/// Rolls for damage.
pub(super) fn damage(world: &mut World, hit: Hit) {
    let model = hit.target;
    if !world.is_standing(model) {
        return;
    }
    let needed = needed(world, hit.attacker, model, hit.strength);
    push(world, Step::Roll(Trial::new(Stake::Damage(hit), needed)));
}

/// Damage was rolled: takes the wounds.
pub(super) fn damage_rolled(world: &mut World, hit: &Hit, roll: Roll) {
    let model = hit.target;
    let wounded = roll.passed();
    let stood = world.placed(model);
    let before = world.of_model::<WoundsLeft>(model).0;
    let left = if wounded { before.saturating_sub(hit.wounds) } else { before };
    world.set_model(model, WoundsLeft(left));
    emit(world, Event::DamageRolled { model, roll, wounded, wounds_left: left });
    if left == 0 {
        let cause = objectives::loss(world, hit);
        take_off(world, model, cause);
        moment::comes(world, Moment::Wounded { hit, stood: &stood });
        moment::comes(world, Moment::Slain { hit: Some(hit) });
        return;
    }
    knock_prone(world, hit);
    if wounded {
        moment::comes(world, Moment::Wounded { hit, stood: &stood });
    }
}

/// Whether a hit of a strength fells a model: one as strong as it is, all its elements; a support
/// weapon isn't felled (DMG-04, SUP-08).
pub(super) fn is_felled(world: &World, model: ModelId, strength: i32) -> bool {
    strength >= combined::strength(world, model) && !world.of_model::<ProfileOf>(model).0.chassis
}

/// Fells a model that was hit and lives, by a weapon that does so and is at least as strong as it
/// is itself (DMG-04).
pub(super) fn knock_prone(world: &mut World, hit: &Hit) {
    let Some(strength) = hit.fells() else { return };
    let model = hit.target;
    if is_felled(world, model, strength) && *world.of_model::<Stance>(model) == Stance::Standing {
        world.set_model(model, Stance::Prone);
        emit(world, Event::KnockedProne { model });
    }
}

/// A model is lost without a hit: it has run off, or is scattered.
pub(super) fn slay(world: &mut World, model: ModelId, cause: Cause) {
    take_off(world, model, cause);
    moment::comes(world, Moment::Slain { hit: None });
}

/// Takes a model off the table for good. In ranks somebody from the rear steps into its place, so
/// that the rear is what grows thin (DMG-02, DMG-03).
fn take_off(world: &mut World, model: ModelId, cause: Cause) {
    let unit = world.unit_of(model);
    let at = *world.of_model::<Pose>(model);
    let formed = formations::is_formed(world, unit);
    world.set_model(model, WoundsLeft(0));
    let presence = if cause == Cause::RanOff { Presence::Left } else { Presence::Casualty };
    world.set_model(model, presence);
    emit(world, Event::Fell { model, cause, at });
    if formed {
        formations::close_up(world, unit, model, at);
        if !formations::is_formed(world, unit) {
            emit(world, Event::RanksBroken { unit });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The book's table, strength by strength from 1, toughness 1 to 10.
    const TABLE: [[i32; 10]; 10] = [
        [5, 4, 3, 2, 1, 1, 1, 1, 1, 1],
        [6, 5, 4, 3, 2, 1, 1, 1, 1, 1],
        [7, 6, 5, 4, 3, 2, 1, 1, 1, 1],
        [8, 7, 6, 5, 4, 3, 2, 1, 1, 1],
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 1],
        [9, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        [9, 9, 9, 8, 7, 6, 5, 4, 3, 2],
        [9, 9, 9, 9, 8, 7, 6, 5, 4, 3],
        [9, 9, 9, 9, 9, 8, 7, 6, 5, 4],
        [9, 9, 9, 9, 9, 9, 8, 7, 6, 5],
    ];

    #[test]
    fn dmg_01_the_whole_table() {
        for (strength, row) in (1..).zip(TABLE) {
            for (toughness, number) in (1..).zip(row) {
                let needed = needed_to_damage(strength, toughness).value();
                assert_eq!(needed, number, "strength {strength}, toughness {toughness}");
            }
        }
    }
}

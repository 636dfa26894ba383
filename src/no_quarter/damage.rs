//! The damage roll, wounds, casualties and knocking prone. Book: Damage (DMG-01 to DMG-04).

use bevy::prelude::World;

use super::{
    combined,
    components::{ProfileOf, Stance, WoundsLeft},
    effects::{self, Gift, Test, Whose},
    event::{Cause, Event},
    formations,
    hit::{Hit, HitRule},
    hit_roll::{ALWAYS, SUREST},
    moment::{self, Moment},
    nemesis, objectives,
    profile::Size,
    reason::Reason,
    regeneration,
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
    if regeneration::is_laid_low(world, model) {
        emit(world, Event::LaidLow { model });
        return;
    }
    if let Some(wounds) = hit.outright() {
        let attacker = hit.attacker;
        wound(world, &hit, wounds, |wounds_left| Event::Wounded { model, attacker, wounds_left });
        return;
    }
    let trial = if hit.has(HitRule::Chills) {
        let needed = needed_to_endure(world, model);
        Trial::new(Stake::Endure(hit), needed)
    } else {
        let needed = needed(world, hit.attacker, model, hit.strength);
        Trial::new(Stake::Damage(hit), needed)
    };
    push(world, Step::Roll(trial));
}

/// The number that a model needs in a test of its toughness (TR-ETHEREAL-EMBRACE).
pub fn needed_to_endure(world: &World, model: ModelId) -> Needed {
    let changes = effects::modifiers(world, (model, 0), Test::Endure, Whose::Own);
    Needed::new(statistics::stat(world, model, Stat::Toughness)).with_all(changes)
}

/// Damage was rolled: takes the wounds.
pub(super) fn damage_rolled(world: &mut World, hit: &Hit, roll: Roll) {
    let model = hit.target;
    let wounded = roll.passed();
    let wounds = if wounded { hit.wounds } else { 0 };
    wound(world, hit, wounds, |wounds_left| Event::DamageRolled {
        model,
        roll,
        wounded,
        wounds_left,
    });
}

/// A test of toughness was rolled: whoever failed it takes the wounds (TR-ETHEREAL-EMBRACE).
pub(super) fn endured(world: &mut World, hit: &Hit, roll: Roll) {
    let (model, endured) = (hit.target, roll.passed());
    let wounds = if endured { 0 } else { hit.wounds };
    wound(world, hit, wounds, |wounds_left| Event::Endured { model, roll, endured, wounds_left });
}

/// Takes wounds off whoever is hit, if it takes any, tells how many it has left, and goes on to what
/// comes of that.
fn wound(world: &mut World, hit: &Hit, wounds: u8, told: impl FnOnce(u8) -> Event) {
    let model = hit.target;
    let stood = world.placed(model);
    let spared = nemesis::spares(world, hit, wounds);
    let wounds = wounds - u8::from(spared);
    let before = world.of_model::<WoundsLeft>(model).0;
    let left = before.saturating_sub(wounds);
    world.set_model(model, WoundsLeft(left));
    let lost = before - left;
    emit(world, told(left));
    if spared {
        nemesis::spare(world, hit);
    }
    let laid_low = regeneration::wounded(world, model, lost, hit.attacker);
    if left == 0 && !laid_low {
        let cause = objectives::loss(world, hit);
        take_off(world, model, cause);
        moment::comes(world, Moment::Slain { model, hit: Some(hit) });
    } else {
        knock_prone(world, hit);
    }
    // What a wound brings comes before what a kill does.
    if wounds > 0 {
        moment::comes(world, Moment::Wounded { hit, stood: &stood, lost });
    }
}

/// Whether a hit of a strength fells a model: one as strong as it is, all its elements. Support weapons
/// and the steadfast aren't felled (DMG-04, SUP-08, AB-STEADFAST).
pub(super) fn is_felled(world: &World, model: ModelId, strength: i32) -> bool {
    strength >= combined::strength(world, model)
        && !world.of_model::<ProfileOf>(model).0.chassis
        && !effects::has(world, model, Gift::Steadfast)
}

/// Fells a model that was hit and lives, by a weapon that does so and is at least as strong as it
/// is itself (DMG-04).
pub(super) fn knock_prone(world: &mut World, hit: &Hit) {
    let Some(strength) = hit.fells() else { return };
    let model = hit.target;
    if is_felled(world, model, strength) {
        fall(world, model);
    }
}

/// A model falls prone, unless it lies there already; a support weapon never does (SUP-08).
pub(super) fn fall(world: &mut World, model: ModelId) {
    let stands = *world.of_model::<Stance>(model) == Stance::Standing;
    if stands && !world.of_model::<ProfileOf>(model).0.chassis {
        world.set_model(model, Stance::Prone);
        emit(world, Event::KnockedProne { model });
    }
}

/// Takes wounds off a model that nothing saves it from, and says how many it has left
/// (TR-BOILER-OVERLOAD).
pub(super) fn lose(world: &mut World, model: ModelId, wounds: u8) -> u8 {
    let left = world.of_model::<WoundsLeft>(model).0.saturating_sub(wounds);
    world.set_model(model, WoundsLeft(left));
    left
}

/// A model is lost without a hit: it has run off, or is scattered.
pub(super) fn slay(world: &mut World, model: ModelId, cause: Cause) {
    take_off(world, model, cause);
    moment::comes(world, Moment::Slain { model, hit: None });
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

//! The armour save. Book: Armour Saves (ARM-01 to ARM-04), Masterful Hit (CC-04).

use bevy::prelude::World;

use super::{
    components::{Arms, ProfileOf},
    damage,
    effects::{self, Deed, Gift, Test},
    event::{Event, HitResult},
    formations,
    hit::{Hit, HitRule},
    hit_roll::{NEVER, SUREST},
    line_of_sight, nemesis,
    options::options,
    profile::WeaponRule,
    ranged_combat::BURST_SPREAD,
    reason::{Change, Reason},
    statistics::{Stat, stat},
    step::Step,
    system::{emit, push},
    trial::{Stake, Trial},
};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::dice::{Needed, Roll},
    table::base::gap,
};

/// What ranks and closed order do to the save (FORM-03, FORM-05).
pub const IN_FORMATION: Change = Change::new(Reason::Formation, 1);

/// Strength above which a hit pierces armour. Book: Armour Modifier (ARM-01).
const PIERCING: i32 = 4;

/// Why there is no save against an embrace of the dead (TR-ETHEREAL-EMBRACE).
const KEEPS_NO_CHILL_OUT: &str = "no armour keeps the chill out";

/// What a model has against a hit, as plain numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Armoured {
    /// AR, with the shield if it can be used.
    pub armour: i32,
    /// Whether it stands in ranks or closed up: +1 (ARM-02).
    pub formed: bool,
    /// RE: takes so much off the penetration (ARM-04).
    pub resilience: i32,
    /// Whether a masterful hit does not deny the save.
    pub magic: bool,
    /// Whether a 1 always saves (ARM-03).
    pub lucky: bool,
}

/// What a hit does to armour, as plain numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piercing {
    /// Strength of the hit.
    pub strength: i32,
    /// Its penetration modifier, as a positive number.
    pub penetration: i32,
    /// Whether it was a natural 1 (CC-04).
    pub masterful: bool,
}

/// The number needed to save, or why there is no save (ARM-01, ARM-02, ARM-04).
/// `changes` are what else makes it easier or harder, such as a back that is turned (CC-08).
pub fn needed_to_save(
    armoured: Armoured,
    hit: Piercing,
    changes: &[Change],
) -> Result<Needed, &'static str> {
    let Armoured { armour, formed, resilience, magic, lucky } = armoured;
    if armour <= 0 && !formed {
        return Err("no armour");
    }
    if hit.masterful && !magic {
        return Err("a masterful hit finds a gap");
    }
    let by_strength = (hit.strength - PIERCING).max(0);
    let resisted = resilience.min(by_strength + hit.penetration).max(0);
    // Whoever uses its mastery is never quite sure (AB-MASTERS-OF-COMBAT).
    let masters = changes.iter().any(|change| change.why == Reason::Mastery);
    let most = if masters { SUREST } else { NEVER.into() };
    let needed = Needed::new(armour)
        .with_all(formed.then_some(IN_FORMATION))
        .with(Reason::HitStrength, -by_strength)
        .with(Reason::Penetration, -hit.penetration)
        .with(Reason::Resilience, resisted)
        .with_all(changes.iter().copied())
        .between(i32::from(lucky && armour > 0), most);
    if needed.value() <= 0 { Err("its armour is pierced") } else { Ok(needed) }
}

/// What a model has against a hit now. A model that fights two-handed has no use of its shield in
/// close combat. Book: Armoury, two handed weapons (WPN-TWO-HANDED).
pub fn armoured(world: &World, model: ModelId, ranged: bool) -> Armoured {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let arms = &world.of_model::<Arms>(model).0;
    let melee = arms.iter().find(|weapon| !weapon.is_ranged());
    // Ruling: what it prefers, and whatever it has struck with this turn.
    let struck = effects::forbids(world, model, Deed::UseShield);
    let two_handed = struck || melee.is_some_and(|weapon| weapon.has(WeaponRule::TwoHanded));
    let shield = profile.shield && (ranged || !two_handed);
    Armoured {
        armour: stat(world, model, Stat::Armour) + i32::from(shield),
        formed: formations::is_formed(world, world.unit_of(model)),
        resilience: stat(world, model, Stat::Resilience),
        magic: profile.magic_armour || effects::has(world, model, Gift::MagicArmour),
        lucky: options(world).lucky_save,
    }
}

/// The number that a model needs to save against a hit by an attacker now, with what lasts on both, or
/// why there is no save.
pub fn needed(
    world: &World,
    (model, attacker): (ModelId, ModelId),
    ranged: bool,
    piercing: Piercing,
    changes: &[Change],
) -> Result<Needed, &'static str> {
    let mut changes = changes.to_vec();
    changes.extend(lasting(world, model, attacker));
    needed_to_save(armoured(world, model, ranged), piercing, &changes)
}

/// What lasts on a model and an attacker and changes its saves.
pub fn lasting(world: &World, model: ModelId, attacker: ModelId) -> Vec<Change> {
    effects::modifiers_between(world, (model, 0), attacker, Test::Save)
}

/// Rolls the save against a hit, and goes on to damage if it fails.
pub(super) fn save(world: &mut World, mut hit: Hit) {
    if !world.is_standing(hit.target) {
        if hit.goes_over().is_some() {
            super::close_combat::hand_on(world, hit);
            return;
        }
        let Some(next) = next_in_burst(world, &hit) else { return };
        hit = nemesis::aimed(world, &Hit { target: next, ..hit });
    }
    let model = hit.target;
    if damage::is_idle(world, &hit, model) {
        emit(world, Event::TooLarge { model, attacker: hit.attacker });
        return;
    }
    if hit.has(HitRule::Chills) {
        emit(world, Event::NoSave { model, why: KEEPS_NO_CHILL_OUT.to_owned() });
        push(world, Step::Damage(hit));
        return;
    }
    let masterful = hit.result == HitResult::MasterfulHit;
    let mighty = hit.has(HitRule::Slays) && !masterful;
    let piercing = Piercing {
        strength: hit.strength,
        penetration: hit.penetration,
        masterful: masterful || mighty,
    };
    let between = (model, hit.attacker);
    let needed = if hit.has(HitRule::Unsaved) {
        Err("armour is no help against it")
    } else {
        needed(world, between, hit.ranged, piercing, &hit.save_changes)
    };
    match needed {
        Err(_) if mighty => {
            let why = "nothing but magic saves from a mighty strike".to_owned();
            emit(world, Event::NoSave { model, why });
        }
        Err(why) => emit(world, Event::NoSave { model, why: why.to_owned() }),
        Ok(needed) => {
            let left = if hit.has(HitRule::SavedTwice) { 2 } else { 1 };
            push(world, Step::Roll(Trial::new(Stake::Save { hit, left }, needed)));
            return;
        }
    }
    push(world, Step::Damage(hit));
}

/// A save was rolled: the next one if several must succeed, damage if it failed.
pub(super) fn saved(world: &mut World, hit: Hit, left: u8, roll: Roll) {
    let (model, saved) = (hit.target, roll.passed());
    let needed = roll.needed.clone();
    emit(world, Event::Saved { model, roll, saved });
    match needed {
        _ if !saved => push(world, Step::Damage(hit)),
        Some(needed) if left > 1 => {
            let stake = Stake::Save { hit, left: left - 1 };
            push(world, Step::Roll(Trial::new(stake, needed)));
        }
        _ => damage::knock_prone(world, &hit),
    }
}

/// Who takes a further hit of a burst whose target has fallen: the closest in sight of the same
/// unit, within 1" of where that stood. Book: Burst Fire (RNG-07).
fn next_in_burst(world: &World, hit: &Hit) -> Option<ModelId> {
    let enemies = world.side_of_model(hit.attacker) != world.side_of_model(hit.target);
    if !hit.ranged || !enemies || !world.is_standing(hit.attacker) {
        return None;
    }
    let unit = world.unit_of(hit.target);
    let (next, ..) = line_of_sight::closest_seen(world, hit.attacker, unit, false)?;
    let apart = gap(&world.placed(hit.target), &world.placed(next));
    apart.at_most(BURST_SPREAD).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(armour: i32, strength: i32, penetration: i32, resilience: i32) -> Option<i32> {
        let armoured = Armoured { armour, resilience, ..Armoured::default() };
        let hit = Piercing { strength, penetration, ..Piercing::default() };
        needed_to_save(armoured, hit, &[]).ok().map(|needed| needed.value())
    }

    #[test]
    fn arm_01_strength_above_four_pierces() {
        assert_eq!([3, 4, 5, 6].map(|st| value(3, st, 0, 0)), [Some(3), Some(3), Some(2), Some(1)]);
        assert_eq!(value(3, 7, 0, 0), None);
        assert_eq!(value(0, 4, 0, 0), None);
        // The book's example: strength 5 and penetration -1 are -2 in total.
        assert_eq!(value(4, 5, 1, 0), Some(2));
    }

    #[test]
    fn arm_02_ranks_save_on_one_more_even_unarmoured() {
        let formed = |armour| Armoured { armour, formed: true, ..Armoured::default() };
        let hit = Piercing { strength: 4, ..Piercing::default() };
        assert_eq!(needed_to_save(formed(3), hit, &[]).unwrap().value(), 4);
        assert_eq!(needed_to_save(formed(0), hit, &[]).unwrap().value(), 1);
    }

    #[test]
    fn arm_03_the_lucky_save_needs_armour() {
        let lucky = |armour| Armoured { armour, lucky: true, ..Armoured::default() };
        let hit = Piercing { strength: 6, ..Piercing::default() };
        assert_eq!(needed_to_save(lucky(2), hit, &[]).unwrap().value(), 1);
        assert!(needed_to_save(lucky(0), hit, &[]).is_err());
    }

    #[test]
    fn arm_04_resilience_takes_from_the_total_penetration() {
        // The book's example: armour 3, modifier -2, resilience 1: saves on 2.
        assert_eq!(value(3, 6, 0, 1), Some(2));
        assert_eq!(value(3, 4, 0, 2), Some(3), "never below nothing");
        assert_eq!(value(3, 4, 1, 3), Some(3));
    }

    #[test]
    fn cc_04_a_masterful_hit_denies_all_but_magic_armour() {
        let hit = Piercing { strength: 4, masterful: true, ..Piercing::default() };
        let plain = Armoured { armour: 5, ..Armoured::default() };
        assert!(needed_to_save(plain, hit, &[]).is_err());
        assert_eq!(needed_to_save(Armoured { magic: true, ..plain }, hit, &[]).unwrap().value(), 5);
    }
}

//! What is struck with, where nobody is asked: the weapon and the mode that most likely wound.

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::{
        arms::use_cost,
        close_combat, combined,
        components::Arms,
        odds::{self, AttackOdds},
        order::Blow,
        statistics::{Stat, stat_with},
    },
};

/// The blow of one model at an enemy it is in combat with that most likely wounds, whatever it
/// costs; none if nothing that it has can hurt that enemy (AB-MODES, CC-13).
pub fn blow(world: &World, attacker: ModelId, target: ModelId) -> Option<Blow> {
    blow_within(world, attacker, target, u8::MAX)
}

/// The same with a weapon of at most so many actions: for those on hold whom a chariot meets
/// (COMBO-02).
pub fn blow_within(world: &World, attacker: ModelId, target: ModelId, most: u8) -> Option<Blow> {
    let mut best: Option<(f32, Blow)> = None;
    for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(attacker).0) {
        if use_cost(world, attacker, arm) > most
            || close_combat::check_weapon(world, attacker, arm).is_err()
            || !strikes(world, attacker, weapon)
            || !close_combat::can_hurt(world, attacker, weapon, target)
        {
            continue;
        }
        let plain = Blow::plain(attacker, target, weapon);
        let (blow, promise) = better_mode(world, plain, |blow| odds::of_blow(world, blow));
        if best.is_none_or(|(known, _)| promise.chance > known) {
            best = Some((promise.chance, blow));
        }
    }
    best.map(|(_, blow)| blow)
}

/// The blow of each element of a model that most likely wounds, whatever it costs, of those who have
/// something that can hurt the target: for those on hold who strike first at chargers (HOLD-04, COMBO-01,
/// CC-13).
pub fn blows(world: &World, attacker: ModelId, target: ModelId) -> Vec<Blow> {
    let hurts = |weapon: &u8| close_combat::can_hurt(world, attacker, *weapon, target);
    blows_with(world, attacker, target, |weapons| weapons.into_iter().filter(hurts).collect())
}

/// The same with one of the weapons that are chosen of each element's own, whether they can hurt the
/// target or not.
pub fn blows_with(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    choose: impl Fn(Vec<u8>) -> Vec<u8>,
) -> Vec<Blow> {
    let able = |weapon: &u8| {
        close_combat::weapon(world, attacker, *weapon)
            .is_ok_and(|arm| close_combat::check_weapon(world, attacker, arm).is_ok())
            && strikes(world, attacker, *weapon)
    };
    let able = |weapons: Vec<u8>| choose(weapons.into_iter().filter(able).collect());
    let odds = |blow: &Blow| odds::of_blow(world, blow);
    best_of_each(world, attacker, target, able, odds).into_iter().map(|best| best.0).collect()
}

/// Whether the element that uses a weapon strikes at all: a chariot doesn't (COMBO-02).
pub(in crate::no_quarter) fn strikes(world: &World, attacker: ModelId, weapon: u8) -> bool {
    !combined::is_combined(world, attacker)
        || stat_with(world, attacker, weapon, Stat::CloseCombat) > 0
}

/// The best blow of each element of a model, with one of its own chosen weapons.
pub(in crate::no_quarter) fn best_of_each(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    choose: impl Fn(Vec<u8>) -> Vec<u8>,
    odds: impl Fn(&Blow) -> AttackOdds,
) -> Vec<(Blow, AttackOdds)> {
    let best = |weapons: Vec<u8>| {
        let blow = |weapon| better_mode(world, Blow::plain(attacker, target, weapon), &odds);
        let able = choose(weapons).into_iter().map(blow);
        able.reduce(|best, next| if next.1.chance > best.1.chance { next } else { best })
    };
    combined::weapons_by_element(world, attacker).into_iter().filter_map(best).collect()
}

/// A blow in the mode in which it promises most wounds, of those that cost no more than a plain one, and
/// what it promises (AB-MODES).
pub(in crate::no_quarter) fn better_mode(
    world: &World,
    blow: Blow,
    odds: impl Fn(&Blow) -> AttackOdds,
) -> (Blow, AttackOdds) {
    let mut best = (blow, odds(&blow));
    for mode in close_combat::special_modes(world, blow.attacker, blow.weapon) {
        let other = Blow { mode, ..blow };
        if close_combat::cost_of(world, &other) > close_combat::cost_of(world, &blow) {
            continue;
        }
        let promise = odds(&other);
        if promise.chance > best.1.chance {
            best = (other, promise);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        profile::{Weapon, WeaponStrength},
        test_world::{TestWorld, bow, man},
    };

    #[test]
    fn the_best_blow_is_the_likeliest() {
        let mut test = TestWorld::new();
        let sword =
            Weapon { use_cost: 4, strength: WeaponStrength::Bonus(1), ..Weapon::improvised() };
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), vec![bow(), sword]);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
        let blow = blow(&test.world, test.model(ours, 0), test.model(theirs, 0)).unwrap();
        assert_eq!(blow.weapon, 1);
    }
}

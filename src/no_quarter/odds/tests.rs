//! Chances with invented effects, against the same counted out face by face.

use super::*;
use crate::{
    battle::BattleWorld,
    no_quarter::{
        components::Formation,
        effects::{Again, Does, Effect, Gift, Source, Test, Until, lay_on_model},
        order::{Blow, Mark, Shot, ShotMode, Throw},
        profile::{Ability, Profile, Weapon, WeaponRule},
        test_world::{TestWorld, bow, man},
    },
};

/// A man and somebody so far above him, each with something that lasts.
fn scene(arms: Weapon, other: Profile, away: f32, own: &[Does], others: &[Does]) -> TestWorld {
    let mut test = TestWorld::new();
    let skirmish = Formation::Skirmish;
    let ours = test.armed_unit(0, skirmish, &[(10.0, 10.0, 90.0)], man(), vec![arms]);
    test.unit(1, skirmish, &[(10.0, 10.0 + away, 270.0)], other);
    test.activate(ours);
    for (model, lasting) in [(ModelId(0), own), (ModelId(1), others)] {
        for &does in lasting {
            let effect = Effect { does, source: Source::Fumble, until: Until::Always };
            lay_on_model(&mut test.world, model, effect);
        }
    }
    test
}

fn picks(test: Test, dice: u8) -> Does {
    Does::PicksFrom { test, dice }
}

fn again(test: Test) -> Does {
    Does::RollsAgain { test, again: Again::May }
}

fn blow(test: &TestWorld) -> f32 {
    of_blow(&test.world, &Blow::plain(ModelId(0), ModelId(1), 0)).chance
}

/// The lowest of two dice, for each pair.
fn pairs() -> impl Iterator<Item = u16> {
    (1..=10).flat_map(|a| (1..=10).map(move |b: u16| b.min(a)))
}

#[test]
fn a_pair_of_dice_to_hit_makes_masterful_hits_likelier() {
    // Hits on 5, saves on 3 of 10, wounds on 5; a 1 denies the save.
    let knight = Profile { armour: 4, ..man() };
    let lasting = [picks(Test::Strike, 2)];
    let test = scene(Weapon::improvised(), knight, 1.0, &lasting, &[]);
    let wounds = |hit: u16| match hit {
        1 => 0.5,
        2..=5 => 0.7 * 0.5,
        _ => 0.0,
    };
    let expected = pairs().map(wounds).sum::<f32>() / 100.0;
    assert!((blow(&test) - expected).abs() < 1e-5, "{}", blow(&test));
}

#[test]
fn a_second_roll_to_hit_is_reckoned_without_the_fumbles() {
    let lasting = [again(Test::Strike)];
    let test = scene(Weapon::improvised(), man(), 1.0, &lasting, &[]);
    // 6 to 9 are rolled again: four of ten.
    assert!((blow(&test) - (0.5 + 0.4 * 0.5) * 0.5).abs() < 1e-6);
    let mut unerring = TestWorld::new();
    let sure = Profile { abilities: vec![Ability::Unerring], ..man() };
    unerring.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], sure);
    unerring.unit(1, Formation::Skirmish, &[(10.0, 11.0, 270.0)], man());
    let effect = Effect { does: lasting[0], source: Source::Fumble, until: Until::Always };
    lay_on_model(&mut unerring.world, ModelId(0), effect);
    assert!((blow(&unerring) - 0.75 * 0.5).abs() < 1e-6);
}

#[test]
fn saves_parries_and_damage_are_reckoned_as_they_are_rolled() {
    let knight = Profile { armour: 4, ..man() };
    let improvised = Weapon::improvised;
    // Masterful on a 1: no save. Saves on 3.
    let saves = |save: f32| (0.1 + 0.4 * (1.0 - save)) * 0.5;
    let test = scene(improvised(), knight.clone(), 1.0, &[], &[picks(Test::Save, 2)]);
    assert!((blow(&test) - saves(1.0 - 0.7 * 0.7)).abs() < 1e-6);
    let test = scene(improvised(), knight.clone(), 1.0, &[], &[again(Test::Save)]);
    assert!((blow(&test) - saves(0.3 + 0.7 * 0.3)).abs() < 1e-6);
    let test = scene(improvised(), man(), 1.0, &[again(Test::Damage)], &[]);
    assert!((blow(&test) - 0.5 * 0.75).abs() < 1e-6);
    let hero = Profile { abilities: vec![Ability::Parry], ..man() };
    let test = scene(improvised(), hero, 1.0, &[], &[picks(Test::Parry, 2)]);
    // What showed n is parried by a pair whose lowest is under n.
    let parried = |die: u16| pairs().filter(|&parry| parry < die).count() as f32 / 100.0;
    let expected = (1..=5).map(|die| 1.0 - parried(die)).sum::<f32>() / 10.0 * 0.5;
    assert!((blow(&test) - expected).abs() < 1e-5);
}

/// A blow at the helpless needs no die to hit, but luck may still take them out of its way (AB-EVADE).
#[test]
fn the_helpless_evade_blows_that_nobody_rolls_for() {
    let lucky = Profile { abilities: vec![Ability::Evade], ..man() };
    let helpless = [Does::Gives(Gift::Helpless)];
    let chance = |other: Profile| blow(&scene(Weapon::improvised(), other, 1.0, &[], &helpless));
    assert!((chance(man()) - 0.5).abs() < 1e-6);
    assert!((chance(lucky) - 0.5 * 0.5).abs() < 1e-6);
}

#[test]
fn shots_and_templates_are_reckoned_as_they_are_rolled() {
    let far = scene(bow(), man(), 16.0, &[picks(Test::Shoot, 2)], &[]);
    let target = far.world.unit_of(ModelId(1));
    let (shooter, mode) = (ModelId(0), ShotMode::Plain);
    let shot = Shot { shooter, target, weapon: 0, aim: false, pick: None, mode };
    // Strength 4 wounds toughness 5 on 4.
    let chance = of_shot(&far.world, &shot).unwrap().chance;
    assert!((chance - 0.75 * 0.4).abs() < 1e-5, "{chance}");

    let rules = vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(3.0))];
    let grenade = Weapon { rules, ..Weapon::improvised() };
    let at = Mark::Ground(bevy::math::Vec2::new(10.0, 15.0));
    let throw = Throw { thrower: ModelId(0), weapon: 0, with: Vec::new(), at };
    // The edge of the blast covers him partly.
    let hit = |own: &[Does]| {
        let test = scene(grenade.clone(), man(), 6.5, own, &[]);
        let odds = of_throw(&test.world, &throw).unwrap();
        let needed = odds.to_hit.clone().unwrap().value() as f32 / 10.0;
        let miss = odds.deviation.unwrap().2;
        let target = odds.under.iter().find(|under| under.model == ModelId(1)).unwrap();
        (needed, target.hit, miss)
    };
    let (needed, plain, miss) = hit(&[]);
    assert!((needed + miss - 0.9).abs() < 1e-6, "a tenth fumbles");
    let (_, pair, pair_misses) = hit(&[picks(Test::Shoot, 2)]);
    assert!((pair_misses - (1.0 - needed) * (1.0 - needed) + 0.01).abs() < 1e-5);
    assert!(pair > plain);
    // Half of those partly covered are hit, or three quarters.
    let (_, sure, same) = hit(&[again(Test::PartlyCovered)]);
    assert!((same - miss).abs() < 1e-6 && sure > plain);
    let share = sure / plain;
    assert!((1.0..=1.5).contains(&share), "{share}");
}

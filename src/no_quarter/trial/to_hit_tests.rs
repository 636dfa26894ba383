//! Dice to hit as trials, with invented effects: blows, shots, grenades, guns and templates.

use super::*;
use crate::{
    battle::{ModelId, Pending, Stack},
    no_quarter::dice::Purpose::{Damage, Direction, ToHit},
    no_quarter::{
        components::Formation,
        effects::{Does, Effect, Source, Test, Until, lay_on_model},
        event::{Event, HitResult},
        order::{AttackMode, Blow, Fire, Mark, Order, Shot, ShotMode, Throw},
        profile::{Ability, Profile, Weapon, WeaponRule},
        test_world::{TestWorld, bow, man},
    },
    table::Inches,
};

const SKIRMISH: Formation = Formation::Skirmish;
const TWO_DICE: Does = Does::PicksFrom { test: Test::Strike, dice: 2 };

fn again(test: Test, again: Again) -> Does {
    Does::RollsAgain { test, again }
}

/// What a die to hit came to: the one that counts, those put aside, and how it came up.
type Came = (u16, Vec<u16>, HitResult);

/// The dice to hit among some events.
fn came(events: &[Event]) -> Vec<Came> {
    let aside = |roll: &Roll| roll.aside.iter().map(|aside| aside.result).collect();
    let of = |event: &Event| match event {
        Event::Struck { roll: Some(roll), result, .. }
        | Event::Shot { roll: Some(roll), result, .. }
        | Event::Bombarded { roll: Some(roll), result, .. }
        | Event::Threw { roll, result, .. } => Some((roll.result, aside(roll), *result)),
        Event::PartlyCovered { roll, struck, .. } => {
            let result = if *struck { HitResult::Automatic } else { HitResult::Missed };
            Some((roll.result, aside(roll), result))
        }
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// A scene in which somebody attacks, with something lasting on it.
fn scene(attacker: Profile, weapon: Weapon, away: &[(f32, f32, f32)], does: Does) -> TestWorld {
    let mut test = TestWorld::new();
    let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], attacker, vec![weapon]);
    test.unit(1, SKIRMISH, away, man());
    test.activate(ours);
    let effect = Effect { does, source: Source::Fumble, until: Until::Always };
    lay_on_model(&mut test.world, ModelId(0), effect);
    test
}

/// Two men in contact.
fn duel(abilities: Vec<Ability>, does: Does) -> TestWorld {
    let fighter = Profile { abilities, ..man() };
    scene(fighter, Weapon::improvised(), &[(10.0, 11.0, 270.0)], does)
}

fn blow(mode: AttackMode) -> Order {
    Order::Fight { blows: vec![Blow { mode, ..Blow::plain(ModelId(0), ModelId(1), 0) }] }
}

fn grenade() -> Weapon {
    let rules = vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(3.0))];
    Weapon { rules, ..Weapon::improvised() }
}

fn throw() -> Order {
    let at = Mark::Model(ModelId(1));
    Order::Throw { throw: Throw { thrower: ModelId(0), weapon: 0, with: Vec::new(), at } }
}

#[test]
fn a_blow_picks_from_its_dice() {
    let mut test = duel(Vec::new(), TWO_DICE);
    test.dice(&[(ToHit, 10), (ToHit, 1), (Damage, 9)]);
    let events = test.order(blow(AttackMode::Plain));
    assert_eq!(came(&events), [(1, vec![10], HitResult::MasterfulHit)]);
    // Only a pair of tens is a fumble.
    let mut test = duel(Vec::new(), TWO_DICE);
    test.dice(&[(ToHit, 10), (ToHit, 10)]);
    let events = test.order(blow(AttackMode::Plain));
    assert_eq!(came(&events), [(10, vec![10], HitResult::Fumbled)]);
}

#[test]
fn what_is_for_blows_leaves_shots_alone() {
    let mut test = scene(man(), bow(), &[(10.0, 20.0, 270.0)], TWO_DICE);
    test.dice(&[(ToHit, 9)]);
    assert_eq!(came(&test.order(shoot())), [(9, Vec::new(), HitResult::Missed)]);
}

#[test]
fn a_missed_blow_may_be_struck_again_and_the_second_roll_counts() {
    let may = again(Test::Strike, Again::May);
    let mut test = duel(Vec::new(), may);
    test.dice(&[(ToHit, 8)]);
    assert_eq!(came(&test.order(blow(AttackMode::Plain))), []);
    let question = test.world.resource::<Pending<NoQuarter>>().0.as_ref().unwrap().question.clone();
    let unit = test.world.unit_of(ModelId(0));
    let asked = Question::RollAgain { unit, test: Test::Strike, result: 8, needed: 5 };
    assert_eq!(question, asked);
    let stack = &test.world.resource::<Stack<NoQuarter>>().0;
    assert!(question.is_awaited(stack.last()) && !question.is_awaited(None));
    test.dice(&[(ToHit, 7)]);
    let events = test.answer(Answer::RollAgain);
    assert_eq!(came(&events), [(7, vec![8], HitResult::Missed)]);
    assert!(!test.is_asked());

    let mut test = duel(Vec::new(), may);
    test.dice(&[(ToHit, 8)]);
    test.order(blow(AttackMode::Plain));
    assert_eq!(came(&test.answer(Answer::LetStand)), [(8, Vec::new(), HitResult::Missed)]);
}

#[test]
fn a_fumble_stands_unless_it_is_none() {
    for must in [Again::May, Again::Must] {
        let mut test = duel(Vec::new(), again(Test::Strike, must));
        test.dice(&[(ToHit, 10)]);
        let events = test.order(blow(AttackMode::Plain));
        assert_eq!(came(&events), [(10, Vec::new(), HitResult::Fumbled)]);
        assert!(!test.is_asked());
    }
    let mut test = duel(vec![Ability::Unerring], again(Test::Strike, Again::Must));
    test.dice(&[(ToHit, 10), (ToHit, 3), (Damage, 9)]);
    let events = test.order(blow(AttackMode::Plain));
    assert_eq!(came(&events), [(3, vec![10], HitResult::Hit)]);
}

#[test]
fn each_die_of_an_extra_attack_has_a_second_roll_of_its_own() {
    let must = again(Test::Strike, Again::Must);
    let mut test = duel(vec![Ability::ExtraAttack(3)], must);
    let dice = [(ToHit, 9), (ToHit, 2), (ToHit, 10), (ToHit, 8), (ToHit, 8)];
    test.dice(&dice).dice(&[(Damage, 9)]);
    let events = test.order(blow(AttackMode::Extra));
    let expected = [
        (2, vec![9], HitResult::Hit),
        (10, Vec::new(), HitResult::Fumbled),
        (8, vec![8], HitResult::Missed),
    ];
    assert_eq!(came(&events), expected);
    assert_eq!(test.actions(ModelId(0)), 0, "a fumble ends all that it does");
}

#[test]
fn a_battle_that_waits_for_a_second_roll_is_saved_with_what_was_rolled() {
    let mut test = duel(vec![Ability::ExtraAttack(2)], again(Test::Strike, Again::May));
    test.dice(&[(ToHit, 2), (ToHit, 8)]);
    let events = test.order(blow(AttackMode::Extra));
    assert_eq!(came(&events), [(2, Vec::new(), HitResult::Hit)]);
    assert!(test.is_asked());
    let stack = ron::to_string(&test.world.resource::<Stack<NoQuarter>>().0).unwrap();
    let steps: Vec<Step> = ron::from_str(&stack).unwrap();
    assert_eq!(test.world.resource::<Stack<NoQuarter>>().0, steps);
    test.world.resource_mut::<Stack<NoQuarter>>().0 = steps;
    // The hit of the first die waits until the second is settled.
    test.dice(&[(ToHit, 4), (Damage, 9), (Damage, 9)]);
    let events = test.answer(Answer::RollAgain);
    assert_eq!(came(&events), [(4, vec![8], HitResult::Hit)]);
    assert!(test.world.resource::<Stack<NoQuarter>>().0.is_empty());
}

fn shoot() -> Order {
    let target = crate::battle::UnitId(1);
    let (shooter, mode) = (ModelId(0), ShotMode::Plain);
    let shot = Shot { shooter, target, weapon: 0, aim: false, pick: None, mode };
    Order::Shoot { shots: vec![shot] }
}

#[test]
fn shots_pick_from_their_dice_and_may_be_rolled_again() {
    let far = [(10.0, 20.0, 270.0)];
    let two = Does::PicksFrom { test: Test::Shoot, dice: 2 };
    let mut test = scene(man(), bow(), &far, two);
    test.dice(&[(ToHit, 3), (ToHit, 8), (Damage, 9)]);
    assert_eq!(came(&test.order(shoot())), [(3, vec![8], HitResult::Hit)]);

    let burst = Weapon { rules: vec![WeaponRule::BurstFire(2)], ..bow() };
    let mut test = scene(man(), burst, &far, again(Test::Shoot, Again::May));
    test.dice(&[(ToHit, 9)]);
    assert_eq!(came(&test.order(shoot())), []);
    test.dice(&[(ToHit, 2), (ToHit, 8)]);
    assert_eq!(came(&test.answer(Answer::RollAgain)), [(2, vec![9], HitResult::Hit)]);
    assert!(test.is_asked(), "the second die of the burst has missed");
    test.dice(&[(Damage, 9)]);
    assert_eq!(came(&test.answer(Answer::LetStand)), [(8, Vec::new(), HitResult::Missed)]);
}

#[test]
fn a_throw_is_rolled_again_before_the_grenade_goes_astray() {
    let place = [(10.0, 15.0, 270.0)];
    let must = again(Test::Shoot, Again::Must);
    let mut test = scene(man(), grenade(), &place, must);
    test.dice(&[(ToHit, 9), (ToHit, 2), (Damage, 9)]);
    assert_eq!(came(&test.order(throw())), [(2, vec![9], HitResult::Hit)]);
    let mut test = scene(man(), grenade(), &place, must);
    test.dice(&[(ToHit, 9), (ToHit, 8), (Direction, 360)]);
    assert_eq!(came(&test.order(throw()))[0], (8, vec![9], HitResult::Missed));
}

#[test]
fn a_blast_is_rolled_again_before_it_goes_astray() {
    let gun = Weapon { rules: vec![WeaponRule::Blast(Inches(3.0))], ..bow() };
    let marks = vec![Mark::Model(ModelId(1))];
    let fire = Fire { shooter: ModelId(0), weapon: 0, marks, aim: false, indirect: false };
    let place = [(10.0, 25.0, 270.0)];
    let mut test = scene(man(), gun, &place, again(Test::Shoot, Again::May));
    test.dice(&[(ToHit, 8)]);
    assert_eq!(came(&test.order(Order::Fire { fire })), []);
    test.dice(&[(ToHit, 1), (Damage, 9)]);
    let events = test.answer(Answer::RollAgain);
    assert_eq!(came(&events), [(1, vec![8], HitResult::MasterfulHit)]);
}

#[test]
fn each_die_for_those_partly_under_a_template_is_a_trial() {
    // The first is wholly under the blast, the two beside it partly.
    let places = [(10.0, 15.0, 270.0), (11.5, 15.0, 270.0), (8.5, 15.0, 270.0)];
    let two = Does::PicksFrom { test: Test::PartlyCovered, dice: 2 };
    let mut test = scene(man(), grenade(), &places, two);
    test.dice(&[(ToHit, 4), (ToHit, 9), (ToHit, 5), (ToHit, 6), (ToHit, 7)]);
    test.dice(&[(Damage, 9), (Damage, 9)]);
    let expected = [
        (4, Vec::new(), HitResult::Hit),
        (5, vec![9], HitResult::Automatic),
        (6, vec![7], HitResult::Missed),
    ];
    assert_eq!(came(&test.order(throw())), expected);

    let may = again(Test::PartlyCovered, Again::May);
    let mut test = scene(man(), grenade(), &places[..2], may);
    test.dice(&[(ToHit, 4), (ToHit, 10)]);
    assert_eq!(came(&test.order(throw())), [(4, Vec::new(), HitResult::Hit)]);
    test.dice(&[(ToHit, 5), (Damage, 9), (Damage, 9)]);
    let events = test.answer(Answer::RollAgain);
    assert_eq!(came(&events), [(5, vec![10], HitResult::Automatic)], "a 10 is no fumble here");
}

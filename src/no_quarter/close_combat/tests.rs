//! Fights on small tables, die by die.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::{Presence, UnitId},
    no_quarter::dice::Purpose::{Damage, Save, ToHit},
    no_quarter::{
        components::Formation,
        event::{Event, HitResult},
        order::{ModelMove, Order},
        profile::{Profile, Weapon, WeaponStrength},
        question::Answer,
        test_world::{TestWorld, block, man, ranker},
    },
    table::{Footprint, Ground, Inches, Terrain, base::touching},
};

const SKIRMISH: Formation = Formation::Skirmish;

fn arm(name: &str, use_cost: u8, bonus: i32, rules: Vec<WeaponRule>) -> Weapon {
    Weapon {
        id: name.to_lowercase(),
        name: name.to_owned(),
        use_cost,
        strength: WeaponStrength::Bonus(bonus),
        rules,
        ..Weapon::improvised()
    }
}

/// One of ours with a weapon against one of theirs above it, the gap between them given.
fn duel(gap: f32, weapons: Vec<Weapon>, enemy: Profile) -> (TestWorld, ModelId, ModelId) {
    let mut test = TestWorld::new();
    let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], man(), weapons);
    let theirs = test.unit(1, SKIRMISH, &[(10.0, 11.0 + gap, 270.0)], enemy);
    test.activate(ours);
    let (a, b) = (test.model(ours, 0), test.model(theirs, 0));
    (test, a, b)
}

fn fight(blows: &[(ModelId, ModelId, u8)]) -> Order {
    let blow = |&(attacker, target, weapon)| Blow::plain(attacker, target, weapon);
    Order::Fight { blows: blows.iter().map(blow).collect() }
}

fn needed(events: &[Event]) -> String {
    let roll = events.iter().find_map(|event| match event {
        Event::Struck { roll, .. } => roll.clone(),
        _ => None,
    });
    roll.unwrap().needed.unwrap().to_string()
}

#[test]
fn cc_01_a_blow_costs_its_use_cost_and_kills_by_the_dice() {
    let (mut test, a, b) = duel(0.0, Vec::new(), man());
    test.dice(&[(ToHit, 5), (Damage, 5)]);
    let events = test.order(fight(&[(a, b, 0), (a, b, 0)]));
    let fell = events.iter().any(|event| matches!(event, Event::Fell { model, .. } if *model == b));
    assert!(fell, "{events:?}");
    assert_eq!(*test.world.of_model::<Presence>(b), Presence::Casualty);
    test.answer(Answer::Pass);
    assert_eq!(test.actions(a), 5, "the second blow had no target and cost nothing");
}

#[test]
fn cc_01_blows_need_contact_an_enemy_and_a_weapon() {
    let (test, a, b) = duel(0.5, Vec::new(), man());
    let refusal = test.refusal(&fight(&[(a, b, 0)]));
    assert!(
        matches!(refusal, Refusal::NotInContact { gap, reach } if (gap.0 - 0.5).abs() < 1e-3 && reach.0 == 0.0),
        "{refusal:?}"
    );
    assert_eq!(test.refusal(&fight(&[(a, a, 0)])), Refusal::NotAnEnemy);
    assert_eq!(test.refusal(&fight(&[(a, b, 9)])), Refusal::NoSuchThing);
    assert_eq!(test.refusal(&fight(&[(a, ModelId(99), 0)])), Refusal::NoSuchThing);
    assert_eq!(test.refusal(&fight(&[(ModelId(99), b, 0)])), Refusal::NoSuchThing);
    assert_eq!(test.refusal(&fight(&[(b, a, 0)])), Refusal::NotInActiveUnit);
    assert_eq!(test.refusal(&fight(&[])), Refusal::NothingToDo);
}

#[test]
fn form_01_nobody_strikes_behind_its_back() {
    let mut test = TestWorld::new();
    let ours = test.unit(0, SKIRMISH, &[(10.0, 10.0, 270.0)], man());
    let theirs = test.unit(1, SKIRMISH, &[(10.0, 11.0, 270.0)], man());
    test.activate(ours);
    let order = fight(&[(test.model(ours, 0), test.model(theirs, 0), 0)]);
    assert_eq!(test.refusal(&order), Refusal::OutsideArc);
}

#[test]
fn cc_02_a_sword_and_then_a_kick_take_seven_actions() {
    let (mut test, a, b) = duel(0.0, vec![arm("Sword", 4, 1, Vec::new())], man());
    test.world.set_model(a, ActionsLeft(7));
    let blows = [(a, b, 0), (a, b, 0)];
    assert_eq!(test.refusal(&fight(&blows)), Refusal::NotEnoughActions { needed: 8, left: 7 });
    test.dice(&[(ToHit, 6), (ToHit, 6)]);
    test.order(fight(&[(a, b, 0), (a, b, 1)]));
    assert_eq!(test.actions(a), 0);
}

#[test]
fn chg_04_momentum_is_spent_first() {
    let (mut test, a, b) = duel(0.0, Vec::new(), man());
    test.world.set_model(a, Momentum(2));
    test.dice(&[(ToHit, 9)]);
    test.order(fight(&[(a, b, 0)]));
    assert_eq!((test.world.of_model::<Momentum>(a).0, test.actions(a)), (0, 7));
}

#[test]
fn cc_03_modifiers_come_from_the_table() {
    let (mut test, a, b) = duel(0.0, Vec::new(), man());
    charges::has_charged(&mut test.world, a);
    test.world.set_model(b, Stance::Prone);
    test.dice(&[(ToHit, 9)]);
    assert_eq!(needed(&test.order(fight(&[(a, b, 0)]))), "7 (5, +1 charging, +1 target prone)");

    let (mut test, a, b) = duel(0.0, Vec::new(), man());
    let hill = Footprint::Circle { at: Vec2::new(10.0, 9.0), radius: Inches(1.5) };
    test.terrain(Terrain { elevation: Inches(1.0), ..Terrain::new("hill", hill) });
    test.dice(&[(ToHit, 9)]);
    assert_eq!(needed(&test.order(fight(&[(a, b, 0)]))), "6 (5, +1 higher ground)");
    let theirs = test.world.unit_of(b);
    test.activate(theirs);
    test.dice(&[(ToHit, 9)]);
    assert_eq!(needed(&test.order(fight(&[(b, a, 0)]))), "4 (5, -1 enemy on higher ground)");

    let (mut test, a, b) = duel(0.5, Vec::new(), man());
    let points = vec![Vec2::new(5.0, 10.75), Vec2::new(15.0, 10.75)];
    let wall = Footprint::Line { points, width: Inches(0.5) };
    test.terrain(Terrain { barrier: true, height: Inches(1.0), ..Terrain::new("wall", wall) });
    test.dice(&[(ToHit, 9)]);
    assert_eq!(needed(&test.order(fight(&[(a, b, 0)]))), "4 (5, -1 across a barrier)");
}

#[test]
fn cc_04_a_masterful_hit_asks_for_no_save() {
    let knight = Profile { armour: 6, ..man() };
    let (mut test, a, b) = duel(0.0, Vec::new(), knight.clone());
    test.dice(&[(ToHit, 1), (Damage, 10)]);
    let events = test.order(fight(&[(a, b, 0)]));
    assert!(events.iter().any(|event| matches!(event, Event::NoSave { .. })), "{events:?}");
    let (mut test, a, b) = duel(0.0, Vec::new(), Profile { magic_armour: true, ..knight });
    test.dice(&[(ToHit, 1), (Save, 5)]);
    test.order(fight(&[(a, b, 0)]));
}

#[test]
fn cc_05_a_fumble_ends_the_attacks_of_the_turn() {
    let (mut test, a, b) = duel(0.0, Vec::new(), man());
    test.dice(&[(ToHit, 10)]);
    let events = test.order(fight(&[(a, b, 0), (a, b, 0)]));
    let results: Vec<HitResult> = events
        .iter()
        .filter_map(|event| match event {
            Event::Struck { result, .. } => Some(*result),
            _ => None,
        })
        .collect();
    assert_eq!(results, [HitResult::Fumbled]);
    assert_eq!(test.actions(a), 5);
    assert_eq!(test.refusal(&fight(&[(a, b, 0)])), Refusal::Fumbled);
}

#[test]
fn cc_06_a_friend_helps_unless_busy_itself() {
    let mut test = TestWorld::new();
    let places = [(9.5, 10.0, 90.0), (10.5, 10.0, 90.0)];
    let ours = test.unit(0, SKIRMISH, &places, man());
    let beside = 10.0 + height_of_three();
    let theirs = test.unit(1, SKIRMISH, &[(10.0, beside, 270.0)], man());
    let (a, b, enemy) = (test.model(ours, 0), test.model(ours, 1), test.model(theirs, 0));
    let is_assisted =
        |test: &TestWorld, model| is_assisted(&test.world, model, enemy, &test.world.placed(model));
    assert!(is_assisted(&test, a) && is_assisted(&test, b));
    let busy = test.unit(1, SKIRMISH, &[(11.0, beside, 270.0)], man());
    assert!(movement::are_engaged(&test.world, b, test.model(busy, 0)));
    assert!(!is_assisted(&test, a), "its friend is busy");
    assert!(is_assisted(&test, b), "the other one is not");
    test.world.set_model(a, Stance::Prone);
    assert!(!is_assisted(&test, b));
}

/// The height of a triangle of touching 1" bases.
fn height_of_three() -> f32 {
    0.75_f32.sqrt()
}

#[test]
fn cc_08_whoever_turns_its_back_is_hit_without_a_roll() {
    let mut test = TestWorld::new();
    let knight = Profile { armour: 5, ..man() };
    let third = test.unit(0, SKIRMISH, &[(20.0, 10.0, 90.0)], knight);
    let chaser = test.unit(1, SKIRMISH, &[(20.0, 11.0, 270.0)], man());
    test.activate(third);
    let model = test.model(third, 0);
    // Strength 5: armour 5 - 1 for strength - 1 for its back.
    test.dice(&[(Save, 3)]);
    let path = vec![Vec2::new(20.0, 6.0)];
    let events = test.order(Order::Move { moves: vec![ModelMove { model, path, facing: None }] });
    let automatic = |event: &Event| {
        matches!(event, Event::Struck { attacker, roll: None, result: HitResult::Automatic, .. }
            if *attacker == test.model(chaser, 0))
    };
    assert!(events.iter().any(automatic), "{events:?}");
    let saved = events.iter().find_map(|event| match event {
        Event::Saved { roll, .. } => roll.needed.clone(),
        _ => None,
    });
    let text = "3 (5, -1 strength of the hit, -1 turned its back)";
    assert_eq!(saved.unwrap().to_string(), text);
}

#[test]
fn cc_09_reach_strikes_without_contact() {
    let whip = || vec![arm("Whip", 3, 0, vec![WeaponRule::ExtendedReach(Inches(1.0))])];
    let (mut test, a, b) = duel(0.9, whip(), man());
    test.dice(&[(ToHit, 9)]);
    assert_eq!(needed(&test.order(fight(&[(a, b, 0)]))), "5");
    assert!(!movement::is_engaged(&test.world, a));
    let (test, a, b) = duel(1.2, whip(), man());
    let refusal = test.refusal(&fight(&[(a, b, 0)]));
    assert!(matches!(refusal, Refusal::NotInContact { reach: Inches(1.0), .. }), "{refusal:?}");
}

#[test]
fn dmg_04_a_strong_blow_knocks_prone_and_a_weak_one_does_not() {
    let mace = || vec![arm("Mace", 4, 1, vec![WeaponRule::KnockProne])];
    let (mut test, a, b) = duel(0.0, mace(), Profile { strength: 6, ..man() });
    test.dice(&[(ToHit, 5), (Damage, 10)]);
    test.order(fight(&[(a, b, 0)]));
    assert_eq!(*test.world.of_model::<Stance>(b), Stance::Prone);
    let (mut test, a, b) = duel(0.0, mace(), Profile { strength: 7, ..man() });
    test.dice(&[(ToHit, 5), (Damage, 10)]);
    test.order(fight(&[(a, b, 0)]));
    assert_eq!(*test.world.of_model::<Stance>(b), Stance::Standing);
}

#[test]
fn dmg_02_wounds_are_counted_down() {
    let (mut test, a, b) = duel(0.0, Vec::new(), Profile { wounds: 2, ..man() });
    test.dice(&[(ToHit, 5), (Damage, 5), (ToHit, 5), (Damage, 5)]);
    test.order(fight(&[(a, b, 0), (a, b, 0)]));
    assert!(!test.world.is_standing(b));
}

#[test]
fn dmg_03_ranks_lose_their_rear() {
    let mut test = TestWorld::new();
    let ours = test.unit(0, SKIRMISH, &[(20.0, 11.0, 270.0)], man());
    let ranks = Formation::Ranked { frontage: 5 };
    let theirs = test.unit(1, ranks, &block(20.0, 10.0, 5, 10), ranker());
    test.activate(ours);
    let (a, b) = (test.model(ours, 0), test.model(theirs, 0));
    let at = test.at(b);
    // In ranks even the unarmoured have armour 1, which strength 5 takes off again (ARM-02).
    test.dice(&[(ToHit, 5), (Damage, 5)]);
    test.order(fight(&[(a, b, 0)]));
    let stepped_up = test.model(theirs, 5);
    assert!(test.at(stepped_up).distance(at) < 1e-4, "{}", test.at(stepped_up));
    assert_eq!(formations::effective(&test.world, theirs), ranks);
}

#[test]
fn wpn_spear_the_second_rank_strikes_over_the_first() {
    let mut test = TestWorld::new();
    let spear = arm("Spear", 4, 1, vec![WeaponRule::TwoRanks]);
    let ranks = Formation::Ranked { frontage: 4 };
    let places = block(20.0, 10.0, 4, 12);
    let ours = test.armed_unit(0, ranks, &places, ranker(), vec![spear]);
    let theirs = test.unit(1, SKIRMISH, &[(21.0, 11.0, 270.0)], ranker());
    test.activate(ours);
    let enemy = test.model(theirs, 0);
    test.dice(&[(ToHit, 9)]);
    let (second, third) = (test.model(ours, 5), test.model(ours, 9));
    test.order(fight(&[(second, enemy, 0)]));
    let not_reached = |order: &Order| {
        assert!(matches!(test.refusal(order), Refusal::NotInContact { .. }), "{order:?}");
    };
    not_reached(&fight(&[(second, enemy, 1)]));
    not_reached(&fight(&[(third, enemy, 0)]));
}

#[test]
fn wpn_lance_only_mounted_and_only_when_charging() {
    let lance = || vec![arm("Lance", 5, 2, vec![WeaponRule::CavalryOnly, WeaponRule::ChargeOnly])];
    let (test, a, b) = duel(0.0, lance(), man());
    assert_eq!(test.refusal(&fight(&[(a, b, 0)])), Refusal::WrongWeapon);
    let mut test = TestWorld::new();
    let rider = Profile { cavalry: true, ..man() };
    let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], rider, lance());
    let theirs = test.unit(1, SKIRMISH, &[(10.0, 11.0, 270.0)], man());
    test.activate(ours);
    let (a, b) = (test.model(ours, 0), test.model(theirs, 0));
    assert_eq!(test.refusal(&fight(&[(a, b, 0)])), Refusal::WrongWeapon);
    charges::has_charged(&mut test.world, a);
    test.dice(&[(ToHit, 9)]);
    test.order(fight(&[(a, b, 0)]));
}

#[test]
fn cc_12_a_kill_gives_a_move_into_the_next_enemy_or_elsewhere() {
    let next = |answer: fn(ModelId) -> Answer| {
        let (mut test, a, b) = duel(0.0, Vec::new(), man());
        let more = test.unit(1, SKIRMISH, &[(10.0, 13.0, 270.0)], man());
        test.world.set_model(a, Momentum(5));
        test.dice(&[(ToHit, 5), (Damage, 5)]);
        test.order(fight(&[(a, b, 0)]));
        let target = test.model(more, 0);
        test.answer(answer(target));
        (test, a, target)
    };
    let (test, a, target) = next(|target| Answer::FollowUpInto { target });
    assert!(touching(&test.world.placed(a), &test.world.placed(target)));
    assert!(charges::charged_this_turn(&test.world, a));
    assert_eq!((test.actions(a), test.world.of_model::<Momentum>(a).0), (8, 0));
    let (test, a, _) = next(|_| Answer::FollowUpTo { to: Vec2::new(12.0, 10.0) });
    assert_eq!(test.at(a), Vec2::new(12.0, 10.0));
    assert!(!charges::charged_this_turn(&test.world, a));
}

#[test]
fn cc_12_two_inches_and_no_further() {
    let (mut test, a, b) = duel(0.0, Vec::new(), man());
    test.dice(&[(ToHit, 5), (Damage, 5)]);
    test.order(fight(&[(a, b, 0)]));
    let to = |x: f32, y: f32| Order::Answer { answer: Answer::FollowUpTo { to: Vec2::new(x, y) } };
    assert_eq!(test.refusal(&to(10.0, 12.5)), Refusal::NoWay);
    assert_eq!(test.refusal(&to(f32::NAN, 0.0)), Refusal::NoSuchThing);
    test.order(to(10.0, 12.0));
    assert_eq!(test.at(a), Vec2::new(10.0, 12.0));
}

#[test]
fn cc_12_a_block_follows_up_as_one() {
    let mut test = TestWorld::new();
    let ranks = Formation::Ranked { frontage: 4 };
    let ours = test.unit(0, ranks, &block(20.0, 10.0, 4, 8), ranker());
    let first = test.unit(1, SKIRMISH, &[(21.0, 11.0, 270.0)], ranker());
    let second = test.unit(1, SKIRMISH, &[(22.0, 12.5, 270.0)], ranker());
    test.activate(ours);
    let (a, b, next) = (test.model(ours, 1), test.model(first, 0), test.model(second, 0));
    test.dice(&[(ToHit, 5), (Damage, 5)]);
    test.order(fight(&[(a, b, 0)]));
    assert!(test.is_asked());
    test.answer(Answer::FollowUpInto { target: next });
    let moved: Vec<f32> = test.models(ours).iter().map(|&model| test.at(model).y).collect();
    assert!((moved[0] - 11.5).abs() < 0.03 && (moved[7] - 10.5).abs() < 0.03, "{moved:?}");
    assert_eq!(formations::effective(&test.world, ours), ranks);
    let charged = |n: usize| charges::charged_this_turn(&test.world, test.model(ours, n));
    assert_eq!((charged(2), charged(0)), (true, false));
}

#[test]
fn cc_12_a_block_is_offered_the_farthest_way_that_is_free() {
    let offered = |room: f32| -> Vec<Answer> {
        let mut test = TestWorld::new();
        let ranks = Formation::Ranked { frontage: 4 };
        let ours = test.unit(0, ranks, &block(20.0, 10.0, 4, 8), ranker());
        let points = vec![Vec2::new(15.0, 11.0 + room), Vec2::new(30.0, 11.0 + room)];
        let crag = Footprint::Line { points, width: Inches(1.0) };
        test.terrain(Terrain { ground: Ground::Impassable, ..Terrain::new("crag", crag) });
        block_follow_up::options(&test.world, test.model(ours, 0), &|_| true)
    };
    let to = |way: f32| vec![Answer::FollowUpTo { to: Vec2::new(20.0, 10.0 + way) }];
    for (room, way) in [(9.0, 2.0), (2.1, 2.0), (1.9, 1.5), (1.4, 1.0), (0.9, 0.5)] {
        assert_eq!(offered(room), to(way), "{room}");
    }
    assert_eq!(offered(0.4), []);
}

#[test]
fn cc_14_a_front_rank_rolls_together_and_each_die_has_its_owner() {
    let mut test = TestWorld::new();
    let ranks = Formation::Ranked { frontage: 4 };
    let ours = test.unit(0, ranks, &block(20.0, 10.0, 4, 8), ranker());
    let wall: Vec<(f32, f32, f32)> = (0..4).map(|i| (20.0 + i as f32, 11.0, 270.0)).collect();
    let theirs: UnitId = test.unit(1, Formation::Closed, &wall, ranker());
    test.activate(ours);
    let blows: Vec<_> = (0..4).map(|i| (test.model(ours, i), test.model(theirs, i), 0)).collect();
    test.dice(&[(ToHit, 9), (ToHit, 8), (ToHit, 7), (ToHit, 6)]);
    let events = test.order(fight(&blows));
    let owners: Vec<Option<u32>> = events
        .iter()
        .filter_map(|event| match event {
            Event::Struck { roll: Some(roll), .. } => Some(roll.roller),
            _ => None,
        })
        .collect();
    assert_eq!(owners, blows.iter().map(|blow| Some(blow.0.0)).collect::<Vec<_>>());
}

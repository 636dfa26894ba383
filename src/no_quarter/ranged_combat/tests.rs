//! Shots on small tables, die by die.

use bevy::math::Vec2;

use super::*;
use crate::{
    no_quarter::dice::Purpose::{Command, Damage, Save, ToHit, WhoIsHit},
    no_quarter::{
        event::{Event, HitResult},
        order::Order,
        profile::{Profile, Weapon},
        test_world::{TestWorld, block, bow, man, ranker},
    },
    table::{Footprint, Opacity, Terrain, sight::Cover},
};

const SKIRMISH: Formation = Formation::Skirmish;

/// Two archers and, so far above them, one of theirs.
fn range(gap: f32) -> (TestWorld, UnitId, UnitId) {
    let mut test = TestWorld::new();
    let line = [(10.0, 5.0, 90.0), (12.0, 5.0, 90.0)];
    let ours = test.armed_unit(0, SKIRMISH, &line, man(), vec![bow()]);
    let theirs = test.unit(1, SKIRMISH, &[(10.0, 6.0 + gap, 270.0)], man());
    test.activate(ours);
    (test, ours, theirs)
}

fn shot(shooter: ModelId, target: UnitId) -> Shot {
    Shot { shooter, target, weapon: 0, aim: false, pick: None, mode: ShotMode::Plain }
}

fn shoot_once(shooter: ModelId, target: UnitId) -> Order {
    Order::Shoot { shots: vec![shot(shooter, target)] }
}

fn needed(events: &[Event]) -> String {
    let roll = events.iter().find_map(|event| match event {
        Event::Shot { roll, .. } => roll.clone(),
        _ => None,
    });
    roll.unwrap().needed.unwrap().to_string()
}

fn wall(y: f32, height: f32) -> Terrain {
    let points = vec![Vec2::new(5.0, y), Vec2::new(15.0, y)];
    let line = Footprint::Line { points, width: Inches(0.3) };
    let (opacity, height) = (Opacity::Blocking, Inches(height));
    Terrain { opacity, height, barrier: true, ..Terrain::new("wall", line) }
}

#[test]
fn rng_01_a_shot_costs_its_use_cost_and_kills_by_the_dice() {
    let (mut test, ours, theirs) = range(15.0);
    let archer = test.model(ours, 0);
    test.dice(&[(ToHit, 5), (Damage, 4)]);
    let events = test.order(shoot_once(archer, theirs));
    assert_eq!(needed(&events), "5");
    assert_eq!(test.actions(archer), 4);
    assert!(!test.world.is_standing(test.model(theirs, 0)));
}

#[test]
fn rng_02_bands_and_what_lies_beyond() {
    for (gap, text) in [(9.0, "6 (5, +1 close range)"), (25.0, "4 (5, -1 long range)")] {
        let (mut test, ours, theirs) = range(gap);
        test.dice(&[(ToHit, 9)]);
        assert_eq!(needed(&test.order(shoot_once(test.model(ours, 0), theirs))), text);
    }
    let (mut test, ours, theirs) = range(31.0);
    let archer = test.model(ours, 0);
    let events = test.order(shoot_once(archer, theirs));
    let out = |event: &Event| {
        matches!(event, Event::Shot { roll: None, result: HitResult::OutOfRange, actions: 4, .. })
    };
    assert!(events.iter().any(out), "{events:?}");
    assert_eq!(test.actions(archer), 4);
}

#[test]
fn rng_03_rear_ranks_shoot_worse_and_the_fourth_not_at_all() {
    let mut test = TestWorld::new();
    let ranks = Formation::Ranked { frontage: 4 };
    let places = block(10.0, 8.0, 4, 16);
    let ours = test.armed_unit(0, ranks, &places, ranker(), vec![bow()]);
    let theirs = test.unit(1, Formation::Dispersed, &[(11.0, 24.0, 270.0)], man());
    test.activate(ours);
    test.dice(&[(ToHit, 9), (ToHit, 9)]);
    let front = test.order(shoot_once(test.model(ours, 0), theirs));
    assert_eq!(needed(&front), "4 (5, -1 dispersed target)");
    let rear = test.order(shoot_once(test.model(ours, 9), theirs));
    assert_eq!(needed(&rear), "3 (5, -1 dispersed target, -1 second or third rank)");
    let last = test.model(ours, 13);
    assert_eq!(test.refusal(&shoot_once(last, theirs)), Refusal::OutOfSight);
}

#[test]
fn rng_04_aiming_costs_two_actions_more() {
    let (mut test, ours, theirs) = range(15.0);
    let archer = test.model(ours, 0);
    let aimed = Shot { aim: true, ..shot(archer, theirs) };
    let twice = Order::Shoot { shots: vec![aimed, shot(archer, theirs)] };
    assert_eq!(test.refusal(&twice), Refusal::NotEnoughActions { needed: 10, left: 8 });
    test.dice(&[(ToHit, 9)]);
    let events = test.order(Order::Shoot { shots: vec![aimed] });
    assert_eq!(needed(&events), "6 (5, +1 aimed)");
    assert_eq!(test.actions(archer), 2);
}

#[test]
fn rng_05_walls_give_cover_and_houses_hide() {
    let (mut test, ours, theirs) = range(15.0);
    test.terrain(wall(20.0, 0.75));
    test.dice(&[(ToHit, 9)]);
    let events = test.order(shoot_once(test.model(ours, 0), theirs));
    let hard = |event: &Event| matches!(event, Event::Shot { cover: Cover::Hard, .. });
    assert!(events.iter().any(hard), "{events:?}");
    assert_eq!(needed(&events), "3 (5, -2 hard cover)");
    let (mut test, ours, theirs) = range(15.0);
    test.terrain(wall(20.0, 5.0));
    let order = shoot_once(test.model(ours, 0), theirs);
    assert_eq!(test.refusal(&order), Refusal::OutOfSight);
}

#[test]
fn rng_05_very_difficult_shots_are_an_option() {
    let (mut test, ours, theirs) = range(15.0);
    test.terrain(wall(20.2, 1.0));
    let options = crate::no_quarter::options::Options::default();
    let on = crate::no_quarter::options::Options { very_difficult_shots: true, ..options };
    test.world.insert_resource(on);
    test.dice(&[(ToHit, 1), (Damage, 10)]);
    let events = test.order(shoot_once(test.model(ours, 0), theirs));
    assert_eq!(needed(&events), "2 (5, -2 hard cover, -1 very difficult shot)");
    let hit = |event: &Event| matches!(event, Event::Shot { result: HitResult::Hit, .. });
    assert!(events.iter().any(hit), "no masterful hit");
}

#[test]
fn rng_01_the_target_must_be_ahead() {
    let (mut test, ours, theirs) = range(15.0);
    let archer = test.model(ours, 0);
    let behind = crate::table::Pose::degrees(Vec2::new(10.0, 5.0), 270.0);
    test.world.set_model(archer, behind);
    assert_eq!(test.refusal(&shoot_once(archer, theirs)), Refusal::OutsideArc);
    assert_eq!(test.refusal(&shoot_once(archer, ours)), Refusal::NotAnEnemy);
    assert_eq!(test.refusal(&shoot_once(archer, UnitId(77))), Refusal::NoSuchThing);
    let kick = Shot { weapon: 1, ..shot(archer, theirs) };
    assert_eq!(test.refusal(&Order::Shoot { shots: vec![kick] }), Refusal::WrongWeapon);
}

#[test]
fn rng_06_a_near_enemy_comes_first_unless_it_is_harder_to_hit() {
    let (mut test, ours, theirs) = range(15.0);
    let near = test.unit(1, SKIRMISH, &[(13.0, 11.0, 270.0)], man());
    let order = shoot_once(test.model(ours, 0), theirs);
    let refusal = test.refusal(&order);
    assert!(matches!(refusal, Refusal::NearerTarget { unit, .. } if unit == near), "{refusal:?}");
    let points = vec![Vec2::new(11.6, 10.3), Vec2::new(14.4, 10.3)];
    let low = Footprint::Line { points, width: Inches(0.2) };
    let (opacity, height) = (Opacity::Blocking, Inches(0.6));
    test.terrain(Terrain { opacity, height, ..Terrain::new("wall", low) });
    test.dice(&[(ToHit, 9)]);
    test.order(order);
}

#[test]
fn rng_06_an_enemy_in_combat_is_no_threat_to_shooters() {
    let (mut test, ours, theirs) = range(15.0);
    test.unit(1, SKIRMISH, &[(13.0, 11.0, 270.0)], man());
    test.unit(0, SKIRMISH, &[(14.0, 11.0, 180.0)], man());
    test.dice(&[(ToHit, 9)]);
    test.order(shoot_once(test.model(ours, 0), theirs));
}

#[test]
fn rng_07_shots_are_divided_and_a_dead_target_costs_nothing() {
    let (mut test, ours, theirs) = range(15.0);
    let others = test.unit(1, SKIRMISH, &[(14.0, 21.0, 270.0)], man());
    let (one, two) = (test.model(ours, 0), test.model(ours, 1));
    test.dice(&[(ToHit, 5), (Damage, 4), (ToHit, 9)]);
    let shots = vec![shot(one, theirs), shot(two, theirs), shot(two, others)];
    test.order(Order::Shoot { shots });
    assert_eq!((test.actions(one), test.actions(two)), (4, 4));
}

/// An archer behind a fight between one of ours and one of theirs.
fn brawl() -> (TestWorld, UnitId, UnitId, ModelId) {
    let mut test = TestWorld::new();
    let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 5.0, 90.0)], man(), vec![bow()]);
    let friend = test.unit(0, SKIRMISH, &[(11.0, 20.0, 180.0)], man());
    let theirs = test.unit(1, SKIRMISH, &[(10.0, 20.0, 0.0)], man());
    test.activate(ours);
    let friend = test.model(friend, 0);
    (test, ours, theirs, friend)
}

#[test]
fn rng_08_a_shot_into_combat_may_hit_a_friend() {
    let (mut test, ours, theirs, friend) = brawl();
    // The friend's die comes first, being the lower number.
    test.dice(&[(Command, 1), (ToHit, 3), (WhoIsHit, 4), (WhoIsHit, 4)]);
    test.dice(&[(WhoIsHit, 2), (WhoIsHit, 7), (Damage, 4)]);
    let events = test.order(shoot_once(test.model(ours, 0), theirs));
    let hit = events.iter().find_map(|event| match event {
        Event::WhoWasHit { rolls, hit } => Some((rolls.len(), *hit)),
        _ => None,
    });
    assert_eq!(hit, Some((4, friend)), "equals rolled again");
    assert!(!test.world.is_standing(friend));
}

#[test]
fn rng_08_a_failed_test_keeps_them_from_shooting() {
    let (mut test, ours, theirs, _) = brawl();
    let archer = test.model(ours, 0);
    test.dice(&[(Command, 10)]);
    test.order(shoot_once(archer, theirs));
    assert_eq!(test.actions(archer), 8);
    assert_eq!(test.refusal(&shoot_once(archer, theirs)), Refusal::WontShootIntoCombat);
}

#[test]
fn rng_09_nobody_shoots_while_engaged() {
    let (mut test, ours, theirs) = range(15.0);
    test.unit(1, SKIRMISH, &[(10.0, 6.0, 270.0)], man());
    let order = shoot_once(test.model(ours, 0), theirs);
    assert_eq!(test.refusal(&order), Refusal::InCombat);
}

#[test]
fn burst_fire_goes_on_to_the_next_when_the_first_has_fallen() {
    let mut test = TestWorld::new();
    let repeater = Weapon { rules: vec![WeaponRule::BurstFire(2)], ..bow() };
    let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 5.0, 90.0)], man(), vec![repeater]);
    let line = [(10.0, 20.0, 270.0), (11.5, 20.0, 270.0)];
    let theirs = test.unit(1, SKIRMISH, &line, man());
    test.activate(ours);
    let archer = test.model(ours, 0);
    test.dice(&[(ToHit, 5), (ToHit, 4), (Damage, 4), (Damage, 4)]);
    test.order(shoot_once(archer, theirs));
    assert!(test.world.standing(theirs).is_empty());
    assert_eq!(test.actions(archer), 4);
}

#[test]
fn dmg_03_the_closest_in_sight_falls() {
    let mut test = TestWorld::new();
    let knight = Profile { armour: 3, shield: true, ..man() };
    let ours = test.armed_unit(0, SKIRMISH, &[(10.0, 5.0, 90.0)], man(), vec![bow()]);
    let line = [(10.0, 22.0, 270.0), (10.5, 20.0, 270.0)];
    let theirs = test.unit(1, SKIRMISH, &line, knight);
    test.activate(ours);
    test.dice(&[(ToHit, 5), (Save, 5), (Damage, 4)]);
    test.order(shoot_once(test.model(ours, 0), theirs));
    assert!(!test.world.is_standing(test.model(theirs, 1)));
}

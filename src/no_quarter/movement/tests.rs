//! Moves, blocks, standing up, and who is in combat with whom.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::Stack,
    no_quarter::{
        NoQuarter,
        components::{Formation, Stance},
        dice::Purpose,
        event::{Cause, Event, Gait},
        formations,
        order::{ModelMove, Order},
        profile::{Ability, Profile, Size},
        step::{Step, Walk},
        test_world::{TestWorld, block, man, ranker},
    },
    table::{
        Footprint, Inches, Obstruction, Pose, Terrain,
        formation::{Flank, Manoeuvre},
    },
};

const SKIRMISH: Formation = Formation::Skirmish;

#[test]
fn cc_01_bases_that_touch_are_in_combat() {
    let mut scene = TestWorld::new();
    let ours = scene.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)], man());
    let theirs = scene.unit(1, SKIRMISH, &[(10.0, 11.0, 270.0), (12.0, 11.05, 270.0)], man());
    let (a, b) = (scene.model(ours, 0), scene.model(theirs, 0));
    assert_eq!(engaged_with(&scene.world, a), [b]);
    assert!(is_engaged(&scene.world, b));
    assert!(!is_engaged(&scene.world, scene.model(ours, 1)));
    // Who fights exerts no zone (FORM-02).
    let around = around(&scene.world, &[a], &[]);
    assert_eq!(around.zone_ids, [scene.model(theirs, 1)]);
    assert_eq!(around.friend_ids, [scene.model(ours, 1)]);
}

#[test]
fn move_07_combat_over_a_barrier_counts() {
    let mut scene = TestWorld::new();
    let points = vec![Vec2::new(0.0, 20.0), Vec2::new(48.0, 20.0)];
    let wall = Footprint::Line { points, width: Inches(0.5) };
    scene.terrain(Terrain { barrier: true, ..Terrain::new("wall", wall) });
    let ours = scene.unit(0, SKIRMISH, &[(10.0, 19.25, 90.0)], man());
    let theirs = scene.unit(1, SKIRMISH, &[(10.0, 20.75, 270.0), (11.5, 20.75, 270.0)], man());
    let met = engaged_with(&scene.world, scene.model(ours, 0));
    assert_eq!(met, [scene.model(theirs, 0)]);
}

#[test]
fn form_02_zones_depend_on_size() {
    let mut scene = TestWorld::new();
    let ogre = Profile { size: Size::Large, ..man() };
    let ogres = scene.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], ogre);
    let men = scene.unit(0, SKIRMISH, &[(20.0, 10.0, 90.0)], man());
    let zone = |unit| zone(&scene.world, scene.model(unit, 0)).reach;
    assert_eq!((zone(ogres), zone(men)), (Inches(2.0), Inches(1.0)));
}

#[test]
fn form_04_seven_are_skirmishers() {
    let mut scene = TestWorld::new();
    let ranked = Formation::Ranked { frontage: 4 };
    let eight = scene.unit(0, ranked, &block(10.0, 10.0, 4, 8), ranker());
    let seven = scene.unit(0, ranked, &block(20.0, 10.0, 4, 7), ranker());
    let mut torn = block(30.0, 10.0, 4, 8);
    torn[7].1 -= 1.5;
    let torn = scene.unit(0, ranked, &torn, ranker());
    let effective = |unit| formations::effective(&scene.world, unit);
    assert_eq!(effective(eight), ranked);
    assert_eq!(effective(seven), SKIRMISH);
    assert_eq!(effective(torn), SKIRMISH);
    let ranks = formations::ranks(&scene.world, eight);
    assert_eq!(ranks, [&scene.models(eight)[..4], &scene.models(eight)[4..]]);
}

fn go(model: ModelId, points: &[(f32, f32)]) -> ModelMove {
    let path = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    ModelMove { model, path, facing: None }
}

fn step(model: ModelId, x: f32, y: f32) -> Order {
    Order::Move { moves: vec![go(model, &[(x, y)])] }
}

fn turn(model: ModelId, degrees: f32) -> Order {
    let facing = Some(crate::table::base::direction(degrees));
    Order::Move { moves: vec![ModelMove { model, path: Vec::new(), facing }] }
}

/// One of ours at 10, 10, active.
fn walker(profile: Profile) -> (TestWorld, ModelId) {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, SKIRMISH, &[(10.0, 10.0, 90.0)], profile);
    scene.activate(unit);
    let model = scene.model(unit, 0);
    (scene, model)
}

#[test]
fn move_01_a_part_of_an_inch_costs_a_whole_action() {
    let (mut scene, model) = walker(man());
    let seen = scene.order(step(model, 10.0, 11.5));
    let [Event::Moved { way, actions: 2, gait: Gait::Move, .. }] = &seen[..] else {
        panic!("{seen:?}")
    };
    assert_eq!(way.len(), 2);
    assert_eq!((way[0].at, scene.at(model)), (Vec2::new(10.0, 11.0), Vec2::new(10.0, 11.5)));
    assert_eq!(scene.actions(model), 6);
    let refused = scene.refusal(&step(model, 10.0, 17.6));
    assert_eq!(refused, Refusal::NotEnoughActions { needed: 7, left: 6 });
    scene.order(step(model, 10.0, 17.5));
    assert_eq!(scene.actions(model), 0);
}

#[test]
fn move_02_double_time_goes_half_as_far_again() {
    let (mut scene, model) = walker(Profile { abilities: vec![Ability::DoubleTime], ..man() });
    scene.order(step(model, 10.0, 14.5));
    assert_eq!(scene.actions(model), 5);
}

#[test]
fn move_03_friends_are_passed_but_not_stood_on() {
    let mut scene = TestWorld::new();
    let places = [(10.0, 10.0, 90.0), (10.0, 11.5, 90.0)];
    let unit = scene.unit(0, SKIRMISH, &places, man());
    scene.activate(unit);
    let (a, b) = (scene.model(unit, 0), scene.model(unit, 1));
    let error = scene.refuses(&step(a, 10.0, 11.0));
    assert_eq!(error.rule, "MOVE-03");
    // Moving both at once, they may change places, but not end on the same ground.
    let both = Order::Move { moves: vec![go(a, &[(10.0, 13.0)]), go(b, &[(10.5, 13.0)])] };
    assert_eq!(scene.refusal(&both), Refusal::EndsInEachOther { other: a });
    let both = Order::Move { moves: vec![go(a, &[(10.0, 11.5)]), go(b, &[(10.0, 10.0)])] };
    scene.order(both);
    scene.order(step(a, 10.0, 8.5));
}

#[test]
fn move_08_zones_are_kept_out_of() {
    let (mut scene, model) = walker(man());
    let theirs = scene.unit(1, SKIRMISH, &[(10.0, 14.0, 270.0)], man());
    let error = scene.refuses(&step(model, 10.0, 12.1));
    assert_eq!(error.rule, "MOVE-08");
    assert!(error.text.contains(scene.world.model_name(scene.model(theirs, 0))), "{error}");
    scene.order(step(model, 10.0, 12.0));
    // And through it there is no way, though around it there is.
    assert!(matches!(scene.refusal(&step(model, 13.0, 14.0)), Refusal::Obstructed(_)));
}

#[test]
fn move_08_contact_without_a_zone_is_still_a_charge() {
    let mut scene = TestWorld::new();
    let places = [(10.0, 11.0, 90.0), (10.0, 9.0, 90.0), (8.3, 10.5, 90.0)];
    let unit = scene.unit(0, SKIRMISH, &places, man());
    let theirs = scene.unit(1, SKIRMISH, &[(10.0, 12.0, 270.0)], man());
    scene.activate(unit);
    let enemy = scene.model(theirs, 0);
    let refused = scene.refusal(&step(scene.model(unit, 2), 9.0, 12.0));
    assert_eq!(refused, Refusal::ThatIsACharge { enemy });
}

#[test]
fn turning_is_free_at_first() {
    let (mut scene, model) = walker(man());
    scene.order(turn(model, 0.0));
    assert_eq!(scene.actions(model), 8);
    assert_eq!(scene.world.placed(model).pose.facing, Vec2::X);
    scene.order(step(model, 11.0, 10.0));
    scene.order(turn(model, 90.0));
    assert_eq!(scene.actions(model), 6);
}

#[test]
fn move_04_the_prone_get_up_first() {
    let (mut scene, model) = walker(man());
    scene.world.set_model(model, Stance::Prone);
    assert_eq!(scene.refusal(&step(model, 10.0, 11.0)), Refusal::Prone);
    let seen = scene.order(Order::StandUp { models: Vec::new() });
    assert_eq!(seen, [Event::StoodUp { model, actions: 3 }]);
    assert_eq!(scene.actions(model), 5);
    let again = Order::StandUp { models: vec![model] };
    assert_eq!(scene.refusal(&again), Refusal::NotProne);
    scene.world.set_model(model, Stance::Prone);
    scene.world.set_model(model, ActionsLeft(2));
    assert_eq!(scene.refusal(&again), Refusal::NotEnoughActions { needed: 3, left: 2 });
}

#[test]
fn mor_06_the_terrified_stay() {
    let (mut scene, model) = walker(man());
    let unit = scene.world.unit_of(model);
    scene.morale(unit, Morale::Terrified);
    assert_eq!(scene.refusal(&step(model, 10.0, 11.0)), Refusal::Terrified);
}

#[test]
fn nonsense_is_refused() {
    let (scene, model) = walker(man());
    let none = Order::Move { moves: Vec::new() };
    assert_eq!(scene.refusal(&none), Refusal::NothingToDo);
    assert_eq!(scene.refusal(&step(ModelId(99), 1.0, 1.0)), Refusal::NoSuchThing);
    assert!(matches!(scene.refusal(&step(model, f32::NAN, 1.0)), Refusal::Obstructed(_)));
    assert!(matches!(scene.refusal(&step(model, 1e30, 1.0)), Refusal::Obstructed(_)));
    let twice = Order::Move { moves: vec![go(model, &[(9.0, 9.0)]), go(model, &[(9.0, 9.0)])] };
    assert_eq!(scene.refusal(&twice), Refusal::NamedTwice);
    let nowhere = Order::Move { moves: vec![go(model, &[])] };
    assert_eq!(scene.refusal(&nowhere), Refusal::NothingToDo);
}

#[test]
fn cc_08_breaking_off_is_struck_at() {
    let (mut scene, model) = walker(man());
    let theirs = scene.unit(1, SKIRMISH, &[(10.0, 11.0, 270.0)], man());
    scene.dice(&[(Purpose::Damage, 10)]);
    let seen = scene.order(step(model, 10.0, 8.0));
    assert_eq!(seen[0], Event::BrokeOff { model });
    let last = seen.last();
    assert!(matches!(last, Some(Event::Moved { actions: 2, .. })), "{seen:?}");
    let _ = theirs;
}

#[test]
fn cc_08_who_falls_breaking_off_stays() {
    let (mut scene, model) = walker(man());
    scene.unit(1, SKIRMISH, &[(10.0, 11.0, 270.0)], man());
    scene.dice(&[(Purpose::Damage, 1)]);
    let seen = scene.order(step(model, 10.0, 8.0));
    assert!(!seen.iter().any(|event| matches!(event, Event::Moved { .. })), "{seen:?}");
    assert!(!scene.world.is_standing(model));
}

fn ranks_of_four(count: usize) -> (TestWorld, UnitId) {
    let mut scene = TestWorld::new();
    let ranked = Formation::Ranked { frontage: 4 };
    let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, count), ranker());
    scene.activate(unit);
    (scene, unit)
}

fn manoeuvre(manoeuvre: Manoeuvre) -> Order {
    Order::Manoeuvre { manoeuvre }
}

#[test]
fn move_09_a_block_moves_as_one() {
    let (mut scene, unit) = ranks_of_four(8);
    let seen = scene.order(manoeuvre(Manoeuvre::Ahead(Inches(2.5))));
    let ahead = Event::Manoeuvred { unit, manoeuvre: Manoeuvre::Ahead(Inches(2.5)), actions: 3 };
    assert_eq!(seen[0], ahead);
    assert_eq!(seen.len(), 9);
    assert!(scene.models(unit).iter().all(|&model| scene.actions(model) == 5));
    assert!(scene.at(scene.model(unit, 7)).distance(Vec2::new(13.5, 12.0)) < 1e-4);
    let wheel = Manoeuvre::Wheel { pivot: Flank::Left, degrees: 45.0 };
    scene.order(manoeuvre(wheel));
    // The arc of the outer corner: 4" times an eighth of a circle, 3.14".
    assert!(scene.models(unit).iter().all(|&model| scene.actions(model) == 1));
    assert!(formations::is_formed(&scene.world, unit));
    let refused = scene.refusal(&manoeuvre(Manoeuvre::AboutTurn));
    assert_eq!(refused, Refusal::NotEnoughActions { needed: 3, left: 1 });
}

#[test]
fn move_09_not_out_of_combat_nor_into_it() {
    let (mut scene, unit) = ranks_of_four(8);
    let theirs = scene.unit(1, SKIRMISH, &[(12.0, 20.0, 270.0)], man());
    let to_contact = manoeuvre(Manoeuvre::Ahead(Inches(8.0)));
    assert!(matches!(scene.refusal(&to_contact), Refusal::Obstructed(Obstruction::Zone { .. })));
    scene.world.set_model(scene.model(theirs, 0), Pose::degrees(Vec2::new(12.0, 11.5), 270.0));
    assert_eq!(scene.refusal(&manoeuvre(Manoeuvre::Back(Inches(1.0)))), Refusal::InCombat);
    scene.order(Order::FormUp { formation: SKIRMISH, at: None });
    let refused = scene.refusal(&manoeuvre(Manoeuvre::Back(Inches(1.0))));
    assert_eq!(refused, Refusal::NotRanked);
    let _ = unit;
}

#[test]
fn move_09_the_ranks_close_on_the_way() {
    let (mut scene, unit) = ranks_of_four(9);
    let models = scene.models(unit);
    let around = plan_manoeuvre(&scene.world, &Manoeuvre::Ahead(Inches(4.0)));
    let (named, travel) = around.expect("open ground");
    let walkers = super::manoeuvre::block_walkers(&named, &travel);
    let walk = Walk { unit, gait: Gait::InRanks, walkers, tick: 2, interruptible: false };
    scene.world.resource_mut::<Stack<NoQuarter>>().0.push(Step::Walk(walk.clone()));
    let fallen = models[2];
    let cause = Cause::Slain { by: fallen };
    crate::no_quarter::damage::slay(&mut scene.world, fallen, cause);
    let step = scene.world.resource_mut::<Stack<NoQuarter>>().0.pop();
    let Some(Step::Walk(walk)) = step else { panic!("the walk goes on") };
    super::walk::walk(&mut scene.world, walk);
    assert!(scene.at(models[8]).distance(Vec2::new(12.5, 14.5)) < 1e-4);
    assert!(formations::is_formed(&scene.world, unit));
}

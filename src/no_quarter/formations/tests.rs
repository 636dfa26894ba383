//! Changing formation, keeping together, stepping into gaps.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::Presence,
    no_quarter::{
        components::Role,
        error::Refusal,
        event::{Cause, Event, Gait},
        order::{ModelMove, Order},
        profile::{BaseSize, Profile},
        test_world::{TestWorld, block, man, ranker},
    },
    table::base::gap,
};

const SKIRMISH: Formation = Formation::Skirmish;
const RANKED: Formation = Formation::Ranked { frontage: 4 };

fn row(y: f32, xs: &[f32]) -> Vec<(f32, f32, f32)> {
    xs.iter().map(|&x| (x, y, 90.0)).collect()
}

fn step(model: ModelId, x: f32, y: f32) -> Order {
    Order::Move { moves: vec![ModelMove { model, path: vec![Vec2::new(x, y)], facing: None }] }
}

fn form_up(formation: Formation, x: f32, y: f32) -> Order {
    Order::FormUp { formation, at: Some(Pose::degrees(Vec2::new(x, y), 90.0)) }
}

#[test]
fn form_06_a_skirmisher_keeps_within_an_inch() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, SKIRMISH, &row(10.0, &[10.0, 12.0, 14.0]), man());
    scene.activate(unit);
    let last = scene.model(unit, 2);
    let error = scene.refuses(&step(last, 14.1, 10.0));
    let Refusal::BreaksCoherency { gap, allowed } = error.refusal else { panic!("{error}") };
    assert!((gap.0 - 1.1).abs() < 1e-3 && allowed == Inches(1.0));
    assert_eq!((error.rule.as_str(), error.model), ("FORM-06", Some(last)));
    scene.order(step(last, 14.01, 10.0));
    // Who stands in the middle holds the others together.
    assert!(matches!(
        scene.refusal(&step(scene.model(unit, 1), 12.0, 12.0)),
        Refusal::BreaksCoherency { .. }
    ));
}

#[test]
fn form_07_dispersed_models_keep_within_two_inches() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, Formation::Dispersed, &row(10.0, &[10.0, 13.0]), man());
    scene.activate(unit);
    let last = scene.model(unit, 1);
    assert_eq!(scene.refuses(&step(last, 13.1, 10.0)).rule, "FORM-07");
    scene.order(step(last, 12.5, 10.0));
    // Too far apart for skirmishers.
    let skirmish = Order::FormUp { formation: SKIRMISH, at: None };
    assert!(matches!(scene.refusal(&skirmish), Refusal::BreaksCoherency { .. }));
    scene.order(step(last, 12.0, 10.0));
    scene.order(skirmish);
    assert_eq!(effective(&scene.world, unit), SKIRMISH);
}

#[test]
fn form_11_who_is_lost_already_may_come_nearer() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, SKIRMISH, &row(10.0, &[10.0, 12.0, 20.0]), man());
    scene.activate(unit);
    let lost = scene.model(unit, 2);
    assert_eq!(stragglers(&scene.world, unit).0, [lost]);
    scene.order(step(lost, 18.0, 10.0));
    scene.order(Order::EndActivation);
    assert!(stragglers(&scene.world, unit).0.is_empty());
    assert!((scene.at(lost).x - 14.0).abs() < 0.1, "{}", scene.at(lost));
}

#[test]
fn form_11_as_far_as_actions_allow() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, SKIRMISH, &row(10.0, &[10.0, 12.0, 24.0]), man());
    scene.activate(unit);
    let lost = scene.model(unit, 2);
    let seen = scene.order(Order::EndActivation);
    assert!((scene.at(lost).x - 16.0).abs() < 0.05, "{}", scene.at(lost));
    let back = |event: &Event| matches!(event, Event::Moved { model, gait: Gait::Regroup, actions: 8, .. } if *model == lost);
    assert!(seen.iter().any(back), "{seen:?}");
}

#[test]
fn form_05_closed_order_lapses_when_it_spreads() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, Formation::Closed, &block(10.0, 10.0, 4, 8), ranker());
    scene.activate(unit);
    assert!(is_formed(&scene.world, unit));
    scene.order(step(scene.model(unit, 0), 9.5, 10.5));
    assert!(!is_formed(&scene.world, unit));
}

#[test]
fn form_08_breaking_ranks_is_free() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, RANKED, &block(10.0, 10.0, 4, 8), ranker());
    scene.activate(unit);
    let first = scene.model(unit, 0);
    assert_eq!(scene.refusal(&step(first, 9.5, 10.5)), Refusal::Ranked);
    let seen = scene.order(Order::FormUp { formation: SKIRMISH, at: None });
    assert_eq!(
        seen,
        [Event::FormedUp { unit, from: RANKED, to: SKIRMISH }, Event::RanksBroken { unit }]
    );
    assert_eq!(scene.actions(first), 8);
    scene.order(step(first, 9.5, 10.5));
}

#[test]
fn form_08_forming_ranks_takes_all_actions() {
    let mut scene = TestWorld::new();
    let places = [row(10.0, &[10.0, 12.0, 14.0, 16.0]), row(12.0, &[10.0, 12.0, 14.0, 16.0])];
    let unit = scene.unit(0, SKIRMISH, &places.concat(), ranker());
    scene.activate(unit);
    assert_eq!(scene.refusal(&form_up(RANKED, 13.0, 20.0)), Refusal::OutsideZone);
    let too_wide = form_up(Formation::Ranked { frontage: 5 }, 13.0, 12.0);
    let needed = Refusal::TooFewForFormation { models: 8, needed: 9 };
    assert_eq!(scene.refusal(&too_wide), needed);
    scene.order(form_up(RANKED, 13.0, 12.0));
    assert_eq!(effective(&scene.world, unit), RANKED);
    assert!(scene.models(unit).iter().all(|&model| scene.actions(model) == 0));
    let ranks = ranks(&scene.world, unit);
    assert_eq!(ranks.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    assert!((scene.at(ranks[0][0]) - Vec2::new(11.5, 11.5)).length() < 1e-3);
}

#[test]
fn form_08_not_after_anything_else() {
    let mut scene = TestWorld::new();
    let places = [row(10.0, &[10.0, 12.0, 14.0, 16.0]), row(12.0, &[10.0, 12.0, 14.0, 16.0])];
    let unit = scene.unit(0, SKIRMISH, &places.concat(), ranker());
    scene.activate(unit);
    scene.order(step(scene.model(unit, 0), 10.0, 9.5));
    assert_eq!(scene.refusal(&form_up(RANKED, 13.0, 12.0)), Refusal::ActedAlready);
}

#[test]
fn form_03_seven_can_not_form_ranks() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, SKIRMISH, &row(10.0, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), ranker());
    scene.activate(unit);
    let refusal = scene.refusal(&form_up(Formation::Closed, 4.0, 10.5));
    assert_eq!(refusal, Refusal::TooFewForFormation { models: 7, needed: 8 });
}

#[test]
fn form_12_command_models_take_the_front() {
    let mut scene = TestWorld::new();
    let places = [row(12.0, &[10.0, 12.0, 14.0, 16.0]), row(10.0, &[10.0, 12.0, 14.0, 16.0])];
    let unit = scene.unit(0, SKIRMISH, &places.concat(), ranker());
    let leader = scene.model(unit, 7);
    scene.world.set_model(leader, Role::Leader);
    scene.activate(unit).order(form_up(RANKED, 13.0, 12.0));
    assert!(ranks(&scene.world, unit)[0].contains(&leader));
}

/// Twelve small men in the open, led by one of them and by somebody with another base, who stand
/// where the numbers say among them.
fn led_by(base: BaseSize, leader: usize, large: usize, role: Role) -> (TestWorld, UnitId) {
    let mut scene = TestWorld::new();
    let place = |i: usize| (12.0 + (i % 5) as f32 * 4.5, 20.0 - (i / 5) as f32 * 4.5, 90.0);
    let men: Vec<_> = (0..13).filter(|&i| i != large).map(place).collect();
    let unit = scene.unit(0, SKIRMISH, &men, ranker());
    let guest = scene.unit(0, SKIRMISH, &[place(large)], Profile { base, ..ranker() });
    let (guest, leader) = (scene.model(guest, 0), scene.model(unit, leader));
    scene.joins(guest, unit);
    scene.world.set_model(guest, role);
    scene.world.set_model(leader, Role::Leader);
    scene.activate(unit);
    (scene, unit)
}

#[test]
fn form_08_a_block_has_room_for_large_bases_among_small_ones() {
    let tower = BaseSize::Rectangle(75.0, 100.0);
    let others = [BaseSize::Rectangle(25.0, 50.0), BaseSize::Round(40.0), BaseSize::Round(100.0)];
    let formations = [
        Formation::Closed,
        Formation::Ranked { frontage: 4 },
        Formation::Ranked { frontage: 5 },
        Formation::Ranked { frontage: 9 },
    ];
    for (formation, base) in
        formations.into_iter().flat_map(|f| others.into_iter().chain([tower]).map(move |b| (f, b)))
    {
        for (large, role) in [(0, Role::Individual), (6, Role::General), (12, Role::Rank)] {
            for degrees in [90.0, 0.0, 222.0] {
                let (mut scene, unit) = led_by(base, 7, large, role);
                let told = format!("{formation:?}, {base:?} at {large} as {role:?}, {degrees}");
                let at = Some(Pose::degrees(scene.world.middle(unit), degrees));
                let planned = plan_form_up(&scene.world, formation, at).expect(&told);
                scene.order(Order::FormUp { formation, at });
                assert_eq!(planned.len(), 13, "{told}");
                for (model, pose) in planned {
                    assert_eq!(*scene.world.of_model::<Pose>(model), pose, "{told}");
                }
                let broken = crate::no_quarter::invariants::broken(&scene.world);
                assert_eq!(broken, Vec::<String>::new(), "{told}");
                assert_eq!(effective(&scene.world, unit), formation, "{told}");
                let front = ranks(&scene.world, unit).swap_remove(0);
                let leads = |model: &ModelId| *scene.world.of_model::<Role>(*model) != Role::Rank;
                let mut leaders = scene.models(unit).into_iter().filter(leads);
                assert!(leaders.all(|model| front.contains(&model)), "{told}");
            }
        }
    }
}

#[test]
fn form_08_each_place_is_for_a_base_of_its_size() {
    // The man who leads stands far off, the tower right at the place in front that is his.
    let (mut scene, unit) = led_by(BaseSize::Rectangle(75.0, 100.0), 11, 2, Role::Individual);
    let leader = scene.model(unit, 11);
    let tower = scene.model(unit, 12);
    scene.order(form_up(RANKED, 21.0, 20.0));
    let gap = gap(&scene.world.placed(leader), &scene.world.placed(tower));
    assert!(gap.at_most(BASE_TO_BASE), "{gap}");
    let front = ranks(&scene.world, unit).swap_remove(0);
    assert_eq!(front.iter().position(|model| *model == leader), Some(1), "{front:?}");
    assert_eq!(front.iter().position(|model| *model == tower), Some(2), "{front:?}");
}

#[test]
fn dmg_03_the_rear_closes_the_gap() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, RANKED, &block(10.0, 10.0, 4, 9), ranker());
    let fallen = scene.model(unit, 1);
    let at = scene.at(fallen);
    let cause = Cause::Slain { by: fallen };
    crate::no_quarter::damage::slay(&mut scene.world, fallen, cause);
    assert_eq!(scene.at(scene.model(unit, 8)), at);
    assert_eq!(effective(&scene.world, unit), RANKED);
    // Of two ranks of four, the nearest file steps up, and seven are no ranks any more (FORM-04).
    let next = scene.model(unit, 2);
    let at = scene.at(next);
    crate::no_quarter::damage::slay(&mut scene.world, next, cause);
    assert_eq!(scene.at(scene.model(unit, 6)), at);
    assert_eq!(*scene.world.of_model::<Presence>(next), Presence::Casualty);
    assert_eq!(effective(&scene.world, unit), SKIRMISH);
}

#[test]
fn the_codex_says_how_near_models_keep() {
    let codex = crate::no_quarter::Armoury::embedded().unwrap().codex;
    for formation in [SKIRMISH, Formation::Dispersed] {
        let entry = &codex[crate::no_quarter::codex::of_formation(formation)];
        let near = format!("gaps of at most {}", coherency_of(formation));
        assert!(entry.about.contains(&near), "{}: {near}", entry.about);
        assert_eq!(entry.rule, rule_of_coherency(formation));
    }
}

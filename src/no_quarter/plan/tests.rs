//! Plans are legal, keep units together, and go where they were meant to.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::Formation,
        error::Refusal,
        formations,
        order::Order,
        test_world::{TestWorld, block, man, ranker},
    },
    table::{Footprint, Ground, Inches, Terrain, formation::Manoeuvre},
};

fn squad(scene: &mut TestWorld, side: u32, x: f32, y: f32) -> UnitId {
    let places: Vec<(f32, f32, f32)> =
        (0..10).map(|i| (x + (i % 5) as f32 * 1.75, y + (i / 5) as f32 * 1.75, 90.0)).collect();
    scene.unit(side, Formation::Skirmish, &places, man())
}

fn middle(scene: &TestWorld, unit: UnitId) -> Vec2 {
    let models = scene.models(unit);
    models.iter().map(|&model| scene.at(model)).sum::<Vec2>() / models.len() as f32
}

#[test]
fn a_unit_keeps_its_shape_in_the_open() {
    let mut scene = TestWorld::new();
    let unit = squad(&mut scene, 0, 10.0, 10.0);
    scene.activate(unit);
    let from = middle(&scene, unit);
    let order = move_unit(&scene.world, unit, from + Vec2::new(3.0, 4.0), Some(Vec2::X));
    scene.order(order.expect("nothing is in the way"));
    assert!(middle(&scene, unit).distance(from + Vec2::new(3.0, 4.0)) < 0.01);
    assert!(scene.models(unit).iter().all(|&model| scene.actions(model) == 3));
    assert!(scene.models(unit).iter().all(|&m| scene.world.placed(m).pose.facing == Vec2::X));
}

#[test]
fn a_unit_goes_as_far_as_it_can() {
    let mut scene = TestWorld::new();
    let unit = squad(&mut scene, 0, 10.0, 10.0);
    scene.activate(unit);
    let from = middle(&scene, unit);
    let order = approach(&scene.world, unit, from + Vec2::Y * 20.0).expect("open ground");
    scene.order(order);
    assert!((middle(&scene, unit).y - from.y - 8.0).abs() < 0.05);
}

#[test]
fn a_unit_flows_around_what_is_in_the_way() {
    let mut scene = TestWorld::new();
    let rock = Footprint::Circle { at: Vec2::new(13.5, 17.0), radius: Inches(1.5) };
    scene.terrain(Terrain { ground: Ground::Impassable, ..Terrain::new("rock", rock) });
    let unit = squad(&mut scene, 0, 10.0, 10.0);
    squad(&mut scene, 1, 17.0, 20.0);
    scene.activate(unit);
    let from = middle(&scene, unit);
    let order = approach(&scene.world, unit, from + Vec2::Y * 6.0).expect("there is a way");
    scene.order(order);
    assert!(middle(&scene, unit).y > from.y + 3.0, "{}", middle(&scene, unit));
    assert!(formations::stragglers(&scene.world, unit).0.is_empty());
}

#[test]
fn one_model_walks_around_a_zone() {
    let mut scene = TestWorld::new();
    let unit = scene.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
    scene.unit(1, Formation::Skirmish, &[(10.0, 13.0, 270.0)], man());
    scene.activate(unit);
    let model = scene.model(unit, 0);
    let order = move_model(&scene.world, model, Vec2::new(12.5, 13.0), None);
    scene.order(order.expect("there is a way round"));
    assert_eq!(scene.at(model), Vec2::new(12.5, 13.0));
    let far = move_model(&scene.world, model, Vec2::new(30.0, 13.0), None);
    assert!(matches!(far.map_err(|e| e.refusal), Err(Refusal::NotEnoughActions { .. })));
}

#[test]
fn a_block_goes_ahead_or_wheels() {
    let mut scene = TestWorld::new();
    let ranked = Formation::Ranked { frontage: 4 };
    let unit = scene.unit(0, ranked, &block(10.5, 10.5, 4, 8), ranker());
    scene.activate(unit);
    let ahead = move_unit(&scene.world, unit, Vec2::new(12.0, 16.0), None).expect("open ground");
    let Order::Manoeuvre { manoeuvre: Manoeuvre::Ahead(way) } = ahead else { panic!("{ahead:?}") };
    assert!((way.0 - 6.0).abs() < 1e-3);
    let aside = approach(&scene.world, unit, Vec2::new(30.0, 12.0)).expect("open ground");
    assert!(matches!(aside, Order::Manoeuvre { manoeuvre: Manoeuvre::Wheel { .. } }), "{aside:?}");
    scene.order(aside);
}

#[test]
fn formations_that_can_be_taken_are_offered() {
    let mut scene = TestWorld::new();
    let unit = squad(&mut scene, 0, 10.0, 10.0);
    scene.activate(unit);
    let options = form_up_options(&scene.world, unit);
    let can = |wanted: Formation| {
        options
            .iter()
            .any(|order| matches!(order, Order::FormUp { formation, .. } if *formation == wanted))
    };
    assert!(can(Formation::Dispersed) && can(Formation::Closed));
    assert!(can(Formation::Ranked { frontage: 5 }) && !can(Formation::Ranked { frontage: 7 }));
    assert!(!can(Formation::Skirmish));
}

/// Everything that is planned is legal, wherever it is meant to go.
#[test]
fn plans_are_always_legal() {
    let mut scene = TestWorld::new();
    let wood = Footprint::Circle { at: Vec2::new(20.0, 20.0), radius: Inches(4.0) };
    scene.terrain(Terrain { ground: Ground::Difficult, ..Terrain::new("wood", wood) });
    let points = vec![Vec2::new(8.0, 15.0), Vec2::new(16.0, 15.0)];
    let wall = Footprint::Line { points, width: Inches(0.5) };
    scene.terrain(Terrain { barrier: true, height: Inches(1.0), ..Terrain::new("wall", wall) });
    let unit = squad(&mut scene, 0, 12.0, 11.0);
    squad(&mut scene, 1, 14.0, 19.0);
    squad(&mut scene, 0, 3.0, 12.0);
    scene.activate(unit);
    let mut made = 0;
    for i in 0..36 {
        let way = crate::table::base::direction(i as f32 * 10.0) * (2.0 + (i % 7) as f32);
        let to = middle(&scene, unit) + way;
        if let Ok(order) = move_unit(&scene.world, unit, to, Some(way)) {
            let checked = <crate::no_quarter::NoQuarter as crate::battle::RuleSystem>::check(
                &scene.world,
                &order,
            );
            assert_eq!(checked, Ok(()));
            made += 1;
        }
    }
    assert!(made > 30, "{made}");
    let _: Vec<ModelId> = scene.models(unit);
}

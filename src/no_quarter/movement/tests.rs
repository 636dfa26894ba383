//! Moves, blocks, standing up, and who is in combat with whom.

use bevy::math::Vec2;

use super::*;
use crate::{
    battle::level::Formation,
    no_quarter::{
        formations,
        profile::{Profile, Size},
        test_world::{TestWorld, block, man, ranker},
    },
    table::{Footprint, Inches, Terrain},
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

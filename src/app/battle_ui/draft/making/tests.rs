//! Plans go as far as they can, and come out alike however long they take.

use super::*;
use crate::{
    app::battle_ui::{draft::Stamp, mode::Mode},
    battle::{
        ModelId,
        playable::acting::{Began, VerbId},
    },
    no_quarter::{
        components::Formation,
        test_world::{TestWorld, man},
    },
    table::{Footprint, Ground, Terrain},
};

fn key(world: &World, at: Vec2, model: ModelId) -> Key {
    let focus = Focus { unit: None, model: Some(model), alone: true };
    let place = Game::verbs().iter().position(|words| words.id == "Move").unwrap();
    let Began::Prepares(moving) = Game::begun_by(world, focus, None, VerbId(place as u8)) else {
        panic!("a move is prepared")
    };
    Key {
        stamp: Stamp::default(),
        mode: Mode::Prepare(moving),
        focus,
        pointing: Pointing { at: Some(at), ..Pointing::default() },
    }
}

/// The draft, and how many frames it took.
fn made(world: &World, key: Key, share: Duration) -> (Draft, u32) {
    let mut making = Box::new(Making::of(key));
    for frame in 1.. {
        match making.go_on(world, share) {
            Ok(draft) => return (draft, frame),
            Err(more) => making = more,
        }
    }
    unreachable!("frames never end")
}

#[test]
fn a_plan_goes_as_far_as_it_can_past_what_it_cannot_cross() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
    let corners = [(0.0, 13.0), (40.0, 13.0), (40.0, 14.0), (0.0, 14.0)];
    let footprint = Footprint::Polygon(corners.map(Vec2::from).to_vec());
    test.terrain(Terrain { ground: Ground::Impassable, ..Terrain::new("crag", footprint) });
    test.activate(unit);
    let model = test.model(unit, 0);
    let draft =
        |y: f32| made(&test.world, key(&test.world, Vec2::new(10.0, y), model), Duration::MAX).0;
    let stopped = draft(13.5);
    assert!(stopped.is_legal());
    let end = stopped.sketch.ways[0].ticks.last().map(|pose| pose.at.y);
    assert!(end.is_some_and(|y| y > 12.3 && y < 12.52), "{end:?}");
    let why = stopped.stops.map(|why| why.rule);
    assert_eq!(why.as_deref(), Some("MOVE-06"), "what stops it is told");
    let free = draft(12.0);
    assert!(free.is_legal() && free.stops.is_none());
}

#[test]
fn a_plan_made_bit_by_bit_is_the_same_plan() {
    let mut test = TestWorld::new();
    let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
    test.activate(unit);
    let model = test.model(unit, 0);
    for (ahead, frames, stops) in [(3.0, 2, false), (20.0, 12, true)] {
        let at = Vec2::new(10.0, 10.0 + ahead);
        let (at_once, one) = made(&test.world, key(&test.world, at, model), Duration::MAX);
        let (bit_by_bit, many) = made(&test.world, key(&test.world, at, model), Duration::ZERO);
        assert_eq!((one, many), (1, frames), "{ahead} inches");
        assert!(at_once.is_legal() && at_once.stops.is_some() == stops);
        assert_eq!(at_once.order, bit_by_bit.order);
        assert_eq!(at_once.sketch, bit_by_bit.sketch);
    }
}

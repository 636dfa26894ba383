//! Units in hand on their way to where they may stand, in battles of No Quarter.

use super::*;
use crate::{
    app::battle_ui::{
        aim::Hover,
        draft::Draft,
        ghosts,
        key_names::KeyNames,
        mode::{Scope, Selection, focus},
    },
    battle::{
        Battle, BattleWorld,
        level::Deployment,
        levels,
        playable::{Tone, acting::Began},
    },
    no_quarter::{OrderError, Refusal, deployment},
};

/// A battle before deployment with its first unit in hand.
fn in_hand() -> World {
    let mut level = levels::find("first-clash", None).unwrap();
    level.deployment = Deployment::ByHand;
    let mut world = Battle::<Game>::new(&level, 1).unwrap().world;
    world.init_resource::<Mode>();
    world.init_resource::<Scope>();
    world.init_resource::<Selection>();
    world.init_resource::<Aim>();
    world.init_resource::<Hover>();
    world.init_resource::<Draft>();
    world.init_resource::<KeyNames>();
    world.init_resource::<InHand>();
    let verb = Game::usual_verb(&world).unwrap();
    let Began::Prepares(unit) = Game::begun_by(&world, focus(&world), None, verb) else {
        panic!("a unit is taken up")
    };
    *world.resource_mut::<Mode>() = Mode::Prepare(unit);
    world
}

fn hold(world: &mut World, at: Vec2) -> bool {
    world.resource_mut::<Aim>().at = Some(at);
    update(world);
    is_on_its_way(world)
}

#[test]
fn nobody_is_refused_before_the_zone_is_reached() {
    let mut world = in_hand();
    let side = world.frame().side;
    let middle = |side| {
        let (low, high) = deployment::zone(&world, side);
        low.midpoint(high)
    };
    let (own, theirs) = (middle(side), middle(side.other()));
    let why = OrderError::new(Refusal::OutsideZone, "SET-03", "it isn't the zone");
    world.resource_mut::<Draft>().refused = Some(why);
    let bad = |world: &World| {
        let lines = ghosts::lines(world, world.resource::<Draft>());
        lines.iter().any(|line| line.tone == Tone::Bad)
    };
    assert!(hold(&mut world, theirs) && !bad(&world), "it is taken up over there");
    assert!(hold(&mut world, theirs.lerp(own, 0.4)) && !bad(&world), "and is on its way");
    assert!(hint(&world).is_some());
    assert!(!hold(&mut world, own) && hint(&world).is_none(), "it has come");
    assert!(!hold(&mut world, theirs) && bad(&world), "who leads it out again is told");
}

#[test]
fn where_the_last_one_was_put_down_the_next_has_to_be_moved_first() {
    let mut world = in_hand();
    let (low, high) = deployment::zone(&world, world.frame().side);
    let own = low.midpoint(high);
    assert!(hold(&mut world, own));
    assert!(hold(&mut world, own + Vec2::X * ON_PURPOSE / 2.0));
    assert!(!hold(&mut world, own + Vec2::X * ON_PURPOSE));
}

#[test]
fn keys_mean_what_they_say_at_once() {
    let mut world = in_hand();
    world.resource_mut::<Aim>().by_keys = true;
    assert!(!hold(&mut world, Vec2::ONE));
}

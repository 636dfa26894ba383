//! Whoever deploys a unit has the next one in hand.

use super::*;
use crate::{
    app::{
        battle_ui::{aim::Aim, mode::Scope, toast::Toasts},
        orders::Refused,
    },
    battle::{Battle, engine, level::Deployment, levels},
    no_quarter::{
        self, Answer, Order,
        phase::{Phase, phase},
    },
};

#[test]
fn the_next_unit_is_taken_up_once_one_is_put_down() {
    let mut level = levels::find("first-clash", None).unwrap();
    level.deployment = Deployment::ByHand;
    let mut world = Battle::<Game>::new(&level, 1).unwrap().world;
    world.init_resource::<Waited>();
    world.init_resource::<Mode>();
    world.init_resource::<Selection>();
    world.init_resource::<Scope>();
    world.init_resource::<Aim>();
    world.init_resource::<Toasts>();
    world.init_resource::<Refused>();
    take_up(&mut world);
    assert_eq!(*world.resource::<Mode>(), Mode::Select, "nobody is taken up at the start");
    let mut taken = None;
    take_up_next(&mut world);
    for round in 0..8 {
        assert_eq!(phase(&world), Phase::Deployment);
        let unit = world.resource::<Selection>().unit.unwrap();
        assert!(taken.is_none_or(|taken| taken == unit));
        let (at, formation) = no_quarter::deployment::find_place(&world, unit).unwrap();
        engine::execute::<Game>(&mut world, Order::Deploy { unit, at, formation }).unwrap();
        *world.resource_mut::<Mode>() = Mode::Select;
        take_up(&mut world);
        taken = world.resource::<Mode>().intent().and_then(Game::unit_of);
        assert_ne!(taken, Some(unit));
        assert_eq!(taken.is_some(), round < 7, "after {round} others");
    }
    assert_eq!((phase(&world), taken), (Phase::Deployment, None), "nobody has begun the battle");
    let answer = Answer::Begin;
    engine::execute::<Game>(&mut world, Order::Answer { answer }).unwrap();
    take_up(&mut world);
    assert_eq!(phase(&world), Phase::Activations);
    assert_eq!(*world.resource::<Selection>(), Selection::default());
}

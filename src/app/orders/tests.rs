//! Orders given one after the other, in battles of No Quarter.

use super::*;
use crate::{
    app::settings::{AnimationSpeed, Settings},
    battle::{
        Acting, Battle, BattleWorld, levels,
        playable::acting::{Began, Focus},
    },
    no_quarter::ActionsLeft,
};

#[test]
fn a_refused_order_is_told_with_what_was_tried_whatever_is_prepared_by_then() {
    let level = levels::find("pitched-battle", None).unwrap();
    let mut world = Battle::<Game>::new(&level, 1).unwrap().world;
    world.init_resource::<OrderQueue>();
    world.init_resource::<Refused>();
    world.init_resource::<LastOrder>();
    let playback = Playback::at_the_end(&world);
    world.insert_resource(playback);
    world.insert_resource(Settings { speed: AnimationSpeed::Off, ..Settings::default() });
    let unit = Game::selectable(&world)[0];
    let focus = Focus { unit: Some(unit), ..Focus::default() };
    let verb = Game::usual_verb(&world).unwrap();
    let Began::Gives(activate) = Game::begun_by(&world, focus, None, verb) else {
        panic!("a selected unit is activated")
    };
    world.resource_mut::<OrderQueue>().give(activate);
    give_orders(&mut world);
    assert_eq!(world.frame().active, Some(unit));
    for model in world.standing(unit) {
        world.set_model(model, ActionsLeft(0));
    }
    let target = Game::nearest_enemies(&world)[0];
    world.resource_mut::<OrderQueue>().give(Order::Charge { models: Vec::new(), target });
    world.resource_mut::<Playback>().skip();
    give_orders(&mut world);
    let Some(Denied::Order { order, error }) = world.resource::<Refused>().0.clone() else {
        panic!("nobody has actions left")
    };
    let told = Game::refusal_of_order(&world, &order, &error);
    assert!(told.is_some_and(|told| told.starts_with("Can't charge: ")));
}

//! What the hint says to do next, in battles of No Quarter.

use super::*;
use crate::{
    app::battle_ui::{
        offered::Offered,
        player::{ARCHERS, Player},
    },
    battle::BattleWorld,
    no_quarter::{ActionsLeft, Morale},
};

#[test]
fn nobody_without_actions_is_told_to_move() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    let world = player.app.world_mut();
    let hint = of_actor(world);
    assert!(hint.contains("Drag") && hint.contains("Enter"), "{hint}");
    for model in world.standing(own) {
        world.set_model(model, ActionsLeft(0));
    }
    // Nothing but an order changes the battle otherwise.
    world.insert_resource(Offered::default());
    assert_eq!(of_actor(world), "");
}

#[test]
fn who_can_neither_move_nor_attack_is_told_why() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    let world = player.app.world_mut();
    world.set_unit(own, Morale::Terrified);
    world.insert_resource(Offered::default());
    let hint = of_actor(world);
    assert!(hint.contains("terrified"), "{hint}");
}

#[test]
fn who_drags_gives_the_order_by_letting_go() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    player.press_and_drag(at, at + player.world().facing(own) * 3.0);
    let mode = player.world().resource::<Mode>().clone();
    assert_eq!(to_give(player.world(), &mode), "Let go to move.");
    player.let_go();
    let given = to_give(player.world(), &mode);
    assert!(given.starts_with("Click or press"), "{given}");
}

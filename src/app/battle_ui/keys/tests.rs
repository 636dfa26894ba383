//! Keys and clicks as a player makes them, in a window without a screen. How many of them what is done most
//! often takes is counted in [`counted`].

mod counted;
mod player;

use bevy::prelude::*;

use self::player::{ARCHERS, Player};
use super::*;
use crate::{
    app::settings::{AnimationSpeed, Settings},
    battle::BattleWorld,
};

#[test]
fn a_drag_of_a_unit_that_cannot_move_says_why() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    let before = player.world().resource::<Toasts>().refusals();
    player.drag(at, at + Vec2::X * 3.0);
    let refusals = player.world().resource::<Toasts>().refusals();
    assert_eq!(refusals - before, 1, "it has to be activated first, and says so once");
}

#[test]
fn a_mode_without_use_ends_by_itself() {
    let mut player = Player::of(ARCHERS);
    let (own, enemy) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    player.key(KeyCode::KeyG);
    // As many volleys as the actions allow, and one click more.
    for _ in 0..4 {
        if player.world().resource::<Mode>().intent().is_none() {
            return;
        }
        let (_, target) = player.first(enemy);
        player.click(target, MouseButton::Left);
    }
    panic!("nobody has a shot left: {:?}", player.world().resource::<Mode>());
}

#[test]
fn a_finger_pans_the_table_from_a_model_that_stays() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    let world = player.app.world_mut();
    let before = world.resource::<Toasts>().refusals();
    let pixel = world.resource::<View>().pixel_of(at);
    let mut pointer = Pointer { finger: true, dragging: true, ..Pointer::default() };
    (pointer.pressed_at, pointer.table, pointer.moved) = (Some(at), Some(at), Vec2::X * 20.0);
    world.insert_resource(pointer);
    read_pointer(world);
    assert_ne!(world.resource::<View>().pixel_of(at), pixel);
    assert_eq!(world.resource::<Toasts>().refusals(), before);
}

#[test]
fn a_double_right_click_gives_one_order() {
    let mut player = Player::of(ARCHERS);
    let (own, enemy) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    player.app.world_mut().resource_mut::<Settings>().speed = AnimationSpeed::Normal;
    player.wait(2);
    let before = player.orders();
    let (_, target) = player.first(enemy);
    player.point(target);
    (0..2).for_each(|_| player.click_once(MouseButton::Right));
    player.wait(1500);
    assert_eq!(player.orders() - before, 1);
}

#[test]
fn undo_and_another_order_make_another_state() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    let before = draft::Stamp::of(player.world());
    player.key(KeyCode::Backspace);
    player.double_click(at);
    assert_eq!(player.world().frame().active, Some(own));
    assert_ne!(draft::Stamp::of(player.world()), before);
}

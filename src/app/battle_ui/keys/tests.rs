//! Keys as a player presses them, in a window without a screen. How many of them what is done most
//! often takes is counted in [`counted`].

mod counted;

use bevy::prelude::*;

use super::*;
use crate::{
    app::battle_ui::player::{ARCHERS, Player, SPEARS},
    battle::BattleWorld,
};

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

#[test]
fn the_keys_that_turn_swing_a_wheel() {
    let mut player = Player::of(SPEARS);
    let (own, _) = player.units();
    let ahead = player.world().facing(own);
    for key in [KeyCode::Tab, KeyCode::Enter, KeyCode::KeyP, KeyCode::Period, KeyCode::Enter] {
        player.key(key);
    }
    let turned = ahead.angle_to(player.world().facing(own)).to_degrees();
    assert!((turned + ROTATION).abs() < 0.1, "to the right: {turned}");
}

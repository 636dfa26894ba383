//! How many inputs the activations take that are made most often, counted as a player makes them:
//! a click, a double click, a drag or a key is one. The table of docs/look.md has all of them.

use bevy::prelude::*;

use super::*;
use crate::{
    app::battle_ui::player::{ARCHERS, Player, SPEARS},
    battle::BattleWorld,
};

#[test]
fn a_move_and_its_end_take_three_inputs_by_mouse() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let before = player.orders();
    player.double_click(at);
    assert_eq!(player.world().frame().active, Some(own), "a double click activates");
    let ahead = player.world().facing(own);
    player.drag(at, at + ahead * 3.0);
    let moved = player.world().placed(model).pose.at;
    assert!((moved - at).dot(ahead) > 2.0, "a drag moves: {at} to {moved}");
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (3, 3));
    assert_ne!(player.world().frame().active, Some(own), "its activation is over");
}

#[test]
fn shots_at_what_is_pointed_at_and_the_end_take_three_inputs_by_mouse() {
    let mut player = Player::of(ARCHERS);
    let (own, enemy) = player.units();
    let before = player.orders();
    let (_, at) = player.first(own);
    player.double_click(at);
    let (_, target) = player.first(enemy);
    player.point(target);
    assert!(likely::is_meant(player.world()), "what the click does is shown before");
    player.click(target, MouseButton::Right);
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (3, 3));
}

#[test]
fn shots_at_the_nearest_enemy_take_five_keys() {
    let mut player = Player::of(ARCHERS);
    let before = player.orders();
    for key in [KeyCode::Tab, KeyCode::Enter, KeyCode::Enter, KeyCode::Enter, KeyCode::KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (5, 3));
}

#[test]
fn a_block_that_goes_eight_inches_takes_six_keys() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let ahead = player.world().facing(own);
    use KeyCode::{Digit8, Enter, KeyE, KeyM, Tab};
    for key in [Tab, Enter, KeyM, Digit8, Enter, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (6, 3));
    let moved = player.world().placed(model).pose.at;
    assert!(((moved - at).dot(ahead) - 8.0).abs() < 0.01, "{at} to {moved}");
}

#[test]
fn a_block_that_is_dragged_and_its_end_take_three_inputs_by_mouse() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let (model, at) = player.first(own);
    let ahead = player.world().facing(own);
    player.double_click(at);
    player.drag(at, at + ahead * 8.0);
    player.key(KeyCode::KeyE);
    assert_eq!((player.inputs, player.orders() - before), (3, 3));
    let moved = player.world().placed(model).pose.at;
    assert!((moved - at).dot(ahead) > 4.0, "{at} to {moved}");
}

#[test]
fn a_block_that_turns_about_takes_six_keys() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let ahead = player.world().facing(own);
    use KeyCode::{Digit3, Enter, KeyE, KeyY, Tab};
    for key in [Tab, Enter, KeyY, Digit3, Enter, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (6, 3));
    assert!(player.world().facing(own).dot(ahead) < -0.9, "it looks back");
}

#[test]
fn a_block_that_wheels_by_degrees_takes_eight_keys() {
    let mut player = Player::of(SPEARS);
    let before = player.orders();
    let (own, _) = player.units();
    let ahead = player.world().facing(own);
    use KeyCode::{Digit0, Digit2, Enter, KeyE, KeyP, Tab};
    for key in [Tab, Enter, KeyP, KeyP, Digit2, Digit0, Enter, KeyE] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (8, 3));
    let turned = ahead.angle_to(player.world().facing(own)).to_degrees();
    assert!((turned - 20.0).abs() < 0.1, "{turned}");
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

#[test]
fn going_on_hold_takes_four_keys() {
    let mut player = Player::of(ARCHERS);
    let before = player.orders();
    let (own, _) = player.units();
    use KeyCode::{Digit1, Enter, KeyH, Tab};
    for key in [Tab, Enter, KeyH, Digit1] {
        player.key(key);
    }
    assert_eq!((player.inputs, player.orders() - before), (4, 2));
    assert_ne!(player.world().frame().active, Some(own), "its activation is over");
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

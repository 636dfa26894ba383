//! Keys as a player presses them, in a window without a screen. How many of them what is done most
//! often takes is counted in [`counted`].

mod counted;

use bevy::{input::ButtonState, prelude::*};

use super::*;
use crate::{
    app::{
        battle_ui::{
            aim::{Aim, Hover},
            player::{ARCHERS, MAGE, Player, SPEARS},
            toast::Toasts,
        },
        camera::View,
        third_party::egui as panels,
        words,
    },
    battle::BattleWorld,
    no_quarter::Morale,
    table::base::gap,
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
        // Somebody who clicks again at once shoots only once.
        player.wait(20);
    }
    panic!("nobody has a shot left: {:?}", player.world().resource::<Mode>());
}

#[test]
fn escape_steps_back_until_nothing_is_left_but_the_menu() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.click(at, MouseButton::Left);
    let selected = |player: &Player| player.world().resource::<Selection>().unit;
    let menu = |player: &Player| player.world().resource::<OpenPanels>().menu;
    assert_eq!(selected(&player), Some(own));
    player.key(KeyCode::Escape);
    assert!(selected(&player).is_none() && !menu(&player));
    player.key(KeyCode::Escape);
    assert!(menu(&player));
    player.key(KeyCode::Escape);
    assert!(!menu(&player), "the same key goes on with the battle");
}

#[test]
fn a_spell_is_chosen_from_its_list_and_cast_by_keys() {
    let mut player = Player::of(MAGE);
    let is_open = |player: &Player| player.world().resource::<OpenListing>().is_open();
    for key in [KeyCode::Tab, KeyCode::Enter, KeyCode::F7] {
        player.key(key);
    }
    assert!(is_open(&player), "the key of casting opens the list");
    panels::press(player.app.world_mut(), bevy_egui::egui::Key::Escape);
    player.wait(3);
    assert!(!is_open(&player), "Escape closes it");
    player.key(KeyCode::F7);
    panels::press(player.app.world_mut(), bevy_egui::egui::Key::Num1);
    player.wait(3);
    assert!(!is_open(&player) && player.world().resource::<Mode>().intent().is_some());
    player.key(KeyCode::Tab);
    let target = player.world().resource::<Hover>().unit.expect("somebody is in reach");
    let side = player.world().frame().side;
    assert_ne!(player.world().side_of(target), side);
    let before = player.orders();
    player.key(KeyCode::Enter);
    assert_eq!(player.orders(), before + 1);
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

#[test]
fn the_menu_takes_the_keys_that_it_shows_and_no_others() {
    let mut player = Player::of(SPEARS);
    let view = *player.world().resource::<View>();
    player.key(KeyCode::F10);
    assert!(player.world().resource::<OpenPanels>().menu);
    player.key(KeyCode::ArrowUp);
    player.key(KeyCode::KeyD);
    assert_eq!(*player.world().resource::<View>(), view, "the table stays where it is");
    player.key(KeyCode::F9);
    assert!(!player.world().resource::<OpenPanels>().menu);
    assert!(player.world().resource::<LoadBox>().is_open());
}

#[test]
fn the_key_that_measures_ends_it_too() {
    let mut player = Player::of(SPEARS);
    player.key(KeyCode::KeyT);
    player.click(Vec2::new(4.0, 16.0), MouseButton::Left);
    let measures = |from: Option<Vec2>| matches!(from, Some(at) if at.x < 5.0);
    assert!(matches!(player.world().resource::<Mode>(), Mode::Measure { from } if measures(*from)));
    player.key(KeyCode::KeyT);
    assert_eq!(*player.world().resource::<Mode>(), Mode::Select);
}

#[test]
fn shift_let_go_before_the_arrow_leaves_the_table_where_it_is() {
    let mut player = Player::of(SPEARS);
    let view = *player.world().resource::<View>();
    player.turn_key(KeyCode::ShiftLeft, ButtonState::Pressed);
    player.turn_key(KeyCode::ArrowUp, ButtonState::Pressed);
    player.turn_key(KeyCode::ShiftLeft, ButtonState::Released);
    player.wait(10);
    player.turn_key(KeyCode::ArrowUp, ButtonState::Released);
    assert_eq!(*player.world().resource::<View>(), view);
    player.key(KeyCode::ArrowUp);
    assert_ne!(*player.world().resource::<View>(), view, "alone it pushes the table");
}

#[test]
fn where_enter_finds_nothing_to_do_it_says_what_is_in_the_way() {
    let mut player = Player::of(SPEARS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    // In the middle of nowhere, so that nobody is pointed at.
    player.point(Vec2::new(2.0, 30.0));
    player.key(KeyCode::Enter);
    let said = player.world().resource::<Toasts>().refusal().unwrap_or_default();
    assert!(said.starts_with("Nothing can be done to "), "{said}");
}

#[test]
fn enter_says_what_is_still_wanted_where_no_target_is_chosen() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    player.point(Vec2::new(2.0, 30.0));
    // Either unit of the enemy could be meant.
    player.key(KeyCode::KeyG);
    let before = player.orders();
    player.tap(&[KeyCode::Enter]);
    let said = player.world().resource::<Toasts>().refusal().unwrap_or_default();
    assert!(said.contains("Point at the enemy to shoot") && said.contains("Tab"), "{said}");
    assert_eq!(player.orders(), before);
}

#[test]
fn keys_that_go_down_and_up_within_a_frame_mean_what_they_mean() {
    let mut player = Player::of(MAGE);
    let opens = |player: &mut Player, key: KeyCode, is_open: fn(&World) -> bool| {
        player.tap(&[key]);
        assert!(is_open(player.world()), "{key:?}");
        player.tap(&[key]);
    };
    opens(&mut player, KeyCode::F4, |world| world.resource::<OpenPanels>().score);
    opens(&mut player, KeyCode::F1, |world| world.resource::<OpenPanels>().help);
    player.tap(&[KeyCode::ShiftLeft, KeyCode::Tab]);
    let last = player.world().resource::<Selection>().unit;
    player.tap(&[KeyCode::Tab]);
    let first = player.world().resource::<Selection>().unit;
    assert!(last.is_some() && first.is_some() && last != first, "{last:?}, then {first:?}");
    player.tap(&[KeyCode::Enter]);
    player.wait(5);
    opens(&mut player, KeyCode::F7, |world| world.resource::<OpenListing>().is_open());
    player.wait(5);
    let before = player.orders();
    player.tap(&[KeyCode::ControlLeft, KeyCode::KeyZ]);
    player.wait(5);
    assert_eq!(player.orders() + 1, before, "the activation is taken back");
}

#[test]
fn a_modifier_counts_that_is_let_go_in_the_frame_of_its_key() {
    let aimed = |modifier: KeyCode, let_go_at_once: bool| {
        let mut player = Player::of(ARCHERS);
        for key in [KeyCode::Tab, KeyCode::Enter, KeyCode::KeyM] {
            player.key(key);
        }
        player.turn_key(modifier, ButtonState::Pressed);
        if let_go_at_once {
            let down = (KeyCode::ArrowRight, ButtonState::Pressed);
            let up = [KeyCode::ArrowRight, modifier].map(|key| (key, ButtonState::Released));
            player.turn_keys(&[down, up[0], up[1]]);
        } else {
            player.key(KeyCode::ArrowRight);
            player.turn_key(modifier, ButtonState::Released);
        }
        player.wait(20);
        player.world().resource::<Aim>().at.expect("it is aimed by keys")
    };
    let fine = aimed(KeyCode::ControlLeft, true);
    assert_eq!(fine, aimed(KeyCode::ControlLeft, false));
    assert!(fine.distance(aimed(KeyCode::ShiftLeft, true)) > 2.0 * FINE_NUDGE, "Ctrl goes finely");
}

/// A wyrm that can sweep its tail at a dwarf beside it.
const WYRM: &str = r#"profile: "mere_wyrm", count: 1, formation: Skirmish"#;

/// A wyrm with a dwarf at its right side.
fn beside_a_wyrm() -> Player {
    let mut player = Player::of(WYRM);
    let (own, enemy) = player.units();
    let ((wyrm, _), (dwarf, _)) = (player.first(own), player.first(enemy));
    let world = player.app.world_mut();
    let right = world.placed(wyrm).pose.right();
    let mut pose = world.placed(dwarf).pose;
    pose.at = world.placed(wyrm).pose.at + right * 4.0;
    world.set_model(dwarf, pose);
    pose.at -= right * gap(&world.placed(wyrm), &world.placed(dwarf)).0;
    world.set_model(dwarf, pose);
    player
}

#[test]
fn what_rolls_dice_shows_its_chances_before_it_is_given() {
    let mut rallies = Player::of(ARCHERS);
    let (own, _) = rallies.units();
    rallies.app.world_mut().set_unit(own, Morale::Panicked);
    let mut sweeps = beside_a_wyrm();
    for (player, key) in [(&mut rallies, KeyCode::KeyR), (&mut sweeps, KeyCode::Backquote)] {
        let (own, _) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        let before = player.orders();
        player.key(key);
        assert_eq!(player.orders(), before, "{key:?}: nothing is rolled yet");
        let read = words(&mut player.app);
        let is_chance = |text: &str| text.contains("or less") && text.contains('%');
        let shown = read.iter().any(|(text, _)| is_chance(text) || text.ends_with('%'));
        assert!(shown, "{key:?}: {read:?}");
        player.key(KeyCode::Escape);
        assert_eq!(player.world().resource::<Mode>(), &Mode::Select, "{key:?}: it is let be");
        player.key(key);
        player.key(KeyCode::Enter);
        assert_eq!(player.orders(), before + 1, "{key:?}");
    }
}

#[test]
fn what_rolls_nothing_is_given_at_once() {
    let mut player = Player::of(MAGE);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    let before = player.orders();
    player.key(KeyCode::F8);
    assert_eq!(player.orders(), before + 1, "concentrating costs an action, and can be undone");
}

//! What clicks and drags do, and what they say where they do nothing.

use bevy::prelude::*;

use super::*;
use crate::{
    app::{
        animation::{self, Floaters, Playback},
        battle_ui::player::{ARCHERS, Player, SPEARS},
        settings::{AnimationSpeed, Settings},
        third_party::leafwing::Action,
    },
    battle::{BattleWorld, UnitId},
};

impl Player {
    /// Why the last thing can't be done, while that is shown.
    fn refusal(&self) -> Option<&str> {
        self.world().resource::<Toasts>().refusal()
    }

    fn mode(&self) -> &Mode {
        self.world().resource::<Mode>()
    }
}

/// Activates the first own unit; with it, where its enemy stands.
fn activated_with_target(player: &mut Player) -> (UnitId, Vec2) {
    let (own, enemy) = player.units();
    let (_, at) = player.first(own);
    player.double_click(at);
    let (_, target) = player.first(enemy);
    (own, target)
}

#[test]
fn a_drag_of_a_unit_that_cannot_move_says_why() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    let before = player.world().resource::<Toasts>().refusals();
    player.drag(at, at + Vec2::X * 3.0);
    let refusals = player.world().resource::<Toasts>().refusals();
    assert_eq!(refusals - before, 1, "it has to be activated first, and says so once");
    assert!(player.refusal().is_some(), "it is read for a moment");
    player.click(at + Vec2::new(0.0, 7.0), MouseButton::Left);
    assert_eq!(player.refusal(), None, "until something else is pressed");
}

#[test]
fn an_enemy_that_is_dragged_says_whose_it_is() {
    let mut player = Player::of(ARCHERS);
    let (_, enemy) = player.units();
    let (_, at) = player.first(enemy);
    player.drag(at, at + Vec2::X * 3.0);
    let told = player.refusal().expect("it isn't the player's");
    assert!(told.contains("belongs to") && !told.contains('{'), "{told}");
}

#[test]
fn an_enemy_beyond_everything_says_so_at_the_pointer_and_on_a_right_click() {
    let mut player = Player::of(SPEARS);
    let (own, target) = activated_with_target(&mut player);
    let before = player.orders();
    player.point(target);
    player.wait(10);
    assert!(!likely::is_meant(player.world()));
    let told = likely::nothing(player.world()).expect("it is too far away").to_owned();
    assert!(told.contains("beyond any charge"), "{told}");
    player.click(target, MouseButton::Right);
    assert_eq!(player.refusal(), Some(told.as_str()));
    assert_eq!(player.orders(), before);
    assert_eq!(player.world().resource::<Selection>().unit, Some(own), "nobody is let go of");
}

#[test]
fn a_refused_drag_ends_with_the_drag() {
    let mut player = Player::of(SPEARS);
    let (own, _) = activated_with_target(&mut player);
    let before = player.orders();
    let (_, at) = player.first(own);
    // From one man of the block to its middle: that moves nobody.
    let middle = player.world().middle(own);
    player.drag(at, middle);
    assert_eq!((player.orders(), player.mode()), (before, &Mode::Select));
    assert!(player.refusal().is_some());
    player.point(middle + Vec2::new(0.0, 6.0));
    player.wait(3);
    assert_eq!(player.mode(), &Mode::Select, "nothing hangs on the pointer");
    player.key(KeyCode::F2);
    assert_eq!(player.refusal(), None);
}

#[test]
fn whoever_steps_back_from_a_drag_moves_nobody() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = activated_with_target(&mut player);
    let before = player.orders();
    let (model, at) = player.first(own);
    player.press_and_drag(at, at + player.world().facing(own) * 3.0);
    assert!(player.mode().intent().is_some());
    player.key(KeyCode::Escape);
    assert_eq!(player.mode(), &Mode::Select, "and it doesn't begin again");
    player.let_go();
    assert_eq!(player.orders(), before);
    assert_eq!(player.world().placed(model).pose.at, at);
    assert_eq!(*player.world().resource::<Drag>(), Drag::Nothing);
}

#[test]
fn a_move_by_keys_starts_where_the_unit_stands() {
    let mut player = Player::of(ARCHERS);
    let (own, _) = activated_with_target(&mut player);
    let (before, from) = (player.orders(), player.world().middle(own));
    let ahead = player.world().facing(own);
    player.point(from + ahead * 5.0);
    player.key(KeyCode::KeyM);
    assert_eq!(player.world().resource::<Aim>().at, None, "the pointer isn't meant");
    player.key(KeyCode::Enter);
    assert_eq!(player.orders(), before, "nobody goes to where it lies");
    assert!(player.refusal().is_some(), "Enter says what is still wanted");
    let up = if ahead.y > 0.0 { Action::NudgeUp } else { Action::NudgeDown };
    keys::press(player.app.world_mut(), up);
    player.key(KeyCode::Enter);
    assert_eq!(player.orders(), before + 1);
    let gone = (player.world().middle(own) - from).dot(ahead);
    assert!((0.5..1.5).contains(&gone), "an action's worth: {gone}");
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

/// Clicks twice at once on the enemy, with animations so fast, and tells how many orders that gives.
fn orders_of_a_double_right_click(speed: AnimationSpeed) -> usize {
    let mut player = Player::of(ARCHERS);
    let (_, target) = activated_with_target(&mut player);
    player.app.world_mut().resource_mut::<Settings>().speed = speed;
    player.wait(2);
    let before = player.orders();
    player.point(target);
    (0..2).for_each(|_| player.click_once(MouseButton::Right));
    player.wait(1500);
    player.orders() - before
}

#[test]
fn a_double_right_click_gives_one_order() {
    assert_eq!(orders_of_a_double_right_click(AnimationSpeed::Normal), 1, "it skips the volley");
    assert_eq!(orders_of_a_double_right_click(AnimationSpeed::Off), 1, "the volley is over");
}

/// Who shoots with a verb goes on shooting, but not with the second half of a double click.
#[test]
fn a_double_click_while_shooting_gives_one_order() {
    for speed in [AnimationSpeed::Normal, AnimationSpeed::Off] {
        let mut player = Player::of(ARCHERS);
        let (_, target) = activated_with_target(&mut player);
        player.app.world_mut().resource_mut::<Settings>().speed = speed;
        player.key(KeyCode::KeyG);
        let before = player.orders();
        player.point(target);
        player.wait(10);
        (0..2).for_each(|_| player.click_once(MouseButton::Left));
        player.wait(1500);
        assert_eq!(player.orders() - before, 1, "{speed:?}");
        // Whoever stood there may have fallen.
        let (_, enemy) = player.units();
        let (_, target) = player.first(enemy);
        player.click(target, MouseButton::Left);
        player.wait(1500);
        assert_eq!(player.orders() - before, 2, "{speed:?}: a click after a moment shoots again");
    }
}

#[test]
fn a_click_that_skips_an_animation_does_nothing_else() {
    let mut player = Player::of(ARCHERS);
    let (own, target) = activated_with_target(&mut player);
    let before = player.orders();
    player.app.world_mut().resource_mut::<Settings>().speed = AnimationSpeed::Normal;
    player.point(target);
    // All that has happened is played once more.
    let world = player.app.world_mut();
    world.insert_resource(Playback::default());
    animation::notice_events(world);
    assert!(world.resource::<Playback>().is_busy());
    player.click_once(MouseButton::Right);
    assert!(!player.world().resource::<Playback>().is_busy(), "it is skipped");
    let said = &player.world().resource::<Floaters>().0;
    assert!(said.iter().any(|word| word.text == "Skipped"), "and says so: {said:?}");
    player.click_once(MouseButton::Right);
    player.wait(3);
    assert_eq!(player.orders(), before, "and nothing is shot");
    assert_eq!(player.world().resource::<Selection>().unit, Some(own), "nor let go of");
    player.wait(30);
    player.click_once(MouseButton::Right);
    player.wait(3);
    assert_eq!(player.orders(), before + 1, "a click after a moment shoots");
}

#[test]
fn a_click_is_for_whom_the_pointer_was_on_though_it_has_gone_on_within_the_frame() {
    let mut player = Player::of(ARCHERS);
    let (own, target) = activated_with_target(&mut player);
    let nowhere = Vec2::new(16.0, 16.0);
    player.click(nowhere, MouseButton::Left);
    assert_eq!(player.world().resource::<Selection>().unit, None);
    let (_, at) = player.first(own);
    player.click_in_passing(at, MouseButton::Left, nowhere);
    assert_eq!(player.world().resource::<Selection>().unit, Some(own));
    player.wait(30);
    let before = player.orders();
    player.click_in_passing(nowhere, MouseButton::Right, target);
    player.wait(5);
    assert_eq!(player.orders(), before, "nobody stood where it was pressed");
}

//! How many inputs the activations take that are made most often, counted as a player makes them:
//! a click, a double click, a drag or a key is one. The table of docs/look.md has all of them.

use std::time::Duration;

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
        mouse::MouseButtonInput,
    },
    prelude::*,
    time::TimeUpdateStrategy,
    window::PrimaryWindow,
};

use super::*;
use crate::{
    app::{
        AppOptions, headless,
        running::{Beginning, NextBattle},
        seat::Level,
        settings::{AnimationSpeed, Settings},
    },
    battle::{BattleWorld, History, ModelId, UnitId},
};

/// A window in which somebody plays, and how many inputs were made so far.
struct Player {
    app: App,
    inputs: u32,
}

impl Player {
    /// A battle in open ground: a unit of each side, and 14 inches before it dwarfs of the other.
    fn of(unit: &str) -> Self {
        let dwarfs = r#"profile: "dwarf", count: 6, formation: Skirmish"#;
        let side = |side: &str, x: f32, y: f32, facing: f32| {
            let dwarfs_at = 32.0 - x;
            format!(
                r#"(side: "{side}", name: "{side} first", {unit}, place: At({x}, {y}, {facing})),
                (side: "{side}", name: "{side} dwarfs", {dwarfs},
                    place: At({dwarfs_at}, {y}, {facing})),"#
            )
        };
        let units = side("Near", 10.0, 9.0, 90.0) + &side("Far", 22.0, 23.0, 270.0);
        let text = format!(
            r#"(name: "Inputs", table: (width: 32, depth: 32),
                sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
                units: [{units}], turns: Fixed(6))"#
        );
        let level = Level::read("inputs.ron", &text).expect("the level is written here");
        let settings = Settings { speed: AnimationSpeed::Off, ..Settings::default() };
        let options = AppOptions { exit: true, settings: Some(settings), ..default() };
        let mut app = headless(options);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)));
        app.update();
        app.world_mut().resource_mut::<NextBattle>().0 =
            Some(Beginning::New { level: Box::new(level), seed: 1, practice: false });
        app.update();
        while app.world().contains_resource::<Loading>() {
            app.update();
        }
        let mut player = Self { app, inputs: 0 };
        player.wait(20);
        player
    }

    fn world(&self) -> &World {
        self.app.world()
    }

    fn wait(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.app.update());
    }

    fn window(&mut self) -> Entity {
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
        windows.single(world).expect("there is one window")
    }

    /// Points at a place on the table.
    fn point(&mut self, at: Vec2) {
        let pixel = self.world().resource::<View>().pixel_of(at);
        let window = self.window();
        let mut window = self.app.world_mut().get_mut::<Window>(window).expect("it is a window");
        window.set_cursor_position(Some(pixel));
        self.wait(2);
    }

    fn button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window();
        self.app.world_mut().write_message(MouseButtonInput { button, state, window });
        self.wait(1);
    }

    fn click_once(&mut self, button: MouseButton) {
        self.button(button, ButtonState::Pressed);
        self.button(button, ButtonState::Released);
    }

    /// Clicks on a place.
    fn click(&mut self, at: Vec2, button: MouseButton) {
        self.inputs += 1;
        self.point(at);
        self.click_once(button);
        self.wait(5);
    }

    fn double_click(&mut self, at: Vec2) {
        self.inputs += 1;
        self.point(at);
        (0..2).for_each(|_| self.click_once(MouseButton::Left));
        self.wait(5);
    }

    fn drag(&mut self, from: Vec2, to: Vec2) {
        self.inputs += 1;
        self.point(from);
        self.button(MouseButton::Left, ButtonState::Pressed);
        self.point(from.midpoint(to));
        self.point(to);
        self.button(MouseButton::Left, ButtonState::Released);
        self.wait(5);
    }

    fn key(&mut self, key_code: KeyCode) {
        self.inputs += 1;
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let window = self.window();
            let logical_key = Key::Unidentified(NativeKey::Unidentified);
            let (text, repeat) = (None, false);
            let input = KeyboardInput { key_code, logical_key, state, text, repeat, window };
            self.app.world_mut().write_message(input);
            self.wait(1);
        }
        self.wait(5);
    }

    /// The first unit of the side that may act, and the dwarfs before it.
    fn units(&self) -> (UnitId, UnitId) {
        let side = self.world().frame().side;
        let mut units: Vec<UnitId> = self.world().roster().units().collect();
        units.sort_by_key(|&unit| self.world().side_of(unit) != side);
        (units[0], units[3])
    }

    fn first(&self, unit: UnitId) -> (ModelId, Vec2) {
        let model = self.world().standing(unit)[0];
        (model, self.world().placed(model).pose.at)
    }

    fn orders(&self) -> usize {
        self.world().resource::<History<Game>>().len()
    }
}

const ARCHERS: &str = r#"profile: "wood_elf_archer", count: 3, formation: Skirmish"#;
const SPEARS: &str = r#"profile: "spearman", count: 8, formation: Ranked(frontage: 4)"#;

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

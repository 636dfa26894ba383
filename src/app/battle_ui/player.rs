//! Somebody who plays in a window, for tests: they point, click, drag and press keys, and every input is
//! counted.

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

use crate::{
    app::{
        AppOptions,
        camera::View,
        headless,
        loading::Loading,
        running::{Beginning, NextBattle},
        seat::{Game, Level},
        settings::{AnimationSpeed, Settings},
    },
    battle::{BattleWorld, History, ModelId, UnitId},
};

/// Three archers who stand apart.
pub const ARCHERS: &str = r#"profile: "wood_elf_archer", count: 3, formation: Skirmish"#;
/// Eight spears in two ranks.
pub const SPEARS: &str = r#"profile: "spearman", count: 8, formation: Ranked(frontage: 4)"#;

/// A window in which somebody plays.
pub struct Player {
    /// The window.
    pub app: App,
    /// How many inputs were made so far.
    pub inputs: u32,
}

impl Player {
    /// A battle in open ground: a unit of each side, and 14 inches before it dwarfs of the other.
    pub fn of(unit: &str) -> Self {
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

    /// The world in which they play.
    pub fn world(&self) -> &World {
        self.app.world()
    }

    /// Lets so many frames pass.
    pub fn wait(&mut self, frames: usize) {
        (0..frames).for_each(|_| self.app.update());
    }

    fn window(&mut self) -> Entity {
        let world = self.app.world_mut();
        let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
        windows.single(world).expect("there is one window")
    }

    /// Points at a place on the table.
    pub fn point(&mut self, at: Vec2) {
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

    /// Presses and releases a button where the pointer is.
    pub fn click_once(&mut self, button: MouseButton) {
        self.button(button, ButtonState::Pressed);
        self.button(button, ButtonState::Released);
    }

    /// Clicks on a place.
    pub fn click(&mut self, at: Vec2, button: MouseButton) {
        self.inputs += 1;
        self.point(at);
        self.click_once(button);
        self.wait(5);
    }

    /// Clicks twice on a place.
    pub fn double_click(&mut self, at: Vec2) {
        self.inputs += 1;
        self.point(at);
        (0..2).for_each(|_| self.click_once(MouseButton::Left));
        self.wait(5);
    }

    /// Drags something from one place to another.
    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.press_and_drag(from, to);
        self.let_go();
    }

    /// The same without letting go.
    pub fn press_and_drag(&mut self, from: Vec2, to: Vec2) {
        self.inputs += 1;
        self.point(from);
        self.button(MouseButton::Left, ButtonState::Pressed);
        self.point(from.midpoint(to));
        self.point(to);
    }

    /// Lets go of what is dragged.
    pub fn let_go(&mut self) {
        self.button(MouseButton::Left, ButtonState::Released);
        self.wait(5);
    }

    /// Presses and releases a key.
    pub fn key(&mut self, key_code: KeyCode) {
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
    pub fn units(&self) -> (UnitId, UnitId) {
        let side = self.world().frame().side;
        let mut units: Vec<UnitId> = self.world().roster().units().collect();
        units.sort_by_key(|&unit| self.world().side_of(unit) != side);
        (units[0], units[3])
    }

    /// The first standing model of a unit, and where it stands.
    pub fn first(&self, unit: UnitId) -> (ModelId, Vec2) {
        let model = self.world().standing(unit)[0];
        (model, self.world().placed(model).pose.at)
    }

    /// How many orders were given.
    pub fn orders(&self) -> usize {
        self.world().resource::<History<Game>>().len()
    }
}

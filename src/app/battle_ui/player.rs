//! Somebody who plays with keys and a mouse, and whose inputs are counted: a click, a double click, a drag
//! or a key is one.

use std::time::Duration;

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
        mouse::MouseButtonInput,
    },
    prelude::*,
    time::TimeUpdateStrategy,
    window::{CursorMoved, PrimaryWindow, WindowEvent},
};

use crate::{
    app::{
        AppOptions, begin_battle,
        camera::View,
        headless,
        seat::{Game, Level},
        settings::{AnimationSpeed, Settings},
    },
    battle::{BattleWorld, History, ModelId, UnitId, level::Deployment},
};

/// Three who shoot.
pub const ARCHERS: &str = r#"profile: "wood_elf_archer", count: 3, formation: Skirmish"#;
/// Eight in ranks.
pub const SPEARS: &str = r#"profile: "spearman", count: 8, formation: Ranked(frontage: 4)"#;
/// One who casts spells.
pub const MAGE: &str = r#"profile: "ember_mage", count: 1, formation: Skirmish"#;
/// Six without bows.
pub const DWARFS: &str = r#"profile: "dwarf", count: 6, formation: Skirmish"#;

/// A window in which somebody plays, and how many inputs were made so far.
pub struct Player {
    pub app: App,
    pub inputs: u32,
}

impl Player {
    /// A battle in open ground: a unit of each side, and 14 inches before it dwarfs of the other.
    pub fn of(unit: &str) -> Self {
        Self::before(unit, DWARFS, 14.0)
    }

    /// The same with other enemies, so many inches away.
    pub fn before(unit: &str, enemies: &str, apart: f32) -> Self {
        Self::begun(unit, enemies, apart, "", Deployment::AsPlaced)
    }

    /// The same before units are put down.
    pub fn deploying(unit: &str) -> Self {
        Self::begun(unit, DWARFS, 14.0, "", Deployment::ByHand)
    }

    /// The same on a table with terrain, as levels have it.
    pub fn on(unit: &str, terrain: &str) -> Self {
        Self::begun(unit, DWARFS, 14.0, terrain, Deployment::AsPlaced)
    }

    /// The same with a hut between the first unit and the enemies before it, from the edge of the table so
    /// far on, in inches.
    pub fn behind_a_hut(unit: &str, far: f32) -> Self {
        let player = Self::of(unit);
        let (own, _) = player.units();
        let at_the_left = player.first(own).1.x < 16.0;
        let (left, right) = if at_the_left { (1.0, far) } else { (32.0 - far, 31.0) };
        let shape = format!("({left}, 14), ({right}, 14), ({right}, 18), ({left}, 18)");
        Self::on(unit, &format!(r#"(kind: "hut", shape: Polygon([{shape}]))"#))
    }

    fn begun(unit: &str, enemies: &str, apart: f32, terrain: &str, deployment: Deployment) -> Self {
        let side = |side: &str, x: f32, y: f32, facing: f32| {
            let across = 32.0 - x;
            format!(
                r#"(side: "{side}", name: "{side} first", {unit}, place: At({x}, {y}, {facing})),
                (side: "{side}", name: "{side} second", {enemies},
                    place: At({across}, {y}, {facing})),"#
            )
        };
        let (near, far) = (16.0 - apart / 2.0, 16.0 + apart / 2.0);
        let units = side("Near", 10.0, near, 90.0) + &side("Far", 22.0, far, 270.0);
        let text = format!(
            r#"(name: "Inputs", table: (width: 32, depth: 32),
                sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
                terrain: [{terrain}], units: [{units}], turns: Fixed(6))"#
        );
        let mut level = Level::read("inputs.ron", &text).expect("the level is written here");
        level.deployment = deployment;
        Self::at(level, 1)
    }

    /// The battle of a level with a seed.
    pub fn at(level: Level, seed: u64) -> Self {
        let settings = Settings { speed: AnimationSpeed::Off, ..Settings::default() };
        let options = AppOptions { exit: true, settings: Some(settings), ..default() };
        let mut app = headless(options);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)));
        app.update();
        begin_battle(&mut app, level, seed);
        let mut player = Self { app, inputs: 0 };
        player.wait(20);
        player
    }

    pub fn world(&self) -> &World {
        self.app.world()
    }

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
        self.move_to(pixel);
        self.wait(2);
    }

    /// The mouse comes to a pixel of the window, as the window tells it.
    fn move_to(&mut self, pixel: Vec2) {
        let window = self.window();
        let moved = CursorMoved { window, position: pixel, delta: None };
        let world = self.app.world_mut();
        world.write_message(moved.clone());
        world.write_message(WindowEvent::CursorMoved(moved));
        let mut window = world.get_mut::<Window>(window).expect("it is a window");
        window.set_cursor_position(Some(pixel));
    }

    /// Tells of a button as windows on a screen do it: by itself, and among all that happens in its order.
    fn turn_button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window();
        let input = MouseButtonInput { button, state, window };
        let world = self.app.world_mut();
        world.write_message(input);
        world.write_message(WindowEvent::MouseButtonInput(input));
    }

    fn button(&mut self, button: MouseButton, state: ButtonState) {
        self.turn_button(button, state);
        self.wait(1);
    }

    /// Comes to a place, clicks there and goes on to another one, all within one frame.
    pub fn click_in_passing(&mut self, at: Vec2, button: MouseButton, then: Vec2) {
        self.inputs += 1;
        let view = *self.world().resource::<View>();
        self.move_to(view.pixel_of(at));
        self.turn_button(button, ButtonState::Pressed);
        self.turn_button(button, ButtonState::Released);
        self.move_to(view.pixel_of(then));
        self.wait(1);
    }

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

    /// Clicks with the second button on a place and waits no longer than that.
    pub fn click_once_at(&mut self, at: Vec2) {
        self.point(at);
        self.click_once(MouseButton::Right);
    }

    pub fn double_click(&mut self, at: Vec2) {
        self.inputs += 1;
        self.point(at);
        (0..2).for_each(|_| self.click_once(MouseButton::Left));
        self.wait(5);
    }

    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.press_and_drag(from, to);
        self.let_go();
    }

    /// Drags without letting go.
    pub fn press_and_drag(&mut self, from: Vec2, to: Vec2) {
        self.inputs += 1;
        self.point(from);
        self.button(MouseButton::Left, ButtonState::Pressed);
        self.point(from.midpoint(to));
        self.point(to);
    }

    pub fn let_go(&mut self) {
        self.button(MouseButton::Left, ButtonState::Released);
        self.wait(5);
    }

    /// Presses a key or lets it go.
    pub fn turn_key(&mut self, key_code: KeyCode, state: ButtonState) {
        self.turn_keys(&[(key_code, state)]);
    }

    /// Presses keys and lets them go, all within one frame.
    pub fn turn_keys(&mut self, keys: &[(KeyCode, ButtonState)]) {
        let window = self.window();
        for &(key_code, state) in keys {
            let logical_key = Key::Unidentified(NativeKey::Unidentified);
            let (text, repeat) = (None, false);
            let input = KeyboardInput { key_code, logical_key, state, text, repeat, window };
            self.app.world_mut().write_message(input);
        }
        self.wait(1);
    }

    /// Strikes keys one after another and lets them go in the opposite order, all within one frame.
    pub fn tap(&mut self, keys: &[KeyCode]) {
        self.inputs += 1;
        let down = keys.iter().map(|&key| (key, ButtonState::Pressed));
        let up = keys.iter().rev().map(|&key| (key, ButtonState::Released));
        self.turn_keys(&down.chain(up).collect::<Vec<_>>());
        self.wait(3);
    }

    pub fn key(&mut self, key_code: KeyCode) {
        self.inputs += 1;
        self.turn_key(key_code, ButtonState::Pressed);
        self.turn_key(key_code, ButtonState::Released);
        // Whoever is looked for is looked for bit by bit.
        self.wait(20);
    }

    /// Presses a key while Shift is held.
    pub fn key_with_shift(&mut self, key_code: KeyCode) {
        self.turn_key(KeyCode::ShiftLeft, ButtonState::Pressed);
        self.key(key_code);
        self.turn_key(KeyCode::ShiftLeft, ButtonState::Released);
    }

    /// Presses a button of a panel, which does this.
    pub fn press(&mut self, does: impl FnOnce(&mut World)) {
        self.inputs += 1;
        does(self.app.world_mut());
        self.wait(5);
    }

    /// The key of whatever moves ahead on the screen, as a unit looks.
    pub fn arrow_ahead(&self, unit: UnitId) -> KeyCode {
        if self.world().facing(unit).y > 0.0 { KeyCode::ArrowUp } else { KeyCode::ArrowDown }
    }

    /// The first unit of the side that may act, and the enemies before it.
    pub fn units(&self) -> (UnitId, UnitId) {
        let side = self.world().frame().side;
        let mut units: Vec<UnitId> = self.world().roster().units().collect();
        units.sort_by_key(|&unit| self.world().side_of(unit) != side);
        (units[0], units[3])
    }

    pub fn first(&self, unit: UnitId) -> (ModelId, Vec2) {
        let model = self.world().standing(unit)[0];
        (model, self.world().placed(model).pose.at)
    }

    pub fn orders(&self) -> usize {
        self.world().resource::<History<Game>>().len()
    }
}

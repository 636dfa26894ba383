//! leafwing-input-manager turns keys into actions: what keys can mean, which keys mean it, and when
//! somebody looks.

mod action;
mod bindings;

use std::mem;

use bevy::{
    app::RunFixedMainLoopSystems, ecs::message::MessageCursor, input::keyboard::KeyboardInput,
    prelude::*,
};
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

pub use action::{Action, words_of};
pub use bindings::{KEYS, clashing, inputs};

use crate::app::{settings::Settings, taps::was_held};
use bindings::{keys, of_key};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default());
    app.init_resource::<Begun>();
    app.add_systems(Startup, spawn_keys);
    // Panels have taken by then the keys that are theirs.
    app.add_systems(PreUpdate, note_begun.after(InputManagerSystem::Update));
    app.add_systems(PreUpdate, change_keys.run_if(resource_changed::<Settings>));
    // Looking which keys clash takes longer than anything else in a quiet frame.
    app.configure_sets(PreUpdate, InputManagerSystem::Update.run_if(keys_matter));
    // Nothing runs at fixed steps, so nothing needs actions for them.
    use RunFixedMainLoopSystems::{AfterFixedMainLoop, BeforeFixedMainLoop};
    let never = || false;
    app.configure_sets(RunFixedMainLoop, (BeforeFixedMainLoop, AfterFixedMainLoop).run_if(never));
    // A tick at a fixed step would end what has just begun before anybody has read it.
    app.configure_sets(FixedPostUpdate, InputManagerSystem::Tick.run_if(never));
}

/// Whether keys are held or were in the frame before: only then actions begin, go on or end.
fn keys_matter(keys: Res<ButtonInput<KeyCode>>, mut before: Local<bool>) -> bool {
    let held = keys.get_pressed().next().is_some()
        || keys.get_just_pressed().next().is_some()
        || keys.get_just_released().next().is_some();
    mem::replace(&mut *before, held) || held
}

fn spawn_keys(mut commands: Commands, settings: Res<Settings>) {
    commands.spawn((Name::new("Keys"), keys(&settings.keys)));
}

fn change_keys(settings: Res<Settings>, mut maps: Query<&mut InputMap<Action>>) {
    for mut map in &mut maps {
        map.set_if_neq(keys(&settings.keys));
    }
}

/// The actions that begin in this frame, in the order of their keys and as often as those go down, those
/// that end in it too: the states of actions say nothing of a key that goes down and up again within one.
#[derive(Resource, Clone, Debug, Default)]
pub struct Begun(pub Vec<Action>);

impl Begun {
    /// Whether an action begins.
    pub fn has(&self, action: Action) -> bool {
        self.0.contains(&action)
    }
}

fn note_begun(world: &mut World, mut messages: Local<MessageCursor<KeyboardInput>>) {
    let down = down(world, &mut messages);
    let begun = begun(world, down);
    world.resource_mut::<Begun>().0 = begun;
}

/// The keys that go down in this frame and that no panel has taken, in the order in which they do: frames
/// may be long.
fn down(world: &World, messages: &mut MessageCursor<KeyboardInput>) -> Vec<KeyCode> {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let told = messages.read(world.resource::<Messages<KeyboardInput>>());
    let told = told.filter(|key| key.state.is_pressed() && !key.repeat).map(|key| key.key_code);
    let mut down: Vec<KeyCode> = told.filter(|&key| keys.just_pressed(key)).collect();
    let mut untold: Vec<KeyCode> =
        keys.get_just_pressed().copied().filter(|key| !down.contains(key)).collect();
    untold.sort_unstable();
    down.extend(untold);
    down
}

/// The actions that begin with keys that go down, each with a key of its own: what a chord leaves behind
/// when its modifier is let go first isn't another action. A modifier counts that was held at any moment
/// of the frame, and so does a key that went down and up again within it.
fn begun(world: &mut World, down: Vec<KeyCode>) -> Vec<Action> {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let held: Vec<ModifierKey> = [ModifierKey::Alt, ModifierKey::Control, ModifierKey::Shift]
        .into_iter()
        .filter(|modifier| was_held(keys, [modifier.left(), modifier.right()]))
        .collect();
    let mut maps = world.query::<&InputMap<Action>>();
    let Ok(map) = maps.single(world) else { return Vec::new() };
    down.into_iter().flat_map(|key| of_key(map, key, &held)).collect()
}

/// What a key means by itself.
pub fn meanings(world: &mut World, key: KeyCode) -> Vec<Action> {
    let mut maps = world.query::<&InputMap<Action>>();
    maps.single(world).map_or_else(|_| Vec::new(), |map| of_key(map, key, &[]))
}

#[cfg(test)]
mod tests {
    use bevy::input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
    };

    use super::*;

    #[test]
    fn keys_matter_until_the_frame_after_the_last_was_let_go() {
        let mut world = World::new();
        world.init_resource::<ButtonInput<KeyCode>>();
        let mut frame = |change: fn(&mut ButtonInput<KeyCode>)| {
            let mut keys = world.resource_mut::<ButtonInput<KeyCode>>();
            keys.clear();
            change(&mut keys);
            world.run_system_cached(keys_matter).unwrap()
        };
        assert!(!frame(|_| ()));
        assert!(frame(|keys| keys.press(KeyCode::KeyM)));
        assert!(frame(|_| ()), "it is held");
        assert!(frame(|keys| keys.release(KeyCode::KeyM)));
        assert!(frame(|_| ()), "the action ends");
        assert!(!frame(|_| ()));
    }

    #[test]
    fn a_key_begins_its_action_once_however_long_frames_are() {
        #[derive(Resource, Default)]
        struct Times(usize);
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::input::InputPlugin));
        // Many fixed steps a frame.
        let frame = std::time::Duration::from_millis(100);
        app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(frame));
        app.init_resource::<Settings>().init_resource::<Times>().add_plugins(plugin);
        let count = |begun: Res<Begun>, mut times: ResMut<Times>| {
            times.0 += begun.0.iter().filter(|action| **action == Action::Measure).count();
        };
        app.add_systems(Update, count);
        app.update();
        app.update();
        let mut strike = |states: &[ButtonState]| {
            for &state in states {
                let (key_code, window) = (KeyCode::KeyT, Entity::PLACEHOLDER);
                let logical_key = Key::Unidentified(NativeKey::Unidentified);
                let (text, repeat) = (None, false);
                let input = KeyboardInput { key_code, logical_key, state, text, repeat, window };
                app.world_mut().write_message(input);
            }
            (0..3).for_each(|_| app.update());
            app.world().resource::<Times>().0
        };
        assert_eq!(strike(&[ButtonState::Pressed]), 1);
        assert_eq!(strike(&[ButtonState::Released]), 1);
        let within_a_frame = [ButtonState::Pressed, ButtonState::Released];
        assert_eq!(strike(&within_a_frame), 2);
        assert_eq!(strike(&within_a_frame.repeat(2)), 4, "and twice if it does so twice");
    }

    #[test]
    fn a_chord_is_one_action_whichever_key_is_let_go_first() {
        use KeyCode::{ControlLeft, KeyM, KeyZ};
        let mut world = World::new();
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<Messages<KeyboardInput>>();
        let mut messages = MessageCursor::default();
        world.spawn(keys(&Settings::default().keys));
        let mut frame = |down: &[KeyCode], up: &[KeyCode]| {
            let mut keys = world.resource_mut::<ButtonInput<KeyCode>>();
            keys.clear();
            down.iter().for_each(|&key| keys.press(key));
            up.iter().for_each(|&key| keys.release(key));
            let down = super::down(&world, &mut messages);
            begun(&mut world, down)
        };
        assert_eq!(frame(&[ControlLeft], &[]), []);
        assert_eq!(frame(&[KeyZ], &[]), [Action::Undo]);
        assert_eq!(frame(&[], &[ControlLeft]), [], "Z alone would switch the zones");
        assert_eq!(frame(&[], &[KeyZ]), []);
        let both = [ControlLeft, KeyZ];
        assert_eq!(frame(&both, &both), [Action::Undo], "all within one frame");
        assert_eq!(frame(&[ControlLeft], &[]), []);
        assert_eq!(frame(&[KeyZ], &[KeyZ]), [Action::Undo], "a tap while Ctrl is held");
        let plain = frame(&[KeyM], &[KeyM]);
        assert!(matches!(plain[..], [Action::Verb(_)]), "no chord has this key: {plain:?}");
    }
}

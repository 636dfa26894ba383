//! leafwing-input-manager turns keys into actions: what keys can mean, which keys mean it, and when
//! somebody looks.

mod action;
mod bindings;

use std::mem;

use bevy::{app::RunFixedMainLoopSystems, prelude::*};
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

pub use action::{Action, words_of};
pub use bindings::{KEYS, clashing, inputs};

use crate::app::settings::Settings;
use bindings::{keys, of_keys};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default());
    app.add_systems(Startup, spawn_keys);
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

/// The actions of keys that went down and up again within one frame, which the action state misses
/// where frames are long.
pub fn tapped(world: &mut World) -> Vec<Action> {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let taps: Vec<KeyCode> =
        keys.get_just_pressed().copied().filter(|&key| keys.just_released(key)).collect();
    use KeyCode::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight};
    let held = [AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight];
    if taps.is_empty() || keys.any_pressed(held) {
        return Vec::new();
    }
    let mut maps = world.query::<&InputMap<Action>>();
    maps.iter(world).flat_map(|map| of_keys(map, &taps)).collect()
}

#[cfg(test)]
mod tests {
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
        struct Begun(usize);
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::input::InputPlugin));
        // Many fixed steps a frame.
        let frame = std::time::Duration::from_millis(100);
        app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(frame));
        app.init_resource::<Settings>().init_resource::<Begun>().add_plugins(plugin);
        let count = |state: Single<&ActionState<Action>>, mut begun: ResMut<Begun>| {
            begun.0 += usize::from(state.just_pressed(&Action::Measure));
        };
        app.add_systems(Update, count);
        app.update();
        app.update();
        app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::KeyT);
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(app.world().resource::<Begun>().0, 1);
    }
}

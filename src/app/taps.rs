//! Keys that go down and up again within one frame count as held in it: where frames are long, whoever
//! taps a key, or a key with Shift, means it no less.

use bevy::{
    input::{InputSystems, keyboard::keyboard_input_system},
    prelude::*,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Taps>();
    app.add_systems(PreUpdate, hold.in_set(InputSystems).after(keyboard_input_system));
    app.add_systems(Last, let_go);
}

/// The keys that were up again before the frame began.
#[derive(Resource, Default)]
struct Taps(Vec<KeyCode>);

/// Whether one of these keys was held at any moment of the frame: who lets Shift go in the frame in which
/// another key went down has pressed both together.
pub fn was_held(keys: &ButtonInput<KeyCode>, any: [KeyCode; 2]) -> bool {
    any.into_iter().any(|key| keys.pressed(key) || keys.just_released(key))
}

fn hold(mut keys: ResMut<ButtonInput<KeyCode>>, mut taps: ResMut<Taps>) {
    let up_again = |key: &&KeyCode| !keys.pressed(**key);
    taps.0.extend(keys.get_just_pressed().filter(up_again));
    for &key in &taps.0 {
        keys.press(key);
    }
}

fn let_go(mut keys: ResMut<ButtonInput<KeyCode>>, mut taps: ResMut<Taps>) {
    for key in taps.0.drain(..) {
        keys.release(key);
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::{
        ButtonState, InputPlugin,
        keyboard::{Key, KeyboardInput, NativeKey},
    };

    use super::*;

    #[derive(Resource, Default)]
    struct Seen(Vec<(bool, bool)>);

    fn strike(app: &mut App, key_code: KeyCode, state: ButtonState) {
        let window = Entity::PLACEHOLDER;
        let logical_key = Key::Unidentified(NativeKey::Unidentified);
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }

    #[test]
    fn a_tap_within_a_frame_is_held_in_that_frame_and_in_no_other() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, InputPlugin, plugin)).init_resource::<Seen>();
        app.add_systems(Update, |keys: Res<ButtonInput<KeyCode>>, mut seen: ResMut<Seen>| {
            seen.0.push((keys.pressed(KeyCode::ShiftLeft), keys.pressed(KeyCode::Home)));
        });
        for (key, state) in [
            (KeyCode::ShiftLeft, ButtonState::Pressed),
            (KeyCode::Home, ButtonState::Pressed),
            (KeyCode::Home, ButtonState::Released),
            (KeyCode::ShiftLeft, ButtonState::Released),
        ] {
            strike(&mut app, key, state);
        }
        app.update();
        app.update();
        strike(&mut app, KeyCode::Home, ButtonState::Pressed);
        app.update();
        app.update();
        let seen = &app.world().resource::<Seen>().0;
        assert_eq!(*seen, [(true, true), (false, false), (false, true), (false, true)]);
    }
}

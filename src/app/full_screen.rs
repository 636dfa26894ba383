//! The window over the whole screen: by a key, by the menu, by the settings, and by the title of the
//! page.

use bevy::prelude::*;
#[cfg(not(target_arch = "wasm32"))]
use bevy::window::PrimaryWindow;

use super::{
    AppSystems,
    battle_ui::key_list::Awaited,
    third_party::leafwing::{Action, Begun},
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, read_key.in_set(AppSystems::ReadInput));
}

/// What it is called.
pub const NAME: &str = "Full screen";
/// What the same button is called while it is on.
pub const NAME_BACK: &str = "Exit full screen";
/// What it is for.
pub const HELP: &str = "The game fills the whole screen.";

/// Whether there is such a thing; not every browser has it.
pub fn is_possible() -> bool {
    #[cfg(target_arch = "wasm32")]
    return super::browser::full_screen::is_possible();
    #[cfg(not(target_arch = "wasm32"))]
    true
}

/// Whether the window fills the screen.
pub fn is_on(world: &mut World) -> bool {
    #[cfg(target_arch = "wasm32")]
    {
        let _ = world;
        super::browser::full_screen::is_on()
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
        let mode = windows.single(world).map(|window| window.mode).unwrap_or_default();
        mode != bevy::window::WindowMode::Windowed
    }
}

/// Lets the window fill the screen, or be as it was before.
pub fn toggle(world: &mut World) {
    let on = !is_on(world);
    #[cfg(target_arch = "wasm32")]
    super::browser::full_screen::set(on);
    #[cfg(not(target_arch = "wasm32"))]
    {
        let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
        if let Ok(mut window) = windows.single_mut(world) {
            window.mode = super::window_place::mode(on);
        }
    }
}

fn read_key(world: &mut World) {
    // Whoever chooses another key for something doesn't mean the screen.
    if world.resource::<Awaited>().is_waiting() {
        return;
    }
    // With this key browsers do it by themselves.
    let browsers_own = cfg!(target_arch = "wasm32")
        && world.resource::<ButtonInput<KeyCode>>().just_pressed(KeyCode::F11);
    if world.resource::<Begun>().has(Action::FullScreen) && !browsers_own {
        toggle(world);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{
        AppOptions,
        battle_ui::player::{ARCHERS, Player},
        headless,
        window_place::mode as mode_of,
    };

    /// The mode of the window.
    fn mode(app: &mut App) -> bevy::window::WindowMode {
        let mut windows = app.world_mut().query_filtered::<&Window, With<PrimaryWindow>>();
        windows.single(app.world()).expect("there is one window").mode
    }

    #[test]
    fn the_window_fills_the_screen_and_is_as_before_after_it() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        app.update();
        let before = mode(&mut app);
        assert!(is_possible() && !is_on(app.world_mut()));
        toggle(app.world_mut());
        assert!(is_on(app.world_mut()));
        assert_eq!(mode(&mut app), mode_of(true));
        toggle(app.world_mut());
        assert!(!is_on(app.world_mut()));
        assert_eq!(mode(&mut app), before);
    }

    #[test]
    fn its_key_switches_it_in_a_battle_and_gives_no_order() {
        let mut player = Player::of(ARCHERS);
        let orders = player.orders();
        player.key(KeyCode::F11);
        assert!(is_on(player.app.world_mut()), "in a battle");
        player.key(KeyCode::F11);
        assert!(!is_on(player.app.world_mut()));
        assert_eq!(player.orders(), orders);
    }

    #[test]
    fn whoever_chooses_another_key_does_not_mean_the_screen() {
        let mut player = Player::of(ARCHERS);
        player.app.world_mut().resource_mut::<Awaited>().wait_for(Action::Measure);
        player.key(KeyCode::F11);
        assert!(!is_on(player.app.world_mut()));
    }
}

//! The window on its screens: its place is kept when it was moved, and one that nobody could reach is
//! brought back.

use bevy::{
    prelude::*,
    window::{Monitor, PrimaryMonitor, PrimaryWindow, WindowMode},
};

use super::WindowPlace;
use crate::app::{
    AppOptions,
    settings::{self, Settings},
};

pub(in crate::app) fn plugin(app: &mut App) {
    let options = app.world().resource::<AppOptions>();
    // A picture, or a size for this time, says nothing about where a player likes the window.
    let own = options.size.is_none()
        && options.screenshot.is_none()
        && options.settings.is_none()
        && !options.exit;
    if own {
        app.add_systems(PreUpdate, bring_back);
        app.add_systems(Last, remember.before(settings::keep));
    }
}

/// So long a window has to be left alone before its place is kept, in seconds.
const LEFT_ALONE: f32 = 1.0;

/// Keeps where the window is, once it is left alone, and when the program ends.
fn remember(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut exits: MessageReader<AppExit>,
    time: Res<Time<Real>>,
    mut settings: ResMut<Settings>,
    mut last: Local<Option<WindowPlace>>,
    mut alone: Local<f32>,
) {
    if let Ok(window) = windows.single() {
        let place = seen(window, last.unwrap_or(settings.window));
        if *last == Some(place) {
            *alone += time.delta_secs();
        } else {
            (*last, *alone) = (Some(place), 0.0);
        }
    }
    // The window itself is gone before the program ends.
    let ends = exits.read().next().is_some();
    if let Some(place) = last.filter(|place| *place != settings.window)
        && (ends || *alone >= LEFT_ALONE)
    {
        settings.window = place;
    }
}

/// A monitor, in physical pixels of the whole desktop.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Screen {
    area: IRect,
    /// Physical pixels in a logical one.
    scale: f32,
    primary: bool,
}

/// Brings a window back that nobody could reach, as soon as the monitors are known.
fn bring_back(
    monitors: Query<(&Monitor, Has<PrimaryMonitor>)>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
    mut done: Local<bool>,
) {
    if *done || monitors.is_empty() {
        return;
    }
    let Ok(mut window) = windows.single_mut() else { return };
    *done = true;
    if window.mode != WindowMode::Windowed {
        return;
    }
    let screens: Vec<Screen> = monitors
        .iter()
        .map(|(monitor, primary)| {
            let (at, size) = (monitor.physical_position, monitor.physical_size().as_ivec2());
            let area = IRect::from_corners(at, at + size);
            Screen { area, scale: monitor.scale_factor as f32, primary }
        })
        .collect();
    let at = match window.position {
        WindowPosition::At(at) => Some(at),
        WindowPosition::Automatic | WindowPosition::Centered(_) => None,
    };
    let size = window.resolution.physical_size().as_ivec2();
    if let Some((at, size)) = reachable(at, size, &screens) {
        window.position = WindowPosition::At(at);
        window.resolution.set_physical_resolution(size.x as u32, size.y as u32);
    }
}

/// So much of a window's upper edge has to be on a screen for somebody to take hold of it, in logical
/// pixels.
const HOLD: (f32, f32) = (120.0, 24.0);

/// Where a window has to go, and how large it is there, if it can't be reached where it is or is
/// larger than its screen.
fn reachable(at: Option<IVec2>, size: IVec2, screens: &[Screen]) -> Option<(IVec2, IVec2)> {
    let held = |screen: &&Screen| {
        let Some(at) = at else { return false };
        let (wide, high) = (HOLD.0 * screen.scale, HOLD.1 * screen.scale);
        let edge = IRect::from_corners(at, at + IVec2::new(size.x, high as i32));
        let there = screen.area.intersect(edge);
        there.width() as f32 >= wide.min(size.x as f32) && there.height() as f32 >= high / 2.0
    };
    // A window that the system places lies on the main one.
    let own = screens.iter().find(held);
    let main = screens.iter().find(|screen| screen.primary).or(screens.first());
    let screen = own.or(main)?;
    let room = screen.area.size();
    let fits = size.cmple(room).all();
    if fits && (own.is_some() || at.is_none()) {
        return None;
    }
    // With something of the desktop around it.
    let fitting = if fits { size } else { size.min(room * 9 / 10) };
    Some((screen.area.min + (room - fitting) / 2, fitting))
}

/// Where a window is. While it fills the screen, where it was before still counts.
fn seen(window: &Window, before: WindowPlace) -> WindowPlace {
    if window.mode != WindowMode::Windowed {
        return WindowPlace { full_screen: true, ..before };
    }
    let at = match window.position {
        WindowPosition::At(at) => Some((at.x, at.y)),
        WindowPosition::Automatic | WindowPosition::Centered(_) => before.at,
    };
    let size = (window.width().round() as u32, window.height().round() as u32);
    WindowPlace { size: Some(size), at, full_screen: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::window_place::mode;

    fn screen(x: i32, y: i32, width: i32, height: i32, primary: bool) -> Screen {
        Screen { area: IRect::new(x, y, x + width, y + height), scale: 1.0, primary }
    }

    #[test]
    fn a_window_that_can_be_reached_stays_where_it_was() {
        let both = [screen(0, 0, 1920, 1080, true), screen(1920, 0, 1920, 1080, false)];
        let size = IVec2::new(1280, 720);
        for at in [(0, 0), (1900, 300), (2400, 100), (-1000, 20), (100, 1000)] {
            assert_eq!(reachable(Some(at.into()), size, &both), None, "{at:?}");
        }
        assert_eq!(reachable(None, size, &both), None, "the system places it");
    }

    #[test]
    fn a_window_whose_monitor_is_gone_comes_to_the_main_one() {
        let one = [screen(0, 0, 1920, 1080, true)];
        let size = IVec2::new(1280, 720);
        let middle = Some((IVec2::new(320, 180), size));
        for at in [(2400, 100), (-1275, 20), (300, -700), (300, 1079), (100_000, 0)] {
            assert_eq!(reachable(Some(at.into()), size, &one), middle, "{at:?}");
        }
        assert_eq!(reachable(Some(IVec2::ZERO), size, &[]), None, "nobody knows the monitors");
    }

    #[test]
    fn a_window_larger_than_its_monitor_is_made_to_fit() {
        let one = [screen(100, 0, 1000, 800, true)];
        let fits = Some((IVec2::new(150, 40), IVec2::new(900, 720)));
        assert_eq!(reachable(None, IVec2::new(3000, 2000), &one), fits);
        assert_eq!(reachable(Some(IVec2::new(100, 0)), IVec2::new(3000, 2000), &one), fits);
    }

    #[test]
    fn whoever_fills_the_screen_comes_back_to_the_window_as_it_was() {
        let at = IVec2::new(40, 50);
        let mut window = Window { position: WindowPosition::At(at), ..Window::default() };
        window.resolution.set(1000.0, 700.0);
        let before = seen(&window, WindowPlace::default());
        let wanted =
            WindowPlace { size: Some((1000, 700)), at: Some((40, 50)), full_screen: false };
        assert_eq!(before, wanted);
        window.mode = mode(true);
        window.resolution.set(1920.0, 1080.0);
        let full = seen(&window, before);
        assert_eq!(full, WindowPlace { full_screen: true, ..before });
        assert_eq!(full.mode(), mode(true));
    }
}

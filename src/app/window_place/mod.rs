//! Where the window is, how large, and whether it fills the screen: as the player left it. A window
//! whose monitor is gone comes back to one that is there.

#[cfg(not(target_arch = "wasm32"))]
mod on_screen;

use bevy::{prelude::*, window::WindowMode};
use serde::{Deserialize, Serialize};

#[cfg(not(target_arch = "wasm32"))]
pub(super) use on_screen::plugin;

/// Where the window was. Nothing is said where nobody has moved it yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPlace {
    /// Its width and height in logical pixels, when it doesn't fill the screen.
    pub size: Option<(u32, u32)>,
    /// Its upper left corner in physical pixels of the whole desktop.
    pub at: Option<(i32, i32)>,
    /// Whether it fills the screen.
    pub full_screen: bool,
}

/// The usual size of the window, in logical pixels.
pub const USUAL: (u32, u32) = (1280, 720);
/// The least that panels have room in.
pub const LEAST: (u32, u32) = (960, 600);
/// No screen is larger.
const MOST: u32 = 16_384;
/// No desktop goes farther, in physical pixels.
const FARTHEST: i32 = 100_000;

impl WindowPlace {
    /// How large a window begins, whatever a file says.
    pub fn size_to_begin_with(&self) -> (u32, u32) {
        self.size.map_or(USUAL, |(width, height)| {
            (width.clamp(LEAST.0, MOST), height.clamp(LEAST.1, MOST))
        })
    }

    /// Where it is put.
    pub fn position(&self) -> WindowPosition {
        self.at.map_or(WindowPosition::Automatic, |(x, y)| {
            let most = IVec2::splat(FARTHEST);
            WindowPosition::At(IVec2::new(x, y).clamp(-most, most))
        })
    }

    /// How it is shown.
    pub fn mode(&self) -> WindowMode {
        mode(self.full_screen)
    }
}

/// A window that fills its screen, or one that doesn't.
pub fn mode(full_screen: bool) -> WindowMode {
    if full_screen {
        WindowMode::BorderlessFullscreen(MonitorSelection::Current)
    } else {
        WindowMode::Windowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_written_by_hand_is_one_that_a_window_can_have() {
        let of = |size| WindowPlace { size, ..WindowPlace::default() }.size_to_begin_with();
        assert_eq!(of(None), USUAL);
        assert_eq!(of(Some((0, 9))), LEAST);
        assert_eq!(of(Some((u32::MAX, 1000))), (MOST, 1000));
        assert_eq!(of(Some((1600, 900))), (1600, 900));
    }
}

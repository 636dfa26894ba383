//! Takes a picture once the scene has settled.

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
};

use super::{AppOptions, AppSystems, animation::Playback, orders::OrderQueue};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take_picture.after(AppSystems::Redraw));
}

/// So many frames without anything going on, and the scene has settled.
const SETTLED_AFTER: u32 = 12;

fn take_picture(
    options: Res<AppOptions>,
    playback: Res<Playback>,
    queue: Res<OrderQueue>,
    mut quiet: Local<u32>,
    mut commands: Commands,
) {
    let Some(path) = options.screenshot.clone() else { return };
    if *quiet > SETTLED_AFTER {
        return;
    }
    *quiet = if playback.is_busy() || !queue.is_empty() { 0 } else { *quiet + 1 };
    if *quiet > SETTLED_AFTER {
        let mut picture = commands.spawn(Screenshot::primary_window());
        picture.observe(save_to_disk(path));
        if options.exit {
            picture.observe(|_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            });
        }
    }
}

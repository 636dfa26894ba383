//! Takes a picture once the scene has settled, and ends the program if that was all.

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk},
};

use super::{
    AppOptions, AppSystems, animation::Playback, loading::Loading, orders::OrderQueue,
    running::NextBattle, screens, script::ScriptState,
};

pub(super) fn plugin(app: &mut App) {
    let settled = screens::is_drawn.pipe(end_when_settled);
    app.add_systems(Update, settled.after(AppSystems::Redraw));
}

/// So many frames without anything going on, and the scene has settled.
const SETTLED_AFTER: u32 = 12;

fn end_when_settled(
    In(drawn): In<bool>,
    options: Res<AppOptions>,
    playback: Res<Playback>,
    queue: Res<OrderQueue>,
    next: Res<NextBattle>,
    loading: Option<Res<Loading>>,
    mut quiet: Local<u32>,
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
) {
    if *quiet > SETTLED_AFTER || (options.screenshot.is_none() && !options.exit) {
        return;
    }
    let idle = !playback.is_busy() && queue.is_empty() && next.0.is_none() && loading.is_none();
    let settled = drawn && idle;
    *quiet = if settled { *quiet + 1 } else { 0 };
    if *quiet <= SETTLED_AFTER {
        return;
    }
    let Some(path) = options.screenshot.clone() else {
        exit.write(AppExit::Success);
        return;
    };
    let mut picture = commands.spawn(Screenshot::primary_window());
    picture.observe(save_to_disk(path));
    if options.exit {
        picture.observe(end_after_picture);
    }
}

fn end_after_picture(
    _: On<ScreenshotCaptured>,
    state: Res<ScriptState>,
    mut exit: MessageWriter<AppExit>,
) {
    exit.write(if state.failed { AppExit::error() } else { AppExit::Success });
}

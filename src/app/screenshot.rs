//! Takes a picture once the scene has settled, and ends the program if that was all.

use std::path::Path;

use bevy::{
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
};

use super::{
    AppOptions, AppSystems,
    animation::Playback,
    board::Changing,
    computers::{Turn, hints::Hints},
    loading::Loading,
    orders::OrderQueue,
    running::NextBattle,
    screens,
    script::ScriptState,
    settings::Settings,
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
    ground: Query<(), With<Changing>>,
    next: Res<NextBattle>,
    (turn, hints, settings): (Res<Turn>, Res<Hints>, Res<Settings>),
    loading: Option<Res<Loading>>,
    mut quiet: Local<u32>,
    mut commands: Commands,
    mut exit: MessageWriter<AppExit>,
) {
    if *quiet > SETTLED_AFTER || (options.screenshot.is_none() && !options.exit) {
        return;
    }
    let still = !playback.is_busy() && ground.is_empty();
    let idle = still && queue.is_empty() && next.0.is_none() && loading.is_none();
    let nobody_thinks = !turn.goes_on(settings.pace) && !hints.is_thought_about();
    let settled = drawn && idle && nobody_thinks;
    *quiet = if settled { *quiet + 1 } else { 0 };
    if *quiet <= SETTLED_AFTER {
        return;
    }
    let Some(path) = options.screenshot.clone() else {
        exit.write(AppExit::Success);
        return;
    };
    commands.spawn(Screenshot::primary_window()).observe(
        move |picture: On<ScreenshotCaptured>,
              options: Res<AppOptions>,
              mut state: ResMut<ScriptState>,
              mut exit: MessageWriter<AppExit>| {
            if let Err(problem) = keep(&picture.image, &path) {
                state.failed = true;
                error!("{}: {problem}", path.display());
            }
            if options.exit {
                exit.write(if state.failed { AppExit::error() } else { AppExit::Success });
            }
        },
    );
}

/// Writes a picture, in the format that the file's name says.
fn keep(picture: &Image, path: &Path) -> Result<(), String> {
    let told = |error: &dyn ToString| error.to_string();
    let picture = picture.clone().try_into_dynamic().map_err(|error| told(&error))?;
    // The window may be transparent, a picture of it isn't.
    picture.to_rgb8().save(path).map_err(|error| told(&error))
}

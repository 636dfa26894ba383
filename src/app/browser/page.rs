//! What the page is told: that the game can be seen, that it has stopped, and on the canvas itself
//! what screen it shows.

use std::time::Duration;

use bevy::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, HtmlElement};

use super::{CANVAS, pace::Pace};
use crate::app::{
    Screen,
    curtain::Curtain,
    loading::Loading,
    pipelines::Pipelines,
    screens::{self, letters::Letters},
};

pub(super) fn plugin(app: &mut App) {
    let mark = mark_screen.run_if(state_changed::<Screen>);
    app.add_systems(Last, (screens::is_drawn.pipe(raise_curtain), mark));
}

/// Says why the game stopped, on the console and to the page, which offers to load it again.
pub(super) fn report_panics() {
    std::panic::set_hook(Box::new(|why| {
        let why = why.to_string();
        web_sys::console::error_1(&JsValue::from_str(&why));
        tell("ironrank:stopped", &why);
    }));
}

pub(super) fn tell(event: &str, detail: &str) {
    let with = CustomEventInit::new();
    with.set_detail(&JsValue::from_str(detail));
    if let (Some(window), Ok(event)) =
        (web_sys::window(), CustomEvent::new_with_event_init_dict(event, &with))
    {
        // Nobody cancels these.
        let _ = window.dispatch_event(&event);
    }
}

/// So many frames after the first screen is whole, the browser shows it too.
const LAST_FRAMES: u32 = 2;
/// After so long the curtain goes up whatever is still missing.
const LONG_ENOUGH: Duration = Duration::from_secs(10);
/// A frame counts for no more than that: the page may have been hidden.
const A_LONG_FRAME: Duration = Duration::from_millis(250);

/// Raises the page's curtain once the first screen is whole. The long frames lie behind it: those in
/// which schedules are set up, pipelines made, letters laid out.
fn raise_curtain(
    In(drawn): In<bool>,
    time: Res<Time<Real>>,
    loading: Option<Res<Loading>>,
    pipelines: Res<Pipelines>,
    letters: Res<Letters>,
    mut curtain: ResMut<Curtain>,
    pace: Option<ResMut<Pace>>,
    mut whole: Local<u32>,
    mut waited: Local<Duration>,
) {
    if curtain.is_up() {
        return;
    }
    // A battle on its way has a box of its own.
    let drawn = drawn || loading.is_some_and(|loading| loading.has_box());
    let there = drawn && pipelines.are_ready() && letters.are_laid_out();
    *whole = if there { *whole + 1 } else { 0 };
    *waited += time.delta().min(A_LONG_FRAME);
    if *whole < LAST_FRAMES && *waited < LONG_ENOUGH {
        return;
    }
    curtain.raise();
    tell("ironrank:ready", "");
    if let Some(mut pace) = pace {
        pace.take();
    }
}

/// The id of the element that has the keyboard.
pub(super) fn focused() -> Option<String> {
    Some(web_sys::window()?.document()?.active_element()?.id())
}

/// Gives the keyboard to the canvas.
pub(super) fn focus_canvas() {
    if let Some(canvas) = canvas()
        && let Err(error) = canvas.focus()
    {
        warn!("the canvas takes no focus: {error:?}");
    }
}

/// The canvas that the game is drawn on.
pub(super) fn canvas() -> Option<HtmlElement> {
    let document = web_sys::window()?.document()?;
    document.query_selector(CANVAS).ok()??.dyn_into().ok()
}

/// Writes something on the canvas, where the loader and tests can read it.
pub(super) fn mark(name: &str, value: &str) {
    if let Some(canvas) = canvas()
        && let Err(error) = canvas.dataset().set(name, value)
    {
        warn!("the canvas takes no marks: {error:?}");
    }
}

fn mark_screen(screen: Res<State<Screen>>) {
    mark("screen", &format!("{:?}", screen.get()));
}

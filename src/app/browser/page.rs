//! What the page is told: that the game can be seen, that it has stopped, and on the canvas itself
//! what screen it shows.

use bevy::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, HtmlElement};

use super::CANVAS;
use crate::app::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, (tell_ready, mark_screen.run_if(state_changed::<Screen>)));
}

/// Says why the game stopped, on the console and to the page, which offers to load it anew.
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

/// So many frames have the first picture in them.
const FIRST_FRAMES: u32 = 3;

fn tell_ready(mut frames: Local<u32>) {
    if *frames > FIRST_FRAMES {
        return;
    }
    *frames += 1;
    if *frames == FIRST_FRAMES {
        tell("ironrank:ready", "");
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

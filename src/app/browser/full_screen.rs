//! The page over the whole screen, where the browser can do that.

use bevy::log::warn;
use web_sys::Document;

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// Whether the browser can show pages so; on an iPhone none can.
pub fn is_possible() -> bool {
    document().is_some_and(|document| document.fullscreen_enabled())
}

/// Whether it does.
pub fn is_on() -> bool {
    document().is_some_and(|document| document.fullscreen_element().is_some())
}

/// Begins or ends it. Browsers begin it only right after a touch or a key.
pub fn set(on: bool) {
    let Some(document) = document() else { return };
    if !on {
        document.exit_fullscreen();
    } else if let Some(page) = document.document_element()
        && let Err(error) = page.request_fullscreen()
    {
        warn!("the page stays as large as it is: {error:?}");
    }
}

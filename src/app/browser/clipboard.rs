//! Links on their way to the clipboard, which a browser may refuse.

use js_sys::Promise;
use wasm_bindgen::{JsValue, closure::Closure};

use super::{Arrival, address, arrive};
use crate::app::battle_ui::link::copied;

/// Puts a link on the clipboard, or into the address bar if the browser doesn't allow it, and says
/// which.
pub fn copy_link(end: &str) {
    let link = format!("{}{end}", address::base());
    // At an address without encryption browsers keep pages off the clipboard.
    let secure = web_sys::window().filter(web_sys::Window::is_secure_context);
    let Some(window) = secure else { return show_instead(&link) };
    let promise: Promise = window.navigator().clipboard().write_text(&link);
    let said = copied(&link);
    let done = Closure::once(move |_: JsValue| arrive(Arrival::Told(said)));
    let refused = Closure::once(move |_: JsValue| show_instead(&link));
    let _ = promise.then2(&done, &refused);
    // One of the two is called, once.
    done.forget();
    refused.forget();
}

fn show_instead(link: &str) {
    address::show(link);
    arrive(Arrival::Told("The link is in the address bar.".to_owned()));
}

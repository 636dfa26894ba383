//! The page's address: a link that opened it, and the address that links are made with.

use std::sync::Mutex;

use bevy::prelude::*;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use super::{Arrival, arrive};
use crate::battle::link::MARK;

/// The link that is in the address. It stays there, so that a reload opens it again, until the
/// battle is one's own or is left.
fn link_there() -> Option<String> {
    let hash = web_sys::window()?.location().hash().ok()?;
    // Some messengers write the "=" in another way.
    let hash = hash.replacen("%3D", "=", 1).replacen("%3d", "=", 1);
    hash.starts_with(MARK).then_some(hash)
}

/// The link in the address that the game knows of: it was opened last, or is shown there.
static KNOWN: Mutex<Option<String>> = Mutex::new(None);

fn know(link: Option<String>) -> Option<String> {
    KNOWN.lock().ok().and_then(|mut known| std::mem::replace(&mut *known, link))
}

/// Opens the link that is in the address and says whether there is one.
pub(super) fn open_link() -> bool {
    let Some(link) = link_there() else { return false };
    know(Some(link.clone()));
    arrive(Arrival::Link(link));
    true
}

/// Takes the link out of the address, unless it has only just come there and the browser hasn't
/// told the game yet.
pub fn forget_link() {
    let known = know(None);
    if known.is_some() && link_there() == known {
        replace(&base());
    }
}

/// Looks out for links that are opened while the game runs.
pub(super) fn watch() {
    let Some(window) = web_sys::window() else { return };
    let closure = Closure::<dyn FnMut()>::new(|| {
        open_link();
    });
    let listener = closure.as_ref().unchecked_ref();
    if window.add_event_listener_with_callback("hashchange", listener).is_ok() {
        // It lives as long as the page.
        closure.forget();
    }
}

/// The page's address without what follows its "#".
pub fn base() -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok());
    let address = address.unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Puts a link into the address, from where it can be copied by hand.
pub(super) fn show(link: &str) {
    replace(link);
    know(link_there());
}

fn replace(address: &str) {
    let Some(history) = web_sys::window().and_then(|window| window.history().ok()) else { return };
    if let Err(error) = history.replace_state_with_url(&JsValue::NULL, "", Some(address)) {
        warn!("the address stays as it is: {error:?}");
    }
}

/// What the page's loader leaves in the tab before it loads the game again.
const GO_ON: &str = "ironrank/go-on";

/// Whether the page was loaded again to go on with the battle that was there.
pub(super) fn take_wish_to_go_on() -> bool {
    let tab = web_sys::window().and_then(|window| window.session_storage().ok().flatten());
    tab.is_some_and(|tab| {
        let there = tab.get_item(GO_ON).is_ok_and(|wish| wish.is_some());
        there && tab.remove_item(GO_ON).is_ok()
    })
}

/// Whether the page was opened with `?probe`, by whoever tests it.
pub(super) fn is_probed() -> bool {
    let search = web_sys::window().and_then(|window| window.location().search().ok());
    search.is_some_and(|search| search.trim_start_matches('?').split('&').any(|s| s == "probe"))
}

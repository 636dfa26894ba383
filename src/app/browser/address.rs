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

/// The links that the game knows of. One that the address has but the game doesn't know of has only just come
/// there: the browser hasn't told yet.
struct Known {
    /// The link whose battle is on its way to the table.
    coming: Option<String>,
    /// The link whose battle is there, or that is shown in the address.
    here: Option<String>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known { coming: None, here: None });

/// Does something with the links that the game knows of.
fn with_known<T>(change: impl FnOnce(&mut Known) -> T) -> Option<T> {
    KNOWN.lock().ok().map(|mut known| change(&mut known))
}

/// Opens the link that is in the address and says whether there is one.
pub(super) fn open_link() -> bool {
    let Some(link) = link_there() else { return false };
    with_known(|known| known.coming = Some(link.clone()));
    arrive(Arrival::Link(link));
    true
}

/// A battle has come to the table, perhaps that of a link.
pub fn battle_came() {
    with_known(|known| known.here = known.coming.take());
}

/// Takes the link of the battle that is on the table out of the address.
pub fn forget_link() {
    take_out(with_known(|known| known.here.take()).flatten());
}

/// Takes the link out of the address whose battle can't come to the table.
pub fn refuse_link() {
    take_out(with_known(|known| known.coming.take()).flatten());
}

/// Takes a link out of the address, if that is the one there.
pub(super) fn take_out(link: Option<String>) {
    if link.is_some() && link_there() == link {
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
    with_known(|known| known.here = link_there());
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

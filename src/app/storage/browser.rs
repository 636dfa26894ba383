//! The storage that a browser has for a page. It outlives the page, holds some megabytes, and is
//! empty in a private window.

use std::io;

use wasm_bindgen::JsValue;

/// The storage.
pub(super) struct Place(web_sys::Storage);

/// Other pages of the same address may keep things too.
const BEFORE: &str = "ironrank/";

fn refused(_: JsValue) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "the browser keeps nothing for this page")
}

impl Place {
    pub(super) fn find() -> io::Result<Self> {
        let nothing = || io::Error::new(io::ErrorKind::Unsupported, "this page has no storage");
        let storage = web_sys::window().ok_or_else(nothing)?.local_storage().map_err(refused)?;
        storage.map(Self).ok_or_else(nothing)
    }

    pub(super) fn read(&self, name: &str) -> io::Result<String> {
        let text = self.0.get_item(&format!("{BEFORE}{name}")).map_err(refused)?;
        text.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "nothing is kept under it"))
    }

    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.0.set_item(&format!("{BEFORE}{name}"), text).map_err(|error| {
            // Firefox has another name for it.
            let full = js_sys::Error::from(error.clone()).name();
            if !full.includes("QuotaExceeded", 0) && !full.includes("QUOTA", 0) {
                return refused(error);
            }
            let problem = "the browser's storage for this page is full: export old battles to \
                           files, then delete them here";
            io::Error::new(io::ErrorKind::StorageFull, problem)
        })
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        self.0.remove_item(&format!("{BEFORE}{name}")).map_err(refused)
    }

    pub(super) fn names(&self) -> Vec<String> {
        let count = self.0.length().unwrap_or(0);
        let key = |index| self.0.key(index).ok().flatten();
        let keys = (0..count).filter_map(key);
        keys.filter_map(|key| key.strip_prefix(BEFORE).map(str::to_owned)).collect()
    }
}

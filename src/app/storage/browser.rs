//! The storage that a browser has for a page. It outlives the page, holds some megabytes, and is
//! empty in a private window.

use std::{io, time::Duration};

use wasm_bindgen::JsValue;

/// The storage.
pub(super) struct Place(web_sys::Storage);

/// Other pages of the same address may keep things too.
const BEFORE: &str = "ironrank/";
/// Beside everything that is kept stands when that was, in milliseconds since 1970.
const TIMES: &str = "ironrank-time/";

fn refused(_: JsValue) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "the browser stores nothing for this page")
}

impl Place {
    pub(super) fn find() -> io::Result<Self> {
        let nothing = || io::Error::new(io::ErrorKind::Unsupported, "this page has no storage");
        let storage = web_sys::window().ok_or_else(nothing)?.local_storage().map_err(refused)?;
        storage.map(Self).ok_or_else(nothing)
    }

    pub(super) fn read(&self, name: &str) -> io::Result<String> {
        let text = self.0.get_item(&format!("{BEFORE}{name}")).map_err(refused)?;
        text.ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, "nothing is saved under this name")
        })
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
        })?;
        self.date(name, js_sys::Date::now());
        Ok(())
    }

    /// Notes when something was kept. If there is no room even for that, nobody knows when it was.
    fn date(&self, name: &str, time: f64) {
        if self.0.set_item(&format!("{TIMES}{name}"), &time.to_string()).is_err() {
            self.forget_date(name);
        }
    }

    fn dated(&self, name: &str) -> Option<f64> {
        self.0.get_item(&format!("{TIMES}{name}")).ok()??.parse().ok()
    }

    fn forget_date(&self, name: &str) {
        // What can't be removed is of a name that nothing has any more.
        self.0.remove_item(&format!("{TIMES}{name}")).ok();
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        self.forget_date(name);
        self.0.remove_item(&format!("{BEFORE}{name}")).map_err(refused)
    }

    /// Gives something another name, which nothing may have.
    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        if self.read(to).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let (text, dated) = (self.read(from)?, self.dated(from));
        // The storage may have no room for both.
        self.remove(from)?;
        if let Err(error) = self.write(to, &text) {
            self.write(from, &text)?;
            return Err(error);
        }
        match dated {
            Some(time) => self.date(to, time),
            None => self.forget_date(to),
        }
        Ok(())
    }

    /// How long ago something was kept, if that is known; a clock that was put back makes it fresh.
    pub(super) fn age(&self, name: &str) -> Option<Duration> {
        let age = (js_sys::Date::now() - self.dated(name)?).max(0.0);
        Duration::try_from_secs_f64(age / 1000.0).ok()
    }

    pub(super) fn names(&self) -> Vec<String> {
        let count = self.0.length().unwrap_or(0);
        let key = |index| self.0.key(index).ok().flatten();
        let keys = (0..count).filter_map(key);
        keys.filter_map(|key| key.strip_prefix(BEFORE).map(str::to_owned)).collect()
    }
}

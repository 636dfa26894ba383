//! Where settings and saved battles are kept: a folder of the player's own. In the browser
//! nothing is kept yet.

use std::io;

/// The name of the save that "Continue" loads: where the last battle was left.
pub const LAST_BATTLE: &str = "last-battle.ron";

#[cfg(not(target_arch = "wasm32"))]
mod place {
    use std::{
        env, fs,
        io::{self, Read},
        path::PathBuf,
    };

    use crate::battle::{data::LONGEST_FILE, save::write_whole};

    fn folder() -> Option<PathBuf> {
        let set = |name: &str| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        set("IRONRANK_HOME")
            .or_else(|| set("XDG_DATA_HOME").map(|home| home.join("ironrank")))
            .or_else(|| set("APPDATA").map(|home| home.join("ironrank")))
            .or_else(|| set("HOME").map(|home| home.join(".local/share/ironrank")))
    }

    fn path(name: &str) -> io::Result<PathBuf> {
        let nowhere = || io::Error::new(io::ErrorKind::NotFound, "no home folder is set");
        Ok(folder().ok_or_else(nowhere)?.join(name))
    }

    pub(super) fn read(name: &str) -> io::Result<String> {
        let file = fs::File::open(path(name)?)?;
        let mut text = String::new();
        let read = file.take(LONGEST_FILE as u64 + 1).read_to_string(&mut text)?;
        if read > LONGEST_FILE {
            let problem = format!("more than {LONGEST_FILE} bytes");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
        }
        Ok(text)
    }

    pub(super) fn write(name: &str, text: &str) -> io::Result<()> {
        write_whole(&path(name)?, text)
    }

    pub(super) fn names(ending: &str) -> Vec<String> {
        let Some(entries) = folder().and_then(|folder| fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let name = |entry: io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
        let mut names: Vec<String> =
            entries.filter_map(name).filter(|name| name.ends_with(ending)).collect();
        names.sort();
        names
    }
}

#[cfg(target_arch = "wasm32")]
mod place {
    use std::io;

    fn nowhere() -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, "the browser version keeps no files yet")
    }

    pub(super) fn read(_name: &str) -> io::Result<String> {
        Err(nowhere())
    }

    pub(super) fn write(_name: &str, _text: &str) -> io::Result<()> {
        Err(nowhere())
    }

    pub(super) fn names(_ending: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Reads what was kept under a name.
///
/// # Errors
/// What the system says.
pub fn read(name: &str) -> io::Result<String> {
    place::read(name)
}

/// Keeps a text under a name, whole or not at all.
///
/// # Errors
/// What the system says.
pub fn write(name: &str, text: &str) -> io::Result<()> {
    place::write(name, text)
}

/// Keeps what can't be read under another name, before something else is kept under its own.
pub fn put_aside(name: &str, text: &str) {
    let aside = format!("{name}.unreadable");
    if let Err(error) = write(&aside, text) {
        bevy::log::warn!("{name} was not put aside: {error}");
    }
}

/// The names with an ending under which something is kept, sorted.
pub fn names(ending: &str) -> Vec<String> {
    place::names(ending)
}

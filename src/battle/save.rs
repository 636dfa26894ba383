//! Saved battles: the level, the seed and the orders. Loading replays them, so a save is also a
//! replay, and one taken in the middle of a decision continues there.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};

use super::{
    data::{DataError, read_ron, ron_options, write_ron},
    level::Level,
    rules::RuleSystem,
};

/// The version of the save format; others are refused.
pub const SAVE_VERSION: u32 = 1;

/// Enough orders for any sensible battle; saves with more are refused.
pub const MOST_ORDERS: usize = 20_000;

/// A saved battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Save<R: RuleSystem> {
    /// The format's version.
    pub version: u32,
    /// The rule system's name.
    pub rules: String,
    /// The dice's seed.
    pub seed: u64,
    /// The level, whole, so that a save doesn't depend on other files.
    pub level: Level,
    /// Whether any order may be undone.
    pub practice: bool,
    /// The orders, answers among them.
    pub orders: Vec<R::Order>,
    /// The state hash after the last order, as sixteen hexadecimal digits.
    pub hash: String,
}

#[derive(Deserialize)]
struct Header {
    version: u32,
    rules: String,
}

impl<R: RuleSystem> Save<R> {
    /// Reads a save from its text.
    ///
    /// # Errors
    /// Another version or rule system, or the line where the text breaks off.
    pub fn read(file: &str, text: &str) -> Result<Self, Vec<DataError>> {
        if let Ok(header) = read_ron::<Header>(file, text) {
            let (found, known) = (header.version, SAVE_VERSION);
            if found != known {
                let problem = format!("a save of version {found}; this game reads version {known}");
                return Err(vec![
                    DataError::new(file, problem).field("version").near(text, "version"),
                ]);
            }
            if header.rules != R::NAME {
                let problem = format!("a battle of \"{}\", not of \"{}\"", header.rules, R::NAME);
                return Err(vec![DataError::new(file, problem).field("rules").near(text, "rules")]);
            }
        }
        let mut save: Self = read_ron(file, text).map_err(|error| vec![error])?;
        if save.orders.len() > MOST_ORDERS {
            let problem = format!("{} orders; {MOST_ORDERS} are the most", save.orders.len());
            return Err(vec![DataError::new(file, problem).field("orders").near(text, "orders")]);
        }
        save.level = save.level.checked(file, text)?;
        Ok(save)
    }

    /// The save as text that people can read.
    ///
    /// # Errors
    /// When it has no RON form.
    pub fn write(&self) -> Result<String, ron::Error> {
        write_ron(self)
    }

    /// The save as text without line breaks or spaces, which takes a third of the room.
    ///
    /// # Errors
    /// When it has no RON form.
    pub fn write_compact(&self) -> Result<String, ron::Error> {
        ron_options().to_string(self)
    }
}

/// Writes a file under another name first and then renames it, so that a crash never leaves half
/// a file.
///
/// # Errors
/// What the file system says.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    fs::write(&part, text)?;
    fs::rename(&part, path)
}

//! Where settings and saved battles are kept: a folder of the player's own, in the browser the
//! storage that it has for the page.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod folder;

#[cfg(target_arch = "wasm32")]
use browser::Place;
#[cfg(not(target_arch = "wasm32"))]
use folder::Place;

use std::io;

/// The name of the save that "Continue" loads: where the last battle was left.
pub const LAST_BATTLE: &str = "last-battle.ron";
/// The name of the save that was behind "Continue" before another battle took its place.
pub const EARLIER_BATTLE: &str = "earlier-battle.ron";

/// Reads what was kept under a name.
///
/// # Errors
/// What the system says.
pub fn read(name: &str) -> io::Result<String> {
    Place::find()?.read(name)
}

/// Keeps a text under a name, whole or not at all.
///
/// # Errors
/// What the system says.
pub fn write(name: &str, text: &str) -> io::Result<()> {
    Place::find()?.write(name, text)
}

/// Throws away what was kept under a name.
///
/// # Errors
/// What the system says.
pub fn remove(name: &str) -> io::Result<()> {
    Place::find()?.remove(name)
}

/// Keeps what can't be read under another name, before something else is kept under its own.
pub fn put_aside(name: &str, text: &str) {
    if let Err(error) = write(&name_aside(name), text) {
        bevy::log::warn!("{name} was not put aside: {error}");
    }
}

/// Where it is then: among the saves, where it can be handed out and thrown away.
pub fn name_aside(name: &str) -> String {
    format!("{}-unreadable.ron", name.strip_suffix(".ron").unwrap_or(name))
}

/// The names with an ending under which something is kept, sorted.
pub fn names(ending: &str) -> Vec<String> {
    let mut names = Place::find().map(|place| place.names()).unwrap_or_default();
    names.retain(|name| name.ends_with(ending));
    names.sort();
    names
}

/// The name under which a file from elsewhere is kept: plain letters, one ending, and none that
/// means something already.
pub fn name_for(file: &str, taken: &[String]) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let stem = file.strip_suffix(".ron").unwrap_or(file);
    let stem: String = stem.chars().take(60).map(plain).collect();
    let stem = stem.trim_matches('-').to_lowercase();
    let stem = if stem.is_empty() { "battle".to_owned() } else { stem };
    let known = |name: &String| {
        [LAST_BATTLE, EARLIER_BATTLE, super::settings::FILE].contains(&name.as_str())
            || taken.contains(name)
    };
    let numbered = (2..).map(|number| format!("{stem}-{number}.ron"));
    let mut names = std::iter::once(format!("{stem}.ron")).chain(numbered);
    names.find(|name| !known(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_from_elsewhere_get_plain_names_that_mean_nothing_else() {
        assert_eq!(name_for("My Battle (1).ron", &[]), "my-battle--1.ron");
        assert_eq!(name_for("../../etc/passwd", &[]), "etc-passwd.ron");
        assert_eq!(name_for("...", &[]), "battle.ron");
        assert_eq!(name_for(LAST_BATTLE, &[]), "last-battle-2.ron");
        assert_eq!(name_for("settings.ron", &[]), "settings-2.ron");
        let taken = ["a.ron".to_owned(), "a-2.ron".to_owned()];
        assert_eq!(name_for("a.ron", &taken), "a-3.ron");
    }
}

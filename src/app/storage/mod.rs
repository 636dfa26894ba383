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

use std::{io, time::Duration};

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

/// Gives what was kept under a name another one.
///
/// # Errors
/// That something has that name already, or what the system says.
pub fn rename(from: &str, to: &str) -> io::Result<()> {
    Place::find()?.rename(from, to)
}

/// How long ago something was kept under a name, if that is known.
pub fn age(name: &str) -> Option<Duration> {
    Place::find().ok()?.age(name)
}

/// The most letters that a name has which a player gives.
pub const LONGEST_TITLE: usize = 60;

/// What a battle is called that is kept under a name.
pub fn title(name: &str) -> &str {
    match name {
        LAST_BATTLE => "The last battle",
        EARLIER_BATTLE => "The battle before the last",
        _ => name.strip_suffix(".ron").unwrap_or(name),
    }
}

/// The name under which a battle is kept that a player calls so.
///
/// # Errors
/// Why it can't be called so: not every system has files with every name.
pub fn name_of(title: &str) -> Result<String, String> {
    let title = title.trim();
    let forbidden = |c: &char| c.is_control() || r#"/\:*?"<>|"#.contains(*c);
    let name = format!("{title}.ron");
    if title.is_empty() {
        return Err("A name has at least one letter.".to_owned());
    }
    let length = title.chars().count();
    if length > LONGEST_TITLE {
        return Err(format!("{length} letters are too many; {LONGEST_TITLE} is the limit."));
    }
    if let Some(letter) = title.chars().find(forbidden) {
        return Err(format!("A name can't have {letter:?} in it."));
    }
    if title.starts_with('.') || title.ends_with('.') {
        return Err("A name can't begin or end with a full stop.".to_owned());
    }
    if means_something(&name) {
        return Err("The game itself saves something under this name.".to_owned());
    }
    Ok(name)
}

/// Whether the game itself keeps something under a name.
pub fn means_something(name: &str) -> bool {
    let own = [LAST_BATTLE, EARLIER_BATTLE, super::settings::FILE];
    let name = name.to_lowercase();
    own.iter().any(|own| name == *own || name == name_aside(own))
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
    let known = |name: &String| means_something(name) || taken.contains(name);
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

    #[test]
    fn a_player_calls_battles_what_files_can_be_called() {
        assert_eq!(
            name_of(" Before the charge, again! "),
            Ok("Before the charge, again!.ron".to_owned())
        );
        assert_eq!(name_of("Schlacht am Flu\u{df}").as_deref(), Ok("Schlacht am Flu\u{df}.ron"));
        assert_eq!(title("Before the charge, again!.ron"), "Before the charge, again!");
        let long = "a".repeat(LONGEST_TITLE + 1);
        for refused in
            ["", "  ", "a/b", r"a\b", "C:", "a\u{7}", "..", ".a", "Settings", "last-battle", &long]
        {
            assert!(name_of(refused).is_err(), "{refused:?}");
        }
        assert!(name_of("last-battle-unreadable").is_err());
    }
}

//! What a rule system tells a player, as plain values: what may be ordered, what happened, what
//! stands on the table and what the rules measure. The window draws these values and listens; it
//! knows no rulebook, and they know no colours, keys, frames or panels.
//!
//! The trait is cut by concern, one file each: [`Acting`], [`Telling`], [`Showing`], [`Mapping`].

pub mod acting;
pub mod mapping;
pub mod showing;
pub mod telling;
mod tone;

pub use acting::Acting;
pub use mapping::Mapping;
pub use showing::Showing;
pub use telling::Telling;
pub use tone::Tone;

/// A rule system that people can play in a window.
pub trait Playable: Acting + Telling + Showing + Mapping {}

impl<T: Acting + Telling + Showing + Mapping> Playable for T {}

/// So many of something: "1 action", "3 actions".
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// Words with a capital letter at the beginning, as sentences have it.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

/// Words that begin with a name, as they stand within a sentence: the article that the name may have
/// becomes small, as in "the Crown concedes".
pub fn within_sentence(words: &str) -> String {
    match words.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => words.to_owned(),
    }
}

/// Sides by their names, as those who fight each other: "The Marches against the Horde".
pub fn against<S: AsRef<str>>(sides: &[S]) -> String {
    let names = sides.iter().enumerate().map(|(place, side)| match place {
        0 => side.as_ref().to_owned(),
        _ => within_sentence(side.as_ref()),
    });
    names.collect::<Vec<String>>().join(" against ")
}

/// Things one after another: "templates, fire and its wheels".
pub fn listed<S: AsRef<str>>(things: &[S]) -> String {
    match things {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [all @ .., last] => {
            let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", all.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_side_has_a_small_article() {
        assert_eq!(against(&["The Marches", "The Horde"]), "The Marches against the Horde");
        assert_eq!(against(&["Wardens", "Raiders"]), "Wardens against Raiders");
    }
}

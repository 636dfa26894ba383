//! Who leads the sides of a battle: people, or computer players by their names. Saves and links keep it,
//! and it can change at any time; no rule asks.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use super::{data::printable, ids::SideId};

/// More sides than any battle has.
pub(super) const MOST_SIDES: usize = 8;
/// No computer player has a longer name. Characters.
const LONGEST_NAME: usize = 40;

/// Who leads a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Commander {
    /// Somebody who sits before the table.
    #[default]
    Person,
    /// A computer player, by its name on the command line, such as "sergeant".
    Computer(String),
}

/// Who leads the sides of a battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Commanders {
    /// One for each side, in their order; sides that aren't mentioned are led by people.
    pub sides: Vec<Commander>,
    /// Whether nobody may ask for hints.
    pub no_hints: bool,
}

impl Commanders {
    /// Who leads a side.
    pub fn of(&self, side: SideId) -> &Commander {
        self.sides.get(side.index()).unwrap_or(&Commander::Person)
    }

    /// The name of the computer player that leads a side; none if a person does.
    pub fn computer(&self, side: SideId) -> Option<&str> {
        match self.of(side) {
            Commander::Person => None,
            Commander::Computer(name) => Some(name),
        }
    }

    /// Gives a side to somebody.
    pub fn give(&mut self, side: SideId, to: Commander) {
        if self.sides.len() <= side.index() {
            self.sides.resize(side.index() + 1, Commander::Person);
        }
        self.sides[side.index()] = to;
    }

    /// Makes names that come from a file or a link fit to be shown, and leaves out what no battle has.
    pub(super) fn make_printable(&mut self) {
        self.sides.truncate(MOST_SIDES);
        for commander in &mut self.sides {
            if let Commander::Computer(name) = commander {
                let shown: String = printable(name).chars().take(LONGEST_NAME).collect();
                *name = shown;
            }
        }
    }

    /// Whether people lead all sides and may ask for hints, as in every battle that says nothing else.
    pub fn are_usual(&self) -> bool {
        !self.no_hints && self.sides.iter().all(|of| *of == Commander::Person)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_that_are_not_mentioned_are_led_by_people() {
        let mut commanders = Commanders::default();
        assert!(commanders.are_usual());
        commanders.give(SideId(1), Commander::Computer("recruit".to_owned()));
        assert_eq!(commanders.sides.len(), 2);
        assert_eq!(commanders.computer(SideId(0)), None);
        assert_eq!(commanders.computer(SideId(1)), Some("recruit"));
        assert_eq!(commanders.computer(SideId(7)), None);
        assert!(!commanders.are_usual());
        commanders.give(SideId(1), Commander::Person);
        assert!(commanders.are_usual());
        commanders.no_hints = true;
        assert!(!commanders.are_usual());
    }

    #[test]
    fn names_from_elsewhere_are_made_fit_to_be_shown() {
        let long = Commander::Computer("\u{202e}\n".to_owned() + &"a".repeat(100_000));
        let mut commanders = Commanders { sides: vec![long; 300], no_hints: false };
        commanders.make_printable();
        assert_eq!(commanders.sides.len(), MOST_SIDES);
        let name = commanders.computer(SideId(0)).unwrap();
        assert_eq!(name.chars().count(), LONGEST_NAME);
        assert!(!name.contains(['\n', '\u{202e}']), "{name:?}");
    }
}

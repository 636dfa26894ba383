//! Which panels are shown.

use bevy::prelude::*;

/// Which panels are shown.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The log.
    pub log: bool,
    /// The dice tray.
    pub dice: bool,
    /// The unit's card.
    pub card: bool,
    /// The keys.
    pub help: bool,
    /// The menu of the battle.
    pub menu: bool,
}

impl Default for Shown {
    fn default() -> Self {
        Self { log: true, dice: true, card: true, help: false, menu: false }
    }
}

impl Shown {
    /// Whether anything stands along the right edge.
    pub fn right_column(&self) -> bool {
        self.log || self.dice
    }

    /// Closes help and menu; false if neither was open.
    pub fn close_help(&mut self) -> bool {
        let open = self.help || self.menu;
        self.help = false;
        self.menu = false;
        open
    }
}

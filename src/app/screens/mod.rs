//! The screens one after another, and the boxes that lie over them.

pub mod message_box;
mod title;

use bevy::prelude::*;

/// What the window shows.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The title with its menu.
    #[default]
    Title,
    /// The choice of level.
    LevelChoice,
    /// A battle, deployment included.
    Battle,
    /// How the battle ended; it still lies on the table.
    Result,
}

impl Screen {
    /// Whether a battle lies on the table.
    pub fn has_battle(self) -> bool {
        matches!(self, Self::Battle | Self::Result)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((title::plugin, message_box::plugin));
}

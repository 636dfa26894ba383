//! Where the window starts and what it does by itself, as the command line asks.

use std::path::PathBuf;

use bevy::prelude::Resource;

use super::seat::{Game, Level};
use crate::{
    battle::{Commanders, Handicap},
    players::Script,
};

/// What the command line asks of the window.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct AppOptions {
    /// Begins this level at once.
    pub level: Option<Level>,
    /// Opens the battle of this link at once.
    pub link: Option<String>,
    /// The seed of its dice.
    pub seed: Option<u64>,
    /// Writes a picture of the settled scene to this file.
    pub screenshot: Option<PathBuf>,
    /// Gives these orders first, in the level or the link.
    pub script: Option<Script<Game>>,
    /// Poses selection and pointer as this file says, for a picture.
    pub look: Option<PathBuf>,
    /// How large the window is, in logical pixels; none as usual.
    pub size: Option<(u32, u32)>,
    /// How large panels are this time, whatever the player prefers; 1 is as meant.
    pub scale: Option<f32>,
    /// These preferences instead of the player's own; they are not kept.
    pub settings: Option<super::settings::Settings>,
    /// Opens this screen first.
    pub show: Option<FirstScreen>,
    /// Ends the program when script and picture are done.
    pub exit: bool,
    /// Data files here go before the embedded ones.
    pub data: Option<PathBuf>,
    /// Whether any order may be undone.
    pub practice: bool,
    /// Who leads the sides of the level that begins at once.
    pub commanders: Commanders,
    /// Points that its sides have from the beginning.
    pub handicap: Handicap,
}

/// A screen or box that the program can be asked to open first, for a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstScreen {
    /// The choice of level.
    Levels,
    /// The kept battles.
    Load,
    /// The question whether one of them is to be deleted.
    Delete,
    /// The question what one of them shall be called.
    Rename,
    /// What a player prefers.
    Settings,
}

impl FirstScreen {
    /// All of them.
    pub const ALL: [Self; 5] = one_of_each!(FirstScreen: Levels, Load, Delete, Rename, Settings);

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Levels => "levels",
            Self::Load => "load",
            Self::Delete => "delete",
            Self::Rename => "rename",
            Self::Settings => "settings",
        }
    }

    /// The one with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|screen| screen.name() == name)
    }
}

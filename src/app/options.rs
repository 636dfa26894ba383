//! Where the window starts and what it does by itself, as the command line asks.

use std::path::PathBuf;

use bevy::prelude::Resource;

/// What the command line asks of the window.
#[derive(Resource, clap::Parser, Clone, Debug, Default, PartialEq, Eq)]
pub struct AppOptions {
    /// Begins this level at once: its name or a file.
    #[arg(long)]
    pub level: Option<String>,
    /// The seed of its dice.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Writes a picture of the settled scene to this file.
    #[arg(long)]
    pub screenshot: Option<PathBuf>,
    /// Gives the orders in this file first.
    #[arg(long)]
    pub script: Option<PathBuf>,
    /// Poses selection and pointer as this file says, for a picture.
    pub look: Option<PathBuf>,
    /// Ends the program when script and picture are done.
    #[arg(long)]
    pub exit: bool,
    /// Data files here go before the embedded ones.
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// Whether any order may be undone.
    #[arg(long)]
    pub practice: bool,
}

//! `ironrank` without a command: opens the window.

use std::path::PathBuf;

use super::{Failure, Outcome};

/// Where the window starts and what it does by itself.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Options {
    /// Begin this level at once: a name from `ironrank levels`, or a file
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Open the battle of this link at once
    #[arg(long, value_name = "LINK", conflicts_with = "level")]
    link: Option<String>,
    /// The seed of its dice; the same seed gives the same rolls
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Write a picture (PNG) of the table once the scene has settled
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Give the orders in this file first
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Pose selection and pointer as this file says, for a picture
    #[arg(long, value_name = "FILE", hide = true)]
    look: Option<PathBuf>,
    /// Close the window when script and picture are done
    #[arg(long)]
    exit: bool,
    /// Look for data files here before the embedded ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
    /// Let any order be undone, not only those since the last die
    #[arg(long)]
    practice: bool,
}

#[cfg(feature = "app")]
pub fn run(options: Options) -> Outcome {
    use super::{armoury, complain, complain_all, level};
    use bevy::app::AppExit;
    use ironrank::{
        app::{self, AppOptions},
        battle::{levels::read_text, link},
        no_quarter::NoQuarter,
        players::read_script,
    };
    // What a player got wrong is told here, before a window opens.
    let data = armoury(options.data.as_deref());
    if options.exit {
        // Whoever only wants to look wants to know; a player goes on without what is broken.
        data?;
    }
    if let Some(name) = &options.level {
        level(name, options.data.as_ref(), false)?;
    }
    if let Some(link) = &options.link {
        link::read::<NoQuarter>(link).map_err(complain)?;
    }
    if let Some(script) = &options.script {
        let text = read_text(script).map_err(complain)?;
        read_script::<NoQuarter>(&script.display().to_string(), &text)
            .map_err(|error| complain_all(&[error]))?;
    }
    let Options { level, link, seed, screenshot, script, look, exit, data, practice } = options;
    match app::run(AppOptions { level, link, seed, screenshot, script, look, exit, data, practice })
    {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err(Failure::Problem),
    }
}

#[cfg(not(feature = "app"))]
pub fn run(options: Options) -> Outcome {
    let Options { level, link, seed, screenshot, script, look, exit, data, practice } = options;
    let _ = (level, link, seed, screenshot, script, look, exit, data, practice);
    super::complain(
        "this program was built without the window. Build it with\n  cargo run --release\nor use a \
         command: `ironrank --help` lists them",
    );
    Err(Failure::Usage)
}

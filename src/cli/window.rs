//! `ironrank` without a command: opens the window.

use std::path::PathBuf;

#[cfg(feature = "app")]
use super::Failure;
use super::Outcome;

/// Where the window starts and what it does by itself.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Options {
    /// Begin this level at once: a name from `ironrank levels`, a file, or - for standard input
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Open the battle of this link at once
    #[arg(long, value_name = "LINK", conflicts_with = "level")]
    link: Option<String>,
    /// The seed of the dice; the same seed gives the same rolls
    #[arg(long, value_name = "NUMBER", value_parser = super::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Write a picture of the table (PNG) once the scene has settled
    #[arg(long, value_name = "FILE")]
    screenshot: Option<PathBuf>,
    /// Who leads the sides of the level: person, recruit, sergeant, captain or marshal, one for
    /// each side, such as person,sergeant. People lead sides that aren't mentioned
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',', requires = "level")]
    players: Vec<String>,
    /// Points that the sides of the level have from the beginning, such as 0,200
    #[arg(
        long,
        value_name = "POINTS",
        value_delimiter = ',',
        requires = "level",
        allow_hyphen_values = true
    )]
    handicap: Vec<String>,
    /// Give the orders in this file first, or - for standard input
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Place the selection and the pointer as this file says, for a picture
    #[arg(long, value_name = "FILE", hide = true)]
    look: Option<PathBuf>,
    /// The size of the window in logical pixels, such as 1920x1080
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    size: Option<(u32, u32)>,
    /// The scale of panels and text for this run; 1 is normal
    #[arg(long, value_name = "FACTOR")]
    scale: Option<f32>,
    /// Open this screen first, for a picture
    #[arg(long, value_name = "SCREEN", hide = true)]
    show: Option<String>,
    /// Close the window when the script and the picture are done
    #[arg(long)]
    exit: bool,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
    /// Allow any order to be undone, not only those since the last die roll
    #[arg(long)]
    practice: bool,
}

/// A window's size: `1920x1080`.
fn size(text: &str) -> Result<(u32, u32), String> {
    const SIDES: std::ops::RangeInclusive<u32> = 320..=8192;
    let parts = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    parts
        .filter(|(width, height)| SIDES.contains(width) && SIDES.contains(height))
        .ok_or_else(|| "expected WIDTHxHEIGHT, each from 320 to 8192, such as 1920x1080".to_owned())
}

#[cfg(feature = "app")]
pub fn run(options: Options) -> Outcome {
    use super::{
        armoury,
        battle::script,
        level,
        output::{complain, misused},
        replay::linked,
    };
    use bevy::app::AppExit;
    use ironrank::{
        app::{self, AppOptions, options::FirstScreen},
        battle::{data::no_such_name, link},
        no_quarter::NoQuarter,
    };
    // What a player got wrong is told here, before a window opens.
    let data = armoury(options.data.as_deref());
    if options.exit {
        // Whoever only wants to look wants to know; a player goes on without what is broken.
        data?;
    }
    let level = options.level.as_deref().map(|name| level(name, options.data.as_ref(), false));
    let level = level.transpose()?;
    let link = options.link.as_deref().map(linked).transpose()?;
    if let Some(link) = &link {
        link::read::<NoQuarter>(link).map_err(complain)?;
    }
    let script = options.script.as_deref().map(script).transpose()?;
    let sides = level.as_ref().map_or(0, |level| level.sides.len());
    let commanders = commanders(&options.players, sides)?;
    let handicap = super::handicap(&options.handicap, sides)?;
    let show = options.show.as_deref().map(|name| {
        FirstScreen::named(name).ok_or_else(|| {
            let known = FirstScreen::ALL.map(FirstScreen::name);
            misused(format_args!("--show: {}", no_such_name("screen", name, known)))
        })
    });
    let show = show.transpose()?;
    #[cfg(all(unix, not(target_os = "macos")))]
    if let Some(problem) = super::display::missing() {
        return Err(misused(problem));
    }
    let options = AppOptions {
        level,
        link,
        seed: options.seed,
        screenshot: options.screenshot,
        script,
        look: options.look,
        size: options.size,
        scale: options.scale,
        settings: None,
        show,
        exit: options.exit,
        data: options.data,
        practice: options.practice,
        commanders,
        handicap,
    };
    match app::run(options) {
        AppExit::Success => Ok(()),
        AppExit::Error(_) => Err(Failure::Problem),
    }
}

/// What somebody is called who isn't a computer player.
#[cfg(feature = "app")]
const PERSON: &str = "person";

/// Who leads the sides, by their names.
#[cfg(feature = "app")]
fn commanders(names: &[String], sides: usize) -> Result<ironrank::battle::Commanders, Failure> {
    use ironrank::{
        battle::{Commander, Commanders, data::no_such_name, playable::count},
        players::Kind,
    };
    if names.len() > sides {
        let (given, sides) = (count(names.len(), "player"), count(sides, "side"));
        return Err(super::output::misused(format_args!("--players: {given} for {sides}")));
    }
    let commander = |name: &String| match Kind::named(name) {
        Some(_) => Ok(Commander::Computer(name.clone())),
        None if name == PERSON => Ok(Commander::Person),
        None => {
            let known = std::iter::once(PERSON).chain(Kind::LEVELS.map(Kind::name));
            let problem = no_such_name("player", name, known);
            Err(super::output::misused(format_args!("--players: {problem}")))
        }
    };
    let sides = names.iter().map(commander).collect::<Result<_, _>>()?;
    Ok(Commanders { sides, no_hints: false })
}

#[cfg(not(feature = "app"))]
pub fn run(options: Options) -> Outcome {
    let Options { level, link, seed, screenshot, script, look, players, .. } = options;
    let Options { size, scale, show, exit, data, practice, handicap, .. } = options;
    let _ = (level, link, seed, screenshot, script, look, players, size, scale, show, exit, data);
    let _ = (practice, handicap);
    Err(super::output::misused(
        "this program was built without the window. Build it with\n  cargo run --release\nor use a \
         command: `ironrank --help` lists them",
    ))
}

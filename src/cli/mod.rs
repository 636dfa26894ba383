//! The command line: opens the window, or plays, checks and replays battles without one. Results
//! go to standard output, problems to standard error.

mod battle;
mod check;
mod levels;
mod link;
mod many;
mod replay;
mod soak;
mod window;

use std::{
    fmt::Display,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use bevy::prelude::World;
use clap::{Parser, Subcommand};
use ironrank::{
    battle::{DataError, level::Deployment, levels as all_levels},
    no_quarter::{Armoury, level::Level},
};

/// Why a command failed, as an exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// A problem was found, and told on standard error.
    Problem,
    /// The command itself makes no sense here.
    Usage,
}

type Outcome = Result<(), Failure>;

const EXAMPLES: &str = "\
Examples:
  ironrank                                        open the window
  ironrank --level first-clash --seed 7           open it on a level
  ironrank levels                                 what can be played
  ironrank battle --level plain --seed 7          let two random players fight
  ironrank battle --level duel-at-the-wall --seed 7 --log
                                                  the same, told blow by blow
  ironrank battle --level plain --seed 7 --save b.ron && ironrank replay b.ron
                                                  keep a battle and play it again
  ironrank check levels/first-clash.ron           is my level all right?
  ironrank soak --battles 1000 --level all        look for bugs all night
  ironrank soak --battles 13 --level all --keep kept && ironrank replay kept
                                                  keep battles and compare them, say in another
                                                  build of the game

Exit status: 0 all is well, 1 a problem was found (told on standard error), 2 wrong usage.
Guides: README.md, docs/command-line.md, docs/adding-a-level.md, docs/adding-a-profile.md.";

/// Ironrank: tabletop battles on a real table, in inches, by the book.
///
/// Without a command it opens the window. The commands play, check and replay battles without one.
#[derive(Parser, Debug)]
#[command(name = "ironrank", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    window: window::Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play a battle without a window and print the result
    Battle(battle::Options),
    /// Check levels, profiles, weapons, terrain kinds, scripts and saves
    Check(check::Options),
    /// Play saved battles again and compare their hashes
    Replay(replay::Options),
    /// Print a saved battle as a link
    Link(link::Options),
    /// List the levels
    Levels(levels::Options),
    /// Play many random battles and check that nothing impossible happens
    Soak(soak::Options),
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        None => window::run(cli.window),
        Some(Command::Battle(options)) => battle::run(&options),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Link(options)) => link::run(&options),
        Some(Command::Levels(options)) => levels::run(&options),
        Some(Command::Soak(options)) => soak::run(&options),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Problem) => ExitCode::from(1),
        Err(Failure::Usage) => ExitCode::from(2),
    }
}

/// Prints a line; a reader that went away (`| head`) is no problem.
fn say(text: impl Display) {
    let _ = writeln!(io::stdout(), "{text}");
}

/// Tells a problem on standard error.
fn complain(text: impl Display) -> Failure {
    let _ = writeln!(io::stderr(), "error: {text}");
    Failure::Problem
}

fn complain_all(errors: &[DataError]) -> Failure {
    for error in errors {
        complain(error);
    }
    Failure::Problem
}

/// The armoury with a data directory laid over it; a broken file there is a problem.
fn armoury(data: Option<&Path>) -> Result<Armoury, Failure> {
    let (armoury, errors) = Armoury::load(data);
    if errors.is_empty() { Ok(armoury) } else { Err(complain_all(&errors)) }
}

/// Puts an armoury into a world in which a battle is to be set up.
fn furnish(armoury: &Armoury) -> impl Fn(&mut World) + Sync + '_ {
    move |world| world.insert_resource(armoury.clone())
}

/// The level a player named.
fn level(name: &str, data: Option<&PathBuf>, deploy: bool) -> Result<Level, Failure> {
    let mut level = all_levels::find(name, data.map(PathBuf::as_path))
        .map_err(|errors| complain_all(&errors))?;
    if deploy {
        level.deployment = Deployment::ByHand;
    }
    Ok(level)
}

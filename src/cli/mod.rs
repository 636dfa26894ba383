//! The command line: opens the window, or plays, checks and replays battles without one. Results
//! go to standard output, problems to standard error.

mod battle;
mod check;
#[cfg(all(feature = "app", unix, not(target_os = "macos")))]
mod display;
mod input;
mod kind;
mod lab;
mod levels;
mod link;
mod many;
mod muster;
mod output;
mod points;
mod progress;
mod replay;
mod saved;
mod serve;
mod soak;
mod stop;
mod window;

use std::{
    fmt::Display,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::ExitCode,
    str::FromStr,
};

use bevy::prelude::World;
use clap::{Parser, Subcommand};
use ironrank::{
    battle::{level::Deployment, levels as all_levels, playable::count},
    no_quarter::{Armoury, NoQuarter, level::Level},
};

use self::output::complain_all;

/// Why a command has ended without doing all that it was asked to, as an exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    /// A problem was found, and told on standard error.
    Problem,
    /// The command itself makes no sense here.
    Usage,
    /// Nobody reads on what it prints.
    ReaderGone,
    /// Somebody has stopped it.
    Stopped,
}

type Outcome = Result<(), Failure>;

const EXAMPLES: &str = "\
Examples:
  ironrank                                        open the window
  ironrank --level first-clash --seed 7           open it on a level
  ironrank levels                                 list what can be played
  ironrank battle --level plain --seed 7          let two random players fight
  ironrank battle --level duel-at-the-wall --seed 7 --log
                                                  tell the same battle blow by blow
  ironrank battle --level plain --seed 7 --save b.ron && ironrank replay b.ron
                                                  keep a battle and play it again
  ironrank battle --level plain --army \"The Living=river_watch\"
                                                  let another army fight for a side
  ironrank check levels/first-clash.ron           check whether a level is all right
  ironrank points ogre knight                     show what an ogre and a knight cost, and why
  ironrank soak --battles 1000 --level all        look for bugs all night
  ironrank soak --battles 13 --level all --keep kept && ironrank replay kept
                                                  keep battles and compare them, for example
                                                  with another build of the game
  ironrank lab --players first-legal,random --pairs 20
                                                  find out who is stronger, on all levels

A FILE may be -, for standard input. Ctrl-C ends long work with what is known so far.

Exit status: 0 if all is well, 1 if a problem was found (see standard error), 2 for wrong usage,
130 if stopped with Ctrl-C.
Guides: README.md, docs/command-line.md, docs/computer-players.md, docs/long-series.md,
docs/serve.md, docs/adding-a-level.md, docs/adding-an-army.md, docs/adding-a-profile.md.";

/// Ironrank: tabletop battles by the book, on a real table in inches.
///
/// Without a command, it opens the window. The commands play, check and replay battles without it.
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
    /// Check levels, armies, profiles, weapons, terrain kinds, scripts and saves
    Check(check::Options),
    /// Play saved battles again and compare their hashes
    Replay(replay::Options),
    /// Print a saved battle as a link
    Link(link::Options),
    /// List the levels
    Levels(levels::Options),
    /// Show what profiles cost, line by line
    Points(points::Options),
    /// Play many random battles and check that nothing impossible happens
    Soak(soak::Options),
    /// Let another program play, over lines of JSON (docs/serve.md)
    Serve(serve::Options),
    /// Play series of battles between players and say who is stronger
    Lab(lab::Options),
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(told) => return usage(&told),
    };
    let outcome = match cli.command {
        None => window::run(cli.window),
        Some(Command::Battle(options)) => battle::run(&options),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Link(options)) => link::run(&options),
        Some(Command::Levels(options)) => levels::run(&options),
        Some(Command::Points(options)) => points::run(&options),
        Some(Command::Soak(options)) => soak::run(&options),
        Some(Command::Serve(options)) => serve::run(&options),
        Some(Command::Lab(options)) => lab::run(&options),
    };
    status(outcome)
}

fn status(outcome: Outcome) -> ExitCode {
    match outcome {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::Problem) => ExitCode::from(1),
        Err(Failure::Usage) => ExitCode::from(2),
        Err(Failure::Stopped) => ExitCode::from(stop::STATUS),
    }
}

/// Tells how the program is used: because somebody has asked, or because what was asked makes no
/// sense.
fn usage(told: &clap::Error) -> ExitCode {
    let written = output::written(told.print());
    if told.use_stderr() { status(Err(Failure::Usage)) } else { status(written) }
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
    let data = data.map(PathBuf::as_path);
    let found = if input::is_standard_input(Path::new(name)) {
        let path = Path::new(name);
        let text = input::text(path).map_err(|error| vec![error]);
        text.and_then(|text| Level::read_with(&input::shown(path), &text, data))
    } else {
        all_levels::find(name, data)
    };
    let mut level = found.map_err(|errors| {
        let failure = complain_all(&errors);
        let known = input::is_standard_input(Path::new(name))
            || all_levels::is_known::<NoQuarter>(name, data);
        if known { failure } else { Failure::Usage }
    })?;
    if deploy {
        level.deployment = Deployment::ByHand;
    }
    Ok(level)
}

/// A seed, of a command's argument.
fn seed(text: &str) -> Result<u64, String> {
    whole_number(text, 0..=u64::MAX)
}

/// The points that the sides of a level have from the beginning.
fn handicap(points: &[String], sides: usize) -> Result<ironrank::battle::Handicap, Failure> {
    let wrong = |told: &dyn Display| output::misused(format_args!("--handicap: {told}"));
    if points.len() > sides {
        let given = count(points.len(), "handicap");
        return Err(wrong(&format_args!("{given} for {}", count(sides, "side"))));
    }
    ironrank::battle::Handicap::of_words(points).map_err(|error| wrong(&error))
}

/// A whole number within bounds, of a command's argument.
fn whole_number<T: FromStr + PartialOrd + Display>(
    text: &str,
    bounds: RangeInclusive<T>,
) -> Result<T, String> {
    let wrong =
        || format!("a whole number from {} to {} was expected", bounds.start(), bounds.end());
    text.parse().ok().filter(|number| bounds.contains(number)).ok_or_else(wrong)
}

/// A number of things, of a command's argument.
fn any_number(text: &str) -> Result<usize, String> {
    whole_number(text, 0..=usize::MAX)
}

/// A number that isn't 0, of a command's argument.
fn at_least_one(text: &str) -> Result<usize, String> {
    whole_number(text, 1..=usize::MAX)
}

//! `ironrank battle`: plays one battle without a window.

use std::path::{Path, PathBuf};

use bevy::prelude::World;
use ironrank::{
    battle::{
        BattleWorld, History, Log, RuleSystem, SideId, data::no_such_name, files::write_whole,
        playable::count, save::MOST_ORDERS,
    },
    lab::{Bout, Played, Report, Trouble, play},
    no_quarter::{NoQuarter, components::Activation},
    players::{Kind, Player, Script, Scripted},
};
use serde::Serialize;

use super::{
    Failure, Outcome, armoury, furnish, handicap, input, level, muster,
    output::{complain, misused, say, say_json},
    progress::{HowFar, Progress},
    stop,
};

/// Which battle, and how to tell of it.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The level: a name from `ironrank levels`, a file, or - for standard input
    #[arg(long, value_name = "LEVEL")]
    level: String,
    /// The seed of the dice and of the players; the same seed gives the same battle
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
    /// Who plays the two sides: random, first-legal, recruit, sergeant, captain, marshal or script:FILE;
    /// one name stands for both
    #[arg(long, value_name = "PLAYER[,PLAYER]", default_value = "random,random")]
    players: String,
    /// Points that the two sides have from the beginning, such as 0,200
    #[arg(long, value_name = "POINTS", value_delimiter = ',', allow_hyphen_values = true)]
    handicap: Vec<String>,
    /// Let the players deploy the armies instead of using the places in the level
    #[arg(long)]
    deploy: bool,
    /// Have an army fight in the place of a side's own: the side, and the army's name or file
    #[arg(long = "army", value_name = "SIDE=ARMY")]
    armies: Vec<String>,
    /// Print everything that happens
    #[arg(long)]
    log: bool,
    /// Print the result as JSON (docs/command-line.md)
    #[arg(long)]
    json: bool,
    /// Save the battle to this file, for `ironrank replay`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

/// A result and its log, as JSON has them.
#[derive(Serialize)]
struct WithLog<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Vec<String>>,
}

pub fn run(options: &Options) -> Outcome {
    if options.save.as_deref().is_some_and(input::is_standard_input) {
        return Err(misused(
            "--save: the name of a file was expected; - stands for standard input",
        ));
    }
    let armoury = armoury(options.data.as_deref())?;
    let mut level = level(&options.level, options.data.as_ref(), options.deploy)?;
    muster::replace(&mut level, &options.armies, options.data.as_deref())?;
    let progress = Progress::new(&level.name);
    let bout = Bout::<NoQuarter> {
        level: &level,
        seed: options.seed,
        players: players(&options.players, options.seed)?,
        handicap: handicap(&options.handicap, level.sides.len())?,
        keeps_players: options.save.is_some(),
        check_invariants: true,
        most_orders: MOST_ORDERS,
        prepare: &furnish(&armoury),
        watch: &|world| {
            progress.tell(|| how_far(world));
            stop::flow()
        },
    };
    stop::listen();
    let played = play(bout).map_err(complain)?;
    drop(progress);
    // Whichever of them fails, the others are done: nobody fights the battle again for it.
    let saved = options.save.as_deref().map_or(Ok(()), |path| save(&played, path));
    let told = tell(&played.world, &played.report, options.log, options.json);
    let sound = played.trouble.map_or(Ok(()), |trouble| {
        let failure = complain(&trouble);
        Err(if matches!(trouble, Trouble::Stopped { .. }) { Failure::Stopped } else { failure })
    });
    saved.and(sound).and(told)
}

fn save(played: &Played<NoQuarter>, path: &Path) -> Outcome {
    let text = played.save.write().map_err(complain)?;
    write_whole(path, &text).map_err(|error| complain(format_args!("{}: {error}", path.display())))
}

/// How far a battle is, by the activations of its turns.
fn how_far(world: &World) -> HowFar {
    let frame = world.frame();
    let over = |unit: &_| *world.of_unit::<Activation>(*unit) == Activation::Activated;
    let units = world.roster().units().len();
    // Where the end of the battle isn't known, nobody knows how far it is.
    let (turn, last) = (frame.turn as usize, frame.last_turn as usize);
    let done = turn.saturating_sub(1) * units + world.roster().units().filter(over).count();
    let orders = count(world.resource::<History<NoQuarter>>().len(), "order");
    let note = match (turn, last) {
        (0, _) => format!("before the first turn, {orders}"),
        (_, 0) => format!("turn {turn}, {orders}"),
        _ => format!("turn {turn} of {last}, {orders}"),
    };
    HowFar { done, of: last * units, note }
}

/// Prints a report, with the log before it if asked to.
pub(super) fn tell(world: &World, report: &Report, log: bool, json: bool) -> Outcome {
    let lines = log.then(|| {
        let events = &world.resource::<Log<NoQuarter>>().0;
        let lines = events.iter().map(|event| NoQuarter::sentence(world, event));
        lines.filter(|line| !line.is_empty()).collect::<Vec<String>>()
    });
    if json {
        return say_json(&WithLog { report, log: lines });
    }
    for line in lines.into_iter().flatten() {
        say(line)?;
    }
    debug_assert_eq!(report.sides.len(), world.roster().sides().count());
    say(report.text().trim_end())
}

/// The orders in a file.
pub(super) fn script(path: &Path) -> Result<Script<NoQuarter>, Failure> {
    if path.as_os_str().is_empty() {
        return Err(misused("name a file after script:, such as script:orders.ron"));
    }
    let text = input::text(path).map_err(complain)?;
    Script::read(&input::shown(path), &text).map_err(complain)
}

/// The players named on the command line. One name stands for both; one script holds the orders of
/// both sides.
pub(super) fn players(names: &str, seed: u64) -> Result<Vec<Box<dyn Player<NoQuarter>>>, Failure> {
    let mut names: Vec<&str> = names.split(',').map(str::trim).collect();
    if let [one] = names[..] {
        if let Some(file) = one.strip_prefix("script:") {
            let players = Scripted::both(script(Path::new(file))?);
            return Ok(players.map(|player| Box::new(player) as Box<dyn Player<_>>).into());
        }
        names = vec![one, one];
    }
    if names.len() != 2 {
        let given = count(names.len(), "player");
        return Err(misused(format_args!("--players: {given}; a battle has two sides")));
    }
    names
        .into_iter()
        .zip(0..)
        .map(|(name, side)| {
            if let Some(file) = name.strip_prefix("script:") {
                return Ok(Box::new(Scripted::<NoQuarter>::new(script(Path::new(file))?))
                    as Box<dyn Player<_>>);
            }
            let Some(kind) = Kind::named(name) else {
                let known = Kind::ALL.map(Kind::name).into_iter().chain(["script:FILE"]);
                let unknown = no_such_name("player", name, known);
                return Err(misused(format_args!("--players: {unknown}")));
            };
            Ok(kind.player(seed, SideId(side)))
        })
        .collect()
}

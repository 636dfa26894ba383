//! `ironrank battle`: plays one battle without a window.

use std::path::PathBuf;

use ironrank::{
    battle::{
        BattleWorld, Log, RuleSystem, SideId,
        levels::read_text,
        save::{MOST_ORDERS, write_whole},
    },
    lab::{Bout, Report, play},
    no_quarter::{NoQuarter, Order},
    players::{Kind, Player, Scripted, read_script},
};
use serde::Serialize;

use super::{Failure, Outcome, armoury, complain, furnish, level, say};

/// Which battle, and how to tell of it.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The level: a name from `ironrank levels`, or a file
    #[arg(long, value_name = "LEVEL")]
    level: String,
    /// The seed of the dice and of the players; the same seed gives the same battle
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Who plays the two sides: random, first-legal, or script:FILE; one name for both
    #[arg(long, value_name = "PLAYER[,PLAYER]", default_value = "random,random")]
    players: String,
    /// Let the players deploy the armies instead of the level
    #[arg(long)]
    deploy: bool,
    /// Tell everything that happens
    #[arg(long)]
    log: bool,
    /// Print the result as JSON (docs/command-line.md)
    #[arg(long)]
    json: bool,
    /// Keep the battle in this file, for `ironrank replay`
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Look for data files here before the embedded ones
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
    let armoury = armoury(options.data.as_deref())?;
    let level = level(&options.level, options.data.as_ref(), options.deploy)?;
    let bout = Bout::<NoQuarter> {
        level: &level,
        seed: options.seed,
        players: players(&options.players, options.seed)?,
        check_invariants: true,
        most_orders: MOST_ORDERS,
        prepare: &furnish(&armoury),
    };
    let played = play(bout).map_err(complain)?;
    if let Some(path) = &options.save {
        let text = played.save.write().map_err(complain)?;
        write_whole(path, &text)
            .map_err(|error| complain(format_args!("{}: {error}", path.display())))?;
    }
    tell(&played.world, &played.report, options.log, options.json)?;
    played.trouble.map_or(Ok(()), |trouble| Err(complain(trouble)))
}

/// Prints a report, with the log before it if asked to.
pub(super) fn tell(
    world: &bevy::prelude::World,
    report: &Report,
    log: bool,
    json: bool,
) -> Outcome {
    let lines = log.then(|| {
        let events = &world.resource::<Log<NoQuarter>>().0;
        let lines = events.iter().map(|event| NoQuarter::sentence(world, event));
        lines.filter(|line| !line.is_empty()).collect::<Vec<String>>()
    });
    if json {
        let text = serde_json::to_string_pretty(&WithLog { report, log: lines });
        say(text.map_err(complain)?);
        return Ok(());
    }
    for line in lines.into_iter().flatten() {
        say(line);
    }
    debug_assert_eq!(report.sides.len(), world.roster().sides().count());
    say(report.text().trim_end());
    Ok(())
}

/// The orders in a file.
fn script(file: &str) -> Result<Vec<Order>, Failure> {
    let text = read_text(file.as_ref()).map_err(complain)?;
    read_script::<NoQuarter>(file, &text).map_err(complain)
}

/// The players named on the command line. One name stands for both; one script holds the orders of
/// both sides.
pub(super) fn players(names: &str, seed: u64) -> Result<Vec<Box<dyn Player<NoQuarter>>>, Failure> {
    let mut names: Vec<&str> = names.split(',').map(str::trim).collect();
    if let [one] = names[..] {
        if let Some(file) = one.strip_prefix("script:") {
            let players = Scripted::both(script(file)?);
            return Ok(players.map(|player| Box::new(player) as Box<dyn Player<_>>).into());
        }
        names = vec![one, one];
    }
    if names.len() != 2 {
        complain(format_args!("--players: {} players; a battle has two sides", names.len()));
        return Err(Failure::Usage);
    }
    names
        .into_iter()
        .zip(0..)
        .map(|(name, side)| {
            if let Some(file) = name.strip_prefix("script:") {
                return Ok(
                    Box::new(Scripted::<NoQuarter>::new(script(file)?)) as Box<dyn Player<_>>
                );
            }
            let Some(kind) = Kind::named(name) else {
                complain(format_args!(
                    "--players: no player is called \"{name}\"; known are random, first-legal and \
                     script:FILE"
                ));
                return Err(Failure::Usage);
            };
            Ok(kind.player(seed, SideId(side)))
        })
        .collect()
}

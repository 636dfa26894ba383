//! `ironrank levels`: what can be played.

use std::path::PathBuf;

use ironrank::{
    battle::{
        level::LevelUnit,
        levels::{find, ids},
        playable::within_sentence,
    },
    no_quarter::{NoQuarter, level::Level},
};

use super::{
    Failure, Outcome, armoury,
    output::{complain_all, say},
};

/// How to list.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Also list the levels of this data directory
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    // A directory that isn't there, or a broken file in it, is told; the levels are listed anyway.
    let mut outcome = armoury(options.data.as_deref()).map(drop);
    let mut levels = Vec::new();
    for id in ids(options.data.as_deref()) {
        match find::<NoQuarter>(&id, options.data.as_deref()) {
            Ok(level) => levels.push((id, level)),
            Err(errors) => outcome = Err::<(), Failure>(complain_all(&errors)),
        }
    }
    levels.sort_by_key(|(_, level)| level.place_in_list());
    for (id, level) in &levels {
        list(id, level)?;
    }
    outcome
}

/// Tells what a level is called, how large it is, who fights, and what it is about.
fn list(id: &str, level: &Level) -> Outcome {
    let count = |side: &str| -> u64 {
        let units = level.units.iter().filter(|unit| unit.side == side);
        units.map(LevelUnit::models).sum()
    };
    let table = &level.table;
    let armies: Vec<String> = level
        .sides
        .iter()
        .map(|side| format!("{} of {}", count(&side.name), within_sentence(&side.name)))
        .collect();
    let armies = armies.join(" against ");
    say(format_args!("{id}: {} ({} x {}, {armies})", level.name, table.width, table.depth))?;
    if !level.about.is_empty() {
        say(format_args!("    {}", level.about))?;
    }
    if !level.teaches.is_empty() {
        say(format_args!("    Teaches {}.", level.teaches))?;
    }
    if let Some(harder) = &level.harder {
        say(format_args!("    {harder}"))?;
    }
    Ok(())
}

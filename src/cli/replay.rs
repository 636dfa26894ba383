//! `ironrank replay`: plays a saved battle again and compares.

use std::{collections::BTreeMap, path::PathBuf};

use ironrank::{
    battle::{levels::read_text, save::Save, snapshot::state_hash},
    lab::{Report, kind, replay},
    no_quarter::NoQuarter,
};

use super::{Outcome, armoury, battle::tell, complain, complain_all, furnish, say};

/// What to replay and how to tell of it.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// The saved battle
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Tell the result too, not only the hash
    #[arg(long)]
    result: bool,
    /// Tell everything that happens, and the result
    #[arg(long)]
    log: bool,
    /// Print the result as JSON (docs/command-line.md)
    #[arg(long)]
    json: bool,
    /// Look for data files here before the embedded ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let file = options.file.display().to_string();
    let text = read_text(&options.file).map_err(complain)?;
    let save = Save::<NoQuarter>::read(&file, &text).map_err(|errors| complain_all(&errors))?;
    let world = replay(&save, &furnish(&armoury)).map_err(|errors| complain_all(&errors))?;
    let hash = format!("{:016x}", state_hash::<NoQuarter>(&world));
    if options.result || options.log || options.json {
        let mut kinds = BTreeMap::new();
        for order in &save.orders {
            *kinds.entry(kind(order)).or_insert(0) += 1;
        }
        let players = vec!["replay".to_owned(); save.level.sides.len()];
        let report = Report::of::<NoQuarter>(&world, &save, players, kinds);
        tell(&world, &report, options.log, options.json)?;
    } else {
        say(&hash);
    }
    if hash == save.hash {
        return Ok(());
    }
    Err(complain(format_args!(
        "{file}: hash: the file says {}, and its orders lead to {hash}; it was changed, or the \
         rules have changed since",
        save.hash
    )))
}

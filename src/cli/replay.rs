//! `ironrank replay`: plays saved battles again and compares.

use std::{
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use bevy::prelude::World;
use ironrank::{
    battle::{
        DataError, RuleSystem,
        files::{read_text, write_whole},
        link,
        playable::count,
        save::Save,
    },
    lab::{Kinds, Report, Trail, replay_watched},
    no_quarter::{Armoury, NoQuarter, Order},
};

use super::{
    Failure, Outcome, armoury, at_least_one,
    battle::tell,
    furnish,
    input::{self, Files},
    many,
    output::{complain, complain_all, misused, say},
    progress::{HowFar, Progress},
    saved::{Verdict, hash_of, hash_problem, open, read, seal_problem},
    stop,
};

/// What to replay and what to print.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Saved battles; a directory stands for all *.ron files in it and below it, and - for standard
    /// input. For one battle its hash is printed, for several how many lead to the same hash as
    /// before
    #[arg(value_name = "FILE", required_unless_present = "link")]
    files: Vec<PathBuf>,
    /// Play the battle of this link instead; - for a link on standard input
    #[arg(long, value_name = "LINK", conflicts_with = "files")]
    link: Option<String>,
    /// Also print the result, not only the hash; for one battle only
    #[arg(long)]
    result: bool,
    /// Print everything that happens, and the result; for one battle only
    #[arg(long)]
    log: bool,
    /// Print the result as JSON (docs/command-line.md); for one battle only
    #[arg(long)]
    json: bool,
    /// How many battles to play at a time; if left out, as many as there are processors
    #[arg(long, value_name = "NUMBER", value_parser = at_least_one, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Look for data files in this directory before using the built-in ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    if let Some(link) = &options.link {
        let save = link::read(&linked(link)?).map_err(complain)?;
        return run_one(Path::new("link"), &save, options, &armoury);
    }
    match &options.files[..] {
        [one] if !one.is_dir() => {
            let save = read(one).map_err(|errors| complain_all(&errors))?;
            run_one(one, &save, options, &armoury)
        }
        _ if options.result || options.log || options.json => {
            Err(misused("--result, --log and --json tell of one battle; name one file"))
        }
        files => run_many(files, options.jobs, &armoury),
    }
}

/// The link that was named.
pub(super) fn linked(link: &str) -> Result<String, Failure> {
    if link == input::STANDARD_INPUT {
        input::text(Path::new(link)).map_err(complain)
    } else {
        Ok(link.to_owned())
    }
}

/// Writes a battle to a file, and the hash before each of its orders beside it.
pub(super) fn keep(path: &Path, save: &Save<NoQuarter>, armoury: &Armoury) -> Result<(), String> {
    let (trail, world) = Trail::of(save, &furnish(armoury));
    world.map_err(|errors| in_words(&errors))?;
    let text = save.write().map_err(|error| error.to_string())?;
    let write = |path: &Path, text: &str| {
        write_whole(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    write(path, &text)?;
    write(&trail_of(path), &trail.write())
}

fn run_one(path: &Path, save: &Save<NoQuarter>, options: &Options, armoury: &Armoury) -> Outcome {
    let mut kinds = Kinds::default();
    let file = input::shown(path);
    let mut seen = |world: &World, order: &_| kinds.count_order::<NoQuarter>(world, order);
    let (world, opened) =
        open(&file, save, armoury, &mut seen).map_err(|errors| complain_all(&errors))?;
    let told = if options.result || options.log || options.json {
        let players = vec!["replay".to_owned(); save.level.sides.len()];
        let report = Report::of::<NoQuarter>(&world, save, players, kinds);
        tell(&world, &report, options.log, options.json)
    } else {
        say(hash_of(&world))
    };
    match Verdict::on(save, &world, &opened) {
        Verdict::AsSaved => told,
        Verdict::OtherRules(problem) | Verdict::Changed(problem) => {
            Err(complain(format_args!("{file}: {problem}")))
        }
    }
}

/// Replays many battles and compares each with its hash and, if it lies beside, its trail.
fn run_many(paths: &[PathBuf], jobs: Option<usize>, armoury: &Armoury) -> Outcome {
    let Files { files, errors, .. } = Files::of(paths);
    if !errors.is_empty() {
        return Err(complain_all(&errors));
    }
    stop::listen();
    let (progress, done) = (Progress::new("replay"), AtomicUsize::new(0));
    let problems = Mutex::new(Vec::new());
    many::each(files.len(), jobs, &|number| {
        let result = run_again(&files[number], armoury);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.tell(|| HowFar::of(done, files.len(), "battle"));
        if let Err(problem) = result
            && let Ok(mut problems) = problems.lock()
        {
            problems.push(problem);
        }
    });
    drop(progress);
    let problems = problems.into_inner().unwrap_or_default();
    for problem in &problems {
        complain(problem);
    }
    let done = done.into_inner();
    say(how_many_lead_there(done - problems.len(), done))?;
    if done < files.len() {
        complain(format_args!("stopped after {done} of {}", count(files.len(), "battle")));
        return Err(Failure::Stopped);
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problem) }
}

/// How many of all battles lead to the hash they have.
fn how_many_lead_there(same: usize, all: usize) -> String {
    let lead = if same == 1 || all == 1 { "leads" } else { "lead" };
    format!("{same} of {} {lead} to the same hash", count(all, "battle"))
}

/// Replays a battle with its trail.
fn run_again(path: &Path, armoury: &Armoury) -> Result<(), String> {
    let save = read(path).map_err(|errors| in_words(&errors))?;
    let known = known_trail(path, &save)?;
    let (trail, world) = Trail::of(&save, &furnish(armoury));
    let file = input::shown(path);
    let differs = known.and_then(|known| trail.first_difference(&known));
    match differs {
        None => {
            let hash = hash_of(&world.map_err(|errors| in_words(&errors))?);
            let problem = hash_problem(&save, &hash).or_else(|| seal_problem(&save));
            problem.map_or(Ok(()), |problem| Err(format!("{file}: {problem}")))
        }
        Some(0) => Err(format!("{file}: differs before its first order")),
        Some(order) => Err(format!(
            "{file}: first differs after orders[{}] ({})",
            order - 1,
            order_in_words(&save, order - 1, armoury)
        )),
    }
}

/// The order at a place of a battle, from 0, in words.
fn order_in_words(save: &Save<NoQuarter>, place: usize, armoury: &Armoury) -> String {
    let (mut words, mut given) = (String::new(), 0);
    let mut watch = |world: &World, order: &Order| {
        if given == place {
            words = NoQuarter::order_in_words(world, order);
        }
        given += 1;
    };
    // It was replayed before; a later order that isn't legal is no matter here.
    replay_watched(save, &furnish(armoury), &mut watch).ok();
    words
}

/// The trail that lies beside a save, if one does: one hash for each order.
fn known_trail(path: &Path, save: &Save<NoQuarter>) -> Result<Option<Trail>, String> {
    let beside = trail_of(path);
    if input::is_standard_input(path) || !beside.exists() {
        return Ok(None);
    }
    let text = read_text(&beside).map_err(|error| error.to_string())?;
    let file = beside.display().to_string();
    let trail = Trail::read(&file, &text).map_err(|error| error.to_string())?;
    if trail.len() == save.orders.len() {
        return Ok(Some(trail));
    }
    let (hashes, orders) = (trail.len(), count(save.orders.len(), "order"));
    let hashes = if hashes == 1 { "1 hash".to_owned() } else { format!("{hashes} hashes") };
    let problem =
        format!("{hashes} for {orders}; one for each was expected, so it was cut or changed");
    Err(DataError::new(file, problem).to_string())
}

/// The file beside a save that has the hash before each order.
fn trail_of(save: &Path) -> PathBuf {
    save.with_extension("trail")
}

fn in_words(errors: &[DataError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_that_lead_there_are_counted_in_words() {
        let told =
            [(0, 1), (1, 1), (1, 3), (3, 3)].map(|(same, all)| how_many_lead_there(same, all));
        assert_eq!(
            told,
            [
                "0 of 1 battle leads to the same hash",
                "1 of 1 battle leads to the same hash",
                "1 of 3 battles leads to the same hash",
                "3 of 3 battles lead to the same hash",
            ]
        );
    }
}

//! `ironrank replay`: plays saved battles again and compares.

use std::{
    path::{Path, PathBuf},
    sync::Mutex,
};

use bevy::prelude::World;
use ironrank::{
    battle::{
        DataError, Opened, RuleSystem,
        data::printable,
        levels::read_text,
        link,
        save::{Save, write_whole},
        snapshot::state_hash,
    },
    lab::{Kinds, Report, Trail, open},
    no_quarter::{Armoury, NoQuarter},
};

use super::{
    Failure, Outcome, armoury, battle::tell, check::collect, complain, complain_all, furnish, many,
    say,
};

/// What to replay and how to tell of it.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Saved battles; of a directory all *.ron files in it. Of one its hash is printed, of several
    /// how many lead to the same hash as before
    #[arg(value_name = "FILE", required_unless_present = "link")]
    files: Vec<PathBuf>,
    /// The battle of this link instead
    #[arg(long, value_name = "LINK", conflicts_with = "files")]
    link: Option<String>,
    /// Tell the result too, not only the hash; of one battle only
    #[arg(long)]
    result: bool,
    /// Tell everything that happens, and the result; of one battle only
    #[arg(long)]
    log: bool,
    /// Print the result as JSON (docs/command-line.md); of one battle only
    #[arg(long)]
    json: bool,
    /// How many battles at a time; as many as there are processors if left out
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Look for data files here before the embedded ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    if let Some(link) = &options.link {
        let save = link::read(link).map_err(complain)?;
        return run_one(Path::new("link"), &save, options, &armoury);
    }
    match &options.files[..] {
        [one] if !one.is_dir() => {
            let save = read(one).map_err(|errors| complain_all(&errors))?;
            run_one(one, &save, options, &armoury)
        }
        _ if options.result || options.log || options.json => {
            complain("--result, --log and --json tell of one battle; name one file");
            Err(Failure::Usage)
        }
        files => run_many(files, options.jobs, &armoury),
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
    let mut count = |world: &World, order: &_| kinds.count_order::<NoQuarter>(world, order);
    let (world, opened) =
        open(save, &furnish(armoury), &mut count).map_err(|errors| complain_all(&errors))?;
    let hash = hash_of(&world);
    if options.result || options.log || options.json {
        let players = vec!["replay".to_owned(); save.level.sides.len()];
        let report = Report::of::<NoQuarter>(&world, save, players, kinds);
        tell(&world, &report, options.log, options.json)?;
    } else {
        say(&hash);
    }
    match &opened {
        Opened::AsSaved | Opened::Elsewhere(_) => compare(path, save, &hash).map_err(complain),
        Opened::AtPosition(change) | Opened::AtLastOrder { change, .. } => {
            let failure = complain(format_args!("{}: {opened}", path.display()));
            Err(change.refused.as_ref().map_or(failure, complain))
        }
    }
}

/// Replays many battles and compares each with its hash and, if it lies beside, its trail.
fn run_many(paths: &[PathBuf], jobs: Option<usize>, armoury: &Armoury) -> Outcome {
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for path in paths {
        collect(path, &mut files, &mut errors);
    }
    if !errors.is_empty() {
        return Err(complain_all(&errors));
    }
    if files.is_empty() {
        return Err(complain("no *.ron files there"));
    }
    let problems = Mutex::new(Vec::new());
    many::each(files.len(), jobs, &|number| {
        if let Err(problem) = run_again(&files[number], armoury)
            && let Ok(mut problems) = problems.lock()
        {
            problems.push(problem);
        }
    });
    let problems = problems.into_inner().unwrap_or_default();
    for problem in &problems {
        complain(problem);
    }
    let (all, same) = (files.len(), files.len() - problems.len());
    say(format_args!("{same} of {all} battles lead to the same hash"));
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problem) }
}

/// Replays a battle with its trail.
fn run_again(path: &Path, armoury: &Armoury) -> Result<(), String> {
    let save = read(path).map_err(|errors| in_words(&errors))?;
    let beside = trail_of(path);
    let known = if beside.is_file() {
        let text = read_text(&beside).map_err(|error| error.to_string())?;
        Trail::read(&beside.display().to_string(), &text).map_err(|error| error.to_string())?
    } else {
        Trail::default()
    };
    let (trail, world) = Trail::of(&save, &furnish(armoury));
    match trail.first_difference(&known) {
        None => compare(path, &save, &hash_of(&world.map_err(|errors| in_words(&errors))?)),
        Some(0) => Err(format!("{}: differs before its first order", path.display())),
        Some(order) => Err(format!(
            "{}: first differs after orders[{}], {:?}",
            path.display(),
            order - 1,
            save.orders[order - 1]
        )),
    }
}

fn compare(path: &Path, save: &Save<NoQuarter>, hash: &str) -> Result<(), String> {
    if hash == save.hash {
        return Ok(());
    }
    let played_with = match save.rules_version {
        Some(version) => format!("version {version} of the rules"),
        None => "rules whose version it doesn't say".to_owned(),
    };
    Err(format!(
        "{}: hash: the file says {}, and its orders lead to {hash}; it was changed, or the rules \
         have changed since: it was played with {played_with}, and this is version {}",
        path.display(),
        printable(&save.hash),
        NoQuarter::VERSION
    ))
}

fn read(path: &Path) -> Result<Save<NoQuarter>, Vec<DataError>> {
    let text = read_text(path).map_err(|error| vec![error])?;
    Save::read(&path.display().to_string(), &text)
}

/// The file beside a save that has the hash before each order.
fn trail_of(save: &Path) -> PathBuf {
    save.with_extension("trail")
}

fn hash_of(world: &World) -> String {
    format!("{:016x}", state_hash::<NoQuarter>(world))
}

fn in_words(errors: &[DataError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

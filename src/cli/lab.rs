//! `ironrank lab`: series of battles between players, with sides swapped, and what they prove.

mod file;
mod table;

use std::{
    fs::File,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock},
    time::{Duration, Instant},
};

use ironrank::{
    battle::{
        files::{read_text_up_to, write_whole},
        levels::ids,
        playable::count,
    },
    lab::{
        Trouble,
        series::{
            Header, Journal, LONGEST_SERIES, LevelMark, MOST_PAIRS, PairRecord, Pairs, Purpose,
            SeedError, Series, Shard, Sprt, Summary, Table, Verdict, line, merge, play_pair,
        },
    },
    no_quarter::{Armoury, NoQuarter, level::Level},
    players::Kind,
};

use self::file::{Guard, into_file, kept, resume};
use super::{
    Failure, Outcome, armoury, at_least_one,
    check::set_up,
    furnish, input, level, many,
    output::{complain, complain_all, misused, say, say_json, say_plain},
    progress::{HowFar, Progress},
    stop, whole_number,
};

/// What to play, or which files to put together.
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Options {
    #[command(flatten)]
    series: SeriesOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Command {
    /// Put files of one series together and print what they come to
    Merge(MergeOptions),
}

/// A series.
#[derive(clap::Args, Clone, Debug)]
struct SeriesOptions {
    /// The players to compare, such as sergeant,recruit; with --ladder two or more, all if left out
    #[arg(long, value_name = "PLAYER,PLAYER")]
    players: Option<String>,
    /// Let all players fight each other, and rate them
    #[arg(long)]
    ladder: bool,
    /// The levels: names or files, with commas between them, or `all`
    #[arg(long, value_name = "LEVEL", default_value = "all")]
    level: String,
    /// How many pairs of battles any two players fight on each level
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = pairs, allow_negative_numbers = true)]
    pairs: usize,
    /// The seed of the first pair on each level; the following pairs count up from it
    #[arg(long, value_name = "NUMBER", value_parser = super::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Use the seeds for claims, which nobody tunes players with: those from 1000000 on
    #[arg(long)]
    claim: bool,
    /// Let the players deploy the armies instead of using the places in the levels
    #[arg(long)]
    deploy: bool,
    /// Stop when it is known whether the first player is stronger by the second number of Elo rather
    /// than by the first, with an error of 0.05 either way
    #[arg(long, value_name = "ELO,ELO", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Play only one part of the series, such as 3/64
    #[arg(
        long,
        value_name = "PART/PARTS",
        conflicts_with = "sprt",
        requires = "into",
        allow_hyphen_values = true
    )]
    shard: Option<Shard>,
    /// Keep each result in this file; if the series is already in it, go on where it was
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Don't measure how long the players think, which depends on the machine: then the same series
    /// always gives the same file and the same result, byte for byte
    #[arg(long)]
    untimed: bool,
    /// How many battles to play at a time; if left out, as many as there are processors
    #[arg(long, value_name = "NUMBER", value_parser = at_least_one, allow_negative_numbers = true)]
    jobs: Option<usize>,
    #[command(flatten)]
    form: Form,
}

/// Files to put together.
#[derive(clap::Args, Clone, Debug)]
struct MergeOptions {
    /// Files that `ironrank lab --into` has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Keep all of it in this file; it may be one of the others, or hold nothing that they don't
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Rate all players
    #[arg(long)]
    ladder: bool,
    #[command(flatten)]
    form: Form,
}

/// How to print the result.
#[derive(clap::Args, Clone, Copy, Debug)]
struct Form {
    /// Print the result as JSON (docs/command-line.md)
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print each battle as a line of CSV
    #[arg(long)]
    csv: bool,
}

pub fn run(options: &Options) -> Outcome {
    match &options.command {
        Some(Command::Merge(options)) => put_together(options),
        None => play(&options.series),
    }
}

/// How many pairs of battles a series may have.
fn pairs(text: &str) -> Result<usize, String> {
    whole_number(text, 1..=MOST_PAIRS)
}

/// A test asks about no larger difference in Elo.
const MOST_ELO: f64 = 1000.0;

/// The two numbers of Elo between which a test decides.
fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || {
        format!(
            "two numbers of Elo between -{MOST_ELO} and {MOST_ELO} were expected, the smaller first, \
             such as 0,20"
        )
    };
    let (little, much) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MOST_ELO);
    match (number(little), number(much)) {
        (Some(little), Some(much)) if little < much => Ok(Sprt { little, much }),
        _ => Err(wrong()),
    }
}

fn players(options: &SeriesOptions) -> Result<Vec<Kind>, Failure> {
    let Some(names) = &options.players else {
        if options.ladder {
            return Ok(Kind::ALL.into());
        }
        return Err(misused(
            "--players: name the two players to compare, such as sergeant,recruit, or use --ladder to \
             compare all",
        ));
    };
    let mut kinds = Vec::new();
    for name in names.split(',').map(str::trim) {
        kinds.push(Kind::known(name).map_err(misused)?);
    }
    let twice = kinds.iter().enumerate().find(|(place, kind)| kinds[..*place].contains(kind));
    if let Some((_, kind)) = twice.filter(|_| options.ladder) {
        return Err(misused(format_args!("--players: {} is named twice", kind.name())));
    }
    match (kinds.len(), options.ladder) {
        (2, _) | (3.., true) => Ok(kinds),
        (given, _) => Err(misused(format_args!(
            "--players: {given} named; a series needs two, or two or more with --ladder",
            given = count(given, "player")
        ))),
    }
}

fn levels(options: &SeriesOptions) -> Result<Vec<(LevelMark, Level)>, Failure> {
    let names = match options.level.as_str() {
        "all" => ids(None),
        names => names.split(',').map(|name| name.trim().to_owned()).collect(),
    };
    if names.iter().any(|name| name == "all") {
        return Err(misused("--level: all stands for every level; leave out the others"));
    }
    let mut levels: Vec<(LevelMark, Level)> = Vec::new();
    for name in names {
        let level = level(&name, None, options.deploy)?;
        // A file has its name wherever it lies.
        let stem = Path::new(&name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if levels.iter().any(|(mark, _)| mark.name == stem) {
            return Err(misused(format_args!("--level: {stem} is named twice")));
        }
        levels.push((LevelMark::of(&stem, &level), level));
    }
    Ok(levels)
}

fn play(options: &SeriesOptions) -> Outcome {
    let into = into_file(options.into.as_deref())?;
    let kinds = players(options)?;
    let purpose = if options.claim { Purpose::Claim } else { Purpose::Tuning };
    let seed = options.seed.unwrap_or(purpose.first_seed());
    purpose.check(seed, options.pairs).map_err(|error| misused(seeds_told(error)))?;
    let (levels, armoury) = (levels(options)?, armoury(None)?);
    for (_, level) in &levels {
        set_up(level, &armoury).map_err(|errors| complain_all(&errors))?;
    }
    let marks = levels.iter().map(|(mark, _)| mark.clone()).collect();
    let series = Series::new::<NoQuarter>(&kinds, marks, seed, options.pairs);
    if series.len() > MOST_PAIRS {
        return Err(misused(format_args!("--pairs: a series has no more than {MOST_PAIRS} pairs")));
    }
    if options.sprt.is_some() && kinds.len() != 2 {
        return Err(misused("--sprt compares two players; name them with --players"));
    }
    let header = Header::new(series, options.shard);
    let _guard = into.map(Guard::of).transpose()?;
    let (journal, file) = match into {
        None => (Journal::new(header), None),
        Some(path) => resume(path, header)?,
    };
    stop::listen();
    let before = journal.pairs.clone();
    let (journal, failures) = Lab { options, kinds, levels, armoury, file }.play(journal);
    let mut outcome = Ok(());
    if let Some(path) = into {
        // Until now its pairs stand in the order in which they were played to their ends, and those that
        // a test no longer needed stand there too. What was there before stays.
        let mut kept = journal.clone();
        kept.pairs.extend(before);
        outcome = write_whole(path, &kept.write())
            .map_err(|error| complain(format_args!("{}: {error}", path.display())));
    }
    for failure in &failures {
        outcome = Err(complain(failure));
    }
    tell(&journal, options.sprt, options.ladder, options.form)?;
    if stop::asked() {
        complain(format_args!("stopped after {} of battles", count(journal.pairs.len(), "pair")));
        return Err(Failure::Stopped);
    }
    outcome
}

/// What is wrong with the seeds of a series, and what to do about it.
fn seeds_told(error: SeedError) -> String {
    let hint = match error {
        SeedError::Missing { .. } | SeedError::Both { purpose: Purpose::Tuning, .. } => {
            "begin with a lower --seed or play fewer --pairs"
        }
        SeedError::OfOther { purpose: Purpose::Tuning, .. } => {
            "use --claim, or begin with a lower --seed"
        }
        SeedError::OfOther { purpose: Purpose::Claim, .. } => {
            "leave out --claim, or begin with a higher --seed"
        }
        SeedError::Both { purpose: Purpose::Claim, .. } => "begin with a higher --seed",
    };
    format!("{error}; {hint}")
}

/// Plays a series on several threads; each battle runs on one.
struct Lab<'a> {
    options: &'a SeriesOptions,
    kinds: Vec<Kind>,
    levels: Vec<(LevelMark, Level)>,
    armoury: Armoury,
    file: Option<File>,
}

/// What threads tell each other.
struct Shared {
    journal: Journal,
    file: Option<File>,
    failures: Vec<String>,
    /// Pairs in the order of their numbers, without a gap, for a test that is to say the same however
    /// many threads there are.
    in_order: (usize, Pairs),
    decided: bool,
}

/// The time since this was first asked.
fn clock() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

impl Lab<'_> {
    fn play(mut self, journal: Journal) -> (Journal, Vec<String>) {
        let left = journal.left();
        let file = self.file.take();
        let (series, all) = (journal.header.series.clone(), left.len());
        let mut shared = Shared {
            journal,
            file,
            failures: Vec::new(),
            in_order: (0, Pairs::default()),
            decided: false,
        };
        // What was played before may have decided already.
        shared.look(self.options.sprt);
        let shared = Mutex::new(shared);
        let progress = Progress::new("lab");
        many::each(all, self.options.jobs, &|place| {
            if shared.lock().is_ok_and(|shared| shared.decided) {
                return;
            }
            let number = left[place];
            let bill = series.bill(number);
            let result = catch_unwind(AssertUnwindSafe(|| self.pair(number, &series)))
                .unwrap_or_else(|_| Err("the program panicked".to_owned()));
            let Ok(mut shared) = shared.lock() else { return };
            match result {
                Ok(None) => return,
                Ok(Some(pair)) => shared.keep(pair, self.options.sprt),
                Err(problem) => {
                    let [one, other] = bill.players.map(|player| self.kinds[player].name());
                    let level = &series.levels[bill.level].name;
                    shared.failures.push(format!(
                        "{one} against {other}, level {level}, seed {}: {problem}",
                        bill.seed
                    ));
                }
            }
            progress.tell(|| {
                let done = all - shared.journal.left().len();
                HowFar::of(done, all, "pair")
            });
        });
        drop(progress);
        let Shared { journal, failures, .. } = match shared.into_inner() {
            Ok(shared) => shared,
            Err(poisoned) => poisoned.into_inner(),
        };
        (journal, failures)
    }

    /// Plays one pair; none if it was stopped.
    fn pair(&self, number: usize, series: &Series) -> Result<Option<PairRecord>, String> {
        let bill = series.bill(number);
        let prepare = furnish(&self.armoury);
        let table = Table::<NoQuarter> {
            level: &self.levels[bill.level].1,
            prepare: &prepare,
            watch: &|_| stop::flow(),
            clock: if self.options.untimed { || Duration::ZERO } else { clock },
        };
        match play_pair(&table, number, bill.seed, bill.players.map(|player| self.kinds[player])) {
            Ok(pair) => Ok(Some(pair)),
            Err(Trouble::Stopped { .. }) => Ok(None),
            Err(trouble) => Err(trouble.to_string()),
        }
    }
}

impl Shared {
    fn keep(&mut self, pair: PairRecord, test: Option<Sprt>) {
        if self.decided {
            return;
        }
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(line(&pair).as_bytes())
        {
            self.failures.push(format!("pair {} can't be kept: {error}", pair.number));
            self.file = None;
        }
        self.journal.pairs.insert(pair.number, pair);
        self.look(test);
    }

    /// Looks whether a test has decided.
    fn look(&mut self, test: Option<Sprt>) {
        let Some(test) = test else { return };
        let (next, pairs) = &mut self.in_order;
        while !self.decided
            && let Some(pair) = self.journal.pairs.get(next)
        {
            pairs.count(pair);
            *next += 1;
            self.decided = test.verdict(pairs) != Verdict::Open;
        }
        if self.decided {
            // What other threads have finished before it doesn't count.
            self.journal.pairs.split_off(next);
        }
    }
}

fn put_together(options: &MergeOptions) -> Outcome {
    let into = into_file(options.into.as_deref())?;
    let _guard = into.map(Guard::of).transpose()?;
    let mut parts = Vec::new();
    for path in &options.files {
        let text = match input::is_standard_input(path) {
            true => input::text(path),
            false => read_text_up_to(path, LONGEST_SERIES),
        };
        let text = text.map_err(complain)?;
        let shown = input::shown(path);
        let journal = Journal::read(&shown, &text).map_err(complain)?;
        parts.push((shown, journal));
    }
    let whole = merge(&parts).map_err(complain)?;
    if let Some(path) = into {
        if let Some(before) = kept(path)? {
            whole.may_replace(&input::shown(path), &before).map_err(complain)?;
        }
        write_whole(path, &whole.write())
            .map_err(|error| complain(format_args!("{}: {error}", path.display())))?;
    }
    tell(&whole, None, options.ladder, options.form)
}

fn tell(journal: &Journal, test: Option<Sprt>, ladder: bool, form: Form) -> Outcome {
    if form.csv {
        return say_plain(table::csv(journal));
    }
    let summary = Summary::of(journal, test, ladder);
    if form.json { say_json(&summary) } else { say(summary.text().trim_end()) }
}

//! `ironrank soak`: many random battles, each watched for anything impossible and replayed.

use std::{
    collections::BTreeMap,
    fmt::Display,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Mutex,
};

use ironrank::{
    battle::{
        level::{Deployment, Turns},
        levels::ids,
    },
    lab::{Bout, Coverage, Kinds, Played, Report, check_replay, play},
    no_quarter::{
        Armoury, NoQuarter,
        level::{EdgeChoice, FirstToSetUp, Level, SetUp, TerrainSetUp},
    },
};

use super::{Outcome, armoury, complain, furnish, level, many, replay, say};

/// Which battles.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// How many battles on each level
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    battles: usize,
    /// The level: a name, a file, or all
    #[arg(long, value_name = "LEVEL", default_value = "all")]
    level: String,
    /// The seed of the first battle; the next ones count on from it
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// How many battles at a time; as many as there are processors if left out
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<usize>,
    /// Replay only every so manieth battle; 0 for none
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    replay_every: usize,
    /// Keep each battle in this directory, with the hash before each order, for `ironrank replay`
    #[arg(long, value_name = "DIRECTORY")]
    keep: Option<PathBuf>,
    /// Take it for a problem if a kind of order was never given
    #[arg(long)]
    all_kinds: bool,
    /// Look for data files here before the embedded ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

/// What many battles came to.
#[derive(Default)]
struct Sum {
    played: usize,
    wins: BTreeMap<String, u64>,
    orders: usize,
    kinds: Kinds,
    failures: Vec<String>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let names = match options.level.as_str() {
        "all" => ids(options.data.as_deref()),
        one => vec![one.to_owned()],
    };
    let mut total = Sum::default();
    for name in names {
        let as_placed = level(&name, options.data.as_ref(), false)?;
        let sum = soak(options, &name, &as_placed, &armoury);
        tell(&name, &sum);
        for failure in &sum.failures {
            complain(failure);
        }
        total.add(sum);
    }
    let Sum { played, orders, kinds, failures, .. } = total;
    let failed = failures.len();
    let coverage = kinds.coverage::<NoQuarter>();
    say(format_args!("in all: {played} battles, {failed} went wrong, {orders} orders"));
    for part in &coverage {
        say(format_args!("  {}", in_words(part)));
    }
    // Some questions and events are rare: they are only told.
    let given = coverage.iter().filter(|part| part.what == "orders");
    let never = given.filter(|part| options.all_kinds && !part.never.is_empty());
    let mut outcome = Ok(());
    for part in never {
        outcome = Err(complain(format_args!("--all-kinds: {}", in_words(part))));
    }
    if failed > 0 {
        outcome = Err(complain(format_args!("{failed} battles went wrong")));
    }
    outcome
}

/// Plays the battles of one level on several threads; each battle runs on one.
fn soak(options: &Options, name: &str, as_placed: &Level, armoury: &Armoury) -> Sum {
    let by_hand = Level { deployment: Deployment::ByHand, ..as_placed.clone() };
    let set_up = SetUp {
        terrain: TerrainSetUp::Alternately,
        edges: EdgeChoice::ByDice,
        first: FirstToSetUp::Weaker,
    };
    // Every eighth battle begins with laying the terrain and choosing edges; in half of those the
    // dice say who begins, and how long it lasts.
    let all_by_hand = Level { set_up, ..by_hand.clone() };
    let set_up = SetUp { first: FirstToSetUp::ByDice, ..set_up };
    let all_by_dice = Level { set_up, turns: Turns::Random, ..by_hand.clone() };
    let sum = Mutex::new(Sum::default());
    many::each(options.battles, options.jobs, &|number| {
        let seed = options.seed.wrapping_add(number as u64);
        // Every fourth battle begins with a deployment. The seed alone says which, so that one
        // battle can be played again.
        let level = match seed % 16 {
            8 => &all_by_hand,
            0 => &all_by_dice,
            4 | 12 => &by_hand,
            _ => as_placed,
        };
        let again = options.replay_every > 0 && number.is_multiple_of(options.replay_every);
        let keep = options.keep.as_deref().map(|folder| (folder, name));
        let result = catch_unwind(AssertUnwindSafe(|| one(level, seed, armoury, again, keep)))
            .unwrap_or_else(|_| Err("the program panicked".to_owned()));
        let Ok(mut sum) = sum.lock() else { return };
        sum.played += 1;
        match result {
            Ok(report) => sum.count(report),
            Err(problem) => {
                let how = format!("ironrank soak --level {name} --seed {seed} --battles 1");
                sum.failures.push(format!("{how}: {problem}"));
            }
        }
        if sum.played.is_multiple_of(100) {
            let (played, failed, of) = (sum.played, sum.failures.len(), options.battles);
            let _ = writeln!(
                std::io::stderr(),
                "{name}: {played} of {of} battles, {failed} went wrong"
            );
        }
    });
    sum.into_inner().unwrap_or_default()
}

/// Plays one battle between two random players.
fn one(
    level: &Level,
    seed: u64,
    armoury: &Armoury,
    again: bool,
    keep: Option<(&Path, &str)>,
) -> Result<Report, String> {
    let told = |trouble: &dyn Display| trouble.to_string();
    let prepare = furnish(armoury);
    let bout = Bout::<NoQuarter> {
        check_invariants: true,
        prepare: &prepare,
        ..Bout::random(level, seed)
    };
    let played = play(bout).and_then(Played::sound).map_err(|trouble| told(&trouble))?;
    if !played.report.finished {
        return Err("a player gave up".to_owned());
    }
    if again {
        check_replay(&played, &prepare).map_err(|trouble| told(&trouble))?;
    }
    if let Some((folder, name)) = keep {
        // A level may be named by its file.
        let name = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        let path = folder.join(format!("{name}-{seed}.ron"));
        replay::keep(&path, &played.save, armoury)?;
    }
    Ok(played.report)
}

impl Sum {
    fn count(&mut self, report: Report) {
        let winner = report.winner.unwrap_or_else(|| "nobody".to_owned());
        *self.wins.entry(winner).or_insert(0) += 1;
        self.orders += report.orders;
        self.kinds.add(report.kinds);
    }

    fn add(&mut self, other: Self) {
        let Self { played, wins: _, orders, kinds, failures } = other;
        self.played += played;
        self.orders += orders;
        self.kinds.add(kinds);
        self.failures.extend(failures);
    }
}

fn tell(name: &str, sum: &Sum) {
    let list = |counts: &BTreeMap<String, u64>| {
        let counts: Vec<String> =
            counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        counts.join(", ")
    };
    let Sum { played, orders, kinds, failures, .. } = sum;
    say(format_args!("{name}: {played} battles, {} went wrong, {orders} orders", failures.len()));
    say(format_args!("  won by: {}", list(&sum.wins)));
    say(format_args!("  orders: {}", list(&kinds.orders)));
    say(format_args!("  questions: {}", list(&kinds.questions)));
    say(format_args!("  answers: {}", list(&kinds.answers)));
    say(format_args!("  events: {}", list(&kinds.events)));
}

/// "27 of 28 kinds of orders; never Reorganise".
fn in_words(Coverage { what, all, never }: &Coverage) -> String {
    let found = all - never.len();
    let never =
        if never.is_empty() { String::new() } else { format!("; never {}", never.join(", ")) };
    format!("{found} of {all} kinds of {what}{never}")
}

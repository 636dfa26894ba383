//! `ironrank soak`: many random battles, each watched for anything impossible and replayed.

mod muster;

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fmt::Display,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Mutex,
};

use ironrank::{
    battle::{
        level::{Deployment, Turns},
        levels::ids,
        playable::count,
    },
    lab::{Bout, Coverage, Kinds, Played, Report, Trouble, check_replay, play},
    no_quarter::{
        Armoury, NoQuarter,
        level::{Composition, EdgeChoice, FirstToSetUp, Level, SetUp, TerrainSetUp},
    },
};

use super::{
    Failure, Outcome, armoury, at_least_one, furnish, level, many,
    output::{complain, say},
    progress::{HowFar, Progress},
    replay, stop,
};

/// The name of levels that are made up for each battle.
const RANDOM: &str = "random";

/// Which battles.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// How many battles to play on each level
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, value_parser = at_least_one, allow_negative_numbers = true)]
    battles: usize,
    /// The level: a name, a file, `random` for a new one in each battle, or `all`
    #[arg(long, value_name = "LEVEL", default_value = "all")]
    level: String,
    /// The seed of the first battle; the following battles count up from it
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = super::seed, allow_negative_numbers = true)]
    seed: u64,
    /// How many battles to play at a time; if left out, as many as there are processors
    #[arg(long, value_name = "NUMBER", value_parser = at_least_one, allow_negative_numbers = true)]
    jobs: Option<usize>,
    /// Replay only one battle out of this many; 0 for none
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = super::any_number, allow_negative_numbers = true)]
    replay_every: usize,
    /// Save each battle in this directory, with the hash before each order, for `ironrank replay`
    #[arg(long, value_name = "DIRECTORY")]
    keep: Option<PathBuf>,
    /// Treat it as a problem if a kind of order was never given
    #[arg(long)]
    all_kinds: bool,
    /// Look for data files in this directory before using the built-in ones
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
    let mut names = match options.level.as_str() {
        "all" => ids(options.data.as_deref()),
        one => vec![one.to_owned()],
    };
    if options.level == "all" {
        names.push(RANDOM.to_owned());
    }
    if let Some(folder) = &options.keep {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| complain(format_args!("--keep {}: {error}", folder.display())))?;
    }
    stop::listen();
    let mut total = Sum::default();
    for name in names {
        if stop::asked() {
            break;
        }
        let field = if name == RANDOM {
            Field::Random(&armoury)
        } else {
            Field::known(level(&name, options.data.as_ref(), false)?)
        };
        let sum = soak(options, &name, &field, &armoury);
        let told = tell(&name, &sum);
        for failure in &sum.failures {
            complain(failure);
        }
        total.add(sum);
        told?;
    }
    let Sum { played, orders, kinds, failures, .. } = total;
    let failed = failures.len();
    let coverage = kinds.coverage::<NoQuarter>();
    let battles = count(played, "battle");
    let orders = count(orders, "order");
    say(format_args!("in all: {battles}, {failed} went wrong, {orders}"))?;
    for part in &coverage {
        say(format_args!("  {}", in_words(part)))?;
    }
    if stop::asked() {
        complain(format_args!("stopped after {battles}"));
        return Err(Failure::Stopped);
    }
    // Some questions and events are rare: they are only told.
    let given = coverage.iter().filter(|part| part.what == "orders");
    let never = given.filter(|part| options.all_kinds && !part.never.is_empty());
    let mut outcome = Ok(());
    for part in never {
        outcome = Err(complain(format_args!("--all-kinds: {}", in_words(part))));
    }
    if failed > 0 {
        outcome = Err(complain(format_args!("{} went wrong", count(failed, "battle"))));
    }
    outcome
}

/// Where the battles of a level are fought.
enum Field<'a> {
    /// On a level, and on the same with more and more of it left to the players.
    Known(Box<[Level; 4]>),
    /// On another one in each battle.
    Random(&'a Armoury),
}

impl Field<'_> {
    fn known(as_placed: Level) -> Self {
        let by_hand = Level { deployment: Deployment::ByHand, ..as_placed.clone() };
        let set_up = SetUp {
            terrain: TerrainSetUp::Alternately,
            edges: EdgeChoice::ByDice,
            first: FirstToSetUp::Weaker,
            armies: Composition::default(),
        };
        // Terrain and edges too; and once more, where the dice say who begins, and how long it lasts.
        let by_dice = SetUp { first: FirstToSetUp::ByDice, ..set_up.clone() };
        let all_by_hand = Level { set_up, ..by_hand.clone() };
        let all_by_dice = Level { set_up: by_dice, turns: Turns::Random, ..by_hand.clone() };
        Self::Known(Box::new([as_placed, by_hand, all_by_hand, all_by_dice]))
    }

    /// The level of the battle with a seed. Every fourth battle begins with a deployment, every
    /// eighth with laying the terrain and choosing edges. The seed alone says which, so that one
    /// battle can be played again.
    fn level(&self, seed: u64) -> Result<Cow<'_, Level>, String> {
        match self {
            Self::Known(levels) => Ok(Cow::Borrowed(
                &levels[match seed % 16 {
                    8 => 2,
                    0 => 3,
                    4 | 12 => 1,
                    _ => 0,
                }],
            )),
            Self::Random(armoury) => {
                let level = muster::level(armoury, seed).map_err(|errors| {
                    let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
                    told.join("; ")
                });
                level.map(Cow::Owned)
            }
        }
    }
}

/// Plays the battles of one level on several threads; each battle runs on one.
fn soak(options: &Options, name: &str, field: &Field, armoury: &Armoury) -> Sum {
    let sum = Mutex::new(Sum::default());
    let progress = Progress::new(name);
    many::each(options.battles, options.jobs, &|number| {
        let seed = options.seed.wrapping_add(number as u64);
        let again = options.replay_every > 0 && number.is_multiple_of(options.replay_every);
        let keep = options.keep.as_deref().map(|folder| (folder, name));
        let result = catch_unwind(AssertUnwindSafe(|| {
            one(&*field.level(seed)?, seed, armoury, again, keep)
        }))
        .unwrap_or_else(|_| Err("the program panicked".to_owned()));
        let Ok(mut sum) = sum.lock() else { return };
        match result {
            // It was stopped.
            Ok(None) => return,
            Ok(Some(report)) => sum.count(report),
            Err(problem) => {
                let how = format!("ironrank soak --level {name} --seed {seed} --battles 1");
                sum.failures.push(format!("{how}: {problem}"));
            }
        }
        sum.played += 1;
        progress.tell(|| {
            let far = HowFar::of(sum.played, options.battles, "battle");
            let note = match sum.failures.len() {
                0 => far.note,
                wrong => format!("{}, {wrong} went wrong", far.note),
            };
            HowFar { note, ..far }
        });
    });
    sum.into_inner().unwrap_or_default()
}

/// Plays one battle between two random players; none if it was stopped.
fn one(
    level: &Level,
    seed: u64,
    armoury: &Armoury,
    again: bool,
    keep: Option<(&Path, &str)>,
) -> Result<Option<Report>, String> {
    let told = |trouble: &dyn Display| trouble.to_string();
    let prepare = furnish(armoury);
    let bout = Bout::<NoQuarter> {
        check_invariants: true,
        prepare: &prepare,
        watch: &|_| stop::flow(),
        ..Bout::random(level, seed)
    };
    let played = match play(bout).and_then(Played::sound) {
        Ok(played) => played,
        Err(Trouble::Stopped { .. }) => return Ok(None),
        Err(trouble) => return Err(told(&trouble)),
    };
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
    Ok(Some(played.report))
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

fn tell(name: &str, sum: &Sum) -> Outcome {
    let list = |counts: &BTreeMap<String, u64>| {
        let counts: Vec<String> =
            counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        counts.join(", ")
    };
    let Sum { played, orders, kinds, failures, .. } = sum;
    let (battles, orders) = (count(*played, "battle"), count(*orders, "order"));
    say(format_args!("{name}: {battles}, {} went wrong, {orders}", failures.len()))?;
    for (what, counts) in [
        ("won by", &sum.wins),
        ("orders", &kinds.orders),
        ("questions", &kinds.questions),
        ("answers", &kinds.answers),
        ("events", &kinds.events),
    ] {
        if !counts.is_empty() {
            say(format_args!("  {what}: {}", list(counts)))?;
        }
    }
    Ok(())
}

/// "27 of 28 kinds of orders; never Reorganise".
fn in_words(Coverage { what, all, never }: &Coverage) -> String {
    let found = all - never.len();
    let never =
        if never.is_empty() { String::new() } else { format!("; never {}", never.join(", ")) };
    format!("{found} of {all} kinds of {what}{never}")
}

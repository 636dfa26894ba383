//! `ironrank soak`: many random battles, each watched for anything impossible and replayed.

use std::{
    collections::BTreeMap,
    io::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use ironrank::{
    battle::{
        Level, SetUp, SideId,
        level::Deployment,
        levels::ids,
        set_up::{EdgeChoice, FirstToSetUp, TerrainSetUp},
    },
    lab::{Bout, MOST_ORDERS, Played, Report, check_replay, play},
    no_quarter::{Armoury, NoQuarter},
    players::Kind,
};

use super::{Outcome, armoury, complain, furnish, level, say};

/// Which battles.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// How many battles on each level
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    battles: u64,
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
    replay_every: u64,
    /// Look for data files here before the embedded ones
    #[arg(long, value_name = "DIRECTORY")]
    data: Option<PathBuf>,
}

/// What many battles came to.
#[derive(Default)]
struct Sum {
    played: u64,
    wins: BTreeMap<String, u64>,
    orders: u64,
    order_kinds: BTreeMap<String, u64>,
    event_kinds: BTreeMap<String, u64>,
    failures: Vec<String>,
}

pub fn run(options: &Options) -> Outcome {
    let armoury = armoury(options.data.as_deref())?;
    let names = match options.level.as_str() {
        "all" => ids(options.data.as_deref()),
        one => vec![one.to_owned()],
    };
    let mut failed = 0;
    for name in names {
        let as_placed = level(&name, options.data.as_ref(), false)?;
        let sum = soak(options, &name, &as_placed, &armoury);
        failed += sum.failures.len();
        tell(&name, &sum);
        for failure in &sum.failures {
            complain(failure);
        }
    }
    if failed == 0 {
        return Ok(());
    }
    Err(complain(format_args!("{failed} battles went wrong")))
}

/// Plays the battles of one level on several threads; each battle runs on one.
fn soak(options: &Options, name: &str, as_placed: &Level, armoury: &Armoury) -> Sum {
    let by_hand = Level { deployment: Deployment::ByHand, ..as_placed.clone() };
    let set_up = SetUp {
        terrain: TerrainSetUp::Alternately,
        edges: EdgeChoice::ByDice,
        first: FirstToSetUp::Weaker,
    };
    // Every eighth battle begins with laying the terrain and choosing edges.
    let all_by_hand = Level { set_up, ..by_hand.clone() };
    let next = AtomicU64::new(0);
    let sum = Mutex::new(Sum::default());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.jobs.unwrap_or(cores).max(1);
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= options.battles {
                        return;
                    }
                    let seed = options.seed.wrapping_add(number);
                    // Every fourth battle begins with a deployment.
                    let deploy = number % 4 == 3;
                    let level = match number % 8 {
                        7 => &all_by_hand,
                        3 => &by_hand,
                        _ => as_placed,
                    };
                    let again =
                        options.replay_every > 0 && number.is_multiple_of(options.replay_every);
                    let result =
                        catch_unwind(AssertUnwindSafe(|| one(level, seed, armoury, again)))
                            .unwrap_or_else(|_| Err("the program panicked".to_owned()));
                    let Ok(mut sum) = sum.lock() else { return };
                    sum.played += 1;
                    match result {
                        Ok(report) => sum.add(report),
                        Err(problem) => {
                            let deploy = if deploy { " --deploy" } else { "" };
                            let how =
                                format!("ironrank battle --level {name} --seed {seed}{deploy}");
                            sum.failures.push(format!("{how}: {problem}"));
                        }
                    }
                    if sum.played.is_multiple_of(100) {
                        let (played, failed) = (sum.played, sum.failures.len());
                        let of = options.battles;
                        let _ = writeln!(
                            std::io::stderr(),
                            "{name}: {played} of {of} battles, {failed} went wrong"
                        );
                    }
                }
            });
        }
    });
    sum.into_inner().unwrap_or_default()
}

/// Plays one battle between two random players.
fn one(level: &Level, seed: u64, armoury: &Armoury, again: bool) -> Result<Report, String> {
    let prepare = furnish(armoury);
    let bout = Bout::<NoQuarter> {
        level,
        seed,
        players: [0, 1].map(|side| Kind::Random.player(seed, SideId(side))).into(),
        check_invariants: true,
        most_orders: MOST_ORDERS,
        prepare: &prepare,
    };
    let played = play(bout).and_then(Played::sound).map_err(|trouble| trouble.to_string())?;
    if !played.report.finished {
        return Err("a player gave up".to_owned());
    }
    if again {
        check_replay(&played, &prepare).map_err(|trouble| trouble.to_string())?;
    }
    Ok(played.report)
}

impl Sum {
    fn add(&mut self, report: Report) {
        let winner = report.winner.unwrap_or_else(|| "nobody".to_owned());
        *self.wins.entry(winner).or_insert(0) += 1;
        self.orders += report.orders as u64;
        for (kind, count) in report.order_kinds {
            *self.order_kinds.entry(kind).or_insert(0) += u64::from(count);
        }
        for (kind, count) in report.event_kinds {
            *self.event_kinds.entry(kind).or_insert(0) += u64::from(count);
        }
    }
}

fn tell(name: &str, sum: &Sum) {
    let list = |counts: &BTreeMap<String, u64>| {
        let counts: Vec<String> =
            counts.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        counts.join(", ")
    };
    let Sum { played, orders, failures, .. } = sum;
    say(format_args!("{name}: {played} battles, {} went wrong, {orders} orders", failures.len()));
    say(format_args!("  won by: {}", list(&sum.wins)));
    say(format_args!("  orders: {}", list(&sum.order_kinds)));
    say(format_args!("  events: {}", list(&sum.event_kinds)));
}

//! How long players think: `thinking_time LEVEL PLAYER,PLAYER SEED...` has two players fight from each seed,
//! sides swapped, and prints how many battles each has won and how long its decisions took.

use std::time::{Duration, Instant};

use ironrank::{
    battle::{Battle, SideId, levels},
    no_quarter::{NoQuarter, level::Level},
    players::{Kind, whose_order},
};

/// What is played if nothing else is said.
const DEFAULT: [&str; 3] = ["duel-at-the-wall", "recruit,sergeant", "1"];

/// What is known of a player.
#[derive(Default)]
struct Thinker {
    won: usize,
    times: Vec<Duration>,
}

impl Thinker {
    /// A time that a share of its decisions doesn't exceed, in milliseconds.
    fn quantile(&self, share: f64) -> f64 {
        let place = (self.times.len().saturating_sub(1)) as f64 * share;
        self.times.get(place as usize).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let arguments = if given.is_empty() { DEFAULT.map(str::to_owned).to_vec() } else { given };
    let [level, players, seeds @ ..] = &arguments[..] else { return };
    let level = levels::find::<NoQuarter>(level, None).expect("the name of a level");
    let kinds: Vec<Kind> = players.split(',').filter_map(Kind::named).collect();
    let [one, other] = kinds[..] else { panic!("two players, with a comma between them") };
    let mut thinkers: [Thinker; 2] = Default::default();
    for seed in seeds.iter().filter_map(|seed| seed.parse().ok()) {
        for swapped in [0, 1] {
            fight(&level, seed, [one, other], swapped, &mut thinkers);
        }
    }
    for (kind, thinker) in [one, other].into_iter().zip(&mut thinkers) {
        thinker.times.sort_unstable();
        println!(
            "{}: {} won, {} decisions, median {:.2} ms, 95th percentile {:.2} ms, longest {:.2} ms",
            kind.name(),
            thinker.won,
            thinker.times.len(),
            thinker.quantile(0.5),
            thinker.quantile(0.95),
            thinker.quantile(1.0),
        );
    }
}

/// One battle; `swapped` is 1 if the first player leads the second side, else 0.
fn fight(level: &Level, seed: u64, kinds: [Kind; 2], swapped: usize, of: &mut [Thinker; 2]) {
    let mut battle = Battle::<NoQuarter>::new(level, seed).expect("the level is sound");
    let mut seats =
        [0, 1].map(|side| kinds[side ^ swapped].player::<NoQuarter>(seed, SideId(side as u32)));
    while battle.outcome().is_none() {
        let side = whose_order::<NoQuarter>(&battle.world).index();
        let began = Instant::now();
        let order = seats[side].order(&battle.world).expect("computers always know an order");
        of[side ^ swapped].times.push(began.elapsed());
        battle.order(order).expect("players give legal orders");
    }
    if let Some(winner) = battle.outcome().and_then(|outcome| outcome.winner) {
        of[winner.index() ^ swapped].won += 1;
    }
}

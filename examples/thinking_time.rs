//! How long players think: `thinking_time LEVEL PLAYER,PLAYER SEED...` prints for each the median, the
//! 95th percentile and the longest, in milliseconds, and what it took in all.

use std::time::{Duration, Instant};

use ironrank::{
    battle::{Battle, SideId, levels},
    no_quarter::NoQuarter,
    players::{Kind, whose_order},
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [level, players, seeds @ ..] = &arguments[..] else { return };
    let level = levels::find::<NoQuarter>(level, None).expect("a level");
    let kinds: Vec<Kind> = players.split(',').filter_map(Kind::named).collect();
    let mut times: [Vec<Duration>; 2] = Default::default();
    let mut won = [0, 0];
    for seed in seeds.iter().filter_map(|seed| seed.parse::<u64>().ok()) {
        for swapped in [0, 1] {
            let mut battle = Battle::<NoQuarter>::new(&level, seed).expect("a sound level");
            let mut seats = [0, 1].map(|side: usize| {
                kinds[(side ^ swapped) % kinds.len()].player::<NoQuarter>(seed, SideId(side as u32))
            });
            while battle.outcome().is_none() {
                let side = whose_order::<NoQuarter>(&battle.world).index();
                let began = Instant::now();
                let order = seats[side].order(&battle.world).expect("an order");
                times[side ^ swapped].push(began.elapsed());
                battle.order(order).expect("a legal order");
            }
            if let Some(winner) = battle.outcome().and_then(|outcome| outcome.winner) {
                won[winner.index() ^ swapped] += 1;
            }
        }
    }
    for (player, times) in times.iter_mut().enumerate() {
        times.sort_unstable();
        let ms = |share: f64| {
            let place = ((times.len() - 1) as f64 * share) as usize;
            times[place].as_secs_f64() * 1000.0
        };
        let all: Duration = times.iter().sum();
        println!(
            "{:10} won {:3}  {:5} decisions  median {:8.2}  p95 {:8.2}  longest {:8.2} ms  all {:6.2} s",
            kinds[player % kinds.len()].name(),
            won[player],
            times.len(),
            ms(0.5),
            ms(0.95),
            ms(1.0),
            all.as_secs_f64()
        );
    }
}

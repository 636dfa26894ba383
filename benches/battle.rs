//! Whole battles: between two random players on each level, and between two Recruits with large armies.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use ironrank::{
    battle::{SideId, levels},
    lab::{Bout, Played, play},
    no_quarter::{NoQuarter, level::Level},
    players::Kind,
};

/// Levels whose armies have about two thousand points, or more.
const LARGE: [&str; 2] = ["tide-of-graves", "pitched-battle"];

fn fight(kind: Kind, level: &Level, seed: u64) -> Played<NoQuarter> {
    let players = [0, 1].map(|side| kind.player(seed, SideId(side))).into();
    play(Bout { players, ..Bout::random(level, seed) })
        .and_then(Played::sound)
        .expect("players give legal orders")
}

fn battles(criterion: &mut Criterion) {
    let large = LARGE.map(str::to_owned).to_vec();
    for (kind, ids) in [(Kind::Random, levels::ids(None)), (Kind::Recruit, large)] {
        let mut group = criterion.benchmark_group(format!("{} battle", kind.name()));
        group.sampling_mode(SamplingMode::Flat).sample_size(10);
        for id in ids {
            let level = levels::find(&id, None).expect("levels are checked by a test");
            let mut seed = 0;
            group.bench_function(&id, |bencher| {
                bencher.iter(|| {
                    seed += 1;
                    black_box(fight(kind, &level, seed).report.orders)
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, battles);
criterion_main!(benches);

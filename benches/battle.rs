//! Whole battles between two random players, on each level.

use std::hint::black_box;

use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use ironrank::{
    battle::levels,
    lab::{Bout, Played, play},
    no_quarter::{NoQuarter, level::Level},
};

fn fight(level: &Level, seed: u64) -> Played<NoQuarter> {
    play(Bout::random(level, seed))
        .and_then(Played::sound)
        .expect("random players give legal orders")
}

fn battles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random battle");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);
    for id in levels::ids(None) {
        let level = levels::find(&id, None).expect("levels are checked by a test");
        let mut seed = 0;
        group.bench_function(&id, |bencher| {
            bencher.iter(|| {
                seed += 1;
                black_box(fight(&level, seed).report.orders)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, battles);
criterion_main!(benches);

//! Keeping and restoring a state of 200 models; the budget is 150 microseconds
//! (docs/performance.md).

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use ironrank::{
    battle::{Battle, RuleSystem},
    no_quarter::{NoQuarter, level::Level},
};

/// Four ranked units of 25 a side, face to face.
fn crowd() -> Level {
    let unit = |side: &str, name: String, x: f32, y: f32, facing: f32| {
        format!(
            r#"(side: "{side}", name: "{name}", profile: "men_at_arms", count: 25,
                formation: Ranked(frontage: 5), place: At({x}, {y}, {facing})),"#
        )
    };
    let places = [10.0, 27.0, 44.0, 61.0];
    let near = places.map(|x| unit("Near", format!("Near {x}"), x, 12.0, 90.0)).concat();
    let far = places.map(|x| unit("Far", format!("Far {x}"), x, 36.0, 270.0)).concat();
    let text = format!(
        r#"(name: "Crowd", table: (width: 72, depth: 48),
            sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
            units: [{near}{far}], turns: Fixed(6))"#
    );
    Level::read("crowd.ron", &text).expect("the level is written here")
}

fn snapshots(criterion: &mut Criterion) {
    let mut battle = Battle::<NoQuarter>::new(&crowd(), 1).expect("the level is sound");
    let before = battle.snapshot();
    // A few orders on, so that there is something to restore.
    for _ in 0..6 {
        let order = NoQuarter::fallback(&battle.world);
        battle.order(order).expect("fallback orders are legal");
    }
    let after = battle.snapshot();
    criterion.bench_function("snapshot of 200 models, taken", |bencher| {
        bencher.iter(|| black_box(battle.snapshot()));
    });
    let mut turn = false;
    criterion.bench_function("snapshot of 200 models, restored", |bencher| {
        bencher.iter(|| {
            turn = !turn;
            battle.restore(if turn { &before } else { &after });
        });
    });
}

criterion_group!(benches, snapshots);
criterion_main!(benches);

//! What the app does in a frame with 400 models, without a renderer; the budget is 2 ms with nothing
//! selected, and 4 ms with a unit selected and its overlays shown (docs/performance.md).

use bevy::prelude::*;
use criterion::{Criterion, criterion_group, criterion_main};
use ironrank::{
    app::{
        AppOptions,
        battle_ui::{mode::Selection, overlays::Overlays},
        crowd, headless,
        loading::Loading,
        running::{Beginning, NextBattle},
    },
    battle::UnitId,
};

fn frames(criterion: &mut Criterion) {
    let mut app = headless(AppOptions { exit: true, ..default() });
    (0..5).for_each(|_| app.update());
    criterion.bench_function("frame of the title", |bencher| bencher.iter(|| app.update()));
    let level = Box::new(crowd());
    app.world_mut().resource_mut::<NextBattle>().0 =
        Some(Beginning::New { level, seed: 1, practice: false });
    app.update();
    while app.world().contains_resource::<Loading>() {
        app.update();
    }
    (0..20).for_each(|_| app.update());
    criterion.bench_function("frame of 400 models", |bencher| bencher.iter(|| app.update()));
    *app.world_mut().resource_mut::<Selection>() = Selection { unit: Some(UnitId(2)), model: None };
    *app.world_mut().resource_mut::<Overlays>() =
        Overlays { zones: true, arcs: true, bands: true, coherency: true, ..default() };
    (0..5).for_each(|_| app.update());
    criterion.bench_function("frame of 400 models, one unit selected with overlays", |bencher| {
        bencher.iter(|| app.update());
    });
}

criterion_group!(benches, frames);
criterion_main!(benches);

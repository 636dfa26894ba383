//! What the app does in a frame with 400 models, without a renderer; the budget is 2 ms with nothing
//! selected, and 4 ms with a unit selected and its overlays shown (docs/performance.md).

use bevy::prelude::*;
use criterion::{Criterion, criterion_group, criterion_main};
use ironrank::{
    app::{
        ARCHERS, AppOptions,
        battle_ui::{aim::Hover, mode::Selection, overlays::Overlays},
        begin_battle,
        camera::View,
        crowd, headless,
        orders::OrderQueue,
    },
    battle::BattleWorld,
    no_quarter::Order,
};

fn frames(criterion: &mut Criterion) {
    let mut app = headless(AppOptions { exit: true, ..default() });
    (0..5).for_each(|_| app.update());
    criterion.bench_function("frame of the title", |bencher| bencher.iter(|| app.update()));
    let level = crowd();
    begin_battle(&mut app, level, 1);
    (0..20).for_each(|_| app.update());
    criterion.bench_function("frame of 400 models", |bencher| bencher.iter(|| app.update()));
    // Somebody is about to give an order, with all that can be shown.
    app.world_mut().resource_mut::<OrderQueue>().give(Order::Activate { unit: ARCHERS });
    let unit = Some(ARCHERS);
    let model = Some(app.world().members(ARCHERS)[0]);
    *app.world_mut().resource_mut::<Selection>() = Selection { unit, model };
    *app.world_mut().resource_mut::<Hover>() = Hover { model, unit };
    *app.world_mut().resource_mut::<Overlays>() = Overlays::ALL;
    (0..60).for_each(|_| app.update());
    assert_eq!(app.world().frame().active, Some(ARCHERS));
    criterion.bench_function("frame of 400 models, one unit active with all overlays", |bencher| {
        bencher.iter(|| app.update());
    });
    criterion.bench_function("the same while the table is pushed", |bencher| {
        let mut by = Vec2::X;
        bencher.iter(|| {
            by = -by;
            app.world_mut().resource_mut::<View>().push(by);
            app.update();
        });
    });
}

criterion_group!(benches, frames);
criterion_main!(benches);

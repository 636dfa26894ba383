//! Contours over the table, each kind alone, as they are computed when something has changed: for the
//! level with the most models and for a crowd of 400 (docs/performance.md). No frame may wait for
//! them longer than 15 ms here, which is about 30 in the browser.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ironrank::{
    app::{
        ARCHERS,
        battle_ui::{
            aim::Hover,
            draft::BattleCount,
            mode::{Mode, Scope, Selection},
            overlays::{Contours, Overlays, update},
        },
        crowd,
        seat::Game,
    },
    battle::{Battle, BattleWorld, Mapping, ModelId, levels},
};

fn contours(criterion: &mut Criterion) {
    let pitched = levels::find("pitched-battle", None).expect("an embedded level");
    for (name, level) in [("pitched battle", pitched), ("crowd of 400", crowd())] {
        let mut battle = Battle::<Game>::new(&level, 1).expect("the level is sound");
        let world = &mut battle.world;
        let model = world.members(ARCHERS)[0];
        world.insert_resource(Mode::Select);
        world.insert_resource(Scope::Unit);
        world.insert_resource(Selection { unit: Some(ARCHERS), model: Some(model) });
        world.insert_resource(Hover { model: None::<ModelId>, unit: None });
        world.insert_resource(BattleCount(1));
        world.insert_resource(Contours::default());
        for (place, overlay) in Game::overlays().iter().enumerate() {
            let mut overlays = Overlays::default();
            overlays.toggle(place);
            world.insert_resource(overlays);
            criterion.bench_function(&format!("{}, {name}", overlay.id), |bencher| {
                bencher.iter_batched(
                    || (),
                    |()| {
                        *world.resource_mut::<Contours>() = Contours::default();
                        // The first only notices that something has happened.
                        update(world);
                        update(world);
                    },
                    BatchSize::PerIteration,
                );
            });
        }
    }
}

criterion_group!(benches, contours);
criterion_main!(benches);

//! Contours over the table, each kind alone, as they are computed when something has changed: for the
//! level with the most models and for a crowd of 400 (docs/performance.md). No frame may wait for
//! them longer than 15 ms here, which is about 30 in the browser.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ironrank::{
    app::battle_ui::{
        aim::Hover,
        mode::{Mode, Scope, Selection},
        overlays::{Contours, Overlays, update},
        plan::BattleCount,
    },
    battle::{Battle, BattleWorld, Level, ModelId, UnitId, levels},
    no_quarter::NoQuarter,
};

/// Eight ranked units of 25 a side.
fn crowd() -> Level {
    let unit = |side: &str, x: f32, y: f32, facing: f32| {
        format!(
            r#"(side: "{side}", name: "{side} {x} {y}", profile: "men_at_arms", count: 25,
                formation: Ranked(frontage: 5), place: At({x}, {y}, {facing})),"#
        )
    };
    let places = [10.0, 27.0, 44.0, 61.0];
    let row = |side: &str, y: f32, facing: f32| places.map(|x| unit(side, x, y, facing)).concat();
    let units = row("Near", 6.0, 90.0) + &row("Near", 16.0, 90.0);
    let units = units + &row("Far", 32.0, 270.0) + &row("Far", 42.0, 270.0);
    let text = format!(
        r#"(name: "Crowd", table: (width: 72, depth: 48),
            sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
            units: [{units}], turns: Fixed(6))"#
    );
    Level::read("crowd.ron", &text).expect("the level is written here")
}

fn contours(criterion: &mut Criterion) {
    let pitched = levels::find("pitched-battle", None).expect("an embedded level");
    for (name, level) in [("pitched battle", pitched), ("crowd of 400", crowd())] {
        let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("the level is sound");
        let world = &mut battle.world;
        let model = world.members(UnitId(0))[0];
        world.insert_resource(Mode::Select);
        world.insert_resource(Scope::Unit);
        world.insert_resource(Selection { unit: Some(UnitId(0)), model: Some(model) });
        world.insert_resource(Hover { model: None::<ModelId>, unit: None });
        world.insert_resource(BattleCount(1));
        world.insert_resource(Contours::default());
        let kinds = ["zones", "arcs", "bands", "coherency", "sight", "reach"];
        for (place, kind) in kinds.into_iter().enumerate() {
            let mut overlays = Overlays::default();
            for (i, (_, _, shown)) in overlays.boxes().into_iter().enumerate() {
                *shown = i == place;
            }
            world.insert_resource(overlays);
            criterion.bench_function(&format!("{kind}, {name}"), |bencher| {
                bencher.iter_batched(
                    || (),
                    |()| {
                        *world.resource_mut::<Contours>() = Contours::default();
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

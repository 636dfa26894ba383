//! Sight and cover of one model on another, with 60 pieces of terrain and 200 models about; the
//! budget is 3 microseconds (docs/performance.md).

use std::hint::black_box;

use bevy::math::Vec2;
use criterion::{Criterion, criterion_group, criterion_main};
use ironrank::table::{
    Base, Footprint, Inches, Opacity, Placed, Pose, Table, Terrain,
    sight::{Blocker, Standing, sees, sight},
};

/// A fraction from 0 to 1 that looks like chance and is always the same.
fn noise(seed: u32) -> f32 {
    let mixed = seed.wrapping_mul(2_654_435_761) ^ (seed << 7);
    (mixed.wrapping_mul(2_246_822_519) >> 8) as f32 / (1_u32 << 24) as f32
}

fn table() -> Table {
    let mut table = Table::new(Inches(72.0), Inches(48.0));
    for piece in 0..60 {
        let at = Vec2::new(72.0 * noise(piece * 4), 48.0 * noise(piece * 4 + 1));
        let corner = |index: u32| {
            let radius = 1.0 + 1.5 * noise(piece * 64 + index);
            at + radius * Vec2::from_angle(index as f32 * std::f32::consts::TAU / 8.0)
        };
        let (kind, footprint, opacity, height) = match piece % 4 {
            0 => {
                let end = at + Vec2::new(3.0, 2.0 * noise(piece));
                let points = vec![at, end];
                ("wall", Footprint::Line { points, width: Inches(0.3) }, Opacity::Blocking, 0.6)
            }
            1 => {
                let footprint = Footprint::Polygon((0..8).map(corner).collect());
                ("woods", footprint, Opacity::Obscuring, 5.0)
            }
            2 => {
                let footprint = Footprint::Circle { at, radius: Inches(1.2) };
                ("tower", footprint, Opacity::Blocking, 4.0)
            }
            _ => {
                let footprint = Footprint::Polygon((0..8).map(corner).collect());
                ("house", footprint, Opacity::Blocking, 3.0)
            }
        };
        let height = Inches(height);
        table.terrain.push(Terrain { height, opacity, ..Terrain::new(kind, footprint) });
    }
    table
}

fn models() -> Vec<Standing> {
    let base = |model: u32| match model % 2 {
        0 => Base::Circle { radius: Inches(0.5) },
        _ => Base::Rectangle { width: Inches(0.8), depth: Inches(0.8) },
    };
    let at = |model: u32| Vec2::new(72.0 * noise(model + 9000), 48.0 * noise(model + 12000));
    (0..200)
        .map(|model| Standing {
            placed: Placed::new(base(model), Pose::degrees(at(model), 90.0)),
            elevation: Inches::ZERO,
            height: Inches(1.0 + 0.5 * noise(model)),
        })
        .collect()
}

fn one_on_another(criterion: &mut Criterion) {
    let (table, models) = (table(), models());
    let blockers: Vec<Blocker> =
        models.iter().zip(0..).map(|(standing, key)| Blocker { standing, key }).collect();
    let far = (0..100).map(|view| (view, view + 100)).collect();
    let pairs = (0..200).flat_map(|a| (0..200).map(move |b| (a, b)));
    let near = |&(a, b): &(usize, usize)| {
        let way = models[a].placed.pose.at.distance(models[b].placed.pose.at);
        a != b && way > 2.0 && way < 12.0
    };
    let near = pairs.filter(near).step_by(37).take(100).collect();
    for (name, views) in [("across the table", far), ("within 12 inches", near)] {
        let views: Vec<(usize, usize)> = views;
        // Every view leaves out the two models it is between.
        let scenes: Vec<(&Standing, &Standing, Vec<Blocker>)> = views
            .iter()
            .map(|&(from, to)| {
                let others = blockers.iter().enumerate();
                let others = others.filter(|(index, _)| *index != from && *index != to);
                (&models[from], &models[to], others.map(|(_, blocker)| *blocker).collect())
            })
            .collect();
        let open = scenes.iter().filter(|(from, to, others)| sees(&table, from, to, others));
        println!("{name}, {} of {} views are open", open.count(), scenes.len());
        let mut at = 0;
        let mut next = || {
            at = (at + 1) % scenes.len();
            &scenes[at]
        };
        criterion.bench_function(&format!("sight and cover {name}"), |bencher| {
            bencher.iter(|| {
                let (from, to, others) = next();
                black_box(sight(&table, from, to, others))
            });
        });
        criterion.bench_function(&format!("sees {name}"), |bencher| {
            bencher.iter(|| {
                let (from, to, others) = next();
                black_box(sees(&table, from, to, others))
            });
        });
    }
}

criterion_group!(benches, one_on_another);
criterion_main!(benches);

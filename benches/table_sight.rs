//! Sight and cover of one model on another, with 60 pieces of terrain and 200 models about; the
//! budget is 3 microseconds (see the design).

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
    // Every view leaves out the two models it is between.
    let views: Vec<(usize, Vec<Blocker>)> = (0..100)
        .map(|view| {
            let others = blockers.iter().enumerate();
            let others = others.filter(|(index, _)| *index != view && *index != view + 100);
            (view, others.map(|(_, blocker)| *blocker).collect())
        })
        .collect();
    let seen = views
        .iter()
        .filter(|(view, others)| sees(&table, &models[*view], &models[view + 100], others));
    println!("{} of 100 views are open", seen.count());
    let mut at = 0;
    let mut next = || {
        at = (at + 1) % views.len();
        &views[at]
    };
    criterion.bench_function("sight and cover", |bencher| {
        bencher.iter(|| {
            let (view, others) = next();
            black_box(sight(&table, &models[*view], &models[view + 100], others))
        });
    });
    criterion.bench_function("sees", |bencher| {
        bencher.iter(|| {
            let (view, others) = next();
            black_box(sees(&table, &models[*view], &models[view + 100], others))
        });
    });
    let near: Vec<(usize, usize)> = (0..200)
        .flat_map(|a| (0..200).map(move |b| (a, b)))
        .filter(|&(a, b)| {
            let way = models[a].placed.pose.at.distance(models[b].placed.pose.at);
            a != b && way > 2.0 && way < 12.0
        })
        .collect();
    let mut pair = 0;
    criterion.bench_function("sight within 12 inches", |bencher| {
        bencher.iter(|| {
            pair = (pair + 1) % near.len();
            let (a, b) = near[pair];
            black_box(sight(&table, &models[a], &models[b], &blockers))
        });
    });
}

criterion_group!(benches, one_on_another);
criterion_main!(benches);

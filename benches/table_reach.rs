//! Paths and reach on a full table: 60 pieces of terrain, 200 models, every enemy with a zone.

use std::hint::black_box;

use bevy::math::Vec2;
use criterion::{Criterion, criterion_group, criterion_main};
use ironrank::table::{
    Base, Footprint, Ground, Inches, Placed, Pose, Table, Terrain,
    formation::lay_out_ranks,
    manoeuvre::block_reach,
    path::{find_path, find_path_towards},
    reach::reach,
    travel::{Mover, Surroundings},
    zone::{Zone, ZoneShape},
};

struct Battle {
    table: Table,
    enemies: Vec<Placed>,
    friends: Vec<Placed>,
    zones: Vec<Zone>,
}

/// A generator of its own, so that the table never changes.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        low + (high - low) * (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

fn terrain(numbers: &mut Numbers, i: usize) -> Terrain {
    let at = Vec2::new(numbers.next(4.0, 68.0), numbers.next(8.0, 40.0));
    if i % 3 == 2 {
        let along = Vec2::new(numbers.next(1.0, 3.0), numbers.next(-2.0, 2.0));
        let line = Footprint::Line { points: vec![at - along, at + along], width: Inches(0.5) };
        return Terrain { barrier: true, height: Inches(1.0), ..Terrain::new("wall", line) };
    }
    let size = numbers.next(1.0, 2.5);
    let points = (0..8)
        .map(|k| {
            let (sine, cosine) = (k as f32 * std::f32::consts::FRAC_PI_4).sin_cos();
            at + Vec2::new(cosine, sine) * size * numbers.next(0.8, 1.2)
        })
        .collect();
    let ground = if i.is_multiple_of(3) { Ground::Difficult } else { Ground::Impassable };
    Terrain { ground, ..Terrain::new("patch", Footprint::Polygon(points)) }
}

fn battle(shape: ZoneShape) -> Battle {
    let mut numbers = Numbers(7);
    let mut table = Table::new(Inches(72.0), Inches(48.0));
    table.terrain = (0..60).map(|i| terrain(&mut numbers, i)).collect();
    let crowd = |numbers: &mut Numbers, low: f32, degrees: f32| -> Vec<Placed> {
        (0..10)
            .flat_map(|_| {
                let at = Vec2::new(numbers.next(6.0, 60.0), numbers.next(low, low + 14.0));
                (0..10).map(move |k| {
                    let place = at + Vec2::new((k % 5) as f32 * 1.2, (k / 5) as f32 * 1.3);
                    Placed::new(Base::round(25.0), Pose::degrees(place, degrees))
                })
            })
            .collect()
    };
    let friends = crowd(&mut numbers, 4.0, 90.0);
    let enemies = crowd(&mut numbers, 26.0, -90.0);
    let zones = enemies.iter().map(|&around| Zone { around, reach: Inches(1.0), shape }).collect();
    Battle { table, enemies, friends, zones }
}

impl Battle {
    fn around(&self) -> Surroundings<'_> {
        Surroundings {
            table: &self.table,
            enemies: &self.enemies,
            friends: &self.friends,
            zones: &self.zones,
        }
    }
}

fn movers() -> [(&'static str, Mover); 2] {
    let foot = Mover::on_foot(Base::round(25.0), Inches(1.0), Inches(1.25));
    let rider = Mover { base: Base::rectangle(25.0, 50.0), rate: Inches(2.0), ..foot };
    [("foot", foot), ("rider", rider)]
}

fn bench(c: &mut Criterion) {
    let battle = battle(ZoneShape::AllRound);
    let around = battle.around();
    let start = Pose::degrees(Vec2::new(30.0, 16.0), 90.0);
    for (name, mover) in movers() {
        for (what, to) in [
            ("near", Vec2::new(34.0, 20.0)),
            ("across", Vec2::new(30.0, 34.0)),
            ("far", Vec2::new(60.0, 44.0)),
        ] {
            let found = find_path(&mover, &start, to, None, &around, None);
            println!("{name} {what}: {:?}", found.map(|r| (r.path.len(), r.travel.actions)));
            c.bench_function(&format!("find_path/{name}/{what}"), |b| {
                b.iter(|| find_path(&mover, &start, black_box(to), None, &around, None));
            });
        }
        let to = Vec2::new(40.0, 32.0);
        c.bench_function(&format!("reach/{name}"), |b| {
            b.iter(|| reach(&mover, black_box(&start), 10, &around));
        });
        let all = reach(&mover, &start, 10, &around);
        c.bench_function(&format!("outlines/{name}"), |b| b.iter(|| all.outlines(black_box(8))));
        let ranks = lay_out_ranks(mover.base, 20, 5, &start);
        let block: Vec<(Mover, Pose)> = ranks.into_iter().map(|pose| (mover, pose)).collect();
        c.bench_function(&format!("block_reach/{name}"), |b| {
            b.iter(|| block_reach(black_box(&block), 8, 3, &around));
        });
        let all = block_reach(&block, 8, 3, &around);
        c.bench_function(&format!("block_outlines/{name}"), |b| {
            b.iter(|| all.outlines(black_box(8)));
        });
        c.bench_function(&format!("find_path_towards/{name}"), |b| {
            b.iter(|| find_path_towards(&mover, &start, black_box(to), &around, 10));
        });
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);

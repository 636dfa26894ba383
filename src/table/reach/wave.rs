//! What it costs to get to each point of a grid: exact where the start is in sight, spreading as a
//! wave from there and from the corners it bends around (fast marching), with jumps over barriers.

use std::{cmp::Reverse, collections::BinaryHeap};

use bevy::math::Vec2;

use super::grid::Grid;
use crate::table::path::{
    field::{Extent, Field},
    obstacle::Corner,
    search::gaps,
};

/// How far around a corner its wave is started exactly. Cells.
const SEEDED: f32 = 2.5;

/// Prices are compared as their bits: they are never negative.
type Queue = BinaryHeap<Reverse<(u32, u32)>>;

struct Bend {
    at: Vec2,
    price: f32,
    /// The bends before and after it on the same outline.
    beside: [u32; 2],
}

struct Wave<'a> {
    grid: &'a Grid,
    field: &'a Field,
    prices: Vec<f32>,
    settled: Vec<bool>,
    queue: Queue,
    bends: Vec<Bend>,
    /// Bends by the point to their lower left, sorted.
    bends_at: Vec<(u32, u32)>,
    limit: f32,
}

/// The price of each point in inches of open ground; without end beyond the limit. Also the places
/// where the wave was bent, with theirs: some lie in gaps too narrow for any point.
pub(super) fn spread(
    grid: &Grid,
    field: &Field,
    extent: &Extent,
    limit: f32,
) -> (Vec<f32>, Vec<(Vec2, f32)>) {
    let prices = grid.seen(field);
    if field.obstacles.is_empty() && field.rough.is_empty() && field.barriers.is_empty() {
        return (prices, Vec::new());
    }
    let settled: Vec<bool> = prices.iter().map(|&price| price < f32::INFINITY).collect();
    let bends = bends(grid, field, extent);
    let mut bends_at: Vec<(u32, u32)> = bends
        .iter()
        .enumerate()
        .map(|(i, bend)| (grid.around(bend.at)[0] as u32, i as u32))
        .collect();
    bends_at.sort_unstable();
    let queue = Queue::new();
    let mut wave = Wave { grid, field, prices, settled, queue, bends, bends_at, limit };
    wave.begin(extent.from);
    wave.run();
    let bent = wave.bends.iter().filter(|bend| bend.price > 0.0 && bend.price < f32::INFINITY);
    let bent = bent.map(|bend| (bend.at, bend.price)).collect();
    (wave.prices, bent)
}

fn bends(grid: &Grid, field: &Field, extent: &Extent) -> Vec<Bend> {
    let mut bends: Vec<Bend> = Vec::new();
    let useful = |at: Vec2| extent.meets(at, 0.0) && field.is_free(at);
    let mut add_ring = |points: &[Vec2]| {
        let ring = bends.len() as u32;
        let count = points.len() as u32;
        for (i, &at) in (0..).zip(points) {
            let beside = [(i + count - 1) % count, (i + 1) % count].map(|k| ring + k);
            let price = f32::INFINITY;
            bends.push(Bend { at, price, beside });
        }
    };
    let mut corners: Vec<Corner> = Vec::new();
    let mut points: Vec<Vec2> = Vec::new();
    for obstacle in field.obstacles.iter().chain(&field.bends) {
        corners.clear();
        obstacle.corners(&mut corners);
        // Free stretches of the outline, each a ring of its own.
        points.clear();
        for corner in &corners {
            if useful(corner.at) {
                points.push(corner.at);
            }
        }
        add_ring(&points);
    }
    let mut narrow = Vec::new();
    gaps(field, extent, &mut narrow);
    for gap in narrow.chunks(5) {
        points.clear();
        points.extend(gap.iter().copied().filter(|&at| useful(at)));
        add_ring(&points);
    }
    let whole = |bend: &Bend| {
        let last = grid.at(grid.columns - 1, grid.rows - 1);
        bend.at.cmpge(grid.low).all() && bend.at.cmple(last).all()
    };
    for bend in &mut bends {
        if !whole(bend) {
            // Off the grid: nothing will ever find it.
            bend.price = 0.0;
        }
    }
    bends
}

impl Wave<'_> {
    /// Everything beside a point that sees the start, and every bend that sees it.
    fn begin(&mut self, start: Vec2) {
        for index in 0..self.grid.len() {
            if !self.settled[index] {
                continue;
            }
            let mut edge = false;
            for next in self.neighbours(index) {
                if !self.settled[next] {
                    self.touch(next);
                    edge = true;
                }
            }
            if edge {
                self.jump(index);
            }
        }
        for i in 0..self.bends.len() {
            let at = self.bends[i].at;
            let around = self.grid.around(at);
            let seen = around.iter().filter(|&&index| self.settled[index]).count();
            let dark = around.iter().any(|&index| !self.settled[index] && self.grid.is_free(index));
            if seen > 0
                && (dark || seen < 4)
                && let Some(price) = self.field.leg(start, at)
            {
                self.reach_bend(i, price);
            }
        }
    }

    fn run(&mut self) {
        while let Some(Reverse((bits, item))) = self.queue.pop() {
            let price = f32::from_bits(bits);
            if price > self.limit {
                break;
            }
            let item = item as usize;
            if item >= self.grid.len() {
                let bend = item - self.grid.len();
                if self.bends[bend].price == price {
                    self.leave_bend(bend);
                }
                continue;
            }
            if self.settled[item] || self.prices[item] != price {
                continue;
            }
            self.settled[item] = true;
            for next in self.neighbours(item) {
                if !self.settled[next] {
                    self.touch(next);
                }
            }
            self.jump(item);
            let first = self.bends_at.partition_point(|&(index, _)| (index as usize) < item);
            for k in first..self.bends_at.len() {
                let (index, bend) = self.bends_at[k];
                if index as usize != item {
                    break;
                }
                self.offer(item, bend as usize);
            }
        }
    }

    fn offer(&mut self, index: usize, bend: usize) {
        let at = self.bends[bend].at;
        let here = self.grid.point(index);
        if self.prices[index] + here.distance(at) < self.bends[bend].price - 1e-3
            && let Some(cost) = self.field.leg(here, at)
        {
            self.reach_bend(bend, self.prices[index] + cost);
        }
    }

    fn reach_bend(&mut self, bend: usize, price: f32) {
        if price < self.bends[bend].price - 1e-3 {
            self.bends[bend].price = price;
            self.queue.push(Reverse((price.to_bits(), (self.grid.len() + bend) as u32)));
        }
    }

    /// The wave goes on from a bend, along its outline and into the points around it.
    fn leave_bend(&mut self, bend: usize) {
        let Bend { at, price, beside } = self.bends[bend];
        for next in beside.map(|next| next as usize) {
            let to = self.bends[next].at;
            if price + at.distance(to) < self.bends[next].price - 1e-3
                && let Some(cost) = self.field.leg(at, to)
            {
                self.reach_bend(next, price + cost);
            }
        }
        let reach = self.grid.cell * SEEDED;
        let [low, ..] = self.grid.around(at - reach);
        let [.., high] = self.grid.around(at + reach);
        let columns = self.grid.columns;
        for row in low / columns..=high / columns {
            for column in low % columns..=high % columns {
                let index = row * columns + column;
                if self.settled[index] || !self.grid.is_free(index) || self.grid.left[index] {
                    continue;
                }
                let to = self.grid.point(index);
                let length = at.distance(to);
                if length <= reach
                    && price + length < self.prices[index] - 1e-4
                    && let Some(cost) = self.field.leg(at, to)
                {
                    self.lower(index, price + cost);
                }
            }
        }
    }

    fn lower(&mut self, index: usize, price: f32) {
        if price < self.prices[index] {
            self.prices[index] = price;
            self.queue.push(Reverse((price.to_bits(), index as u32)));
        }
    }

    fn neighbours(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        let (column, row) = (index % columns, index / columns);
        [
            (column > 0).then(|| index - 1),
            (column + 1 < columns).then_some(index + 1),
            (row > 0).then(|| index - columns),
            (row + 1 < rows).then_some(index + columns),
        ]
        .into_iter()
        .flatten()
    }

    /// Solves the wave at a point from the settled points around it.
    fn touch(&mut self, index: usize) {
        let grid = self.grid;
        if !grid.is_free(index) || grid.left[index] {
            return;
        }
        let (column, row) = (index % grid.columns, index / grid.columns);
        let price = |dx: isize, dy: isize| {
            let (x, y) = (column.checked_add_signed(dx), row.checked_add_signed(dy));
            let (Some(x), Some(y)) = (x, y) else { return f32::INFINITY };
            if x >= grid.columns || y >= grid.rows {
                return f32::INFINITY;
            }
            let i = y * grid.columns + x;
            if self.settled[i] { self.prices[i] } else { f32::INFINITY }
        };
        let step = grid.weight[index] * grid.cell;
        let straight = march(price(-1, 0).min(price(1, 0)), price(0, -1).min(price(0, 1)), step);
        let slanted = march(
            price(-1, -1).min(price(1, 1)),
            price(-1, 1).min(price(1, -1)),
            step * core::f32::consts::SQRT_2,
        );
        // The slanted one alone might slip between two obstacles that touch.
        let open = price(-1, 0).min(price(1, 0)).min(price(0, -1)).min(price(0, 1)).is_finite();
        self.lower(index, if open { straight.min(slanted) } else { straight });
    }

    /// Over barriers beside a point to what lies behind.
    fn jump(&mut self, index: usize) {
        let grid = self.grid;
        let (column, row) = (index % grid.columns, index / grid.columns);
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut x, mut y) = (column, row);
            let mut on_it = false;
            let behind = loop {
                let (Some(a), Some(b)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                else {
                    break None;
                };
                (x, y) = (a, b);
                if x >= grid.columns || y >= grid.rows {
                    break None;
                }
                let i = y * grid.columns + x;
                if grid.clear[i] < 0.0 {
                    break None;
                }
                if !grid.barrier[i] {
                    break on_it.then_some(i);
                }
                on_it = true;
            };
            let Some(behind) = behind else { continue };
            if self.settled[behind] || grid.left[behind] {
                continue;
            }
            let from = grid.point(index);
            let to = grid.point(behind);
            if self.prices[index] + from.distance(to) < self.prices[behind]
                && let Some(cost) = self.field.leg(from, to)
            {
                self.lower(behind, self.prices[index] + cost);
            }
        }
    }
}

/// The arrival of a straight wave at the corner of a square from its arrivals at two others.
fn march(a: f32, b: f32, step: f32) -> f32 {
    let apart = (a - b).abs();
    if apart < step {
        (a + b + (2.0 * step * step - apart * apart).sqrt()) / 2.0
    } else {
        a.min(b) + step
    }
}

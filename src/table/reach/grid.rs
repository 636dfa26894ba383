//! A grid of points around a mover's start: which are barred, which are slow, which see the start.
//! The start is one of the points, so that straight ways to others are measured exactly.

use bevy::math::Vec2;

use crate::table::path::{
    field::{Extent, Field},
    obstacle::Obstacle,
};

/// Grids have about so many points across the reach, whatever it is.
const POINTS_ACROSS: f32 = 64.0;
/// The least and the greatest distance between two points. Inches.
const CELLS: (f32, f32) = (0.2, 0.5);

/// The points, row by row from the lower left.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub low: Vec2,
    pub cell: f32,
    pub columns: usize,
    pub rows: usize,
    /// The start's column and row.
    pub start: (usize, usize),
    /// How far each point is from what bars it, to a cell or two; negative inside.
    pub clear: Vec<f32>,
    /// The same for what may be passed and not be stood on.
    pub ends: Vec<f32>,
    /// What each inch costs at each point.
    pub weight: Vec<f32>,
    /// Whether each point lies on or right beside a barrier.
    pub barrier: Vec<bool>,
    /// Whether each point lies in something the mover begins in.
    pub left: Vec<bool>,
}

impl Grid {
    /// Around a start, so far in all directions as there is table.
    pub fn new(field: &Field, ends: &[Obstacle], start: Vec2, reach: f32) -> Self {
        let cell = (2.0 * reach / POINTS_ACROSS).clamp(CELLS.0, CELLS.1);
        let points = |room: f32| (room.min(reach) / cell).ceil().clamp(0.0, 400.0) as usize + 1;
        let (below, above) = (start - field.low, field.high - start);
        let first = (points(below.x), points(below.y));
        let columns = first.0 + 1 + points(above.x);
        let rows = first.1 + 1 + points(above.y);
        let low = start - Vec2::new(first.0 as f32, first.1 as f32) * cell;
        let count = columns * rows;
        let mut grid = Self {
            low,
            cell,
            columns,
            rows,
            start: first,
            clear: Vec::with_capacity(count),
            ends: vec![cell * 2.0; count],
            weight: vec![1.0; count],
            barrier: vec![false; count],
            left: vec![false; count],
        };
        for row in 0..rows {
            for column in 0..columns {
                let at = grid.at(column, row);
                let inside = (at - field.low).min(field.high - at).min_element();
                grid.clear.push(inside + 1e-3);
            }
        }
        let mut clear = core::mem::take(&mut grid.clear);
        for obstacle in field.obstacles.iter().filter(|obstacle| !obstacle.left) {
            grid.draw(obstacle, |i, depth| clear[i] = clear[i].min(depth));
        }
        grid.clear = clear;
        let mut held = core::mem::take(&mut grid.ends);
        for obstacle in ends.iter().filter(|obstacle| !obstacle.left) {
            grid.draw(obstacle, |i, depth| held[i] = held[i].min(depth));
        }
        grid.ends = held;
        let mut left = core::mem::take(&mut grid.left);
        for obstacle in field.obstacles.iter().chain(ends).filter(|obstacle| obstacle.left) {
            grid.draw(obstacle, |i, depth| left[i] |= depth < 0.0);
        }
        grid.left = left;
        let mut weight = core::mem::take(&mut grid.weight);
        for patch in &field.rough {
            grid.draw(&patch.whole, |i, depth| {
                if depth < 0.0 {
                    weight[i] = 2.0;
                }
            });
        }
        grid.weight = weight;
        // Wide enough that no step from point to point skips a thin wall.
        let width = cell * core::f32::consts::FRAC_1_SQRT_2;
        let mut barrier = core::mem::take(&mut grid.barrier);
        for patch in &field.barriers {
            grid.draw(&patch.whole, |i, depth| barrier[i] |= depth < width);
        }
        barrier[first.1 * columns + first.0] = false;
        grid.barrier = barrier;
        grid
    }

    pub fn at(&self, column: usize, row: usize) -> Vec2 {
        self.low + Vec2::new(column as f32, row as f32) * self.cell
    }

    pub fn point(&self, index: usize) -> Vec2 {
        self.at(index % self.columns, index / self.columns)
    }

    pub fn len(&self) -> usize {
        self.columns * self.rows
    }

    /// Whether the mover may pass a point.
    pub fn is_free(&self, index: usize) -> bool {
        self.clear[index] >= 0.0 && !self.barrier[index]
    }

    /// The four points around a place.
    pub fn around(&self, place: Vec2) -> [usize; 4] {
        let at = ((place - self.low) / self.cell).max(Vec2::ZERO);
        let column = (at.x as usize).min(self.columns - 2);
        let row = (at.y as usize).min(self.rows - 2);
        let index = row * self.columns + column;
        [index, index + 1, index + self.columns, index + self.columns + 1]
    }

    /// Tells the depth of an obstacle at all points inside and near its outline. Where it is deep,
    /// a bound must do, so that most points need not be measured.
    fn draw(&self, obstacle: &Obstacle, mut tell: impl FnMut(usize, f32)) {
        let near = self.cell * 1.5;
        let (middle, bound) = obstacle.bounds();
        let bound = bound + near;
        let column = |x: f32| ((x - self.low.x) / self.cell).max(0.0);
        let bottom = ((middle.y - bound - self.low.y) / self.cell).ceil().max(0.0) as usize;
        for row in bottom..self.rows {
            let y = self.low.y + row as f32 * self.cell;
            let half = bound * bound - (y - middle.y) * (y - middle.y);
            if half < 0.0 {
                break;
            }
            let half = half.sqrt();
            if middle.x + half < self.low.x {
                continue;
            }
            let right = column(middle.x + half) as usize;
            let mut here = column(middle.x - half).ceil() as usize;
            while here <= right && here < self.columns {
                let depth = obstacle.depth(self.at(here, row));
                let index = row * self.columns + here;
                tell(index, depth);
                // Nothing changes as far as the outline is away.
                let skipped = ((depth.abs() - near) / self.cell).max(0.0) as usize;
                if depth < 0.0 {
                    for i in 1..=skipped.min(self.columns - 1 - here) {
                        tell(index + i, -near);
                    }
                }
                here += 1 + skipped;
            }
        }
    }

    /// What a straight way from the start to each point costs over open ground; without end where
    /// something is in the way.
    pub fn seen(&self, field: &Field) -> Vec<f32> {
        let (x, y) = (self.start.0 as i32, self.start.1 as i32);
        let start = self.at(self.start.0, self.start.1);
        let mut seen = vec![f32::INFINITY; self.len()];
        let index = |dx: i32, dy: i32| {
            let (column, row) = (x + dx, y + dy);
            let inside = column >= 0
                && row >= 0
                && (column as usize) < self.columns
                && (row as usize) < self.rows;
            inside.then(|| row as usize * self.columns + column as usize)
        };
        let home = self.start.1 * self.columns + self.start.0;
        if self.weight[home] > 1.0 {
            seen[home] = 0.0;
            return seen;
        }
        seen[home] = 0.0;
        let farthest = self.columns.max(self.rows) as i32;
        let mut look = |dx: i32, dy: i32| {
            let Some(here) = index(dx, dy) else { return };
            if !self.is_free(here) || self.weight[here] > 1.0 {
                return;
            }
            // Both points a step nearer, between which the way runs, must see the start.
            let long = dx.abs().max(dy.abs());
            let back = |d: i32| {
                let scaled = d * (long - 1);
                (scaled.div_euclid(long), (scaled + long - 1).div_euclid(long))
            };
            let ((x0, x1), (y0, y1)) = (back(dx), back(dy));
            let sees = |dx, dy| index(dx, dy).is_some_and(|i| seen[i] < f32::INFINITY);
            let at = self.point(here);
            let clear = match (sees(x0, y0), sees(x1, y1)) {
                (true, true) if !self.left[here] => true,
                (false, false) => false,
                _ => self.is_plain(field, start, at) && field.is_clear(start, at),
            };
            if clear {
                seen[here] = start.distance(at);
            }
        };
        for ring in 1..=farthest {
            for side in -ring..=ring {
                look(side, -ring);
                look(side, ring);
            }
            for side in 1 - ring..ring {
                look(-ring, side);
                look(ring, side);
            }
        }
        seen
    }

    /// Whether a straight way meets open ground only.
    fn is_plain(&self, field: &Field, from: Vec2, to: Vec2) -> bool {
        field.rough.is_empty() && field.barriers.is_empty()
            || field.cost(from, to) <= from.distance(to) + 1e-4
    }
}

/// All that a way of so many inches from a place can touch.
pub(super) fn extent_of(start: Vec2, reach: f32) -> Extent {
    Extent { from: start, to: start, length: 2.0 * reach }
}

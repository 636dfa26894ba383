//! Obstacles sorted into squares of the table, so that a way asks only those it comes near.

use bevy::math::Vec2;

use super::obstacle::Obstacle;

/// The side of the squares that obstacles are sorted into. Inches.
const BUCKET: f32 = 1.5;

/// Obstacles sorted into squares, so that a way asks only those it comes near.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    low: Vec2,
    columns: usize,
    rows: usize,
    /// Where each square's members begin, and where the last one's end.
    begins: Vec<u32>,
    members: Vec<u32>,
}

impl Buckets {
    /// Sorts obstacles; they are named by their place in the list.
    pub fn new(obstacles: &[Obstacle]) -> Self {
        let (mut low, mut high) = (Vec2::MAX, Vec2::MIN);
        for (middle, bound) in obstacles.iter().map(Obstacle::bounds) {
            low = low.min(middle - bound);
            high = high.max(middle + bound);
        }
        if obstacles.is_empty() || !(high - low).is_finite() {
            return Self::default();
        }
        let size = ((high - low) / BUCKET).floor().min(Vec2::splat(255.0));
        let (columns, rows) = (size.x as usize + 1, size.y as usize + 1);
        let mut all = Self { low, columns, rows, ..Self::default() };
        let mut counts = vec![0_u32; columns * rows + 1];
        let boxes: Vec<_> = obstacles
            .iter()
            .map(|obstacle| {
                let (middle, bound) = obstacle.bounds();
                (all.square(middle - bound), all.square(middle + bound))
            })
            .collect();
        for &((left, bottom), (right, top)) in &boxes {
            for row in bottom..=top {
                for column in left..=right {
                    counts[row * columns + column + 1] += 1;
                }
            }
        }
        for i in 1..counts.len() {
            counts[i] += counts[i - 1];
        }
        all.members = vec![0; counts[columns * rows] as usize];
        let mut next = counts.clone();
        for (i, &((left, bottom), (right, top))) in boxes.iter().enumerate() {
            for row in bottom..=top {
                for column in left..=right {
                    let place = &mut next[row * columns + column];
                    all.members[*place as usize] = i as u32;
                    *place += 1;
                }
            }
        }
        all.begins = counts;
        all
    }

    /// The square a point lies in, or the nearest one.
    fn square(&self, point: Vec2) -> (usize, usize) {
        let place = (point - self.low) / BUCKET;
        // A cast from float to integer never overflows, and below zero is zero.
        ((place.x as usize).min(self.columns - 1), (place.y as usize).min(self.rows - 1))
    }

    fn members(&self, column: usize, row: usize) -> &[u32] {
        let i = row * self.columns + column;
        &self.members[self.begins[i] as usize..self.begins[i + 1] as usize]
    }

    /// Those that may hold a point.
    pub fn at(&self, point: Vec2) -> &[u32] {
        if self.columns == 0 {
            return &[];
        }
        let (column, row) = self.square(point);
        self.members(column, row)
    }

    /// Asks all squares along a way; stops at the first no.
    pub fn along(&self, from: Vec2, to: Vec2, mut agree: impl FnMut(&[u32]) -> bool) -> bool {
        if self.columns == 0 {
            return true;
        }
        // Row by row, all squares the way touches there.
        let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
        let (bottom, top) = (self.square(low).1, self.square(high).1);
        let slope = (high.x - low.x) / (high.y - low.y).max(1e-6);
        for row in bottom..=top {
            let begins = self.low.y + row as f32 * BUCKET;
            let x_at = |y: f32| low.x + (y.clamp(low.y, high.y) - low.y) * slope;
            let (mut a, mut b) = (x_at(begins), x_at(begins + BUCKET));
            if row == bottom {
                a = low.x;
            }
            if row == top {
                b = high.x;
            }
            let left = self.square(Vec2::new(a.min(b) - 0.01, begins)).0;
            let right = self.square(Vec2::new(a.max(b) + 0.01, begins)).0;
            for column in left..=right {
                if !agree(self.members(column, row)) {
                    return false;
                }
            }
        }
        true
    }
}

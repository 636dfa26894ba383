//! The shape of a hill as heights on a grid: its slopes, its shadow and its contours.

use bevy::prelude::*;

use super::{LIGHT, brush::ease, edge::Edge};
use crate::app::noise::layers;

/// Heights on a grid, in inches.
pub(super) struct Relief {
    low: Vec2,
    columns: usize,
    rows: usize,
    heights: Vec<f32>,
}

/// Inches between the grid's points.
const STEP: f32 = 0.3;

impl Relief {
    /// A hill inside an edge, so many inches high.
    pub fn of(edge: &Edge, height: f32, seed: u32) -> Self {
        let low = edge.low - 3.0;
        let size = ((edge.high + 3.0 - low) / STEP).ceil().as_uvec2();
        let (columns, rows) = (size.x as usize + 1, size.y as usize + 1);
        let mut relief = Self { low, columns, rows, heights: vec![0.0; columns * rows] };
        let depths: Vec<f32> = relief.places().map(|at| edge.depth(at)).collect();
        let deepest = depths.iter().copied().fold(0.1, f32::max);
        let run = (0.9 + height).min(deepest * 0.85);
        for (i, at) in relief.places().enumerate() {
            let uneven = layers(at * 0.45 + 30.0, 256, 3, seed) - 0.5;
            let share =
                ease(-0.1, 1.0, depths[i] / run + uneven * 0.55 * ease(0.0, 0.8, depths[i]));
            // A plateau that still rises a little towards the middle.
            let dome = ease(0.0, 1.0, depths[i] / deepest);
            relief.heights[i] = height * (0.86 * share + 0.14 * dome);
        }
        for _ in 0..4 {
            relief.soften();
        }
        relief
    }

    fn places(&self) -> impl Iterator<Item = Vec2> + use<> {
        let (low, columns) = (self.low, self.columns);
        (0..self.columns * self.rows)
            .map(move |i| low + Vec2::new((i % columns) as f32, (i / columns) as f32) * STEP)
    }

    fn soften(&mut self) {
        let before = self.heights.clone();
        for y in 1..self.rows - 1 {
            for x in 1..self.columns - 1 {
                let i = y * self.columns + x;
                let beside = before[i - 1] + before[i + 1];
                let over = before[i - self.columns] + before[i + self.columns];
                self.heights[i] = before[i] * 0.5 + (beside + over) * 0.125;
            }
        }
    }

    /// How high a point lies.
    pub fn height(&self, at: Vec2) -> f32 {
        let most = Vec2::new(self.columns as f32 - 1.001, self.rows as f32 - 1.001);
        let place = ((at - self.low) / STEP).clamp(Vec2::ZERO, most);
        let (cell, share) = (place.floor(), place - place.floor());
        let i = cell.y as usize * self.columns + cell.x as usize;
        let h = |i: usize| self.heights[i];
        let below = h(i) + (h(i + 1) - h(i)) * share.x;
        let above = h(i + self.columns) + (h(i + self.columns + 1) - h(i + self.columns)) * share.x;
        below + (above - below) * share.y
    }

    /// How steeply it rises, and which way.
    pub fn slope(&self, at: Vec2) -> Vec2 {
        let rise = |step: Vec2| self.height(at + step) - self.height(at - step);
        Vec2::new(rise(Vec2::X * STEP), rise(Vec2::Y * STEP)) / (2.0 * STEP)
    }

    /// How much brighter than level ground a point is; less than none when it looks away from
    /// the light.
    pub fn lit(&self, at: Vec2) -> f32 {
        let normal = (-self.slope(at)).extend(1.0).normalize();
        let light = (LIGHT * 0.80).extend(0.60);
        normal.dot(light) - light.z
    }

    /// How far below the light's way over the hill a point lies, from 0 to 1.
    pub fn shadowed(&self, at: Vec2) -> f32 {
        let here = self.height(at);
        let most = (1..9)
            .map(|step| {
                let far = step as f32 * 0.4;
                self.height(at + LIGHT * far) - here - far * 0.62
            })
            .fold(0.0, f32::max);
        (most / 0.5).min(1.0)
    }

    /// The line at a height, as short pieces.
    pub fn contour(&self, level: f32) -> Vec<(Vec2, Vec2)> {
        let mut found = Vec::new();
        for y in 0..self.rows - 1 {
            for x in 0..self.columns - 1 {
                let i = y * self.columns + x;
                let corners = [i, i + 1, i + self.columns + 1, i + self.columns];
                let steps = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
                let origin = self.low + Vec2::new(x as f32, y as f32) * STEP;
                let mut cuts = Vec::with_capacity(4);
                for k in 0..4 {
                    let next = (k + 1) % 4;
                    let (from, to) = (self.heights[corners[k]], self.heights[corners[next]]);
                    if (from < level) != (to < level) {
                        let share = (level - from) / (to - from);
                        cuts.push(origin + steps[k].lerp(steps[next], share) * STEP);
                    }
                }
                found.extend(cuts.chunks_exact(2).map(|pair| (pair[0], pair[1])));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Footprint, Inches, Terrain};

    #[test]
    fn a_hill_is_bright_towards_the_light_and_throws_its_shadow_away_from_it() {
        let disc = Footprint::Circle { at: Vec2::ZERO, radius: Inches(4.0) };
        let piece = Terrain::new("hill", disc);
        let relief = Relief::of(&Edge::of(&piece), 2.0, 1);
        assert!(relief.height(Vec2::ZERO) > 1.7);
        assert!(relief.height(LIGHT * 6.0) < 0.01);
        assert!(relief.lit(LIGHT * 2.8) > 0.1);
        assert!(relief.lit(-LIGHT * 2.8) < -0.1);
        assert!(relief.shadowed(LIGHT * 3.0) < relief.shadowed(-LIGHT * 3.4));
        let around: f32 = relief.contour(1.0).iter().map(|(a, b)| a.distance(*b)).sum();
        assert!((8.0..24.0).contains(&around), "{around}");
    }
}

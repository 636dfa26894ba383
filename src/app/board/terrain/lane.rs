//! Things along a line: its points with the way across, and strips beside each other along it.

use bevy::prelude::*;

use super::{breadth, course};
use crate::{app::drawing::Drawing, app::noise::smooth, table::Terrain};

/// A line that has been rounded at its corners and cut into short steps.
pub(super) struct Lane {
    /// Its points.
    pub at: Vec<Vec2>,
    /// To the left of the line at each point, one inch long.
    pub across: Vec<Vec2>,
    /// Half the width.
    pub half: f32,
    closed: bool,
    seed: u32,
}

impl Lane {
    /// The line that a piece lies along, with a point about every `step` inches.
    pub fn of(piece: &Terrain, step: f32, seed: u32) -> Self {
        let (points, closed) = course(piece);
        let rounded = if closed { looped(&points) } else { bend(&points, 0.9) };
        let at = cut(&rounded, step);
        let count = at.len();
        let across = (0..count)
            .map(|i| {
                let before = if i > 0 || !closed { i.saturating_sub(1) } else { count - 2 };
                let after = if i + 1 < count || !closed { (i + 1).min(count - 1) } else { 1 };
                (at[after] - at[before]).normalize_or(Vec2::X).perp()
            })
            .collect();
        Self { at, across, half: breadth(piece) / 2.0, closed, seed }
    }

    /// The row of points `off` half widths to the left, wandering by up to `wander` inches.
    pub fn row(&self, off: f32, wander: f32) -> Vec<Vec2> {
        let seed = self.seed + if off < 0.0 { 5 } else { 0 };
        self.at
            .iter()
            .zip(&self.across)
            .map(|(&at, &across)| {
                let uneven = (smooth(at * 1.1 + 60.0, 256, seed) - 0.5) * 2.0 * wander;
                at + across * (off * self.half + off.signum() * uneven)
            })
            .collect()
    }

    /// Strips from the left edge to the right one, the same on both sides: half widths from the
    /// middle, how far each wanders, and colour; outermost first. Ends are round.
    pub fn strips(&self, drawing: &mut Drawing, lanes: &[(f32, f32, Color)]) {
        let left = lanes.iter().map(|&(off, wander, colour)| (off, wander, colour));
        let right = lanes.iter().rev().map(|&(off, wander, colour)| (-off, wander, colour));
        let all: Vec<_> = left.chain(right).collect();
        let rows: Vec<_> = all.iter().map(|&(off, wander, _)| self.row(off, wander)).collect();
        let colours: Vec<_> = all.iter().map(|&(.., colour)| colour).collect();
        drawing.strips(&rows, &colours);
        let (Some(&first), Some(&last)) = (self.across.first(), self.across.last()) else { return };
        if self.closed {
            return;
        }
        for (i, from) in [(0, first), (self.at.len() - 1, -last)] {
            let turn =
                |k: i32| from.rotate(Vec2::from_angle(k as f32 / 8.0 * std::f32::consts::PI));
            let mut rows: Vec<Vec<Vec2>> = Vec::new();
            for &(off, wander, _) in lanes {
                let seeds = [self.seed, self.seed + 5];
                let uneven = |k: i32| {
                    let by = |seed| (smooth(self.at[i] * 1.1 + 60.0, 256, seed) - 0.5) * 2.0;
                    let (left, right) = (by(seeds[0]), by(seeds[1]));
                    let (from, to) = if i == 0 { (left, right) } else { (right, left) };
                    (from + (to - from) * k as f32 / 8.0) * wander
                };
                let reach = |k: i32| off * self.half + uneven(k);
                rows.push((0..=8).map(|k| self.at[i] + turn(k) * reach(k)).collect());
            }
            rows.push(vec![self.at[i]; 9]);
            let mut colours: Vec<_> = lanes.iter().map(|&(.., colour)| colour).collect();
            colours.extend(colours.last().copied());
            drawing.strips(&rows, &colours);
        }
    }
}

fn looped(points: &[Vec2]) -> Vec<Vec2> {
    points.iter().copied().chain(points.first().copied()).collect()
}

/// Rounds the corners of a line, beginning so many inches before each.
fn bend(points: &[Vec2], before: f32) -> Vec<Vec2> {
    let mut found = Vec::new();
    for (i, &corner) in points.iter().enumerate() {
        if i == 0 || i + 1 == points.len() {
            found.push(corner);
            continue;
        }
        let reach = |other: Vec2| {
            let way = other - corner;
            corner + way.clamp_length_max(before.min(way.length() / 2.0))
        };
        let (from, to) = (reach(points[i - 1]), reach(points[i + 1]));
        for k in 0..=6 {
            let share = k as f32 / 6.0;
            found.push(from.lerp(corner, share).lerp(corner.lerp(to, share), share));
        }
    }
    found
}

/// Cuts a line into even steps of about `step` inches.
fn cut(points: &[Vec2], step: f32) -> Vec<Vec2> {
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let steps = (length / step).ceil().clamp(2.0, 600.0);
    let step = length / steps;
    let mut found: Vec<Vec2> = points.first().copied().into_iter().collect();
    let mut left = step;
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        while left <= length + 1e-4 && found.len() <= steps as usize {
            found.push(pair[0].lerp(pair[1], (left / length.max(1e-6)).min(1.0)));
            left += step;
        }
        left -= length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Footprint, Inches};

    #[test]
    fn a_lane_keeps_to_its_line() {
        let points = vec![Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(16.0, 6.0)];
        let piece =
            Terrain::new("road", Footprint::Line { points: points.clone(), width: Inches(2.0) });
        let lane = Lane::of(&piece, 0.5, 3);
        assert!(lane.at.len() > 30);
        assert!(lane.at[0].distance(points[0]) < 1e-3);
        assert!(lane.at[lane.at.len() - 1].distance(points[2]) < 0.05);
        for at in lane.row(0.9, 0.0) {
            assert!(piece.contains(at), "{at}");
        }
    }
}

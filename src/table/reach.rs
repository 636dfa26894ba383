//! Everything a model can get to with a number of actions, as a region to draw and to query.
//! Places in sight of the start are exact; around corners and in difficult ground prices come from
//! a grid and may be a tenth of an inch or two too high, at the edges of difficult ground as much
//! too low, so a path may take one action more or less than the region says.

mod grid;
#[cfg(test)]
mod tests;
mod wave;

use bevy::math::Vec2;

use self::grid::{Grid, extent_of};
use super::{
    base::Pose,
    contour,
    cost::ROUNDING,
    path::{
        field::{Extent, Field},
        obstacle::Obstacle,
        search::{Found, cheapest},
    },
    travel::{Mover, Surroundings},
};

/// No reach is looked at farther than this. Inches.
const FARTHEST: f32 = 200.0;
/// A gap that shrinks by less than this doesn't shrink. Inches.
const SHRINKING: f32 = 3e-4;

/// Everything a model can get to with a number of actions.
#[derive(Clone, Debug)]
pub struct Reach {
    start: Vec2,
    actions: u32,
    field: Field,
    /// Where it may pass but not end.
    ends: Vec<Obstacle>,
    grid: Grid,
    /// The price of each point of the grid in inches of open ground.
    prices: Vec<f32>,
    /// Places where ways bend, and their prices.
    bent: Vec<(Vec2, f32)>,
}

/// Everything a model can get to with so many actions. Book: Movement (MOVE-01 to MOVE-10).
pub fn reach(mover: &Mover, start: &Pose, actions: u32, around: &Surroundings) -> Reach {
    let sound = Pose { at: if start.at.is_finite() { start.at } else { Vec2::ZERO }, ..*start };
    let actions = if start.at.is_finite() { actions } else { 0 };
    let rate = mover.rate.0.max(0.05);
    let limit = (actions as f32 * rate).min(FARTHEST);
    // So much more that the region's edge lies within the grid.
    let beyond = limit + 1.0;
    let extent = extent_of(sound.at, beyond);
    let field = Field::new(mover, &sound, around, &extent);
    let near: Vec<_> = around
        .friends
        .iter()
        .filter(|friend| extent.meets(friend.pose.at, 2.0 * friend.base.outer_radius().0 + 3.0))
        .copied()
        .collect();
    let ends = if mover.flies {
        let walker = Mover { flies: false, by_wing: false, ..*mover };
        let below = Field::new(&walker, &sound, around, &extent);
        let mut ends = below.passages(mover, &sound, &near);
        ends.extend(below.obstacles);
        ends
    } else {
        field.passages(mover, &sound, &near)
    };
    let grid = Grid::new(&field, &ends, sound.at, beyond);
    let (prices, bent) = wave::spread(&grid, &field, &extent, limit + 2.0 * grid.cell);
    Reach { start: sound.at, actions, field, ends, grid, prices, bent }
}

impl Reach {
    /// The fewest actions with which the model gets to a point and may end there; none if it
    /// can't with those it has.
    pub fn actions_to(&self, p: Vec2) -> Option<u32> {
        if !p.is_finite() || !self.may_end(p) {
            return None;
        }
        let share = self.price(p)? / self.field.rate;
        let actions = (share - ROUNDING).ceil().max(0.0) as u32;
        (actions <= self.actions).then_some(actions)
    }

    /// Whether the model can get to a point and end there.
    pub fn contains(&self, p: Vec2) -> bool {
        self.actions_to(p).is_some()
    }

    /// The edges of everything reachable with at most so many actions, as closed loops: outer
    /// edges run counter-clockwise, those of holes clockwise.
    pub fn outlines(&self, within_actions: u32) -> Vec<Vec<Vec2>> {
        let grid = &self.grid;
        let limit = within_actions.min(self.actions) as f32 * self.field.rate;
        let values: Vec<f32> = (0..grid.len())
            .map(|i| {
                let over = self.drawn_price(i) - limit;
                over.clamp(-grid.cell, grid.cell).max(-grid.clear[i]).max(-grid.ends[i])
            })
            .collect();
        contour::loops(grid.columns, grid.rows, &values, |i| grid.point(i))
    }

    /// The points after the start on the cheapest way to a point the model can get to.
    pub fn path_to(&self, p: Vec2) -> Option<Vec<Vec2>> {
        let actions = self.actions_to(p)?;
        let plain = self.field.leg(self.start, p);
        if plain.is_some_and(|cost| cost <= self.start.distance(p) + 1e-4) {
            return Some(vec![p]);
        }
        let limit = (actions + 1) as f32 * self.field.rate;
        let extent = Extent { from: self.start, to: p, length: limit };
        match cheapest(&self.field, &extent, limit) {
            Found::Way(path, _) => Some(path),
            Found::Nothing(_) => plain.map(|_| vec![p]),
        }
    }

    fn may_end(&self, p: Vec2) -> bool {
        let stays = |obstacle: &Obstacle| {
            obstacle.holds(p)
                && !(obstacle.left
                    && obstacle.clearance(p) >= obstacle.clearance(self.start) - SHRINKING)
        };
        self.field.is_free(p) && !self.field.obstacles.iter().chain(&self.ends).any(stays)
    }

    /// What it costs to get to a point, in inches of open ground.
    fn price(&self, p: Vec2) -> Option<f32> {
        let straight = self.field.leg(self.start, p);
        if let Some(cost) = straight
            && cost <= self.start.distance(p) + 1e-4
        {
            return straight;
        }
        let from = |at: Vec2, price: f32| Some(price + self.field.leg(at, p)?);
        let around = self.grid.around(p).into_iter();
        let mut best = around
            .filter(|&i| self.prices[i] < f32::INFINITY)
            .filter_map(|i| from(self.grid.point(i), self.prices[i]))
            .chain(straight)
            .fold(f32::INFINITY, f32::min);
        // Straight from a bend is more exact, and in narrow places there may be no point.
        for &(at, price) in &self.bent {
            if price + at.distance(p) < best
                && let Some(cost) = from(at, price)
            {
                best = best.min(cost);
            }
        }
        (best < f32::INFINITY).then_some(best)
    }

    /// The price at a point of the grid; where one can't be, that of the cheapest point beside it,
    /// for there the edge is drawn by what bars it.
    fn drawn_price(&self, index: usize) -> f32 {
        let grid = &self.grid;
        let price = self.prices[index];
        if price < f32::INFINITY || grid.is_free(index) && grid.ends[index] >= 0.0 {
            return price;
        }
        let (column, row) = (index % grid.columns, index / grid.columns);
        let rows = row.saturating_sub(1)..=(row + 1).min(grid.rows - 1);
        let columns = column.saturating_sub(1)..=(column + 1).min(grid.columns - 1);
        rows.flat_map(|row| columns.clone().map(move |column| row * grid.columns + column))
            .map(|i| self.prices[i])
            .fold(f32::INFINITY, f32::min)
    }
}

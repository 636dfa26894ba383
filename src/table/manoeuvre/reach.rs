//! Everything that a block can get to with a number of actions: straight ahead, back and aside, and
//! straight ahead after a wheel or a turn. It is found from a number of runs in fixed directions and
//! may be a fraction of an inch too small between two of them.

use bevy::math::{UVec2, Vec2};

use super::{Flank, Manoeuvre, UNUSUAL, manoeuvre, obstruction_at_end, wheel_end};
use crate::table::{
    base::{Placed, Pose, rotation},
    contour,
    formation::{Block, block_of},
    travel::{Mover, Surroundings},
    units::Inches,
    zone::Zone,
};

/// Between two wheels that are looked at. Degrees.
const BETWEEN: f32 = 7.5;
/// How often the way to what bars a block is halved.
const HALVINGS: u32 = 5;
/// Between two points of the grid that edges are drawn on. Inches.
const CELL: f32 = 0.25;

/// Everything that a block can get to with a number of actions.
#[derive(Clone, Debug, Default)]
pub struct BlockReach {
    runs: Vec<Run>,
}

/// A straight way of a block.
#[derive(Clone, Debug)]
struct Run {
    /// The actions that were spent before it.
    before: u32,
    /// The block where it begins, and after each action.
    blocks: Vec<Block>,
}

/// A block that moves, and what it moves among.
struct Drilled<'a> {
    movers: &'a [(Mover, Pose)],
    /// What turning in place costs.
    turning: u32,
    around: &'a Surroundings<'a>,
}

/// Everything that a block can get to with so many actions, of which turning in place takes `turning`.
/// As for [`manoeuvre`], the first model's facing is the block's. Book: Ranked Movement (MOVE-09).
pub fn block_reach(
    movers: &[(Mover, Pose)],
    actions: u32,
    turning: u32,
    around: &Surroundings,
) -> BlockReach {
    let block = Drilled { movers, turning, around };
    let near = Near::of(&block, actions);
    let around = &near.surroundings(around);
    let block = Drilled { movers, turning, around };
    let mut runs = vec![
        block.run(0, actions, 1.0, Manoeuvre::Ahead),
        block.run(0, actions, UNUSUAL, Manoeuvre::Back),
    ];
    for flank in [Flank::Left, Flank::Right] {
        runs.push(block.run(0, actions, UNUSUAL, |way| Manoeuvre::Sidestep(flank, way)));
        for (spent, wheeled) in block.wheels(flank, actions) {
            let wheeled = Drilled { movers: &wheeled, turning, around };
            runs.push(wheeled.run(spent, actions, 1.0, Manoeuvre::Ahead));
        }
    }
    let turns = [
        Manoeuvre::AboutTurn,
        Manoeuvre::QuarterTurn(Flank::Left),
        Manoeuvre::QuarterTurn(Flank::Right),
    ];
    for turn in turns.into_iter().filter(|_| turning <= actions) {
        if let Ok(travel) = manoeuvre(movers, &turn, turning, around) {
            let turned = block.at(travel.frames.last().map_or(&[][..], Vec::as_slice));
            let turned = Drilled { movers: &turned, turning, around };
            runs.push(turned.run(turning, actions, 1.0, Manoeuvre::Ahead));
        }
    }
    BlockReach { runs }
}

/// Who stands near enough to be met at all.
struct Near {
    enemies: Vec<Placed>,
    friends: Vec<Placed>,
    zones: Vec<Zone>,
}

impl Near {
    /// Of those around a block, for so many actions.
    fn of(block: &Drilled, actions: u32) -> Self {
        let poses: Vec<Pose> = block.movers.iter().map(|&(_, pose)| pose).collect();
        let Block { centre, half_width, half_depth, .. } = block.block(&poses);
        let far = actions as f32 * block.rate() + half_width.0 + half_depth.0 + 1.0;
        let is_near = |other: &Placed, reach: f32| {
            other.pose.at.distance(centre) <= far + reach + other.base.outer_radius().0
        };
        let of = |all: &[Placed]| all.iter().copied().filter(|other| is_near(other, 0.0)).collect();
        let zones = block.around.zones.iter().copied();
        Self {
            enemies: of(block.around.enemies),
            friends: of(block.around.friends),
            zones: zones.filter(|zone| is_near(&zone.around, zone.reach.0)).collect(),
        }
    }

    fn surroundings<'a>(&'a self, around: &Surroundings<'a>) -> Surroundings<'a> {
        let Self { enemies, friends, zones } = self;
        Surroundings { table: around.table, enemies, friends, zones }
    }
}

impl Drilled<'_> {
    /// Inches that the slowest covers with an action.
    fn rate(&self) -> f32 {
        let rates = self.movers.iter().map(|(mover, _)| mover.rate.0);
        let slowest = rates.fold(f32::INFINITY, f32::min);
        if slowest.is_finite() { slowest } else { 0.0 }
    }

    /// Its movers somewhere else.
    fn at(&self, poses: &[Pose]) -> Vec<(Mover, Pose)> {
        self.movers.iter().zip(poses).map(|(&(mover, _), &pose)| (mover, pose)).collect()
    }

    fn block(&self, poses: &[Pose]) -> Block {
        let placed = self.movers.iter().zip(poses).map(|((mover, _), &pose)| mover.placed(pose));
        let placed: Vec<Placed> = placed.collect();
        block_of(&placed, poses.first().map_or(Vec2::Y, |pose| pose.facing))
    }

    /// As far as it comes in a direction with the actions that are left, each inch counted so often.
    fn run(
        &self,
        before: u32,
        actions: u32,
        price: f32,
        wish: impl Fn(Inches) -> Manoeuvre,
    ) -> Run {
        let begins: Vec<Pose> = self.movers.iter().map(|&(_, pose)| pose).collect();
        let mut blocks = vec![self.block(&begins)];
        let left = actions.saturating_sub(before);
        let longest = left as f32 * self.rate() / price;
        if let Some((_, frames)) = self.farthest(longest, |way| wish(Inches(way))) {
            blocks.extend(frames.iter().take(left as usize).map(|frame| self.block(frame)));
        }
        Run { before, blocks }
    }

    /// The most of a manoeuvre that nothing bars, and where everybody is after each action of it.
    fn farthest(
        &self,
        most: f32,
        wish: impl Fn(f32) -> Manoeuvre,
    ) -> Option<(f32, Vec<Vec<Pose>>)> {
        if most <= 0.0 {
            return None;
        }
        let go = |amount: f32| {
            let travel = manoeuvre(self.movers, &wish(amount), self.turning, self.around).ok()?;
            Some((amount, travel.frames))
        };
        let whole = go(most);
        if whole.is_some() {
            return whole;
        }
        let (mut best, mut free, mut barred) = (None, 0.0, most);
        for _ in 0..HALVINGS {
            let middle = (free + barred) / 2.0;
            match go(middle) {
                Some(found) => (best, free) = (Some(found), middle),
                None => barred = middle,
            }
        }
        best
    }

    /// Its wheels around a front corner: the actions of each, and where everybody is then.
    fn wheels(&self, pivot: Flank, actions: u32) -> Vec<(u32, Vec<(Mover, Pose)>)> {
        let Some(&(_, first)) = self.movers.first() else { return Vec::new() };
        let begins: Vec<Pose> = self.movers.iter().map(|&(_, pose)| pose).collect();
        let width = 2.0 * self.block(&begins).half_width.0;
        let most = (actions as f32 * self.rate() / width.max(0.1)).to_degrees().min(180.0);
        let wheel = |degrees: f32| Manoeuvre::Wheel { pivot, degrees };
        let Some((most, frames)) = self.farthest(most, wheel) else { return Vec::new() };
        let count = (most / BETWEEN).ceil().max(1.0) as u32;
        let mut wheels = Vec::new();
        for step in 1..=count {
            let degrees = most * step as f32 / count as f32;
            // The farther round, the less of the old facing is left in the new one.
            let round = rotation(degrees).cos + 1e-4;
            let spent = frames.iter().position(|frame| {
                frame.first().is_some_and(|pose| pose.facing.dot(first.facing) <= round)
            });
            let Some(spent) = spent.map(|place| place as u32 + 1) else { continue };
            let (_, ends) = wheel_end(self.movers, pivot, degrees);
            let wheeled = self.at(&ends);
            let barred = self.movers.iter().zip(&wheeled).any(|((mover, from), (_, to))| {
                let (from, to) = (mover.placed(*from), mover.placed(*to));
                obstruction_at_end(&from, &to, self.around).is_some()
            });
            if spent <= actions && !barred {
                wheels.push((spent, wheeled));
            }
        }
        wheels
    }
}

impl BlockReach {
    /// The ground it covers on each of its ways with so many actions, as rectangles.
    fn ground(&self, actions: u32) -> impl Iterator<Item = Block> {
        self.runs.iter().filter(move |run| run.before <= actions).filter_map(move |run| {
            let first = run.blocks.first()?;
            let last = (actions - run.before).min(run.blocks.len() as u32 - 1) as usize;
            Some(block_of(&[first.placed(), run.blocks[last].placed()], first.facing))
        })
    }

    /// Whether some of the block can get over a point with so many actions.
    pub fn covers(&self, point: Vec2, actions: u32) -> bool {
        self.ground(actions).any(|block| beyond(&block, point) <= 0.0)
    }

    /// The edges of all ground that it can get over with at most so many actions, as closed loops:
    /// outer edges run counter-clockwise, those of holes clockwise.
    pub fn outlines(&self, within_actions: u32) -> Vec<Vec<Vec2>> {
        let ground: Vec<(Block, Vec2)> =
            self.ground(within_actions).map(|block| (block, half_extent(&block))).collect();
        let low = ground.iter().map(|(block, half)| block.centre - half).reduce(Vec2::min);
        let high = ground.iter().map(|(block, half)| block.centre + half).reduce(Vec2::max);
        let (Some(low), Some(high)) = (low, high) else { return Vec::new() };
        let low = low - 2.0 * CELL;
        let size = ((high - low) / CELL).ceil().as_uvec2() + 3;
        let (columns, rows) = (size.x as usize, size.y as usize);
        let at = |i: usize| low + Vec2::new((i % columns) as f32, (i / columns) as f32) * CELL;
        let mut values = vec![CELL; columns * rows];
        for (block, half) in &ground {
            let from = ((block.centre - half - low) / CELL - 1.0).floor().as_uvec2();
            let to = ((block.centre + half - low) / CELL + 1.0).ceil().as_uvec2();
            let to = to.min(size - UVec2::ONE);
            for row in from.y..=to.y {
                for column in from.x..=to.x {
                    let i = row as usize * columns + column as usize;
                    values[i] = values[i].min(beyond(block, at(i)).max(-CELL));
                }
            }
        }
        contour::loops(columns, rows, &values, at)
    }
}

/// Half of what a rectangle takes along the table's sides.
fn half_extent(block: &Block) -> Vec2 {
    let (f, w, d) = (block.facing.abs(), block.half_width.0, block.half_depth.0);
    Vec2::new(f.y * w + f.x * d, f.x * w + f.y * d)
}

/// How far a point is outside of a rectangle; less than 0 inside. Inches.
fn beyond(block: &Block, point: Vec2) -> f32 {
    let from = point - block.centre;
    let right = Vec2::new(block.facing.y, -block.facing.x);
    let over = Vec2::new(from.dot(right), from.dot(block.facing)).abs()
        - Vec2::new(block.half_width.0, block.half_depth.0);
    over.max(Vec2::ZERO).length() + over.max_element().min(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Base, Table, formation};

    /// Two ranks of four, the front edge's middle at 20, 20, facing up the table.
    fn block() -> Vec<(Mover, Pose)> {
        let base = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };
        let (rate, height) = (Inches(1.0), Inches(1.25));
        let foot = Mover::on_foot(base, rate, height);
        let front = Pose::degrees(Vec2::new(20.0, 20.0), 90.0);
        let poses = formation::lay_out_ranks(base, 8, 4, &front);
        poses.into_iter().map(|pose| (foot, pose)).collect()
    }

    fn reach(actions: u32, enemies: &[Placed]) -> BlockReach {
        let table = Table::new(Inches(48.0), Inches(48.0));
        let around = Surroundings { table: &table, enemies, friends: &[], zones: &[] };
        block_reach(&block(), actions, 3, &around)
    }

    #[test]
    fn move_09_a_block_reaches_ahead_and_half_as_far_aside_and_back() {
        let reach = reach(4, &[]);
        let covers = |x: f32, y: f32, actions| reach.covers(Vec2::new(x, y), actions);
        assert!(covers(20.0, 23.9, 4) && !covers(20.0, 24.2, 4));
        assert!(covers(20.0, 21.9, 2) && !covers(20.0, 22.2, 2));
        assert!(covers(20.0, 16.1, 4) && !covers(20.0, 15.8, 4));
        assert!(covers(23.9, 19.0, 4) && !covers(24.2, 19.0, 4));
        // A model by itself would get there.
        assert!(!covers(25.5, 19.0, 4) && !covers(14.5, 19.0, 4));
    }

    #[test]
    fn move_09_a_block_reaches_what_it_wheels_over_at_the_price_of_the_wheel() {
        let reach = reach(8, &[]);
        for degrees in [5.0, 20.0, 33.0, 50.0, 90.0] {
            let (length, ends) = wheel_end(&block(), Flank::Left, degrees);
            let actions = length.0.ceil() as u32;
            let middle = ends.iter().map(|pose| pose.at).sum::<Vec2>() / ends.len() as f32;
            assert!(reach.covers(middle, actions), "{degrees} degrees");
        }
        // Round the left corner, and on to the left: seven actions for the wheel and one ahead.
        let left = Vec2::new(17.2, 22.0);
        assert!(reach.covers(left, 8) && !reach.covers(left, 3));
    }

    #[test]
    fn move_09_what_stands_in_the_way_ends_the_reach() {
        let radius = Inches(0.3);
        let post = Placed::new(Base::Circle { radius }, Pose::degrees(Vec2::new(20.0, 21.0), 0.0));
        let behind = Vec2::new(20.0, 21.8);
        assert!(reach(2, &[]).covers(behind, 2));
        let barred = reach(2, &[post]);
        assert!(!barred.covers(behind, 2));
        assert!(barred.covers(Vec2::new(20.0, 20.5), 2), "it still comes near");
    }

    #[test]
    fn the_edges_go_around_what_is_covered() {
        let reach = reach(6, &[]);
        for actions in 1..=6 {
            let loops = reach.outlines(actions);
            assert!(!loops.is_empty());
            for &point in loops.iter().flatten() {
                let off = reach.ground(actions).map(|block| beyond(&block, point));
                let off = off.fold(f32::INFINITY, f32::min);
                assert!(off.abs() < CELL, "{point} is off by {off}");
            }
        }
        assert!(reach.outlines(6).iter().flatten().any(|point| point.y > 25.8));
        let nobody = block_reach(
            &[],
            4,
            3,
            &Surroundings {
                table: &Table::new(Inches(48.0), Inches(48.0)),
                enemies: &[],
                friends: &[],
                zones: &[],
            },
        );
        assert!(nobody.outlines(4).iter().flatten().all(|point| point.is_finite()));
    }
}

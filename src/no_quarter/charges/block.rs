//! Charging in ranks: the block goes straight ahead, after one wheel if it must, until the first
//! base touches (CHG-01, CHG-02, MOVE-09).

use std::cell::OnceCell;

use super::course::{Course, Lineup};
use crate::{
    no_quarter::{movement::drill, step::Walker},
    table::{
        Account, Inches, Placed, Pose, Table,
        base::touching,
        formation::{Flank, Manoeuvre, block_of, first_contact, wheel_end},
        travel::{Mover, Surroundings},
    },
};

/// Wheels that are tried, in degrees, the smallest first.
const WHEELS: [f32; 12] = [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 37.5, 45.0, 55.0, 65.0, 77.5, 90.0];

/// Parts of the full distance that are tried when something is in the way of a charge that makes
/// no contact anyway.
const PARTS: [f32; 5] = [1.0, 0.75, 0.5, 0.25, 0.125];

/// Where everybody of the block is after each action.
type Frames = Vec<Vec<Pose>>;

/// A way of the whole block: what its actions go to, and where everybody is after each.
type Gone = (Account, Frames);

/// A block about to charge.
struct Block<'a> {
    movers: &'a [(Mover, Pose)],
    actions: u32,
    rate: f32,
    targets: &'a [Placed],
    around: Surroundings<'a>,
    /// The wheels looked at so far, as in [`WHEELS`]: on the better flank, and on the other.
    wheels: [[OnceCell<Option<Gone>>; WHEELS.len()]; 2],
}

/// Where it goes.
pub(super) fn course(lineup: &Lineup, table: &Table) -> Course {
    let block = Block {
        movers: &lineup.movers,
        actions: lineup.actions.iter().copied().min().unwrap_or(0),
        rate: lineup.movers.iter().map(|(mover, _)| mover.rate.0).fold(f32::MAX, f32::min),
        targets: &lineup.targets,
        around: lineup.around.on(table),
        wheels: Default::default(),
    };
    let Some((account, frames)) = block.way_to_contact().or_else(|| block.as_far_as_it_goes())
    else {
        return Course::default();
    };
    let mut course = Course::default();
    for (index, &model) in lineup.models.iter().enumerate() {
        let ticks: Vec<Pose> = frames.iter().map(|frame| frame[index]).collect();
        let end = ticks.last().map(|&pose| lineup.movers[index].0.placed(pose));
        if end.is_some_and(|end| block.targets.iter().any(|target| touching(&end, target))) {
            course.contacts.push(model);
        }
        let actions = u8::try_from(account.total()).unwrap_or(u8::MAX);
        course.walkers.push(Walker { model, ticks, actions });
        course.accounts.push(account.clone());
    }
    course
}

impl Block<'_> {
    fn placed(&self, poses: &[Pose]) -> Vec<Placed> {
        let bases = self.movers.iter().map(|(mover, _)| mover.base);
        bases.zip(poses).map(|(base, &pose)| Placed::new(base, pose)).collect()
    }

    /// Straight ahead from some poses with so many actions left, until the first base touches.
    fn ahead_to_contact(&self, poses: &[Pose], actions: u32) -> Option<Gone> {
        let way = self.contact_ahead(poses, actions)?;
        self.go(poses, &Manoeuvre::Ahead(way)).filter(|(cost, _)| cost.total() <= actions)
    }

    /// How far the first contact straight ahead is, whatever is in the way.
    fn contact_ahead(&self, poses: &[Pose], actions: u32) -> Option<Inches> {
        let facing = poses.first()?.facing;
        let at_most = Inches(self.rate * actions as f32);
        let (way, ..) = first_contact(&self.placed(poses), facing, self.targets, at_most)?;
        Some(way)
    }

    fn go(&self, poses: &[Pose], order: &Manoeuvre) -> Option<Gone> {
        let movers: Vec<(Mover, Pose)> =
            self.movers.iter().zip(poses).map(|((mover, _), &pose)| (*mover, pose)).collect();
        let travel = drill(&movers, order, &self.around).ok()?;
        Some((travel.account, travel.frames))
    }

    fn poses(&self) -> Vec<Pose> {
        self.movers.iter().map(|(_, pose)| *pose).collect()
    }

    /// Straight into contact, or after the smallest wheel that leads there: on the better flank,
    /// or if none does, on the other.
    fn way_to_contact(&self) -> Option<Gone> {
        let poses = self.poses();
        self.ahead_to_contact(&poses, self.actions).or_else(|| {
            let better = self.better_flank();
            let wheels = [better, better.other()]
                .into_iter()
                .flat_map(|pivot| (0..WHEELS.len()).map(move |index| (pivot, index)));
            wheels.into_iter().find_map(|(pivot, index)| {
                // Whether it leads anywhere is known sooner than whether it is free.
                let (_, end) = wheel_end(self.movers, pivot, WHEELS[index]);
                self.contact_ahead(&end, self.actions)?;
                let (cost, frames) = self.wheel(pivot, index)?;
                let left = self.actions - cost.total();
                let (more, ahead) = self.ahead_to_contact(frames.last()?, left)?;
                Some((cost.clone().then(&more), frames.iter().cloned().chain(ahead).collect()))
            })
        })
    }

    /// A wheel that is free and can be paid for.
    fn wheel(&self, pivot: Flank, index: usize) -> Option<&Gone> {
        let look = || {
            let degrees = WHEELS[index];
            let (length, _) = wheel_end(self.movers, pivot, degrees);
            let at_least = length.0 / self.rate;
            if at_least > self.actions as f32 + 0.01 {
                return None;
            }
            let wheeled = self.go(&self.poses(), &Manoeuvre::Wheel { pivot, degrees })?;
            (wheeled.0.total() <= self.actions).then_some(wheeled)
        };
        let flank = usize::from(pivot != self.better_flank());
        self.wheels[flank][index].get_or_init(look).as_ref()
    }

    /// The flank to wheel on: the one on the side of the nearest enemy.
    fn better_flank(&self) -> Flank {
        let poses = self.poses();
        let facing = poses.first().map_or(bevy::math::Vec2::Y, |pose| pose.facing);
        let block = block_of(&self.placed(&poses), facing);
        let distance = |target: &&Placed| target.pose.at.distance(block.centre);
        let nearest = self.targets.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let to_the_right = nearest
            .is_some_and(|target| (target.pose.at - block.centre).dot(block.pose().right()) > 0.0);
        if to_the_right { Flank::Right } else { Flank::Left }
    }

    /// Straight ahead, the full distance or the part of it that is free (CHG-02), if that leads
    /// any nearer at all.
    fn as_far_as_it_goes(&self) -> Option<Gone> {
        let poses = self.poses();
        let full = self.rate * self.actions as f32;
        let facing = poses.first()?.facing;
        let nearest = |poses: &[Pose]| {
            let ends = poses.iter().flat_map(|pose| {
                self.targets.iter().map(move |target| target.pose.at.distance(pose.at))
            });
            ends.fold(f32::MAX, f32::min)
        };
        let block = block_of(&self.placed(&poses), facing);
        let wanted = self.wanted_wheel(&block.centre, facing);
        let wheels = (0..WHEELS.len()).rev().filter(|&index| WHEELS[index] <= wanted + 2.5);
        let mut best: Option<(f32, Account, Frames)> = None;
        for wheel in wheels.map(Some).chain([None]) {
            let (cost, frames) = match wheel {
                Some(index) => match self.wheel(self.better_flank(), index) {
                    Some(wheeled) => wheeled.clone(),
                    None => continue,
                },
                None => (Account::default(), Vec::new()),
            };
            let start = frames.last().cloned().unwrap_or_else(|| poses.clone());
            let left = self.rate * (self.actions - cost.total()) as f32;
            let ahead = PARTS.into_iter().find_map(|part| {
                let gone = self.go(&start, &Manoeuvre::Ahead(Inches(left.min(full) * part)))?;
                (cost.total() + gone.0.total() <= self.actions).then_some(gone)
            });
            let (cost, frames) = match ahead {
                Some((more, way)) => (cost.then(&more), [frames, way].concat()),
                None if frames.is_empty() => continue,
                None => (cost, frames),
            };
            let near = frames.last().map_or(f32::MAX, |end| nearest(end));
            if best.as_ref().is_none_or(|known| near < known.0 - 0.05) {
                best = Some((near, cost, frames));
            }
        }
        let (near, cost, frames) = best?;
        (near < nearest(&poses) - 0.05).then_some((cost, frames))
    }

    /// How far the block would have to wheel to look at the nearest enemy, in degrees, at most 90.
    fn wanted_wheel(&self, centre: &bevy::math::Vec2, facing: bevy::math::Vec2) -> f32 {
        let distance = |target: &&Placed| target.pose.at.distance(*centre);
        let nearest = self.targets.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let Some(target) = nearest else { return 0.0 };
        let way = (target.pose.at - *centre).normalize_or(facing);
        let cosine = way.dot(facing).clamp(-1.0, 1.0);
        bevy::math::ops::acos(cosine).to_degrees().min(90.0)
    }
}

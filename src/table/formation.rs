//! Formation geometry: coherency chains, ranked blocks, and where to put the models of a unit.
//! How a block moves is told in [`manoeuvre`](super::manoeuvre). Book: Formations (FORM-03 to
//! FORM-07).
//!
//! - *rank*: a row of models side by side, counted from the front; *file*: a column of them.
//! - *frontage*: how many models the front rank has.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};

use super::{
    base::{Base, Placed, Pose, slide_until_touching, within},
    units::Inches,
};

pub use super::manoeuvre::{BlockTravel, Flank, Manoeuvre, manoeuvre, wheel_end};

/// The groups of bases that hang together with gaps of at most so many inches, by their places in
/// the list: the largest group first, of equal ones that with the lowest place.
/// Book: Skirmish with 1", Dispersed with 2", Closed with none (FORM-05 to FORM-07).
pub fn chain(bases: &[Placed], gap_at_most: Inches) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..bases.len()).collect();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut next = 0;
        while next < group.len() {
            let here = &bases[group[next]];
            left.retain(|&other| {
                let joins = within(here, &bases[other], gap_at_most);
                if joins {
                    group.push(other);
                }
                !joins
            });
            next += 1;
        }
        group.sort_unstable();
        groups.push(group);
    }
    // Groups were found by their lowest place, and a stable sort keeps that order among equals.
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Whether all bases hang together with gaps of at most so many inches; nobody does.
pub fn is_one_chain(bases: &[Placed], gap_at_most: Inches) -> bool {
    chain(bases, gap_at_most).len() <= 1
}

/// The rank and file of each model of a block, the front rank first; a last rank that isn't full
/// stands in the middle, on whole files. Counts beyond 255 ranks or files are cut to that.
pub fn ranks(count: usize, frontage: usize) -> Vec<(u8, u8)> {
    let frontage = frontage.clamp(1, 256);
    let count = count.min(256 * frontage);
    let place = |i: usize| {
        let (rank, file) = (i / frontage, i % frontage);
        let in_rank = (count - rank * frontage).min(frontage);
        (rank as u8, (file + (frontage - in_rank) / 2) as u8)
    };
    (0..count).map(place).collect()
}

/// Where the models of a ranked block stand, bases touching, the front rank first. `front_centre`
/// is the middle of the line along the front edges and gives the facing.
/// Ruling: ranked blocks touch base to base (FORM-03).
pub fn lay_out_ranks(base: Base, count: usize, frontage: usize, front_centre: &Pose) -> Vec<Pose> {
    lay_out_loose(base, count, frontage, Inches::ZERO, front_centre)
}

/// As [`lay_out_ranks`] with gaps between the bases: a skirmishing unit with gaps of up to an inch,
/// a dispersed one with up to two (FORM-06, FORM-07).
pub fn lay_out_loose(
    base: Base,
    count: usize,
    frontage: usize,
    spacing: Inches,
    front_centre: &Pose,
) -> Vec<Pose> {
    let (across, back) = (base.width().0 + spacing.0, base.depth().0 + spacing.0);
    let frontage = frontage.clamp(1, count.max(1));
    let middle = (frontage.min(256) - 1) as f32 / 2.0;
    let front_row = base.depth().0 / 2.0;
    ranks(count, frontage)
        .into_iter()
        .map(|(rank, file)| Pose {
            at: front_centre
                .local((f32::from(file) - middle) * across, -front_row - f32::from(rank) * back),
            facing: front_centre.facing,
        })
        .collect()
}

/// The rectangle around the bases of a unit, aligned to its facing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// Its middle.
    pub centre: Vec2,
    /// Half of its width along the front.
    pub half_width: Inches,
    /// Half of its depth.
    pub half_depth: Inches,
    /// A unit vector.
    pub facing: Vec2,
}

impl Block {
    /// Its middle and facing.
    pub fn pose(&self) -> Pose {
        Pose { at: self.centre, facing: self.facing }
    }

    /// The middle of the front edge, with the facing: where [`lay_out_ranks`] begins.
    pub fn front_centre(&self) -> Pose {
        Pose { at: self.pose().local(0.0, self.half_depth.0), facing: self.facing }
    }

    /// A corner of the front edge.
    pub fn front_corner(&self, flank: Flank) -> Vec2 {
        self.pose().local(flank.to_the_right() * self.half_width.0, self.half_depth.0)
    }

    /// The rectangle itself, as a base that stands on the table.
    pub fn placed(&self) -> Placed {
        let (width, depth) = (self.half_width * 2.0, self.half_depth * 2.0);
        Placed::new(Base::Rectangle { width, depth }, self.pose())
    }
}

/// The rectangle around bases, aligned to a facing. Of no bases, one without size at the origin.
pub fn block_of(models: &[Placed], facing: Vec2) -> Block {
    let facing = facing.normalize_or(Vec2::Y);
    let right = Vec2::new(facing.y, -facing.x);
    if models.is_empty() {
        let none = Inches::ZERO;
        return Block { centre: Vec2::ZERO, half_width: none, half_depth: none, facing };
    }
    let reach = |along: Vec2| {
        models.iter().fold(f32::NEG_INFINITY, |far, model| far.max(model.extent(along)))
    };
    let (rightmost, leftmost) = (reach(right), -reach(-right));
    let (front, back) = (reach(facing), -reach(-facing));
    Block {
        centre: right * ((rightmost + leftmost) / 2.0) + facing * ((front + back) / 2.0),
        half_width: Inches((rightmost - leftmost) / 2.0),
        half_depth: Inches((front - back) / 2.0),
        facing,
    }
}

/// How far a block can go straight in a direction until one of its bases first touches one of the
/// targets, if that happens within `at_most`: the inches, the model, the target.
/// Book: Charging (CHG-01).
pub fn first_contact(
    models: &[Placed],
    direction: Vec2,
    targets: &[Placed],
    at_most: Inches,
) -> Option<(Inches, usize, usize)> {
    let mut first: Option<(Inches, usize, usize)> = None;
    for (i, model) in models.iter().enumerate() {
        for (j, target) in targets.iter().enumerate() {
            let limit = first.map_or(at_most, |best| best.0);
            if let Some(way) = slide_until_touching(model, direction, target, limit)
                && first.is_none_or(|best| way < best.0)
            {
                first = Some((way, i, j));
            }
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::base::touching;

    const FOOT: Base = Base::Rectangle { width: Inches(1.0), depth: Inches(1.0) };

    fn placed(poses: &[Pose]) -> Vec<Placed> {
        poses.iter().map(|&pose| Placed::new(FOOT, pose)).collect()
    }

    fn row(xs: &[f32]) -> Vec<Placed> {
        let poses: Vec<Pose> = xs.iter().map(|&x| Pose::degrees(Vec2::new(x, 5.0), 90.0)).collect();
        placed(&poses)
    }

    #[test]
    fn form_06_skirmishers_hang_together_with_an_inch() {
        let unit = row(&[0.0, 2.0, 4.0, 6.1]);
        assert_eq!(chain(&unit, Inches(1.0)), [vec![0, 1, 2], vec![3]]);
        assert!(is_one_chain(&unit, Inches(2.0)));
        assert!(!is_one_chain(&unit, Inches(1.0)));
        // Equal halves: the one with the lowest place comes first, whatever its place on the table.
        let halves = row(&[9.0, 0.0, 1.0, 10.0]);
        assert_eq!(chain(&halves, Inches(1.0)), [vec![0, 3], vec![1, 2]]);
        assert!(is_one_chain(&[], Inches(1.0)));
    }

    #[test]
    fn form_03_ranks_fill_from_the_front_and_centre_the_last() {
        let places = ranks(8, 5);
        assert_eq!(places[..5], [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]);
        assert_eq!(places[5..], [(1, 1), (1, 2), (1, 3)]);
        assert_eq!(ranks(3, 0), [(0, 0), (1, 0), (2, 0)]);
        assert!(ranks(0, 4).is_empty());
        assert_eq!(ranks(usize::MAX, usize::MAX).len(), 256 * 256);
    }

    #[test]
    fn form_03_a_block_begins_at_its_front_edge() {
        let poses = lay_out_ranks(FOOT, 8, 4, &Pose::degrees(Vec2::new(20.0, 10.0), 90.0));
        assert!(poses[0].at.distance(Vec2::new(18.5, 9.5)) < 1e-4);
        assert!(poses[7].at.distance(Vec2::new(21.5, 8.5)) < 1e-4);
        let unit = placed(&poses);
        assert!(touching(&unit[0], &unit[1]) && touching(&unit[0], &unit[4]));
        let block = block_of(&unit, Vec2::Y);
        assert!(block.front_centre().at.distance(Vec2::new(20.0, 10.0)) < 1e-4);
        assert!(block.front_corner(Flank::Left).distance(Vec2::new(18.0, 10.0)) < 1e-4);
        assert!(block.front_corner(Flank::Right).distance(Vec2::new(22.0, 10.0)) < 1e-4);
        assert!((block.half_depth.0 - 1.0).abs() < 1e-4);
    }

    #[test]
    fn chg_01_the_first_base_to_touch_decides() {
        let block = row(&[0.0, 1.0, 2.0]);
        let targets = placed(
            &[(2.2, 12.0), (0.0, 11.0), (9.0, 6.0)]
                .map(|(x, y)| Pose::degrees(Vec2::new(x, y), 90.0)),
        );
        let (way, model, target) =
            first_contact(&block, Vec2::Y, &targets, Inches(6.0)).expect("within six inches");
        assert!((way.0 - 5.0).abs() < 1e-3 && (model, target) == (0, 1), "{way} {model} {target}");
        assert_eq!(first_contact(&block, Vec2::Y, &targets, Inches(4.9)), None);
    }
}

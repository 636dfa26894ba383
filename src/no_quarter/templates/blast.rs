//! Blasts: where one goes that misses, and what it does where it lands. Book: Blast Templates,
//! Blast Template Deviation (BLAST-01, BLAST-02).

use std::ops::RangeInclusive;

use bevy::{math::Vec2, prelude::World};

use super::{come_down, under};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::dice::Purpose,
    no_quarter::{combined::Armed, event::Event, order::Mark, system::emit},
    table::{
        Inches,
        template::{Covered, Laid, Template, scattered},
    },
};

/// How far a blast goes astray that misses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Astray {
    /// Always so far, in whole inches.
    Always(u16),
    /// What a die of so many sides shows, in inches.
    Rolled(u16),
}

/// A blast that misses goes astray by a D10 in inches. Book: Blast Template Deviation (BLAST-02).
pub const DEVIATION: Astray = Astray::Rolled(10);

impl Astray {
    /// Every distance that it may be, in whole inches, each as likely as the others.
    pub fn distances(self) -> RangeInclusive<u16> {
        match self {
            Self::Always(inches) => inches..=inches,
            Self::Rolled(sides) => 1..=sides,
        }
    }
}

/// A blast of a diameter around a point.
pub fn blast_laid(diameter: Inches, at: Vec2) -> Laid {
    Laid { template: Template::Blast { diameter }, at, facing: Vec2::Y }
}

/// The point that is aimed at.
pub fn mark_at(world: &World, mark: Mark) -> Option<Vec2> {
    match mark {
        Mark::Model(model) => {
            world.roster().model(model)?;
            world.is_standing(model).then(|| world.placed(model).pose.at)
        }
        Mark::Ground(at) => at.is_finite().then_some(at),
    }
}

/// Rolls where a template that missed a point lands: in a random direction, and how far away.
pub(in crate::no_quarter) fn deviate(
    world: &mut World,
    attacker: ModelId,
    aimed_at: Vec2,
    astray: Astray,
) -> Vec2 {
    let direction = world.dice().direction(Purpose::Direction, Some(attacker.0));
    let (inches, roll) = match astray {
        Astray::Always(inches) => (inches, None),
        Astray::Rolled(sides) => {
            let roll = world.dice().roll(sides, Purpose::Distance, Some(attacker.0));
            (roll.result, Some(roll))
        }
    };
    let distance = Inches(f32::from(inches));
    let lands = scattered(aimed_at, direction.result, distance);
    emit(world, Event::Deviated { attacker, aimed_at, lands, direction, distance, roll });
    lands
}

/// A template comes down at a point that hits everybody whom it touches, friend and foe
/// (AB-RAIN-OF-ARROWS).
pub(in crate::no_quarter) fn hit_all_touched(
    world: &mut World,
    armed: &Armed,
    diameter: Inches,
    at: Vec2,
) {
    let laid = blast_laid(diameter, at);
    let mut covered = under(world, &laid);
    for (_, how) in &mut covered {
        *how = Covered::Wholly;
    }
    come_down(world, armed, laid, &covered, None);
}

/// A blast goes off at a point, over friend and foe.
pub(in crate::no_quarter) fn go_off(
    world: &mut World,
    armed: &Armed,
    diameter: Inches,
    at: Vec2,
    masterful: Option<ModelId>,
) {
    let laid = blast_laid(diameter, at);
    let covered = under(world, &laid);
    come_down(world, armed, laid, &covered, masterful);
}

//! Blasts: where one goes that misses, and what it does where it lands. Book: Blast Templates,
//! Blast Template Deviation (BLAST-01, BLAST-02).

use bevy::{math::Vec2, prelude::World};

use super::{come_down, under};
use crate::{
    battle::{BattleWorld, ModelId, Resolving},
    no_quarter::dice::Purpose,
    no_quarter::{combined::Armed, event::Event, order::Mark, system::emit},
    table::{
        Inches,
        template::{Laid, Template, scattered},
    },
};

/// A blast that misses goes this far astray at most: a D10 in inches. Book: Blast Template
/// Deviation (BLAST-02).
pub const DEVIATION: Inches = Inches(10.0);

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

/// Rolls where a template that missed a point lands: in a random direction, as far as given or a
/// D10 in inches.
pub(in crate::no_quarter) fn deviate(
    world: &mut World,
    attacker: ModelId,
    aimed_at: Vec2,
    fixed: Option<Inches>,
) -> Vec2 {
    let direction = world.dice().direction(Purpose::Direction, Some(attacker.0));
    let roll = match fixed {
        Some(_) => None,
        None => Some(world.dice().d10(Purpose::Distance, Some(attacker.0))),
    };
    let rolled = roll.as_ref().map(|roll| Inches(f32::from(roll.result)));
    let distance = fixed.or(rolled).unwrap_or_default();
    let lands = scattered(aimed_at, direction.result, distance);
    emit(world, Event::Deviated { attacker, aimed_at, lands, direction, distance, roll });
    lands
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

//! Formations, coherency and changing them. Book: Model Facing, Attack Zone, Formations (FORM-01 to FORM-08, FORM-11).

use super::error::OrderError;
use crate::{
    battle::{BattleWorld, ModelId, UnitId, level::Formation},
    table::{Base, Placed, Pose, base::touching},
};
use bevy::prelude::World;

/// Models a unit needs to count as ranked or closed (FORM-03, FORM-05).
pub const FEWEST: usize = 8;

/// The formation a unit counts as being in: below eight models, or a closed one whose models no
/// longer touch, it counts as skirmished for every purpose (FORM-04).
pub fn effective(world: &World, unit: UnitId) -> Formation {
    let formation = *world.of_unit::<Formation>(unit);
    match formation {
        Formation::Skirmish | Formation::Dispersed => formation,
        Formation::Ranked { .. } | Formation::Closed => {
            let models = world.standing(unit);
            if models.len() < FEWEST {
                return Formation::Skirmish;
            }
            if formation == Formation::Closed {
                let placed: Vec<Placed> = models.iter().map(|&m| world.placed(m)).collect();
                let alone = |i: usize| {
                    !placed.iter().enumerate().any(|(j, p)| i != j && touching(&placed[i], p))
                };
                if (0..placed.len()).any(alone) {
                    return Formation::Skirmish;
                }
            }
            formation
        }
    }
}

/// Whether a unit counts as ranked or closed: +1 armour, +1 to command, a large target (FORM-03).
pub fn is_formed(world: &World, unit: UnitId) -> bool {
    matches!(effective(world, unit), Formation::Ranked { .. } | Formation::Closed)
}

/// The ranks of a unit, front first, each from left to right.
pub fn ranks(world: &World, unit: UnitId) -> Vec<Vec<ModelId>> {
    let models = world.standing(unit);
    let Some(&first) = models.first() else { return Vec::new() };
    let facing = world.of_model::<Pose>(first).facing;
    let depth = world.of_model::<Base>(first).depth().0;
    let ahead = |model: ModelId| world.of_model::<Pose>(model).at.dot(facing);
    let front = models.iter().map(|&model| ahead(model)).fold(f32::MIN, f32::max);
    let mut ranks: Vec<Vec<ModelId>> = Vec::new();
    for model in models {
        let rank = ((front - ahead(model)) / depth + 0.5).max(0.0) as usize;
        if ranks.len() <= rank {
            ranks.resize(rank + 1, Vec::new());
        }
        ranks[rank].push(model);
    }
    ranks.retain(|rank| !rank.is_empty());
    let right = |model: ModelId| {
        let pose = world.of_model::<Pose>(model);
        pose.at.dot(Pose::new(pose.at, facing).right())
    };
    for rank in &mut ranks {
        rank.sort_by(|&a, &b| right(a).total_cmp(&right(b)).then(a.cmp(&b)));
    }
    ranks
}

/// Not written yet.
pub(super) fn check_form_up(
    _world: &World,
    _formation: Formation,
    _at: Option<Pose>,
) -> Result<(), OrderError> {
    Ok(())
}

/// Not written yet.
pub(super) fn form_up(_world: &mut World, _formation: Formation, _at: Option<Pose>) {}

/// Not written yet.
pub(super) fn regroup(_world: &mut World, _unit: UnitId) {}

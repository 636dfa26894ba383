//! Which enemy must be shot at first. Book: Target Selection And Priority (RNG-06).

use bevy::prelude::World;

use super::Aimed;
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        error::{OrderError, Refusal},
        line_of_sight::{closest_seen, unit_sees_unit},
        movement,
        order::Shot,
        who::who,
    },
    table::Inches,
};

/// An enemy unit this near is a threat that must be shot at. Book: Target Selection (RNG-06).
const THREAT: Inches = Inches(8.0);

/// Enemy units within 8" and in sight of a unit, nearest first (RNG-06).
pub(super) fn threats(world: &World, unit: UnitId) -> Vec<(UnitId, Inches)> {
    let side = world.side_of(unit);
    let mut threats = Vec::new();
    for enemy in world.roster().units().filter(|&enemy| world.side_of(enemy) != side) {
        let gap = movement::unit_gap(world, unit, enemy);
        if let Some(gap) = gap.filter(|gap| gap.at_most(THREAT))
            && unit_sees_unit(world, unit, enemy)
        {
            threats.push((enemy, gap));
        }
    }
    threats.sort_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    threats
}

/// A near enemy must be the target, unless the chosen one is the easier shot by cover (RNG-06).
/// Support weapons, which aren't shot like this, choose freely; one that a model carries is its own
/// ranged weapon (SUP-10). Ruling: an enemy whose closest model is in close combat is no
/// threat to shooters, who would have to shoot into the combat.
pub(super) fn check_priority(
    world: &World,
    unit: UnitId,
    shot: &Shot,
    aimed: &Aimed,
    near: &mut Option<Vec<(UnitId, Inches)>>,
) -> Result<(), OrderError> {
    let threats = near.get_or_insert_with(|| threats(world, unit));
    if threats.is_empty() || threats.iter().any(|(threat, _)| *threat == shot.target) {
        return Ok(());
    }
    for &(threat, gap) in threats.iter() {
        let Some((model, _, sight)) = closest_seen(world, shot.shooter, threat, true) else {
            continue;
        };
        if aimed.sight.cover() >= sight.cover() && !movement::is_engaged(world, model) {
            let name = who(world, shot.shooter);
            let text = format!(
                "{name} has to shoot at {}, {gap} away: it is within 8\" and no harder to hit",
                world.unit_name(threat)
            );
            let error =
                OrderError::new(Refusal::NearerTarget { unit: threat, gap }, "RNG-06", text);
            return Err(error.model(shot.shooter));
        }
    }
    Ok(())
}

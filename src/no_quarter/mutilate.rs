//! Kills so cruel that those near the killer waver. Book: Abilities, Mutilate (AB-MUTILATE).

use bevy::prelude::World;

use super::{
    event::TestReason,
    hit::{Hit, HitRule},
    movement,
    step::Step,
    support_weapons,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{Inches, base::gap},
};

/// How near its enemies have to be to whoever mutilates.
pub const APPALS: Inches = Inches(5.0);

/// A kill brings: if it was by a blow of somebody who mutilates, every enemy unit that is near and fights
/// nobody takes a test of its morale. Ruling: near the killer, and units none of whose models is in close
/// combat.
pub(super) fn after_kill(world: &World, hit: &Hit) -> Vec<Step> {
    if !hit.has(HitRule::Mutilates) || !world.is_standing(hit.attacker) {
        return Vec::new();
    }
    let reason = TestReason::Slaughter;
    let appalled = world.roster().units().filter(|&unit| is_appalled(world, unit, hit.attacker));
    appalled.map(|unit| Step::CommandTest { unit, reason }).collect()
}

/// Whether a unit is one that takes a test because of a killer.
fn is_appalled(world: &World, unit: UnitId, killer: ModelId) -> bool {
    let own = world.placed(killer);
    let models = world.standing(unit);
    world.side_of(unit) != world.side_of_model(killer)
        && !support_weapons::is_abandoned(world, unit)
        && models.iter().any(|&model| gap(&own, &world.placed(model)).at_most(APPALS))
        && !models.iter().any(|&model| movement::is_engaged(world, model))
}

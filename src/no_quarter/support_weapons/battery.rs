//! Batteries: weapons that stand together and may have one leader. Book: Support Weapon Crew
//! (SUP-09).

use bevy::prelude::World;

use super::weapon_of;
use crate::{
    battle::{BattleWorld, ModelId, UnitId, level::Role},
    no_quarter::components::{Battery, Morale},
    table::{Inches, Placed, base::gap},
};

/// The other units of a unit's battery.
fn others(world: &World, unit: UnitId) -> Vec<UnitId> {
    let Some(battery) = world.of_unit::<Battery>(unit).0 else { return Vec::new() };
    let side = world.side_of(unit);
    let same = |other: &UnitId| {
        *other != unit
            && world.side_of(*other) == side
            && world.of_unit::<Battery>(*other).0 == Some(battery)
    };
    world.roster().units().filter(same).collect()
}

/// How far a weapon that stood somewhere would be from the next weapon of its battery, if there is
/// another.
pub fn near_its_battery(world: &World, unit: UnitId, at: &Placed) -> Option<Inches> {
    let weapons = others(world, unit).into_iter().filter_map(|other| weapon_of(world, other));
    let gaps = weapons.map(|weapon| gap(at, &world.placed(weapon)));
    gaps.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The leader of a battery, whose command counts for all its units while its own is steady. Ruling:
/// the book gives the leader for command, and no distance.
pub fn leader_of_battery(world: &World, unit: UnitId) -> Option<ModelId> {
    let steady = |other: &UnitId| *world.of_unit::<Morale>(*other) == Morale::Steady;
    let units = others(world, unit).into_iter().filter(steady);
    let models = units.flat_map(|other| world.standing(other));
    models.into_iter().find(|&model| *world.of_model::<Role>(model) == Role::Leader)
}

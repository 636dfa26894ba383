//! Batteries: weapons that stand together and may have one leader. Book: Support Weapon Crew
//! (SUP-09).

use bevy::prelude::World;

use super::{BATTERY, weapon_of};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{Battery, Morale, Role},
        movement,
    },
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

/// The units of a battery that stand together with one of it: each within 4" of the next, with
/// weapon or crew. Ruling: those who have run farther are of the battery no more until they are
/// back, as it is made of what stands together.
fn together(world: &World, unit: UnitId) -> Vec<UnitId> {
    let mut apart = others(world, unit);
    let mut near = vec![unit];
    let mut next = 0;
    while let Some(&current) = near.get(next) {
        apart.retain(|&other| {
            let gap = movement::unit_gap(world, current, other);
            let joins = gap.is_some_and(|gap| gap.at_most(BATTERY));
            if joins {
                near.push(other);
            }
            !joins
        });
        next += 1;
    }
    near.retain(|&other| other != unit);
    near.sort_unstable();
    near
}

/// The leader of a battery, whose command counts for all its units that stand together with its own
/// while that is steady.
pub fn leader_of_battery(world: &World, unit: UnitId) -> Option<ModelId> {
    let steady = |other: &UnitId| *world.of_unit::<Morale>(*other) == Morale::Steady;
    let units = together(world, unit).into_iter().filter(steady);
    let models = units.flat_map(|other| world.standing(other));
    models.into_iter().find(|&model| *world.of_model::<Role>(model) == Role::Leader)
}

//! Support weapons: a weapon on the table and the crew that moves, turns, loads and fires it. Book:
//! Support Weapons (SUP-01 to SUP-10).
//!
//! - *chassis*: the model of the weapon itself. It has no actions, fights nobody and has no zone.
//! - *hands*: those of the crew who serve the weapon now: on their feet, in no combat, beside it.
//! - *mounted*: a weapon with a blast that a model carries itself, without crew (SUP-10).

mod aim;
mod battery;
mod check;
mod fire;
mod flight;
mod load;
mod push;
mod response;
mod target;

pub use aim::{INDIRECT, Laying, lay, needed_at_ground};
pub(super) use aim::{never_fumbles, roller};
pub use battery::{leader_of_battery, near_its_battery};
pub(super) use check::into_combat;
pub use check::{check_fire, dice_of};
pub use fire::Firing;
pub(super) use fire::{begin, fire, fire_in_response, fired};
pub use flight::Flight;
pub(super) use flight::{fly_on, flying_on};
pub(super) use load::load;
pub use load::{check_load, load_bill};
pub use push::pushers;
pub(super) use push::{check_battery, check_battery_placed, pay_to_push, rate};
pub(super) use response::{response_at, response_reach};
pub(super) use target::element_hit;
pub use target::{CREW_HIT, check_pick, crew_share, elements, is_served};

use bevy::prelude::World;

use super::{
    arms::use_cost,
    close_combat,
    components::{ActionsLeft, Gun, ProfileOf, Stance},
    formations, movement,
    order::Fire,
    profile::Weapon,
    statistics::{Stat, stat},
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::{Inches, base::gap},
};

/// Crew this near serve the weapon. Ruling: within the distance that keeps a unit together.
pub const SERVING: Inches = formations::COHERENCY;
/// Crew that a weapon needs to be moved, and to fire in every turn. Book: Support Weapon Movement,
/// Loss Of Crew (SUP-01, SUP-07).
pub const FULL_CREW: usize = 2;
/// The fewest and the most crew at the start of a battle (SUP-01).
pub const CREW: std::ops::RangeInclusive<usize> = 2..=4;
/// Weapons of a battery stand no farther apart (SUP-09).
pub const BATTERY: Inches = Inches(4.0);

/// Whether a model is a support weapon itself.
pub fn is_chassis(world: &World, model: ModelId) -> bool {
    world.of_model::<ProfileOf>(model).0.chassis
}

/// The support weapon of a unit, if it has one that isn't destroyed.
pub fn weapon_of(world: &World, unit: UnitId) -> Option<ModelId> {
    world.standing(unit).into_iter().find(|&model| is_chassis(world, model))
}

/// The crew of a unit that is on the table, by id; of a unit without a weapon everybody.
pub fn crew_of(world: &World, unit: UnitId) -> Vec<ModelId> {
    world.standing(unit).into_iter().filter(|&model| !is_chassis(world, model)).collect()
}

/// Whether a unit is nothing but a weapon without its crew: it does nothing any more (SUP-07).
pub fn is_abandoned(world: &World, unit: UnitId) -> bool {
    weapon_of(world, unit).is_some() && crew_of(world, unit).is_empty()
}

/// The crew that serve a weapon and have so many actions left, by id.
pub fn hands(world: &World, weapon: ModelId, actions: u8) -> Vec<ModelId> {
    let placed = world.placed(weapon);
    let able = |&model: &ModelId| {
        *world.of_model::<Stance>(model) == Stance::Standing
            && world.of_model::<ActionsLeft>(model).0 >= actions
            && gap(&placed, &world.placed(model)).at_most(SERVING)
            && !movement::is_engaged(world, model)
    };
    crew_of(world, world.unit_of(weapon)).into_iter().filter(able).collect()
}

/// Who aims: the best shot of those who serve, the first of equals.
pub fn gunner(world: &World, hands: &[ModelId]) -> Option<ModelId> {
    let skill = |model: ModelId| stat(world, model, Stat::RangedAttack);
    hands.iter().copied().max_by(|&a, &b| skill(a).cmp(&skill(b)).then(b.cmp(&a)))
}

/// Whether a weapon was loaded in an earlier turn and not fired since (SUP-03).
pub fn is_loaded(world: &World, weapon: ModelId) -> bool {
    world.of_model::<Gun>(weapon).loaded_in.is_some()
}

/// What firing or loading at half the use cost takes. Book: Loading A Support Weapon (SUP-03).
pub fn half_cost(whole: u8) -> u8 {
    whole.div_ceil(2)
}

/// What firing a weapon costs now: half if it is loaded, of its crew; of the bearer of a mounted
/// weapon all of it (SUP-02, SUP-03).
pub fn cost(world: &World, shooter: ModelId, weapon: &Weapon) -> u8 {
    let whole = use_cost(world, shooter, weapon);
    if is_chassis(world, shooter) && is_loaded(world, shooter) { half_cost(whole) } else { whole }
}

/// What a firing costs, and whom: the weapon, the actions, who pays them.
pub(super) fn bill<'a>(world: &'a World, fire: &Fire) -> Option<(&'a Weapon, u8, Vec<ModelId>)> {
    let weapon = arm(world, fire.shooter, fire.weapon)?;
    let actions = aim::cost_of(world, fire, weapon);
    Some((weapon, actions, aim::payers(world, fire, actions)))
}

/// What keeps a unit with a support weapon from beginning a battle: one weapon, two to four crew
/// (SUP-01), and the next weapon of its battery within 4" (SUP-09).
pub fn crew_problem(world: &World, unit: UnitId) -> Option<String> {
    let members = world.members(unit);
    let weapons: Vec<ModelId> =
        members.iter().copied().filter(|&model| is_chassis(world, model)).collect();
    let crew = members.len() - weapons.len();
    let weapon = *weapons.first()?;
    if weapons.len() > 1 {
        return Some(format!(
            "{} support weapons; a unit has only one, with its crew",
            weapons.len()
        ));
    }
    if !CREW.contains(&crew) {
        return Some(format!("a support weapon with {crew} crew; it needs 2 to 4"));
    }
    if !world.is_standing(weapon) {
        return None;
    }
    let near = near_its_battery(world, unit, &world.placed(weapon))?;
    let text = || format!("{near} from the next weapon of its battery; 4\" is the limit");
    (!near.at_most(BATTERY)).then(text)
}

/// A weapon in the arms of a chassis or a bearer.
fn arm(world: &World, shooter: ModelId, weapon: u8) -> Option<&Weapon> {
    world.roster().model(shooter)?;
    close_combat::weapon(world, shooter, weapon).ok()
}

//! Grenades: thrown over a short distance, bursting over a disc. Book: Throwing Grenades, Deviating
//! Grenades, Grenade Fumbles, Combined Grenade Attack (GREN-01 to GREN-03).

mod check;
mod throw;

pub(super) use check::into_combat;
pub use check::{check_throw, range_of, throw_range};
pub(super) use throw::{begin, throw, toss};

use bevy::prelude::World;

use super::{
    close_combat,
    components::ProfileOf,
    line_of_sight::{sees_model, sees_point},
    order::{Mark, Throw},
    profile::{Weapon, WeaponRule},
};
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    table::Inches,
};

/// A grenade that misses goes this far astray. Book: Deviating Grenades (GREN-02).
pub const DEVIATION: Inches = Inches(2.0);
/// What every further thrower adds to the blast. Book: Combined Grenade Attack (GREN-03).
const COMBINED: f32 = 0.5;
/// No combined blast is larger.
const LARGEST: f32 = 3.0;

/// The number that hits with a grenade, from plain values: nothing counts but whether the thrower
/// sees where it throws. Book: Throwing Grenades (GREN-01).
pub fn needed_to_throw(ranged_attack: i32, in_sight: bool) -> Needed {
    let sight = if in_sight { ("target in sight", 1) } else { ("target out of sight", -1) };
    Needed::new(ranged_attack).with(sight.0, sight.1).between(1, 9)
}

/// Whether a thrower sees where it throws.
fn in_sight(world: &World, thrower: ModelId, at: Mark) -> bool {
    match at {
        Mark::Model(model) => sees_model(world, thrower, model).visible(),
        Mark::Ground(at) => sees_point(world, thrower, at),
    }
}

/// The number that a throw needs.
pub fn needed(world: &World, throw: &Throw) -> Needed {
    let skill = world.of_model::<ProfileOf>(throw.thrower).0.ranged_attack;
    needed_to_throw(skill, in_sight(world, throw.thrower, throw.at))
}

/// How wide a throw bursts: each thrower beyond the first adds half an inch, up to 3" (GREN-03).
pub fn diameter(weapon: &Weapon, throwers: usize) -> Inches {
    let own = weapon.blast().map_or(1.0, |blast| blast.0);
    let more = COMBINED * throwers.saturating_sub(1) as f32;
    Inches((own + more).min(LARGEST.max(own)))
}

/// Everybody who throws.
pub fn throwers(throw: &Throw) -> Vec<ModelId> {
    [throw.thrower].into_iter().chain(throw.with.iter().copied()).collect()
}

/// The grenade that a throw is made with.
pub(super) fn grenade<'a>(world: &'a World, throw: &Throw) -> Option<&'a Weapon> {
    world.roster().model(throw.thrower)?;
    let weapon = close_combat::weapon(world, throw.thrower, throw.weapon).ok()?;
    weapon.has(WeaponRule::Thrown).then_some(weapon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gren_03_each_thrower_adds_half_an_inch() {
        let rules = vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(1.0))];
        let grenade = Weapon { rules, ..Weapon::improvised() };
        let wide = [1, 2, 3, 5, 6, 9].map(|throwers| diameter(&grenade, throwers).0);
        assert_eq!(wide, [1.0, 1.5, 2.0, 3.0, 3.0, 3.0]);
    }

    #[test]
    fn gren_01_sight_is_worth_two() {
        assert_eq!(needed_to_throw(4, true).value(), 5);
        assert_eq!(needed_to_throw(4, false).to_string(), "3 (4, -1 target out of sight)");
    }
}

//! Grenades: thrown over a short distance, bursting over a disc. Book: Throwing Grenades, Deviating
//! Grenades, Grenade Fumbles, Combined Grenade Attack (GREN-01 to GREN-03).

mod check;
mod throw;

pub(super) use check::into_combat;
pub use check::{check_throw, range_of, throw_range};
pub use throw::Toss;
pub(super) use throw::{begin, throw, thrown, toss};

use bevy::prelude::World;

use super::{
    close_combat, combined,
    components::Morale,
    effects::{self, Test, Whose},
    hit_roll::needed_to_hit,
    line_of_sight::{sees_model, sees_point},
    order::{Mark, Throw},
    profile::{Weapon, WeaponRule},
    reason::{Change, Reason},
    statistics::{Stat, stat_of_element},
    templates::Astray,
};
use crate::{
    battle::{BattleWorld, ModelId},
    dice::Needed,
    table::Inches,
};

/// A grenade that misses goes this far astray. Book: Deviating Grenades (GREN-02).
pub const DEVIATION: Astray = Astray::Always(2);
/// What every further thrower adds to the blast. Book: Combined Grenade Attack (GREN-03).
pub const COMBINED: Inches = Inches(0.5);
/// No combined blast is larger.
const LARGEST: f32 = 3.0;

/// The number that hits with a grenade, from plain values. Book: Throwing Grenades (GREN-01), Attacking
/// A Terrified Unit (MOR-06). Ruling: of the modifiers for shots none counts, not even the rank that
/// the thrower stands in; only sight does, and the terror of the target, which counts for all attacks
/// from afar.
pub fn needed_to_throw(ranged_attack: i32, in_sight: bool, terrified: bool) -> Needed {
    let sight = if in_sight { (Reason::TargetInSight, 1) } else { (Reason::TargetOutOfSight, -1) };
    let terrified = terrified.then_some(Change::new(Reason::TargetTerrified, 1));
    needed_to_hit(ranged_attack, [Change::new(sight.0, sight.1)].into_iter().chain(terrified))
}

/// Whether a thrower sees where it throws.
fn in_sight(world: &World, thrower: ModelId, at: Mark) -> bool {
    match at {
        Mark::Model(model) => sees_model(world, thrower, model).visible(),
        Mark::Ground(at) => sees_point(world, thrower, at),
    }
}

/// The number that a throw needs, with what lasts on its thrower: nothing that a target does helps
/// against a blast.
pub fn needed(world: &World, throw: &Throw) -> Needed {
    let element = combined::place_of_wielder(world, throw.thrower, throw.weapon);
    let skill = stat_of_element(world, throw.thrower, element, Stat::RangedAttack);
    let terrified = match throw.at {
        Mark::Model(model) => *world.of_unit::<Morale>(world.unit_of(model)) == Morale::Terrified,
        Mark::Ground(_) => false,
    };
    let lasting = effects::modifiers(world, (throw.thrower, element), Test::Shoot, Whose::Own);
    needed_to_throw(skill, in_sight(world, throw.thrower, throw.at), terrified).with_all(lasting)
}

/// How wide a throw bursts: each thrower beyond the first adds half an inch, up to 3" (GREN-03).
pub fn diameter(weapon: &Weapon, throwers: usize) -> Inches {
    let own = weapon.blast().map_or(1.0, |blast| blast.0);
    let more = COMBINED.0 * throwers.saturating_sub(1) as f32;
    Inches((own + more).min(LARGEST.max(own)))
}

/// How many further throwers make a blast wider; more would have no effect (GREN-03).
pub fn useful_companions(weapon: &Weapon) -> usize {
    (0..).take_while(|&more| diameter(weapon, more + 2).0 > diameter(weapon, more + 1).0).count()
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
    use crate::no_quarter::{
        combined,
        components::{Formation, Wielders},
        profile::{Ability, Part, Profile},
        test_world::{TestWorld, man},
    };

    #[test]
    fn gren_03_each_thrower_adds_half_an_inch() {
        let rules = vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(1.0))];
        let grenade = Weapon { rules, ..Weapon::improvised() };
        let wide = [1, 2, 3, 5, 6, 9].map(|throwers| diameter(&grenade, throwers).0);
        assert_eq!(wide, [1.0, 1.5, 2.0, 3.0, 3.0, 3.0]);
        assert_eq!(useful_companions(&grenade), 4);
    }

    #[test]
    fn combo_01_whoever_of_them_throws_throws() {
        let mut test = TestWorld::new();
        let rules = vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(1.0))];
        let grenade = Weapon { rules, ..Weapon::improvised() };
        let goblin = Part {
            name: "Goblin".to_owned(),
            ranged_attack: 3,
            close_combat: 3,
            strength: 2,
            weapons: Vec::new(),
            abilities: vec![Ability::Unerring],
            nemesis: None,
        };
        let ogre = Profile { strength: 6, ranged_attack: 5, parts: vec![goblin], ..man() };
        let arms = vec![grenade.clone(), grenade];
        let at = |x: f32, y: f32| [(x, y, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &at(10.0, 10.0), ogre, arms);
        let theirs = test.unit(1, Formation::Skirmish, &at(10.0, 13.0), man());
        test.activate(ours);
        let (thrower, target) = (test.model(ours, 0), test.model(theirs, 0));
        test.world.set_model(thrower, Wielders(vec![0, 1, 0]));
        let of = |weapon: u8| {
            let at = Mark::Model(target);
            let throw = Throw { thrower, weapon, with: Vec::new(), at };
            let number = needed(&test.world, &throw).value();
            let unerring = combined::is_unerring(&test.world, thrower, weapon);
            (number, throw_range(&test.world, thrower, weapon).0, unerring)
        };
        assert_eq!(of(0), (6, 8.0, false));
        assert_eq!(of(1), (4, 4.0, true));
    }

    #[test]
    fn gren_01_sight_is_worth_two() {
        assert_eq!(needed_to_throw(4, true, false).value(), 5);
        assert_eq!(needed_to_throw(4, false, false).to_string(), "3 (4, -1 target out of sight)");
    }
}

//! Where to lay a template so that it hurts the enemy most and friends least.

use std::cell::LazyCell;

use bevy::{math::Vec2, prelude::World};

use crate::{
    battle::{BattleWorld, Figure, ModelId, SideId, UnitId, figures},
    no_quarter::{
        arms::use_cost,
        components::{ActionsLeft, Arms, ProfileOf},
        doctrine::{FRIEND, worth},
        grenades::{check_throw, throw_range, useful_companions},
        odds,
        order::{Breath, Fire, Mark, Throw},
        profile::{Weapon, WeaponRule},
        ranged_combat,
        support_weapons::{check_fire, is_chassis},
        templates::{blast_laid, check_breath},
    },
    table::{
        base::{gap, touching},
        template::{Covered, Laid},
    },
};

/// The breath that promises most of all that models of a unit may breathe now, if any promises
/// anything: points of the enemy wounded, less those of friends.
pub fn best_breath(world: &World, unit: UnitId) -> Option<Breath> {
    let mut best: Option<(f32, Breath)> = None;
    for model in world.standing(unit) {
        for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(model).0) {
            if arm.teardrop().is_none() {
                continue;
            }
            for facing in directions(world, model) {
                let breath = Breath { model, weapon, facing, at: None };
                let Some(odds) = odds::of_breath(world, &breath) else { continue };
                let worth = worth(world, unit, &odds);
                if worth > best.map_or(0.0, |(known, _)| known)
                    && check_breath(world, &breath).is_ok()
                {
                    best = Some((worth, breath));
                }
            }
        }
    }
    best.map(|(_, breath)| breath)
}

/// The throw that promises most of all that models of a unit may make now, if any promises
/// anything. With `together`, all who touch the thrower and have the same grenade throw with it.
pub fn best_throw(world: &World, unit: UnitId, together: bool) -> Option<Throw> {
    let side = world.side_of(unit);
    let mut best: Option<(f32, Throw)> = None;
    for thrower in world.standing(unit) {
        let own = world.placed(thrower);
        for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(thrower).0) {
            let left = world.of_model::<ActionsLeft>(thrower).0;
            if !arm.has(WeaponRule::Thrown) || use_cost(world, thrower, arm) > left {
                continue;
            }
            let with = if together { companions(world, thrower, arm) } else { Vec::new() };
            let reach = throw_range(world, thrower, weapon);
            for target in world.roster().models() {
                if !world.is_standing(target)
                    || world.side_of_model(target) == side
                    || !gap(&own, &world.placed(target)).at_most(reach)
                {
                    continue;
                }
                let at = Mark::Model(target);
                let throw = Throw { thrower, weapon, with: with.clone(), at };
                let Some(odds) = odds::of_throw(world, &throw) else { continue };
                let worth = worth(world, unit, &odds);
                if worth > best.as_ref().map_or(0.0, |(known, _)| *known)
                    && check_throw(world, &throw).is_ok()
                {
                    best = Some((worth, throw));
                }
            }
        }
    }
    best.map(|(_, throw)| throw)
}

/// The firing that promises most of a unit's support weapon, or of a mounted one, now. A blast is
/// laid on the model under which it catches most.
pub fn best_fire(world: &World, unit: UnitId) -> Option<Fire> {
    let side = world.side_of(unit);
    let mut aims: Vec<(f32, Fire)> = Vec::new();
    let points = |model| world.of_model::<ProfileOf>(model).0.points.value() as f32;
    let priced: LazyCell<Vec<(Figure, f32)>, _> = LazyCell::new(|| {
        figures(world).into_iter().map(|figure| (figure, points(figure.id))).collect()
    });
    for shooter in world.standing(unit) {
        for (weapon, arm) in (0_u8..).zip(&world.of_model::<Arms>(shooter).0) {
            let served = is_chassis(world, shooter);
            if arm.bands.is_empty() || !served && arm.blast().is_none() {
                continue;
            }
            let own = world.placed(shooter);
            for (target, points) in &*priced {
                if target.side == side || !gap(&own, &target.placed).at_most(arm.longest()) {
                    continue;
                }
                let worth = match arm.blast() {
                    Some(wide) => caught(&priced, side, &blast_laid(wide, target.placed.pose.at)),
                    None => *points,
                };
                if worth > 0.0 {
                    let marks = vec![Mark::Model(target.id)];
                    let fire = Fire { shooter, weapon, marks, indirect: false, aim: false };
                    aims.push((worth, fire));
                }
            }
        }
    }
    // To know whether it may be fired costs most, so the best are asked first.
    aims.sort_by(|a, b| b.0.total_cmp(&a.0));
    aims.into_iter().find_map(|(_, direct)| {
        let over = Fire { indirect: true, ..direct.clone() };
        [direct, over].into_iter().find(|fire| check_fire(world, fire).is_ok())
    })
}

/// Points of the enemy under a template, half for those partly under it, less those of friends.
fn caught(priced: &[(Figure, f32)], side: SideId, laid: &Laid) -> f32 {
    let each = priced.iter().filter_map(|(figure, points)| {
        let share = match laid.covers(&figure.placed) {
            Covered::Wholly => 1.0,
            Covered::Partly => 0.5,
            Covered::Not => return None,
        };
        Some(points * share * if figure.side == side { -FRIEND } else { 1.0 })
    });
    each.sum()
}

/// Those who may throw the same grenade together with a thrower, base to base with it or with each
/// other, as far as they widen the blast. Those come first who are fewest bases away, so that the
/// first of them, however many, always make one chain with the thrower (GREN-03).
pub fn companions(world: &World, thrower: ModelId, grenade: &Weapon) -> Vec<ModelId> {
    let able = |&model: &ModelId| {
        world.of_model::<Arms>(model).0.iter().any(|arm| arm.id == grenade.id)
            && world.of_model::<ActionsLeft>(model).0 >= use_cost(world, model, grenade)
            && ranged_combat::check_free(world, model).is_ok()
            && !ranged_combat::is_too_far_back(world, model)
    };
    let unit = world.standing(world.unit_of(thrower)).into_iter();
    let mut others: Vec<ModelId> = unit.filter(|&m| m != thrower).filter(able).collect();
    let mut chain = vec![thrower];
    let mut next = 0;
    while let Some(&link) = chain.get(next) {
        let own = world.placed(link);
        let (near, far) = others.into_iter().partition(|&m| touching(&own, &world.placed(m)));
        others = far;
        let near: Vec<ModelId> = near;
        chain.extend(near);
        next += 1;
    }
    chain.remove(0);
    chain.truncate(useful_companions(grenade));
    chain
}

/// Directions from a model to every enemy near enough for any template.
fn directions(world: &World, model: ModelId) -> Vec<Vec2> {
    const NEAR: f32 = 14.0;
    let side = world.side_of_model(model);
    let from = world.placed(model).pose.at;
    let enemies = world.roster().models().filter(|&other| {
        world.is_standing(other)
            && world.side_of_model(other) != side
            && world.placed(other).pose.at.distance(from) < NEAR
    });
    enemies.filter_map(|enemy| (world.placed(enemy).pose.at - from).try_normalize()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            components::Formation,
            order::Order,
            system::NoQuarter,
            test_world::{TestWorld, man, ranker},
        },
        table::Inches,
    };

    fn grenade(wide: f32) -> Weapon {
        Weapon {
            id: "grenade".to_owned(),
            rules: vec![WeaponRule::Thrown, WeaponRule::Blast(Inches(wide))],
            ..Weapon::improvised()
        }
    }

    fn allowed(test: &TestWorld, thrower: ModelId, with: &[ModelId], at: Vec2) -> bool {
        let throw = Throw { thrower, weapon: 0, with: with.to_vec(), at: Mark::Ground(at) };
        <NoQuarter as crate::battle::RuleSystem>::check(&test.world, &Order::Throw { throw })
            .is_ok()
    }

    #[test]
    fn gren_03_companions_are_a_chain_however_many_of_them_throw() {
        let mut test = TestWorld::new();
        // A row of four base to base, the thrower at one end, and one apart.
        let wide = man().base.base().width().0;
        let row: Vec<(f32, f32, f32)> =
            [0.0, 3.0, 1.0, 2.0, 5.0].map(|x| (10.0 + x * wide, 10.0, 90.0)).to_vec();
        let arms = vec![grenade(1.0)];
        let unit = test.armed_unit(0, Formation::Skirmish, &row, man(), arms);
        test.activate(unit);
        let models = test.models(unit);
        let found = companions(&test.world, models[0], &grenade(1.0));
        assert_eq!(found, [models[2], models[3], models[1]]);
        for count in 0..=found.len() {
            assert!(allowed(&test, models[0], &found[..count], Vec2::new(10.0, 14.0)), "{count}");
        }
        // A blast that is as wide as any needs nobody more.
        assert_eq!(companions(&test.world, models[0], &grenade(3.0)), []);
        assert_eq!(companions(&test.world, models[0], &grenade(2.5)), [models[2]]);
    }

    #[test]
    fn gren_03_nobody_from_behind_the_third_rank_joins_a_throw() {
        let mut test = TestWorld::new();
        let wide = ranker().base.base().width().0;
        let place = |i: usize| (10.0 + (i % 4) as f32 * wide, 20.0 - (i / 4) as f32 * wide, 90.0);
        let places: Vec<(f32, f32, f32)> = (0..16).map(place).collect();
        let ranked = Formation::Ranked { frontage: 4 };
        let unit = test.armed_unit(0, ranked, &places, ranker(), vec![grenade(0.5)]);
        test.activate(unit);
        let models = test.models(unit);
        let thrower = models[9];
        let found = companions(&test.world, thrower, &grenade(0.5));
        assert_eq!(found.len(), 5);
        assert!(found.iter().all(|model| !models[12..].contains(model)), "{found:?}");
        assert!(allowed(&test, thrower, &found, Vec2::new(10.5, 22.5)));
    }
}

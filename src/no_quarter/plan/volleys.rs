//! The shots of a whole unit.

use bevy::prelude::World;

use super::attacks::preferred;
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        components::{ActionsLeft, Arms},
        odds,
        order::{Shot, ShotMode},
        ranged_combat::{self, AIM_ACTIONS},
        support_weapons,
    },
};

/// The shots of every model of a unit that can shoot at a target now, once each, with the best
/// weapon. Models with enough actions aim, if `aim` is given.
pub fn volley(world: &World, unit: UnitId, target: UnitId, aim: bool) -> Vec<Shot> {
    volley_with(world, unit, target, Wish { aim, ..Wish::default() })
}

/// How a player wants a volley to be shot, by whoever can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// Whether to aim.
    pub aim: bool,
    /// The id of the weapon; else each takes what promises most.
    pub weapon: Option<&'a str>,
    /// The mode; else each takes what promises most (AB-MODES).
    pub mode: Option<ShotMode>,
    /// The model of the target, for whoever may pick one (SUP-08).
    pub pick: Option<ModelId>,
}

/// The same, as a player wants it.
pub fn volley_with(world: &World, unit: UnitId, target: UnitId, wish: Wish) -> Vec<Shot> {
    promising(world, unit, target, wish).into_iter().map(|(shot, _)| shot).collect()
}

/// The shots of [`volley`], each with the chance that it wounds.
pub fn volley_and_chances(
    world: &World,
    unit: UnitId,
    target: UnitId,
    aim: bool,
) -> Vec<(Shot, f32)> {
    promising(world, unit, target, Wish { aim, ..Wish::default() })
}

fn promising(world: &World, unit: UnitId, target: UnitId, wish: Wish) -> Vec<(Shot, f32)> {
    let Wish { aim, weapon: wanted, mode: wanted_mode, pick } = wish;
    let pick = pick.filter(|_| support_weapons::is_served(world, target));
    if ranged_combat::check_unit(world, unit).is_err() {
        return Vec::new();
    }
    let mut near = None;
    let mut shots = Vec::new();
    for shooter in world.standing(unit) {
        let left = world.of_model::<ActionsLeft>(shooter).0;
        let mut best: Option<(f32, Shot)> = None;
        let arms = &world.of_model::<Arms>(shooter).0;
        let shots_with = (0_u8..).zip(arms).filter(|(_, arm)| arm.is_shot());
        let places = preferred(world, shooter, shots_with.map(|(place, _)| place), wanted);
        for weapon in places {
            let mode = ShotMode::Plain;
            let plain = Shot { shooter, target, weapon, aim: false, pick, mode };
            let in_that = |shot: &Shot| {
                let able = |mode| ranged_combat::has_shot_mode(world, shooter, weapon, mode);
                wanted_mode.is_none_or(|mode| shot.mode == mode || !able(mode))
            };
            for steady in ranged_combat::in_every_mode(world, plain).filter(in_that) {
                let cost = ranged_combat::cost_of_shot(world, &steady);
                if cost > left {
                    continue;
                }
                let can_aim = aim && cost.saturating_add(AIM_ACTIONS) <= left;
                let shot = Shot { aim: can_aim, ..steady };
                // Not everybody may aim, nor pick.
                let mut ways = vec![shot, steady];
                ways.extend([shot, steady].map(|shot| Shot { pick: None, ..shot }));
                ways.dedup();
                if pick.is_none() {
                    ways.truncate(if can_aim { 2 } else { 1 });
                }
                let aimed = ways.into_iter().find_map(|shot| {
                    let aimed = ranged_combat::check_and_aim(world, unit, &shot, &mut near).ok()?;
                    Some((shot, aimed))
                });
                let Some((shot, aimed)) = aimed else { continue };
                let chance =
                    odds::of_shot_at(world, &shot, aimed).map_or(0.0, |attack| attack.chance);
                if chance > 0.0 && best.is_none_or(|(known, _)| chance > known) {
                    best = Some((chance, shot));
                }
            }
        }
        shots.extend(best.map(|(chance, shot)| (shot, chance)));
    }
    shots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        order::Order,
        profile::{Profile, Weapon},
        system::NoQuarter,
        test_world::{TestWorld, bow, man},
    };

    fn legal(test: &TestWorld, order: Order) {
        <NoQuarter as crate::battle::RuleSystem>::check(&test.world, &order).unwrap();
    }

    #[test]
    fn volleys_aim_where_actions_allow_and_are_legal() {
        let mut test = TestWorld::new();
        let line = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &line, man(), vec![bow()]);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 30.0, 270.0)], man());
        let far = test.unit(1, Formation::Skirmish, &[(10.0, 46.0, 270.0)], man());
        test.activate(ours);
        let second = test.model(ours, 1);
        test.world.set_model(second, ActionsLeft(5));
        let shots = volley(&test.world, ours, theirs, true);
        assert_eq!(shots.iter().map(|shot| shot.aim).collect::<Vec<_>>(), [true, false]);
        legal(&test, Order::Shoot { shots });
        assert!(volley(&test.world, ours, far, false).is_empty(), "out of range");
    }

    #[test]
    fn rng_01_any_weapon_carried_may_be_wanted() {
        let mut test = TestWorld::new();
        let place = [(10.0, 10.0, 90.0)];
        let pistol = Weapon { id: "pistol".to_owned(), ..bow() };
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), vec![bow(), pistol]);
        let theirs = test.unit(1, Formation::Skirmish, &[(10.0, 16.0, 270.0)], man());
        test.activate(ours);
        let pistol = Wish { weapon: Some("pistol"), ..Wish::default() };
        let shots = volley_with(&test.world, ours, theirs, pistol);
        assert_eq!(shots.iter().map(|shot| shot.weapon).collect::<Vec<_>>(), [1]);
        let nobody = Some(test.model(theirs, 0));
        let shots =
            volley_with(&test.world, ours, theirs, Wish { pick: nobody, ..Wish::default() });
        assert_eq!(shots.iter().map(|shot| shot.pick).collect::<Vec<_>>(), [None], "no crew");
    }

    #[test]
    fn sup_08_who_is_near_picks_between_gun_and_crew() {
        let mut test = TestWorld::new();
        let places = [(10.0, 10.0, 90.0), (14.9, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Dispersed, &places, man(), vec![bow()]);
        let chassis = Profile { chassis: true, ..man() };
        let gun = test.unit(1, Formation::Skirmish, &[(10.0, 20.0, 270.0)], man());
        let weapon = test.unit(1, Formation::Skirmish, &[(11.2, 19.0, 270.0)], chassis);
        let (gunner, weapon) = (test.model(gun, 0), test.model(weapon, 0));
        test.joins(weapon, gun).activate(ours);
        let picks = Wish { pick: Some(gunner), ..Wish::default() };
        let shots = volley_with(&test.world, ours, gun, picks);
        let picks: Vec<_> = shots.iter().map(|shot| shot.pick).collect();
        assert_eq!(picks, [Some(gunner), None], "the second is too far away to pick");
        legal(&test, Order::Shoot { shots });
    }
}

//! The blows that chargers will strike first where their charge brings them. Book: Momentum Attack
//! (CHG-04), Special Combination Models (COMBO-01).

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        arms::use_cost,
        charges, close_combat,
        doctrine::{best_of_each, strikes},
        odds::{self, AttackOdds},
        preview::PreviewWay,
    },
    table::{Placed, base::gap},
};

/// The first round of blows of all who come into contact on their ways, as if they had: at the enemy
/// of a unit nearest to where each ends, the best blow of each of its elements for which its actions
/// then suffice, weapons for charges alone among them. Those struck together cost what the dearest
/// does.
pub fn blows_on_contact(world: &World, ways: &[PreviewWay], target: UnitId) -> Vec<AttackOdds> {
    let enemies = world.standing(target);
    ways.iter().filter(|way| way.contact).flat_map(|way| round(world, way, &enemies)).collect()
}

fn round(world: &World, way: &PreviewWay, enemies: &[ModelId]) -> Vec<AttackOdds> {
    let model = way.model;
    let Some(&at) = way.ticks.last() else { return Vec::new() };
    let own = Placed { pose: at, ..world.placed(model) };
    let far = |&enemy: &ModelId| gap(&own, &world.placed(enemy)).0;
    let nearest = enemies.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
    let Some(enemy) = nearest else { return Vec::new() };
    let momentum = charges::momentum(world, model);
    let charges = momentum.is_some();
    let left = way.actions_left.saturating_sub(way.actions);
    let actions = left.saturating_add(momentum.unwrap_or(0));
    let able = |&weapon: &u8| {
        close_combat::weapon(world, model, weapon).is_ok_and(|arm| {
            use_cost(world, model, arm) <= actions
                && close_combat::check_weapon_if(world, model, arm, charges).is_ok()
        }) && strikes(world, model, weapon)
            && close_combat::can_hurt(world, model, weapon, enemy)
    };
    let choose = |weapons: Vec<u8>| weapons.into_iter().filter(able).collect();
    let blows = if charges {
        best_of_each(world, model, enemy, choose, |blow| {
            odds::of_blow_after_charge(world, blow, at)
        })
    } else {
        best_of_each(world, model, enemy, choose, |blow| odds::of_blow(world, blow))
    };
    let mut attacks: Vec<AttackOdds> = blows.into_iter().map(|(_, attack)| attack).collect();
    let dearest = attacks.iter().map(|attack| attack.actions).max().unwrap_or(0);
    for (place, attack) in attacks.iter_mut().enumerate() {
        attack.actions = if place == 0 { dearest } else { 0 };
    }
    attacks
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        no_quarter::{
            components::{Formation, Record, Wielders},
            event::Gait,
            profile::{Ability, Part, Profile, Weapon, WeaponRule, WeaponStrength},
            test_world::{TestWorld, man},
        },
        table::{Account, Inches, Pose},
    };

    fn arm(id: &str, use_cost: u8, bonus: i32, rules: Vec<WeaponRule>) -> Weapon {
        let strength = WeaponStrength::Bonus(bonus);
        Weapon {
            id: id.to_owned(),
            name: id.to_owned(),
            use_cost,
            strength,
            rules,
            ..Weapon::improvised()
        }
    }

    /// What a charger 5 inches below its enemy shows, with so many actions left after its way.
    fn shown(profile: Profile, weapons: Vec<Weapon>, left: u8, acted: bool) -> Vec<AttackOdds> {
        let mut test = TestWorld::new();
        let skirmish = Formation::Skirmish;
        let ours = test.armed_unit(0, skirmish, &[(10.0, 5.0, 90.0)], profile, weapons);
        let theirs = test.unit(1, skirmish, &[(10.0, 11.0, 270.0)], man());
        test.activate(ours);
        let model = test.model(ours, 0);
        test.world.set_model(model, Wielders(vec![0, 1, 0]));
        if acted {
            let record = *test.world.of_model::<Record>(model);
            test.world.set_model(model, Record { acted: true, ..record });
        }
        let from = test.world.placed(model).pose;
        let end = Pose { at: Vec2::new(10.0, 10.0), ..from };
        let way = PreviewWay {
            model,
            gait: Gait::Charge,
            from,
            ticks: vec![end],
            length: Inches(5.0),
            account: Account::default(),
            actions: 5,
            actions_left: 5 + left,
            contact: true,
        };
        let short = PreviewWay { contact: false, ..way.clone() };
        let attacks = blows_on_contact(&test.world, &[way], theirs);
        assert_eq!(blows_on_contact(&test.world, &[short], theirs), []);
        attacks
    }

    /// Weapon, cost, dice, number.
    fn told(attacks: &[AttackOdds]) -> Vec<(&str, u8, u8, i32)> {
        let told = attacks.iter().map(|a| (a.weapon.as_str(), a.actions, a.dice, a.to_hit.value()));
        told.collect()
    }

    #[test]
    fn ab_extra_attack_all_its_dice_are_shown() {
        let ogre = Profile { abilities: vec![Ability::ExtraAttack(2)], ..man() };
        let attacks = shown(ogre, Vec::new(), 0, false);
        // 5, 1 more for the charge, 1 less for the two dice.
        assert_eq!(told(&attacks), [("Improvised", 3, 2, 5)]);
        let one = 0.5 * 0.5;
        assert!((attacks[0].chance - (1.0 - (1.0_f32 - one).powi(2))).abs() < 1e-6);
    }

    #[test]
    fn wpn_lance_is_shown_before_it_may_be_used() {
        let rider = Profile { cavalry: true, ..man() };
        let lance = || arm("lance", 5, 2, vec![WeaponRule::ChargeOnly, WeaponRule::CavalryOnly]);
        let sword = || arm("sword", 4, 1, Vec::new());
        let with = |left, acted| {
            let attacks = shown(rider.clone(), vec![lance(), sword()], left, acted);
            told(&attacks).first().map(|one| one.0.to_owned())
        };
        assert_eq!(with(2, false).as_deref(), Some("lance"), "two left and three of momentum");
        assert_eq!(with(1, false).as_deref(), Some("sword"), "four in all");
        assert_eq!(with(0, false).as_deref(), Some("Improvised"));
        assert_eq!(with(2, true), None, "no momentum after something else");
    }

    #[test]
    fn combo_01_the_mount_strikes_too() {
        let mount = |close_combat| Part {
            name: "Beast".to_owned(),
            ranged_attack: 0,
            close_combat,
            strength: 7,
            weapons: Vec::new(),
            abilities: Vec::new(),
            nemesis: None,
        };
        let with = |close_combat| {
            let rider = Profile { parts: vec![mount(close_combat)], ..man() };
            shown(
                rider,
                vec![arm("sword", 4, 1, Vec::new()), arm("claws", 3, 0, Vec::new())],
                1,
                false,
            )
        };
        // Together they cost what the dearer does. What the test world adds is the rider's.
        assert_eq!(told(&with(7)), [("sword", 4, 1, 6), ("claws", 0, 1, 8)]);
        assert_eq!(told(&with(0)), [("sword", 4, 1, 6)], "a chariot doesn't strike itself");
    }
}

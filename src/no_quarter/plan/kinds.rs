//! What models can do at all with what they carry, for whoever offers it to a player: which kinds of
//! attack they have and which weapons they may choose between.

use std::sync::Arc;

use bevy::prelude::World;

use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{
        arms::use_cost,
        close_combat,
        components::Arms,
        hold::RESPONSE_ACTIONS,
        profile::{Weapon, WeaponRule},
        support_weapons,
    },
};

/// A kind of attack that is aimed at a place or a model of one's own choosing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A breath or spray over a teardrop.
    Breathe,
    /// A grenade.
    Throw,
    /// A support weapon, or a mounted one that bursts.
    Fire,
}

/// The aimed attacks a model has: the place of the weapon in its arms, and the kind.
pub fn aimed_attacks(world: &World, model: ModelId) -> Vec<(u8, Attack)> {
    let kind = |weapon: &Weapon| {
        if weapon.teardrop().is_some() {
            Some(Attack::Breathe)
        } else if weapon.has(WeaponRule::Thrown) {
            Some(Attack::Throw)
        } else if !weapon.bands.is_empty()
            && (support_weapons::is_chassis(world, model) || weapon.blast().is_some())
        {
            Some(Attack::Fire)
        } else {
            None
        }
    };
    let arms = (0_u8..).zip(&world.of_model::<Arms>(model).0);
    arms.filter_map(|(place, weapon)| Some((place, kind(weapon)?))).collect()
}

/// Whether a model has anything to shoot with by itself; a support weapon is fired by its crew.
pub fn shoots(world: &World, model: ModelId) -> bool {
    !support_weapons::is_chassis(world, model)
        && world.of_model::<Arms>(model).0.iter().any(|weapon| weapon.is_shot())
}

/// Whether a model may strike enemies it isn't in contact with: over a distance, or from behind.
pub fn strikes_without_contact(world: &World, model: ModelId) -> bool {
    let reaches = |rule: &WeaponRule| match rule {
        WeaponRule::ExtendedReach(_) | WeaponRule::TwoRanks => true,
        WeaponRule::TwoHanded
        | WeaponRule::ChargeOnly
        | WeaponRule::CavalryOnly
        | WeaponRule::NotForCavalry
        | WeaponRule::KnockProne
        | WeaponRule::BurstFire(_)
        | WeaponRule::SaveTwice
        | WeaponRule::ExtraWound
        | WeaponRule::SiegeWeapon
        | WeaponRule::Indirect
        | WeaponRule::Blast(_)
        | WeaponRule::ProjectileTravel(_)
        | WeaponRule::Ammunition
        | WeaponRule::Thrown
        | WeaponRule::Chilling
        | WeaponRule::Venomous
        | WeaponRule::OneBlow
        | WeaponRule::Teardrop(_) => false,
    };
    world.of_model::<Arms>(model).0.iter().flat_map(|weapon| &weapon.rules).any(reaches)
}

/// Whether a unit on hold could ever answer from afar: with a ranged weapon that is quick enough, or a
/// gun that is once it is loaded (HOLD-03).
pub fn answers_from_afar(world: &World, unit: UnitId) -> bool {
    world.standing(unit).into_iter().any(|model| {
        let chassis = support_weapons::is_chassis(world, model);
        world.of_model::<Arms>(model).0.iter().any(|weapon| {
            let whole = use_cost(world, model, weapon);
            let cost = if chassis { support_weapons::half_cost(whole) } else { whole };
            weapon.is_ranged() && cost <= RESPONSE_ACTIONS
        })
    })
}

/// The weapons that some of these models may strike with now, each once.
pub fn weapons_to_strike(world: &World, models: &[ModelId]) -> Vec<Arc<Weapon>> {
    let able = |model: ModelId, weapon: &Weapon| {
        !support_weapons::is_chassis(world, model)
            && close_combat::check_weapon(world, model, weapon).is_ok()
    };
    each_once(world, models, able)
}

/// The weapons that some of these models may shoot with, each once.
pub fn weapons_to_shoot(world: &World, models: &[ModelId]) -> Vec<Arc<Weapon>> {
    each_once(world, models, |model, weapon| shoots(world, model) && weapon.is_shot())
}

fn each_once(
    world: &World,
    models: &[ModelId],
    able: impl Fn(ModelId, &Weapon) -> bool,
) -> Vec<Arc<Weapon>> {
    let mut weapons: Vec<Arc<Weapon>> = Vec::new();
    for &model in models {
        for weapon in &world.of_model::<Arms>(model).0 {
            if weapons.iter().all(|known| known.id != weapon.id) && able(model, weapon) {
                weapons.push(weapon.clone());
            }
        }
    }
    weapons
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{
            components::Formation,
            profile::{Band, TeardropSize},
            test_world::{TestWorld, man},
        },
        table::Inches,
    };

    fn weapon(id: &str, rules: Vec<WeaponRule>, bands: Vec<Band>) -> Weapon {
        Weapon { id: id.to_owned(), rules, bands, ..Weapon::improvised() }
    }

    #[test]
    fn kinds_of_attack_go_by_what_the_weapon_does() {
        let mut test = TestWorld::new();
        let far = vec![Band(Inches(12.0), 0)];
        let arms = vec![
            weapon("sword", Vec::new(), Vec::new()),
            weapon("breath", vec![WeaponRule::Teardrop(TeardropSize::Small)], Vec::new()),
            weapon("bomb", vec![WeaponRule::Thrown], Vec::new()),
            weapon("mortar", vec![WeaponRule::Blast(Inches(2.0))], far.clone()),
            weapon("bow", Vec::new(), far),
        ];
        let place = [(10.0, 10.0, 90.0)];
        let ours = test.armed_unit(0, Formation::Skirmish, &place, man(), arms);
        let model = test.model(ours, 0);
        let kinds = [(1, Attack::Breathe), (2, Attack::Throw), (3, Attack::Fire)];
        assert_eq!(aimed_attacks(&test.world, model), kinds);
        let ids = |weapons: Vec<Arc<Weapon>>| -> Vec<String> {
            weapons.iter().map(|weapon| weapon.id.clone()).collect()
        };
        assert_eq!(ids(weapons_to_shoot(&test.world, &[model])), ["bow"]);
        assert!(ids(weapons_to_strike(&test.world, &[model])).contains(&"sword".to_owned()));
        assert!(shoots(&test.world, model) && !strikes_without_contact(&test.world, model));
    }

    #[test]
    fn slow_weapons_answer_nobody() {
        let mut test = TestWorld::new();
        let rifle = |use_cost| Weapon {
            use_cost,
            ..weapon("rifle", Vec::new(), vec![Band(Inches(24.0), 0)])
        };
        let place = |x| [(x, 10.0, 90.0)];
        let slow = test.armed_unit(0, Formation::Skirmish, &place(5.0), man(), vec![rifle(6)]);
        let quick = test.armed_unit(0, Formation::Skirmish, &place(9.0), man(), vec![rifle(5)]);
        assert!(!answers_from_afar(&test.world, slow));
        assert!(answers_from_afar(&test.world, quick));
    }
}

//! The arms and abilities on a model's card.

use bevy::prelude::World;

use super::super::words;
use crate::{
    battle::{
        BattleWorld, ModelId,
        playable::showing::{Arm, ArmsPart, Label},
    },
    no_quarter::{
        Ability, Arms, ProfileOf, Weapon, codex, combined,
        statistics::{Stat, stat_of_element},
    },
};

/// A model's arms: on a shared base those of each wielder, and how they act together (COMBO-01,
/// COMBO-02).
pub(super) fn parts(world: &World, model: ModelId) -> (Vec<ArmsPart>, Option<Label>) {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let arms = &world.of_model::<Arms>(model).0;
    let strength = |place: usize| stat_of_element(world, model, place, Stat::Strength);
    if !combined::is_combined(world, model) {
        let arms = arms.iter().map(|weapon| arm(weapon, strength(0))).collect();
        return (vec![ArmsPart { arms, ..ArmsPart::default() }], None);
    }
    let part = |place: usize| {
        let element = combined::element_of(profile, place);
        let wielded = (0..)
            .zip(arms)
            .filter(|&(number, _)| combined::place_of_wielder(world, model, number) == place);
        let arms = wielded.map(|(_, weapon)| arm(weapon, strength(place))).collect();
        // The main element's abilities are those of the whole model.
        let own = if place > 0 { element.abilities } else { &[] };
        ArmsPart { wielder: Some(wielder(world, model, place)), abilities: abilities(own), arms }
    };
    let together = "They strike together for the cost of the most expensive weapon.";
    ((0..=profile.parts.len()).map(part).collect(), Some(Label::new(together, "parts")))
}

/// The name and the numbers of one of those who share a base.
fn wielder(world: &World, model: ModelId, place: usize) -> (String, Label) {
    let profile = &world.of_model::<ProfileOf>(model).0;
    let name = combined::element_of(profile, place).name.unwrap_or(&profile.name).to_owned();
    let now = |of: Stat| stat_of_element(world, model, place, of);
    let (close, ranged) = (now(Stat::CloseCombat), now(Stat::RangedAttack));
    let mut numbers = format!("ST {}", now(Stat::Strength));
    for (what, value) in [("CC", close), ("RA", ranged)] {
        if value > 0 {
            numbers = format!("{what} {value} · {numbers}");
        }
    }
    (name, Label::new(numbers, if ranged > 0 { "RA" } else { "CC" }))
}

/// Abilities, each with what it does.
pub(super) fn abilities(abilities: &[Ability]) -> Vec<Label> {
    let label = |&ability: &Ability| Label::new(ability.name(), codex::of_ability(ability));
    abilities.iter().map(label).collect()
}

/// A weapon in the hands of a bearer of some strength.
fn arm(weapon: &Weapon, strength: i32) -> Arm {
    let mut rules = vec![
        Label::new(format!("UC {}", weapon.use_cost), "UC"),
        Label::new(format!("ST {}", words::weapon_strength(weapon, strength)), "ST"),
    ];
    if weapon.penetration != 0 {
        rules.push(Label::new(format!("PM -{}", weapon.penetration), "PM"));
    }
    if !weapon.bands.is_empty() {
        let bands = weapon.bands.iter().map(|band| format!("{} {:+}", band.0, band.1));
        rules.push(Label::new(bands.collect::<Vec<_>>().join(", "), "ranges"));
    }
    let of_rule = |&rule| Label::new(words::weapon_rule(rule), codex::of_weapon_rule(rule));
    rules.extend(weapon.rules.iter().map(of_rule));
    Arm { name: weapon.name.clone(), shot: weapon.is_shot(), rules }
}

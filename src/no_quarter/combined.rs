//! Several attackers on one base: a rider and its mount, a chariot and its crew. They share actions,
//! toughness, wounds, command and armour, and fight each for itself at the same time. Book: Special
//! Combination Models, Creating Chariots (COMBO-01, COMBO-02).
//!
//! - *element*: one of the attackers; the first is the profile's own.

use std::sync::Arc;

use bevy::prelude::World;

use super::{
    close_combat,
    components::{Arms, ProfileOf, Wielders},
    effects::{self, Gift},
    order::Blow,
    profile::{Ability, Nemesis, Profile, Weapon},
    statistics::{Stat, stat_of_element, stat_with},
};
use crate::battle::{BattleWorld, ModelId};

/// One attacker of a model, as its army list has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<'a> {
    /// What it is called, if the model has several.
    pub name: Option<&'a str>,
    /// RA.
    pub ranged_attack: i32,
    /// CC; 0 for what can't strike, such as a chariot.
    pub close_combat: i32,
    /// ST.
    pub strength: i32,
    /// Its own abilities.
    pub abilities: &'a [Ability],
    /// Who its sworn enemies are (TR-NEMESIS).
    pub nemesis: Option<&'a Nemesis>,
}

/// An element of a profile by its place: 0 for the main one.
pub fn element_of(profile: &Profile, place: usize) -> Element<'_> {
    match place.checked_sub(1).and_then(|part| profile.parts.get(part)) {
        Some(part) => Element {
            name: Some(&part.name),
            ranged_attack: part.ranged_attack,
            close_combat: part.close_combat,
            strength: part.strength,
            abilities: &part.abilities,
            nemesis: part.nemesis.as_ref(),
        },
        None => Element {
            name: profile.element.as_deref(),
            ranged_attack: profile.ranged_attack,
            close_combat: profile.close_combat,
            strength: profile.strength,
            abilities: &profile.abilities,
            nemesis: profile.nemesis.as_ref(),
        },
    }
}

/// Which element of a model uses a weapon: 0 for the main one.
pub fn place_of_wielder(world: &World, model: ModelId, weapon: u8) -> usize {
    let wielders = world.model(model).get::<Wielders>();
    wielders.and_then(|w| w.0.get(usize::from(weapon))).copied().map_or(0, usize::from)
}

/// The element of a model that uses a weapon.
pub fn wielder(world: &World, model: ModelId, weapon: u8) -> Element<'_> {
    let place = place_of_wielder(world, model, weapon);
    element_of(&world.of_model::<ProfileOf>(model).0, place)
}

/// The places of a model's elements, the main one first.
fn places(world: &World, model: ModelId) -> impl Iterator<Item = usize> + use<> {
    0..=world.of_model::<ProfileOf>(model).0.parts.len()
}

/// The strength of a whole model, against what would fell it. Ruling: that of its strongest element,
/// which is what would have to fall (DMG-04).
pub fn strength(world: &World, model: ModelId) -> i32 {
    let strength = |place| stat_of_element(world, model, place, Stat::Strength);
    places(world, model).map(strength).max().unwrap_or(0)
}

/// The strength of a model's automatic hit at who breaks off from it. Ruling: one hit, by the
/// strongest of its elements that strikes at all (CC-08).
pub fn striking_strength(world: &World, model: ModelId) -> i32 {
    let of = |place, stat| stat_of_element(world, model, place, stat);
    let strikes = places(world, model).filter(|&place| of(place, Stat::CloseCombat) > 0);
    let strength = strikes.map(|place| of(place, Stat::Strength)).max();
    strength.unwrap_or_else(|| of(0, Stat::Strength))
}

/// A model with one of its weapons, in the hands of whichever of its elements uses it.
#[derive(Clone, Debug)]
pub struct Armed {
    /// Who.
    pub model: ModelId,
    /// Which of its elements: 0 for the main one.
    pub element: usize,
    /// With what.
    pub weapon: Arc<Weapon>,
    /// The strength of the element that uses it.
    pub strength: i32,
    /// Whether it hurts very large targets (CC-13).
    pub siege: bool,
}

/// A model with a weapon of its arms, if it has it.
pub fn armed(world: &World, model: ModelId, weapon: u8) -> Option<Armed> {
    world.roster().model(model)?;
    let arm = world.of_model::<Arms>(model).0.get(usize::from(weapon))?.clone();
    let strength = stat_with(world, model, weapon, Stat::Strength);
    let siege = close_combat::is_siege(world, model, weapon);
    let element = place_of_wielder(world, model, weapon);
    Some(Armed { model, element, weapon: arm, strength, siege })
}

/// Whether the element of a model that uses a weapon never fumbles. Book: Fumbles And The Unerring
/// Ability.
pub fn is_unerring(world: &World, model: ModelId, weapon: u8) -> bool {
    effects::has_with(world, model, weapon, Gift::Unerring)
}

/// Whether a model has several attackers.
pub fn is_combined(world: &World, model: ModelId) -> bool {
    !world.of_model::<ProfileOf>(model).0.parts.is_empty()
}

/// Blows as they are struck: those of the elements of one model that stand next to each other in an
/// order are struck together, for what the dearest of them costs (COMBO-01).
pub fn rounds(world: &World, blows: &[Blow]) -> Vec<Vec<Blow>> {
    let mut rounds: Vec<Vec<Blow>> = Vec::new();
    for blow in blows {
        let place = |blow: &Blow| place_of_wielder(world, blow.attacker, blow.weapon);
        let joins = |round: &Vec<Blow>| {
            round.iter().all(|other| other.attacker == blow.attacker && place(other) != place(blow))
        };
        match rounds.last_mut() {
            Some(round) if joins(round) => round.push(*blow),
            _ => rounds.push(vec![*blow]),
        }
    }
    rounds
}

/// What a round costs: what its dearest blow does.
pub fn cost(world: &World, round: &[Blow]) -> u8 {
    round.iter().map(|blow| close_combat::cost_of(world, blow)).max().unwrap_or(0)
}

/// The places of a model's weapons by element, those without any left out.
pub fn weapons_by_element(world: &World, model: ModelId) -> Vec<Vec<u8>> {
    let parts = world.of_model::<ProfileOf>(model).0.parts.len();
    let arms = world.of_model::<Arms>(model).0.len();
    let mut places = vec![Vec::new(); parts + 1];
    for weapon in (0..arms).filter_map(|weapon| u8::try_from(weapon).ok()) {
        places[place_of_wielder(world, model, weapon).min(parts)].push(weapon);
    }
    places
}

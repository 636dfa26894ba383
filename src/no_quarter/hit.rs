//! A hit on its way through armour and toughness: as its weapon makes it, or one that nobody rolls for.
//! What a weapon's rules or a kind of attack make of it are its rules, and each is asked for by the one
//! chapter that it concerns. Book: Armoury, Being Knocked Prone (DMG-04), Projectile Travel (SUP-05).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    combined::Armed,
    event::HitResult,
    moment::{self, Moment},
    nemesis,
    profile::WeaponRule,
    reason::Change,
    step::Step,
    support_weapons::Flight,
};
use crate::battle::ModelId;

/// A hit on its way through armour and toughness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Who attacked.
    pub attacker: ModelId,
    /// With which of its elements: 0 for the main one (COMBO-01).
    #[serde(default, skip_serializing_if = "is_main")]
    pub element: usize,
    /// Who is hit.
    pub target: ModelId,
    /// Strength of the hit.
    pub strength: i32,
    /// Its penetration modifier, as a positive number.
    pub penetration: i32,
    /// How the attack's die came up.
    pub result: HitResult,
    /// Whether it was a ranged attack.
    pub ranged: bool,
    /// Wounds that a damaging hit takes.
    pub wounds: u8,
    /// What changes the save besides strength and penetration (CC-07, CC-08).
    pub save_changes: Vec<Change>,
    /// What else is special about it.
    pub rules: Vec<HitRule>,
}

/// Whether an element is the main one.
fn is_main(element: &usize) -> bool {
    *element == 0
}

/// Something special about a hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum HitRule {
    /// A kill lets the attacker follow up (CC-12).
    FollowsUp,
    /// It knocks prone by the weapon's own strength, which is compared with the target's (DMG-04).
    Fells(i32),
    /// Two saves must succeed (WPN-SAVE-X2).
    SavedTwice,
    /// It goes on after a wound (SUP-05).
    FliesOn(Flight),
    /// It is one of an extra attack, whose die showed this: it goes over to another enemy in contact if
    /// the target has fallen by then (AB-EXTRA-ATTACK).
    GoesOver(u16),
    /// It hurts very large targets (CC-13).
    Besieges,
    /// It can't be parried (AB-DAZZLE).
    Dazzles,
    /// A kill appals other enemies (AB-MUTILATE).
    Mutilates,
    /// It slays whoever has no magical save, without a roll for damage (AB-MIGHTY-STRIKE).
    Slays,
    /// It takes one wound without a roll for damage (AB-POISONOUS-ATTACK, SP-LAVA-POOL).
    Poisons,
    /// It is made by a sworn enemy of its target, and the stronger for that (TR-NEMESIS).
    SwornEnemy,
    /// No armour keeps it out, and its target takes a test of its toughness (TR-ETHEREAL-EMBRACE).
    Chills,
    /// No armour saves against it (SP-MOLTEN-GRASP, SP-LAVA-POOL).
    Unsaved,
}

impl Hit {
    /// A hit by a weapon, on its way to the armour. Blows let their striker follow up.
    pub(super) fn by_weapon(armed: &Armed, target: ModelId, result: HitResult) -> Self {
        let Armed { model, element, weapon, strength, siege } = armed;
        let ranged = weapon.is_ranged();
        let flight = weapon.travel_die().filter(|_| ranged).map(|die| Flight { die, line: None });
        let rules = [
            (!ranged).then_some(HitRule::FollowsUp),
            weapon.felling(*strength).map(HitRule::Fells),
            weapon.saved_twice().then_some(HitRule::SavedTwice),
            flight.map(HitRule::FliesOn),
            siege.then_some(HitRule::Besieges),
            weapon.has(WeaponRule::Chilling).then_some(HitRule::Chills),
        ];
        Self {
            attacker: *model,
            element: *element,
            target,
            strength: weapon.strength(*strength),
            penetration: weapon.penetration,
            result,
            ranged,
            wounds: weapon.wounds(),
            save_changes: Vec::new(),
            rules: rules.into_iter().flatten().collect(),
        }
    }

    /// A hit that nobody rolls for, such as that of a chariot: without penetration, and
    /// nobody follows up after it.
    pub(super) fn automatic(
        attacker: ModelId,
        target: ModelId,
        strength: i32,
        siege: bool,
    ) -> Self {
        Self {
            attacker,
            element: 0,
            target,
            strength,
            penetration: 0,
            result: HitResult::Automatic,
            ranged: false,
            wounds: 1,
            save_changes: Vec::new(),
            rules: siege.then_some(HitRule::Besieges).into_iter().collect(),
        }
    }

    /// Which of whose elements has made it.
    pub(super) fn by(&self) -> (ModelId, usize) {
        (self.attacker, self.element)
    }

    /// Whether a rule without a number is one of its own.
    pub(super) fn has(&self, rule: HitRule) -> bool {
        self.rules.contains(&rule)
    }

    /// The strength by which it knocks prone, if it does (DMG-04).
    pub(super) fn fells(&self) -> Option<i32> {
        self.rules.iter().find_map(|rule| match rule {
            HitRule::Fells(strength) => Some(*strength),
            _ => None,
        })
    }

    /// The wounds that it takes without a roll for damage, if it does: all of them by a mighty strike, one
    /// by poison (AB-MIGHTY-STRIKE, AB-POISONOUS-ATTACK).
    pub(super) fn outright(&self) -> Option<u8> {
        self.rules.iter().find_map(|rule| match rule {
            HitRule::Slays => Some(u8::MAX),
            HitRule::Poisons => Some(1),
            _ => None,
        })
    }

    /// How it goes on after a wound, if it does (SUP-05).
    pub(super) fn flight(&self) -> Option<Flight> {
        self.rules.iter().find_map(|rule| match rule {
            HitRule::FliesOn(flight) => Some(*flight),
            _ => None,
        })
    }

    /// What its die showed, if it goes over to another enemy (AB-EXTRA-ATTACK).
    pub(super) fn goes_over(&self) -> Option<u16> {
        self.rules.iter().find_map(|rule| match rule {
            HitRule::GoesOver(die) => Some(*die),
            _ => None,
        })
    }

    /// The same hit with one more rule.
    #[must_use]
    pub(super) fn with(mut self, rule: HitRule) -> Self {
        self.rules.push(rule);
        self
    }

    /// The same hit without a rule.
    #[must_use]
    pub(super) fn without(mut self, rule: HitRule) -> Self {
        self.rules.retain(|own| *own != rule);
        self
    }
}

/// A hit lands: what comes next, before its damage. Of one that a die made its number is given.
pub(super) fn lands(world: &World, hit: &Hit, die: Option<u16>) -> Vec<Step> {
    moment::steps(world, Moment::Hit { hit: &nemesis::aimed(world, hit), die })
}

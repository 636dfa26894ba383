//! A hit on its way through armour and toughness: as its weapon makes it, or one that nobody rolls for.
//! What a weapon's rules or a kind of attack make of it are its rules, and each is asked for by the one
//! chapter that it concerns. Book: Armoury, Being Knocked Prone (DMG-04), Projectile Travel (SUP-05).

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::{
    combined::Armed,
    event::HitResult,
    moment::{self, Moment},
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
}

impl Hit {
    /// A hit by a weapon, on its way to the armour. Blows let their striker follow up.
    pub(super) fn by_weapon(armed: &Armed, target: ModelId, result: HitResult) -> Self {
        let Armed { model, weapon, strength, siege } = armed;
        let ranged = weapon.is_ranged();
        let flight = weapon.travel_die().filter(|_| ranged).map(|die| Flight { die, line: None });
        let rules = [
            (!ranged).then_some(HitRule::FollowsUp),
            weapon.felling(*strength).map(HitRule::Fells),
            weapon.saved_twice().then_some(HitRule::SavedTwice),
            flight.map(HitRule::FliesOn),
            siege.then_some(HitRule::Besieges),
        ];
        Self {
            attacker: *model,
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
    moment::steps(world, Moment::Hit { hit, die })
}

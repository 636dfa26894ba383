//! What terms of the panels mean: the rule's name, where the book has it, and a summary in our own
//! words. The entries are data like profiles; a test sees to it that no term lacks one.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::{
    Morale,
    profile::{Ability, WeaponRule},
};
use crate::battle::level::Formation;

/// What a term means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodexEntry {
    /// What panels look it up by.
    pub term: String,
    /// The rule's name.
    pub name: String,
    /// Its id in the ledger.
    pub rule: String,
    /// What it says, in a sentence or two.
    pub about: String,
}

/// The term of an ability.
pub fn of_ability(ability: Ability) -> String {
    format!("ability {}", kind(&ability))
}

/// The term of a weapon's special rule.
pub fn of_weapon_rule(rule: WeaponRule) -> String {
    format!("weapon {}", kind(&rule))
}

/// The term of a formation.
pub fn of_formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Ranked { .. } => "ranked",
        Formation::Closed => "closed",
        Formation::Skirmish => "skirmish",
        Formation::Dispersed => "dispersed",
    }
}

/// The term of a state of mind that is worth telling.
pub fn of_morale(morale: Morale) -> Option<&'static str> {
    match morale {
        Morale::Steady => None,
        Morale::Panicked => Some("panicked"),
        Morale::Terrified => Some("terrified"),
    }
}

/// The name of a variant without what it holds.
fn kind(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    text.split(['(', ' ', '{']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        no_quarter::{Armoury, profile::TeardropSize, rule_names::rule_name},
        table::Inches,
    };

    #[test]
    fn every_entry_names_a_rule_of_the_ledger_and_says_what_it_does() {
        let armoury = Armoury::embedded().unwrap();
        assert!(armoury.codex.len() > 80);
        for entry in armoury.codex.values() {
            assert!(rule_name(&entry.rule).is_some(), "{}: {}", entry.term, entry.rule);
            assert!(entry.about.len() > 20 && entry.about.ends_with('.'), "{}", entry.term);
            assert!(!entry.name.is_empty(), "{}", entry.term);
        }
    }

    #[test]
    fn every_ability_and_every_rule_of_a_weapon_has_an_entry() {
        let armoury = Armoury::embedded().unwrap();
        let abilities = [
            Ability::DoubleTime,
            Ability::CavalryMove,
            Ability::Flying,
            Ability::WaterAptitude,
            Ability::ExtraAttack(2),
            Ability::Dodge,
            Ability::Unerring,
            Ability::Fear(1),
            Ability::Unwavering,
            Ability::Undead,
            Ability::Devour,
            Ability::Infiltrate,
            Ability::Parry,
            Ability::SiegeWeapon,
            Ability::Overrun,
            Ability::Scythes,
            Ability::TailAttack,
        ];
        let rules = [
            WeaponRule::TwoHanded,
            WeaponRule::ExtendedReach(Inches(1.0)),
            WeaponRule::TwoRanks,
            WeaponRule::ChargeOnly,
            WeaponRule::CavalryOnly,
            WeaponRule::NotForCavalry,
            WeaponRule::KnockProne,
            WeaponRule::BurstFire(2),
            WeaponRule::SaveTwice,
            WeaponRule::ExtraWound,
            WeaponRule::SiegeWeapon,
            WeaponRule::Indirect,
            WeaponRule::Blast(Inches(3.0)),
            WeaponRule::ProjectileTravel(5),
            WeaponRule::Ammunition,
            WeaponRule::Thrown,
            WeaponRule::Teardrop(TeardropSize::Small),
        ];
        let terms = abilities.map(of_ability).into_iter().chain(rules.map(of_weapon_rule));
        let terms: Vec<String> = terms.collect();
        for term in &terms {
            assert!(armoury.codex.contains_key(term), "{term}");
        }
        // As many as are known to the codex: a new one is listed above as well.
        let listed =
            |what: &str| armoury.codex.keys().filter(|term| term.starts_with(what)).count();
        assert_eq!(listed("ability ") + listed("weapon "), terms.len());
        // And those that the embedded armies bear.
        for profile in armoury.profiles.values() {
            for &ability in &profile.abilities {
                assert!(armoury.codex.contains_key(&of_ability(ability)), "{ability:?}");
            }
        }
    }

    #[test]
    fn every_formation_and_state_of_mind_has_an_entry() {
        let armoury = Armoury::embedded().unwrap();
        let formations = [
            Formation::Ranked { frontage: 5 },
            Formation::Closed,
            Formation::Skirmish,
            Formation::Dispersed,
        ];
        for formation in formations {
            assert!(armoury.codex.contains_key(of_formation(formation)), "{formation:?}");
        }
        for morale in [Morale::Panicked, Morale::Terrified] {
            let term = of_morale(morale).unwrap();
            assert!(armoury.codex.contains_key(term), "{morale:?}");
        }
        assert_eq!(of_morale(Morale::Steady), None);
    }
}

//! What terms of the panels mean: the rule's name, where the book has it, and a summary in our own
//! words. The entries are data like profiles; a test sees to it that no term lacks one.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::{
    Morale, Question, Reason,
    components::Formation,
    profile::{Ability, WeaponRule},
};
use crate::dice::Modifier;

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

/// Defines the terms of questions, and for the tests the list of them.
macro_rules! terms_of_questions {
    ($($question:ident => $term:literal,)+) => {
        /// The term of what a question is about.
        pub fn of_question(question: &Question) -> &'static str {
            match question {
                $(Question::$question { .. } => $term,)+
            }
        }

        #[cfg(test)]
        const TERMS_OF_QUESTIONS: &[&str] = &[$($term),+];
    };
}

terms_of_questions! {
    RespondToAction => "response",
    RespondToCharge => "flight",
    ReceiveCharge => "receiving",
    LastBlow => "receiving",
    TargetFled => "after flight",
    DriveFled => "after flight",
    FollowUp => "follow up",
    ChooseEdge => "edges",
    BeginBattle => "initiative",
    StandOrRetreat => "panic table",
    IgnoreFailure => "ability Proud",
    UseMastery => "ability MastersOfCombat",
    Taunted => "ability Taunt",
    Parry => "ability Parry",
    PushBack => "pushback",
    CrewStrikes => "crew strikes",
    SpareHit => "ability ExtraAttack",
    FillGap => "gap",
    KeepUp => "upkeep",
    SeeAhead => "spell Perception",
    WhoRises => "raising",
    WhoTakesThem => "raising",
    RollAgain => "re-roll",
}

/// The term of what a modifier of a needed number comes from.
pub fn of_modifier(modifier: &Modifier) -> Option<&'static str> {
    Reason::of(modifier).map(Reason::term)
}

/// The term of an ability.
pub fn of_ability(ability: Ability) -> String {
    match ability {
        Ability::Knows(spell) => spell.card().term.to_owned(),
        other => format!("ability {}", kind(&other)),
    }
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
        battle::variants::variants_of,
        no_quarter::{
            Armoury, armies, charges, close_combat, effects, evade, formations, movement, mutilate,
            ranged_combat, rule_names::rule_name, support_weapons, templates, uses,
        },
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
        let abilities = variants_of::<Ability>().iter().map(|name| format!("ability {name}"));
        let rules = variants_of::<WeaponRule>().iter().map(|name| format!("weapon {name}"));
        let terms: Vec<String> = abilities.chain(rules).collect();
        assert!(terms.contains(&of_ability(Ability::ExtraAttack(2))), "{terms:?}");
        for term in &terms {
            assert!(armoury.codex.contains_key(term), "{term}");
        }
        // And no others.
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
    fn every_question_has_an_entry() {
        let armoury = Armoury::embedded().unwrap();
        for term in TERMS_OF_QUESTIONS {
            assert!(armoury.codex.contains_key(*term), "{term}");
        }
    }

    #[test]
    fn every_formation_and_state_of_mind_has_an_entry() {
        let armoury = Armoury::embedded().unwrap();
        let formations =
            one_of_each!(Formation: Ranked { frontage: 5 }, Closed, Skirmish, Dispersed);
        for formation in formations {
            assert!(armoury.codex.contains_key(of_formation(formation)), "{formation:?}");
        }
        for morale in one_of_each!(Morale: Steady, Panicked, Terrified) {
            let term = of_morale(morale);
            assert_eq!(term.is_none(), morale == Morale::Steady);
            assert!(term.is_none_or(|term| armoury.codex.contains_key(term)), "{morale:?}");
        }
    }

    #[test]
    fn numbers_in_entries_are_those_of_the_rules() {
        let armoury = Armoury::embedded().unwrap();
        for (term, told) in [
            ("momentum", format!("{} extra actions", charges::MOMENTUM)),
            ("verb Charge", format!("{} more actions", charges::MOMENTUM)),
            ("aiming", format!("{} more actions", ranged_combat::AIM_ACTIONS)),
            ("pushback", format!("{} to 1", charges::TO_ONE)),
            ("aiming", format!("at {:+}", ranged_combat::AIMED.by)),
            ("higher ground", format!("gives {:+}", close_combat::DOWNWARDS.by)),
            ("higher ground", format!("upwards gives {:+}", close_combat::UPWARDS.by)),
            ("breaking off", format!("is {} worse", -close_combat::EXPOSED.by)),
            ("across a barrier", format!("at {:+}", close_combat::ACROSS_A_BARRIER.by)),
            ("verb Template", format!("hit on {} or less", templates::PARTLY)),
            ("weapon Blast", format!("under it on {} or less", templates::PARTLY)),
            ("weapon Indirect", format!("at {:+}", support_weapons::INDIRECT.by)),
            ("follow up", format!("move {} for free", close_combat::FOLLOW_UP)),
            ("dispersed", format!("at most {}", formations::DISPERSED_COHERENCY)),
            ("dispersed", format!("closer than {}", formations::SPREAD)),
            ("verb FormUp", format!("within {} of it", formations::BEYOND)),
            ("ability SoundCharge", format!("{} more actions", charges::SOUNDED)),
            ("ability MightyStrike", format!("{} or less", close_combat::SLAYS)),
            ("ability Evade", format!("on {} or less", evade::EVADES)),
            ("ability RainOfArrows", format!("every {} archers", uses::ARCHERS)),
            ("ability Leap", format!("For {} actions", uses::LEAP_ACTIONS)),
            ("ability Leap", format!("strength {}", uses::STRONG)),
            ("ability Taunt", format!("within {}", uses::EARSHOT)),
            ("ability Taunt", format!("For {} actions", uses::TAUNT_ACTIONS)),
            ("ability Taunt", format!("{} or more", uses::TAUNTERS)),
            ("ability Mutilate", format!("within {}", mutilate::APPALS)),
            ("ability Agile", format!("barriers up to {}", effects::VAULT)),
            ("army standard", format!("{} points more", armies::ARMY_STANDARD)),
            ("prone", format!("{} actions on standing up", movement::STANDING_UP)),
            ("verb StandUp", format!("{} actions", movement::STANDING_UP)),
            ("ability ExtraLimb", format!("up to {}", close_combat::MOST_DICE)),
        ] {
            let about = &armoury.codex[term].about;
            assert!(about.contains(&told), "{term}: {about} doesn't say \"{told}\"");
        }
    }
}

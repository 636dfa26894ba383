//! What abilities, traits, mutations and equipment cost, and who may have them: the rows of
//! `assets/no_quarter/prices.ron`. Book: Abilities, Traits, Equipment, Mutations (PTS-10).

use serde::Deserialize;

use super::{
    design::{Design, Element},
    restrictions::Only,
};
use crate::no_quarter::{armoury::Armoury, codex, profile::Ability};

/// What a talent is, which decides how many of its kind are recommended (PTS-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Kind {
    /// Learnt.
    Ability,
    /// Inborn.
    Trait,
    /// Inborn, by the trait of mutants.
    Mutation,
    /// Carried.
    Equipment,
}

/// What the book says of a talent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// What is paid for, with its number if it has one: each number has a price of its own.
    pub ability: Ability,
    /// What it is.
    pub kind: Kind,
    /// Its points for each model; below 0 for flaws.
    pub points: i32,
    /// Who alone may have it: all of these must hold.
    #[serde(default)]
    pub only: Vec<Only>,
}

/// Whether an ability is paid for by a price of its own, and not as part of armour or magic.
pub fn is_talent(ability: Ability) -> bool {
    let mut alone = Design { elements: vec![Element::default()], ..Design::default() };
    alone.add(0, ability);
    alone.has(ability)
}

/// How data files write an ability, with its number.
pub fn written(ability: Ability) -> String {
    format!("{ability:?}")
}

/// What a talent costs, if it can be bought at all.
pub fn price_of(armoury: &Armoury, talent: Ability) -> Option<&Price> {
    armoury.prices.get(&written(talent))
}

/// The ledger id of the rule of a talent, which the codex names.
pub(super) fn rule_of(armoury: &Armoury, talent: Ability) -> &str {
    let entry = armoury.codex.get(&codex::of_ability(talent));
    entry.map_or("PTS-10", |entry| entry.rule.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{battle::variants::variants_of, no_quarter::uses};

    /// A misspelt name is an error of the file, so that all rows are about abilities of the game.
    #[test]
    fn every_ability_has_a_price_or_is_part_of_armour_or_magic() {
        let armoury = Armoury::embedded().unwrap();
        let priced: BTreeSet<String> =
            armoury.prices.values().map(|price| codex::of_ability(price.ability)).collect();
        let all = variants_of::<Ability>().iter();
        let lacking: Vec<&str> =
            all.copied().filter(|name| !priced.contains(&format!("ability {name}"))).collect();
        assert_eq!(lacking, ["Runes", "Tattoos", "Wizard", "Initiate", "Knows"]);
        assert!(!is_talent(Ability::Runes(1)) && !is_talent(Ability::Wizard(1)));
        assert!(armoury.prices.values().all(|price| is_talent(price.ability)));
    }

    #[test]
    fn numbers_belong_to_the_price() {
        let armoury = Armoury::embedded().unwrap();
        let points = |talent| price_of(&armoury, talent).map(|price| price.points);
        let attacks = [1, 2, 3, 4, 5].map(|dice| points(Ability::ExtraAttack(dice)));
        assert_eq!(attacks, [None, Some(8), Some(16), Some(24), None]);
        let fear = [0, 1, 2, 3].map(|level| points(Ability::Fear(level)));
        assert_eq!(fear, [Some(7), Some(16), Some(27), None]);
    }

    /// A number that play asks for, too, is the same in the file.
    #[test]
    fn who_leaps_is_as_strong_as_the_rule_wants() {
        let armoury = Armoury::embedded().unwrap();
        let leap = price_of(&armoury, Ability::Leap).unwrap();
        assert_eq!(leap.only, [Only::Strength(uses::STRONG)]);
    }

    #[test]
    fn rules_are_those_of_the_codex() {
        let armoury = Armoury::embedded().unwrap();
        let rules = [
            (Ability::CavalryMove, "AB-CAVALRY-MOVE"),
            (Ability::ExtraAttack(2), "AB-EXTRA-ATTACK"),
            (Ability::TailAttack, "TR-TAIL"),
            (Ability::Jaws, "MUT-JAWS"),
            (Ability::Scythes, "EQ-SCYTHES"),
        ];
        for (talent, rule) in rules {
            assert_eq!(rule_of(&armoury, talent), rule);
        }
        assert_eq!(rule_of(&Armoury::default(), Ability::Dodge), "PTS-10");
    }
}

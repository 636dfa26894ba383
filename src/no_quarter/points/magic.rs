//! What magic costs. Book: Magic User Points Values, the spell cards (PTS-08). What spells do is told
//! where they are cast.

use serde::{Deserialize, Serialize};

use super::{accounts::Account, design::Design};
use crate::no_quarter::profile::Class;

pub use crate::no_quarter::magic::{Aspect, Spell};

/// What a model knows of magic.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wizardry {
    /// The level: 0 for initiates, up to 4.
    pub level: u8,
    /// The spells that it knows; of initiates, the one that their unit knows.
    #[serde(default)]
    pub spells: Vec<Spell>,
}

impl Wizardry {
    /// The points of a level.
    pub fn level_points(level: u8) -> Option<i32> {
        [8, 20, 30, 45, 65].get(usize::from(level)).copied()
    }

    /// The aspects of its spells, each once.
    pub fn aspects(&self) -> Vec<Aspect> {
        let mut aspects: Vec<Aspect> =
            self.spells.iter().map(|spell| spell.card().aspect).collect();
        aspects.sort_unstable();
        aspects.dedup();
        aspects
    }
}

/// Levels above it are for named characters alone.
const HIGHEST_COMMON_LEVEL: u8 = 3;

/// Pays for the magic of a model.
pub(super) fn pay(account: &mut Account, design: &Design) {
    let Some(magic) = &design.wizardry else { return };
    let level = magic.level;
    let is_initiate = level == 0;
    let what =
        if is_initiate { "initiate".to_owned() } else { format!("magic user, level {level}") };
    match Wizardry::level_points(level) {
        Some(points) => account.pay(&*what, points),
        None => account.refuse("PTS-08", format!("{what} has no price; 4 is the highest level")),
    }
    for spell in &magic.spells {
        let card = spell.card();
        if is_initiate {
            account.pay_once(card.name.to_lowercase(), card.points);
        } else {
            account.pay(card.name.to_lowercase(), card.points);
        }
    }
    if level > HIGHEST_COMMON_LEVEL && design.class != Class::Character {
        let text = format!("{what}, is only for characters");
        account.refuse("PTS-08", text);
    }
    let most = usize::from(level.max(1));
    if magic.spells.len() > most {
        let text = format!("{} spells; {what}, knows {most} at most", magic.spells.len());
        account.refuse("PTS-08", text);
    }
    let aspects: Vec<&str> = magic.aspects().into_iter().map(Aspect::name).collect();
    if aspects.len() > 1 {
        let text = format!("spells of {}; all must be of one aspect", aspects.join(" and "));
        account.refuse("PTS-08", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(class: Class, level: u8, spells: &[Spell]) -> Account {
        let wizardry = Some(Wizardry { level, spells: spells.to_vec() });
        let mut account = Account::default();
        pay(&mut account, &Design { class, wizardry, ..Design::default() });
        account
    }

    #[test]
    fn pts_08_levels_and_their_spells() {
        let levels = [0, 1, 2, 3, 4].map(|level| paid(Class::Character, level, &[]).points());
        assert_eq!(levels, [8, 20, 30, 45, 65]);
        let wizard = paid(Class::Individual, 2, &[Spell::Fireball, Spell::Smoke]);
        assert_eq!((wizard.points(), wizard.findings.len()), (30 + 15 + 9, 0));
        assert_eq!(paid(Class::Character, 5, &[]).errors().count(), 1);
        assert_eq!(paid(Class::Individual, 3, &[]).errors().count(), 0);
        assert_eq!(paid(Class::Individual, 4, &[]).errors().count(), 1);
    }

    #[test]
    fn pts_08_initiates_pay_for_their_spell_once() {
        let initiates = paid(Class::Core, 0, &[Spell::Talisman]);
        assert_eq!((initiates.points(), initiates.findings.len()), (8, 0));
        assert_eq!(initiates.of_unit(5), 5 * 8 + 12);
        assert_eq!(paid(Class::Core, 0, &[Spell::Talisman, Spell::Cleanse]).errors().count(), 1);
    }

    #[test]
    fn pts_08_spells_are_few_and_of_one_aspect() {
        let two = [Spell::Fireball, Spell::Smoke];
        assert_eq!(paid(Class::Individual, 1, &two).errors().count(), 1);
        let mixed = paid(Class::Individual, 2, &[Spell::Fireball, Spell::Talisman]);
        let told: Vec<&str> = mixed.errors().map(|finding| finding.text.as_str()).collect();
        assert_eq!(told, ["spells of fire and water; all must be of one aspect"]);
    }
}

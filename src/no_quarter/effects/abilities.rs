//! What each ability does as long as its bearer lives: the one table. Abilities that somebody sets
//! off, or that a single chapter asks for by name, do nothing by themselves.

use super::{Deed, Does, Gift, Test, When, Whose};
use crate::{
    no_quarter::{
        profile::Ability,
        reason::{Change, Reason},
        statistics::Stat,
    },
    table::Inches,
};

/// No ability does more things than this.
const MOST: usize = 5;

/// What an ability does. Book: Abilities, Traits.
pub fn does(ability: Ability) -> impl Iterator<Item = Does> {
    let effects: [Option<Does>; MOST] = match ability {
        Ability::DoubleTime => one(Does::Covers(Inches(1.5))),
        Ability::CavalryMove => one(Does::Covers(Inches(2.0))),
        Ability::Flying => two(Does::Covers(Inches(2.5)), Does::Gives(Gift::Flight)),
        Ability::WaterAptitude => one(Does::Gives(Gift::Wading)),
        Ability::Dodge => two(dodges(Test::Strike), dodges(Test::Shoot)),
        Ability::Unerring => one(Does::Gives(Gift::Unerring)),
        Ability::Fear(level) => two(Does::Frightens(level), Does::Gives(Gift::Fearless)),
        Ability::Unwavering => one(Does::Gives(Gift::Unwavering)),
        Ability::Undead => [
            Some(Does::Frightens(0)),
            Some(Does::Gives(Gift::Fearless)),
            Some(Does::Gives(Gift::Unwavering)),
            Some(Does::Gives(Gift::Untested)),
            Some(Does::Forbids(Deed::Aim)),
        ],
        Ability::Devour => one(Does::Forbids(Deed::FollowUp)),
        Ability::Parry => one(Does::Gives(Gift::Parrying)),
        Ability::SiegeWeapon => one(Does::Gives(Gift::Siege)),
        Ability::Scythes => one(Does::Adds(Stat::Wheels, 1)),
        Ability::ExtraAttack(_) | Ability::Infiltrate | Ability::Overrun | Ability::TailAttack => {
            [None; MOST]
        }
    };
    effects.into_iter().flatten()
}

const fn one(does: Does) -> [Option<Does>; MOST] {
    [Some(does), None, None, None, None]
}

const fn two(first: Does, second: Does) -> [Option<Does>; MOST] {
    [Some(first), Some(second), None, None, None]
}

/// Whoever is quick to get out of the way is harder to hit, but not in ranks (AB-DODGE).
const fn dodges(test: Test) -> Does {
    let by = Change::new(Reason::TargetDodges, -1);
    Does::Modifies { test, whose: Whose::Against, by, when: When::Loose }
}

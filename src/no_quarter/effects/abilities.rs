//! What each ability does as long as its bearer lives: the one table. Abilities that somebody sets
//! off, or that a single chapter asks for by name, do nothing by themselves.

use super::{Again, Deed, Does, Gift, Test, When, Whose};
use crate::{
    no_quarter::{
        magic::Spell,
        mishaps::Mishap,
        profile::Ability,
        reason::{Change, Reason},
        statistics::Stat,
    },
    table::Inches,
};

/// No ability does more things than this.
const MOST: usize = 5;

/// How high a barrier the agile cross for nothing (AB-AGILE).
pub const VAULT: Inches = Inches(1.5);

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
        Ability::Confused => one(Does::Risks(Mishap::Confusion)),
        Ability::Mechanical => [
            Some(Does::Gives(Gift::Fearless)),
            Some(Does::Gives(Gift::Unwavering)),
            Some(Does::Risks(Mishap::Malfunction)),
            None,
            None,
        ],
        Ability::Unstable => one(Does::Risks(Mishap::Vanishing)),
        Ability::Regenerate => one(Does::Gives(Gift::Regeneration)),
        Ability::ArmouredHide => one(Does::PicksFrom { test: Test::Save, dice: 2 }),
        Ability::Ethereal => one(Does::Gives(Gift::Ghostly)),
        Ability::ExtraHead => one(Does::Gives(Gift::Watchful)),
        Ability::CorrosiveBlood => one(Does::Gives(Gift::CorrosiveBlood)),
        Ability::Devour => one(Does::Forbids(Deed::FollowUp)),
        Ability::Hesitate => one(Does::Forbids(Deed::FollowUpUntested)),
        Ability::Parry => one(Does::Gives(Gift::Parrying)),
        Ability::ArmourEcho => one(Does::RollsAgain { test: Test::Save, again: Again::May }),
        Ability::InfamousFighters => one(Does::Modifies {
            test: Test::Panic,
            whose: Whose::Against,
            by: Change::new(Reason::InfamousEnemy, 1),
            when: When::Always,
        }),
        Ability::GreatLeader => one(Does::Gives(Gift::SecondChances)),
        Ability::Steadfast => one(Does::Gives(Gift::Steadfast)),
        Ability::Wall => one(Does::Modifies {
            test: Test::Save,
            whose: Whose::Own,
            by: Change::new(Reason::LockedShields, 1),
            when: When::Formed,
        }),
        Ability::Agile => one(Does::Vaults(VAULT)),
        Ability::Ram => two(
            Does::Modifies {
                test: Test::Strike,
                whose: Whose::Own,
                by: Change::new(Reason::Ramming, 1),
                when: When::Charged,
            },
            Does::AddsWhen { stat: Stat::Strength, by: 1, when: When::Charged },
        ),
        Ability::TeamWork => one(Does::Gives(Gift::TeamWork)),
        Ability::Dazzle => one(Does::Gives(Gift::Dazzling)),
        Ability::Bloodlust => one(Does::Gives(Gift::Bloodlust)),
        Ability::Evade => one(Does::Gives(Gift::Evading)),
        Ability::Mutilate => one(Does::Gives(Gift::Mutilating)),
        Ability::Proud => one(Does::Gives(Gift::Proud)),
        Ability::SoundCharge => one(Does::Gives(Gift::SoundingCharges)),
        Ability::MoveAndFire => one(Does::Gives(Gift::ShootingOnTheMove)),
        Ability::Brutes => one(Does::Gives(Gift::Brutal)),
        Ability::MastersOfCombat => one(Does::Gives(Gift::Mastery)),
        Ability::HoldTheLine => one(Does::Gives(Gift::HoldingTheLine)),
        // What it does for the unit is below.
        Ability::InspiringLeadership => [None; MOST],
        // Attack modes are chosen blow by blow; arrows, leaps and taunts when somebody says so.
        Ability::RainOfArrows
        | Ability::Leap
        | Ability::Taunt
        | Ability::AggressiveAttack
        | Ability::Determined
        | Ability::MightyStrike
        | Ability::PoisonousAttack
        | Ability::ExtraShot
        | Ability::SureShot => [None; MOST],
        Ability::SiegeWeapon => one(Does::Gives(Gift::Siege)),
        Ability::Scythes => one(Does::Adds(Stat::Wheels, 1)),
        Ability::Climb => one(Does::Gives(Gift::Climbing)),
        Ability::Membranes => one(Does::Withstands(Spell::Blind)),
        Ability::Adept => one(Does::PicksFrom { test: Test::Cast, dice: 2 }),
        Ability::Horns => two(
            CHARGES_WITH_HORNS,
            Does::AddsWhen { stat: Stat::Strength, by: 1, when: When::Charged },
        ),
        Ability::Runes(level) => one(Does::Adds(Stat::Resilience, i32::from(level))),
        Ability::Tattoos(armour) => {
            two(Does::Adds(Stat::Armour, i32::from(armour)), Does::Gives(Gift::MagicArmour))
        }
        Ability::BoilerOverload
        | Ability::ExtraAttack(_)
        | Ability::EtherealEmbrace
        | Ability::ExtraLimb
        | Ability::Infiltrate
        | Ability::Initiate
        | Ability::Jaws
        | Ability::ScorpionTail
        | Ability::Knows(_)
        | Ability::Overrun
        | Ability::TailAttack
        | Ability::Scope
        | Ability::Wizard(_) => [None; MOST],
    };
    effects.into_iter().flatten()
}

/// Whether an ability in the list of a whole combined model is that of each of its elements too.
/// Ruling: being unerring, undead or a flyer is, as is its size. Whatever else an element asks for is
/// its own: the main element's ways of attacking stand in the same list (COMBO-01).
pub fn is_shared(ability: Ability) -> bool {
    matches!(ability, Ability::Unerring | Ability::Undead | Ability::Flying)
}

/// What an ability of those who lead a unit does for the unit as a whole.
pub fn does_for_the_led(ability: Ability) -> impl Iterator<Item = Does> {
    let picks = |test| Does::PicksFrom { test, dice: 2 };
    let effects = match ability {
        Ability::InspiringLeadership => two(picks(Test::Command), picks(Test::Panic)),
        _ => [None; MOST],
    };
    effects.into_iter().flatten()
}

const fn one(does: Does) -> [Option<Does>; MOST] {
    [Some(does), None, None, None, None]
}

const fn two(first: Does, second: Does) -> [Option<Does>; MOST] {
    [Some(first), Some(second), None, None, None]
}

/// A charge with lowered horns hits more surely (MUT-HORNS).
const CHARGES_WITH_HORNS: Does = Does::Modifies {
    test: Test::Strike,
    whose: Whose::Own,
    by: Change::new(Reason::Horns, 1),
    when: When::Charged,
};

/// Whoever is quick to get out of the way is harder to hit, but not in ranks (AB-DODGE).
const fn dodges(test: Test) -> Does {
    let by = Change::new(Reason::TargetDodges, -1);
    Does::Modifies { test, whose: Whose::Against, by, when: When::Loose }
}

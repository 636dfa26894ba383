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

/// How high a barrier the agile cross for nothing (AB-AGILE).
pub const VAULT: Inches = Inches(1.5);

/// What an ability does. Book: Abilities, Traits.
pub fn does(ability: Ability) -> impl Iterator<Item = Does> {
    by_level(ability).into_iter().chain(at_any_level(ability).iter().copied())
}

/// What an ability that comes with a number does to the extent of that number.
fn by_level(ability: Ability) -> Option<Does> {
    match ability {
        Ability::Fear(level) => Some(Does::Frightens(level)),
        Ability::Runes(level) => Some(Does::Adds(Stat::Resilience, i32::from(level))),
        Ability::Tattoos(armour) => Some(Does::Adds(Stat::Armour, i32::from(armour))),
        _ => None,
    }
}

/// What an ability does regardless of its number, if it has one.
fn at_any_level(ability: Ability) -> &'static [Does] {
    match ability {
        Ability::DoubleTime => &[Does::Covers(Inches(1.5))],
        Ability::CavalryMove => &[Does::Covers(Inches(2.0))],
        Ability::Flying => &[Does::Covers(Inches(2.5)), Does::Gives(Gift::Flight)],
        Ability::WaterAptitude => &[Does::Gives(Gift::Wading)],
        Ability::Dodge => const { &[dodges(Test::Strike), dodges(Test::Shoot)] },
        Ability::Unerring => &[Does::Gives(Gift::Unerring)],
        Ability::Fear(_) => &[Does::Gives(Gift::Fearless)],
        Ability::Unwavering => &[Does::Gives(Gift::Unwavering)],
        Ability::Undead => &[
            Does::Frightens(0),
            Does::Gives(Gift::Fearless),
            Does::Gives(Gift::Unwavering),
            Does::Gives(Gift::Untested),
            Does::Forbids(Deed::Aim),
        ],
        Ability::Confused => &[Does::Risks(Mishap::Confusion)],
        Ability::Mechanical => &[
            Does::Gives(Gift::Fearless),
            Does::Gives(Gift::Unwavering),
            Does::Risks(Mishap::Malfunction),
        ],
        Ability::Unstable => &[Does::Risks(Mishap::Vanishing)],
        Ability::Regenerate => &[Does::Gives(Gift::Regeneration)],
        Ability::ArmouredHide => &[Does::PicksFrom { test: Test::Save, dice: 2 }],
        Ability::Ethereal => &[Does::Gives(Gift::Ghostly)],
        Ability::ExtraHead => &[Does::Gives(Gift::Watchful)],
        Ability::CorrosiveBlood => &[Does::Gives(Gift::CorrosiveBlood)],
        Ability::Devour => &[Does::Forbids(Deed::FollowUp)],
        Ability::Hesitate => &[Does::Forbids(Deed::FollowUpUntested)],
        Ability::Parry => &[Does::Gives(Gift::Parrying)],
        Ability::ArmourEcho => &[Does::RollsAgain { test: Test::Save, again: Again::May }],
        Ability::InfamousFighters => &[AWES],
        Ability::GreatLeader => &[Does::Gives(Gift::SecondChances)],
        Ability::Steadfast => &[Does::Gives(Gift::Steadfast)],
        Ability::Wall => &[LOCKS_SHIELDS],
        Ability::Agile => &[Does::Vaults(VAULT)],
        Ability::Ram => const { &[charges_better(Reason::Ramming), CHARGES_HARDER] },
        Ability::TeamWork => &[Does::Gives(Gift::TeamWork)],
        Ability::Dazzle => &[Does::Gives(Gift::Dazzling)],
        Ability::Bloodlust => &[Does::Gives(Gift::Bloodlust)],
        Ability::Evade => &[Does::Gives(Gift::Evading)],
        Ability::Mutilate => &[Does::Gives(Gift::Mutilating)],
        Ability::Proud => &[Does::Gives(Gift::Proud)],
        Ability::SoundCharge => &[Does::Gives(Gift::SoundingCharges)],
        Ability::MoveAndFire => &[Does::Gives(Gift::ShootingOnTheMove)],
        Ability::Brutes => &[Does::Gives(Gift::Brutal)],
        Ability::MastersOfCombat => &[Does::Gives(Gift::Mastery)],
        Ability::HoldTheLine => &[Does::Gives(Gift::HoldingTheLine)],
        // What it does for the unit is below.
        Ability::InspiringLeadership => &[],
        // Attack modes are chosen blow by blow; arrows, leaps and taunts when somebody says so.
        Ability::RainOfArrows
        | Ability::Leap
        | Ability::Taunt
        | Ability::AggressiveAttack
        | Ability::Determined
        | Ability::MightyStrike
        | Ability::PoisonousAttack
        | Ability::ExtraShot
        | Ability::SureShot => &[],
        Ability::SiegeWeapon => &[Does::Gives(Gift::Siege)],
        Ability::Scythes => &[Does::Adds(Stat::Wheels, 1)],
        Ability::Climb => &[Does::Gives(Gift::Climbing)],
        Ability::Membranes => &[Does::Withstands(Spell::Blind)],
        Ability::Adept => &[Does::PicksFrom { test: Test::Cast, dice: 2 }],
        Ability::Horns => const { &[charges_better(Reason::Horns), CHARGES_HARDER] },
        Ability::Tattoos(_) => &[Does::Gives(Gift::MagicArmour)],
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
        | Ability::Runes(_)
        | Ability::TailAttack
        | Ability::Scope
        | Ability::Wizard(_) => &[],
    }
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
    let inspires = matches!(ability, Ability::InspiringLeadership);
    inspires.then_some([picks(Test::Command), picks(Test::Panic)]).into_iter().flatten()
}

/// Whoever fights the infamous adds 1 to its roll on the panic table (AB-INFAMOUS-FIGHTERS).
const AWES: Does = Does::Modifies {
    test: Test::Panic,
    whose: Whose::Against,
    by: Change::new(Reason::InfamousEnemy, 1),
    when: When::Always,
};

/// Shields that are locked save more surely (AB-WALL).
const LOCKS_SHIELDS: Does = Does::Modifies {
    test: Test::Save,
    whose: Whose::Own,
    by: Change::new(Reason::LockedShields, 1),
    when: When::Formed,
};

/// Whoever rams or lowers its horns in a charge hits harder (AB-RAM, MUT-HORNS).
const CHARGES_HARDER: Does = Does::AddsWhen { stat: Stat::Strength, by: 1, when: When::Charged };

/// A charge with a ram or lowered horns also hits more surely (AB-RAM, MUT-HORNS).
const fn charges_better(why: Reason) -> Does {
    let by = Change::new(why, 1);
    Does::Modifies { test: Test::Strike, whose: Whose::Own, by, when: When::Charged }
}

/// Whoever is quick to get out of the way is harder to hit, but not in ranks (AB-DODGE).
const fn dodges(test: Test) -> Does {
    let by = Change::new(Reason::TargetDodges, -1);
    Does::Modifies { test, whose: Whose::Against, by, when: When::Loose }
}

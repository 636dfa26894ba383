//! Special rules of weapons: what each costs, and which sorts of weapons may have it. Book: Weapon
//! Special Rules.

use super::Tables;
use crate::no_quarter::{
    points::{accounts::Account, weapons::Sort},
    profile::{Weapon, WeaponRule},
};

/// The points of a penetration of 0 to 3.
const PENETRATION: [i32; 4] = [0, 1, 3, 6];
const KNOCK_PRONE: i32 = 2;
const SAVE_TWICE: i32 = 2;
const EXTRA_WOUND: i32 = 18;
const INDIRECT: i32 = 3;

/// What a special rule costs weapons of a sort, if they may have it at all. Those that are paid for
/// with the weapon's shape, and those that hinder its bearer, cost nothing.
fn price(rule: WeaponRule, sort: Sort) -> Option<i32> {
    let is = |sorts: &[Sort], points| sorts.contains(&sort).then_some(points);
    match rule {
        WeaponRule::KnockProne => {
            is(&[Sort::Melee, Sort::Support, Sort::Teardrop, Sort::Grenade], KNOCK_PRONE)
        }
        WeaponRule::SaveTwice => {
            is(&[Sort::Melee, Sort::Ranged, Sort::Support, Sort::Teardrop], SAVE_TWICE)
        }
        // For melee weapons only in the hands of characters, which their bearer is asked.
        WeaponRule::ExtraWound => is(&[Sort::Melee, Sort::Support], EXTRA_WOUND),
        WeaponRule::Indirect => is(&[Sort::Support], INDIRECT),
        WeaponRule::ProjectileTravel(5) => is(&[Sort::Support], 2),
        WeaponRule::ProjectileTravel(10) => is(&[Sort::Support], 4),
        WeaponRule::BurstFire(2) => is(&[Sort::Ranged, Sort::Support], 4),
        WeaponRule::BurstFire(3) => is(&[Sort::Support], 10),
        WeaponRule::BurstFire(4) => is(&[Sort::Support], 18),
        WeaponRule::ProjectileTravel(_) | WeaponRule::BurstFire(_) | WeaponRule::TwoRanks => None,
        WeaponRule::ExtendedReach(_) => is(&[Sort::Melee], 0),
        WeaponRule::Blast(_) => is(&[Sort::Support, Sort::Grenade], 0),
        WeaponRule::TwoHanded
        | WeaponRule::ChargeOnly
        | WeaponRule::CavalryOnly
        | WeaponRule::NotForCavalry
        | WeaponRule::SiegeWeapon
        | WeaponRule::Ammunition
        | WeaponRule::Thrown
        | WeaponRule::Teardrop(_)
        | WeaponRule::Chilling
        | WeaponRule::Venomous
        | WeaponRule::OneBlow => Some(0),
    }
}

/// What players call a special rule.
fn name(rule: WeaponRule) -> String {
    let name = match rule {
        WeaponRule::TwoHanded => "two-handed",
        WeaponRule::ExtendedReach(_) => "extended reach",
        WeaponRule::TwoRanks => "fighting in two ranks",
        WeaponRule::ChargeOnly => "charges only",
        WeaponRule::CavalryOnly => "cavalry only",
        WeaponRule::NotForCavalry => "not for cavalry",
        WeaponRule::KnockProne => "knock prone",
        WeaponRule::BurstFire(dice) => return format!("burst fire x{dice}"),
        WeaponRule::SaveTwice => "save x2",
        WeaponRule::ExtraWound => "extra wound",
        WeaponRule::SiegeWeapon => "siege weapon",
        WeaponRule::Indirect => "indirect fire",
        WeaponRule::Blast(_) => "blast",
        WeaponRule::ProjectileTravel(sides) => return format!("projectile travel D{sides}"),
        WeaponRule::Ammunition => "ammunition",
        WeaponRule::Thrown => "thrown",
        WeaponRule::Teardrop(_) => "teardrop",
        WeaponRule::Chilling => "chilling",
        WeaponRule::Venomous => "venomous",
        WeaponRule::OneBlow => "one blow",
    };
    name.to_owned()
}

/// Pays for the special rules of a weapon.
pub(super) fn pay(account: &mut Account, weapon: &Weapon, sort: Sort, tables: &Tables) {
    for &rule in &weapon.rules {
        let points = price(rule, sort);
        if points != Some(0) {
            tables.pay(account, &name(rule), points);
        }
    }
}

/// Pays for the penetration of a weapon.
pub(super) fn pay_penetration(account: &mut Account, weapon: &Weapon, tables: &Tables) {
    let penetration = weapon.penetration;
    if penetration != 0 {
        let points = super::at(&PENETRATION, 0, penetration);
        tables.pay(account, &format!("penetration {penetration}"), points);
    }
}

//! Weapons for close combat. Book: Close Combat Weapon Creation (PTS-04).

use super::{Tables, at, for_length, rules};
use crate::{
    no_quarter::{
        points::{accounts::Account, weapons::Sort},
        profile::{Weapon, WeaponStrength},
    },
    table::Inches,
};

const TABLES: Tables = Tables { rule: "PTS-04", name: "close combat weapons" };

/// The points of a strength bonus of 0 to 3.
const BONUS: [i32; 4] = [0, 3, 8, 14];
/// The points of reach, by its inches.
const REACH: [(f32, i32); 3] = [(1.0, 1), (1.5, 2), (2.0, 4)];
/// What the weakest weapon costs to use; each point of bonus is one action more.
const LEAST_USE_COST: i32 = 3;

/// Pays for a weapon by the tables of this sort.
pub(super) fn pay(account: &mut Account, weapon: &Weapon) {
    match weapon.strength {
        WeaponStrength::Bonus(bonus) => {
            TABLES.pay(account, &format!("strength +{bonus}"), at(&BONUS, 0, bonus));
            TABLES.check_use_cost(account, weapon, LEAST_USE_COST + bonus);
        }
        WeaponStrength::Fixed(_) => {
            let text = "close combat weapons add to their bearer's strength: Bonus";
            account.refuse(TABLES.rule, text);
        }
    }
    rules::pay_penetration(account, weapon, &TABLES);
    let reach = weapon.reach();
    if reach > Inches::ZERO {
        TABLES.pay(account, &format!("reach {reach}"), for_length(&REACH, reach));
    }
    rules::pay(account, weapon, Sort::Melee, &TABLES);
}

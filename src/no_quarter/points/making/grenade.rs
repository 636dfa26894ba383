//! Grenades, which are equipment. Book: Creating Grenades, Grenades With Knock Prone.

use super::{Tables, for_length, rules};
use crate::no_quarter::{
    points::{accounts::Account, weapons::Sort},
    profile::{Weapon, WeaponStrength},
};

const TABLES: Tables = Tables { rule: "EQ-GRENADES", name: "grenades" };

/// The diameters of blasts.
const BLASTS: [f32; 6] = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
/// The points of a blast of each of these diameters, by strength.
const POINTS: [(i32, [i32; 6]); 4] = [
    (3, [1, 2, 3, 5, 7, 11]),
    (4, [2, 3, 4, 6, 8, 12]),
    (5, [4, 5, 6, 8, 10, 14]),
    (6, [6, 7, 8, 10, 12, 16]),
];

/// Pays for a weapon by the table of this sort.
pub(super) fn pay(account: &mut Account, weapon: &Weapon) {
    let (WeaponStrength::Fixed(strength), Some(wide)) = (weapon.strength, weapon.blast()) else {
        let text = "grenades need a strength of their own, Fixed, and a Blast";
        account.refuse(TABLES.rule, text);
        return;
    };
    let row = POINTS.iter().find(|(known, _)| *known == strength);
    let points = row.and_then(|(_, points)| {
        let by_diameter: Vec<(f32, i32)> = BLASTS.into_iter().zip(*points).collect();
        for_length(&by_diameter, wide)
    });
    TABLES.pay(account, &format!("strength {strength}, blast {wide}"), points);
    TABLES.check_use_cost(account, weapon, strength);
    rules::pay(account, weapon, Sort::Grenade, &TABLES);
}

//! Weapons on a chassis. Book: Support Weapon Creation (PTS-06). The chassis costs nothing, and the crew
//! is paid for by itself.

use super::{Tables, at, for_length, ranged, rules};
use crate::{
    no_quarter::{
        points::{accounts::Account, weapons::Sort},
        profile::Weapon,
    },
    table::Inches,
};

const TABLES: Tables = Tables { rule: "PTS-06", name: "support weapons" };

/// The points of strength 3 to 9, of teardrops too.
const STRENGTH: [i32; 7] = [-1, 0, 2, 4, 6, 10, 18];
/// The points of a blast, by its diameter, and the greatest strength that is recommended for it.
const BLASTS: [(f32, i32, i32); 5] =
    [(1.0, 3, 9), (1.5, 4, 8), (2.0, 6, 7), (2.5, 9, 6), (3.0, 12, 5)];

/// The points of a strength.
pub(super) fn of_strength(strength: i32) -> Option<i32> {
    at(&STRENGTH, 3, strength)
}

/// The use cost of a weapon of some strength.
fn use_cost(strength: i32) -> i32 {
    strength + 1
}

/// Pays for a weapon by the tables of this sort.
pub(super) fn pay(account: &mut Account, weapon: &Weapon) {
    let strength = TABLES.pay_strength(account, weapon, of_strength);
    ranged::pay_range(account, weapon, &TABLES);
    let blast = weapon.blast();
    if let Some(wide) = blast {
        let points = BLASTS.map(|(diameter, points, _)| (diameter, points));
        TABLES.pay(account, &format!("blast {wide}"), for_length(&points, wide));
    }
    rules::pay_penetration(account, weapon, &TABLES);
    rules::pay(account, weapon, Sort::Support, &TABLES);
    if let Some(strength) = strength {
        TABLES.check_use_cost(account, weapon, use_cost(strength));
        advise(account, weapon, strength, blast);
    }
}

/// What the ratios recommend: the farther and the wider, the weaker.
fn advise(account: &mut Account, weapon: &Weapon, strength: i32, blast: Option<Inches>) {
    if let Some((_, _, most)) = ranged::range(weapon)
        && strength > most
    {
        let text = format!("strength {strength}; {most} at most is recommended at this range");
        account.advise(TABLES.rule, text);
    }
    let strongest = BLASTS.map(|(diameter, _, strongest)| (diameter, strongest));
    if let Some(wide) = blast
        && let Some(most) = for_length(&strongest, wide)
        && strength > most
    {
        let text =
            format!("strength {strength}; {most} at most is recommended for a blast of {wide}");
        account.advise(TABLES.rule, text);
    }
}

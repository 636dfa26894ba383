//! Weapons that are shot, and the ranges of all. Book: Ranged Weapon Creation (PTS-05).

use super::{Tables, at, rules};
use crate::no_quarter::{
    points::{accounts::Account, weapons::Sort},
    profile::Weapon,
};

const TABLES: Tables = Tables { rule: "PTS-05", name: "ranged weapons" };

/// The points of strength 3 to 6.
const STRENGTH: [i32; 4] = [-1, 0, 2, 4];

/// The points of a range, by the inches of its close band; the medium band goes twice as far, the long
/// one three times. With it the greatest strength that is recommended for support weapons.
pub(super) const RANGES: [(f32, i32, i32); 8] = [
    (3.0, -1, 8),
    (4.0, 0, 8),
    (5.0, 1, 7),
    (6.0, 2, 7),
    (8.0, 3, 6),
    (10.0, 4, 6),
    (12.0, 6, 5),
    (15.0, 8, 5),
];

/// The points of the modifiers of the close, the medium and the long band.
const MODIFIERS: [([i32; 3], i32); 5] =
    [([-1, 0, 1], 1), ([0, -1, -2], -1), ([0, 1, 0], 0), ([1, 0, -1], 0), ([2, 1, 0], 1)];

/// The range of a weapon in [`RANGES`].
pub(super) fn range(weapon: &Weapon) -> Option<(f32, i32, i32)> {
    let [close, medium, long] = weapon.bands[..] else { return None };
    let same = |a: f32, b: f32| (a - b).abs() < 0.01;
    let fits = |&(inches, ..): &(f32, i32, i32)| {
        let bands = [(close, 1.0), (medium, 2.0), (long, 3.0)];
        bands.into_iter().all(|(band, times)| same(band.0.0, inches * times))
    };
    RANGES.into_iter().find(fits)
}

/// Pays for the bands of a weapon and their modifiers.
pub(super) fn pay_range(account: &mut Account, weapon: &Weapon, tables: &Tables) {
    let bands: Vec<String> = weapon.bands.iter().map(|band| band.0.to_string()).collect();
    let points = range(weapon).map(|(_, points, _)| points);
    tables.pay(account, &format!("range {}", bands.join(" / ")), points);
    let modifiers: Vec<i32> = weapon.bands.iter().map(|band| band.1).collect();
    let known = MODIFIERS.iter().find(|(known, _)| known[..] == modifiers[..]);
    let shown: Vec<String> = modifiers.iter().map(|modifier| format!("{modifier:+}")).collect();
    let points = known.map(|&(_, points)| points);
    if points != Some(0) {
        tables.pay(account, &format!("range modifiers {}", shown.join(" / ")), points);
    }
}

/// Pays for a weapon by the tables of this sort.
pub(super) fn pay(account: &mut Account, weapon: &Weapon) {
    TABLES.pay_strength(account, weapon, |strength| at(&STRENGTH, 3, strength));
    pay_range(account, weapon, &TABLES);
    rules::pay_penetration(account, weapon, &TABLES);
    rules::pay(account, weapon, Sort::Ranged, &TABLES);
}

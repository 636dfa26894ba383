//! Breath and spray. Book: Teardrop Template Creation (PTS-07).

use super::{Tables, rules, support};
use crate::no_quarter::{
    points::{accounts::Account, weapons::Sort},
    profile::{TeardropSize, Weapon},
};

const TABLES: Tables = Tables { rule: "PTS-07", name: "teardrops" };

/// What a size is called, its points, and the greatest strength that is recommended for it.
fn row(size: TeardropSize) -> (&'static str, i32, i32) {
    match size {
        TeardropSize::Small => ("small", 6, 8),
        TeardropSize::Medium => ("medium", 14, 7),
        TeardropSize::Large => ("large", 32, 6),
    }
}

/// Pays for a weapon by the tables of this sort.
pub(super) fn pay(account: &mut Account, weapon: &Weapon) {
    let strength = TABLES.pay_strength(account, weapon, support::of_strength);
    if let Some(size) = weapon.teardrop() {
        let (name, points, most) = row(size);
        account.pay(format!("{name} teardrop"), points);
        if let Some(strength) = strength {
            TABLES.check_use_cost(account, weapon, i32::from(size.use_cost(strength)));
            if strength > most {
                let text = format!(
                    "strength {strength}; {most} at most is recommended for a {name} teardrop"
                );
                account.advise(TABLES.rule, text);
            }
        }
    }
    if weapon.penetration != 0 {
        account.refuse(TABLES.rule, "penetration has no price for teardrops");
    }
    rules::pay(account, weapon, Sort::Teardrop, &TABLES);
}

//! What weapons of one's own cost, put together from the book's tables. Book: Close Combat Weapon
//! Creation, Ranged Weapon Creation, Support Weapon Creation, Teardrop Template Creation, Creating
//! Grenades, Weapon Special Rules (PTS-04 to PTS-07). The armoury's own weapons mostly cost the same;
//! where they don't, they state it.

mod grenade;
mod melee;
mod ranged;
mod rules;
mod support;
mod teardrop;
#[cfg(test)]
mod tests;

use super::{accounts::Account, weapons::Sort};
use crate::{
    no_quarter::profile::{Weapon, WeaponStrength},
    table::Inches,
};

/// What a weapon costs by the tables of its sort, whatever it states. What the tables don't have is an
/// error, what goes beyond their ratios is advice.
pub fn weapon_account(weapon: &Weapon, sort: Sort) -> Account {
    let mut account = Account::default();
    match sort {
        Sort::Melee => melee::pay(&mut account, weapon),
        Sort::Ranged => ranged::pay(&mut account, weapon),
        Sort::Support => support::pay(&mut account, weapon),
        Sort::Teardrop => teardrop::pay(&mut account, weapon),
        Sort::Grenade => grenade::pay(&mut account, weapon),
        Sort::Ammunition => {
            account.refuse("PTS-06", "no table has prices for ammunition: state its points");
        }
    }
    account
}

/// The tables of a sort: the ledger id of its rule, and what people call its weapons.
struct Tables {
    rule: &'static str,
    name: &'static str,
}

impl Tables {
    /// Pays for something, or says that it has no price.
    fn pay(&self, account: &mut Account, what: &str, points: Option<i32>) {
        match points {
            Some(points) => account.pay(what, points),
            None => account.refuse(self.rule, format!("{what} has no price for {}", self.name)),
        }
    }

    /// Pays for a strength of the weapon's own.
    fn pay_strength(
        &self,
        account: &mut Account,
        weapon: &Weapon,
        table: impl Fn(i32) -> Option<i32>,
    ) -> Option<i32> {
        match weapon.strength {
            WeaponStrength::Fixed(strength) => {
                self.pay(account, &format!("strength {strength}"), table(strength));
                Some(strength)
            }
            WeaponStrength::Bonus(_) => {
                let text = format!("{} need a strength of their own: Fixed", self.name);
                account.refuse(self.rule, text);
                None
            }
        }
    }

    /// Says that a use cost isn't the one that follows from the rest.
    fn check_use_cost(&self, account: &mut Account, weapon: &Weapon, expected: i32) {
        let given = i32::from(weapon.use_cost);
        if given != expected {
            let text = format!("a use cost of {given}; {expected} follows from its tables");
            account.refuse(self.rule, text);
        }
    }
}

/// The place of a value in a table that begins at `first`.
fn at(table: &[i32], first: i32, value: i32) -> Option<i32> {
    table.get(usize::try_from(value - first).ok()?).copied()
}

/// The points for a length in a table of lengths, which go up in halves of an inch.
fn for_length(table: &[(f32, i32)], length: Inches) -> Option<i32> {
    let same = |known: &&(f32, i32)| (known.0 - length.0).abs() < 0.01;
    table.iter().find(same).map(|&(_, points)| points)
}

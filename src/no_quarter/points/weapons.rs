//! What weapons cost those who carry them. Book: Weapon Selection (PTS-03).

use std::sync::Arc;

use super::{accounts::Account, design::Design, making};
use crate::no_quarter::profile::{TeardropSize, Weapon, WeaponRule};

/// By which tables a weapon is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// For close combat (PTS-04).
    Melee,
    /// Shot by whoever holds it (PTS-05).
    Ranged,
    /// On a chassis, or on a vehicle or beast that carries it (PTS-06, SUP-10).
    Support,
    /// Breath and spray (PTS-07).
    Teardrop,
    /// Thrown: equipment (EQ-GRENADES).
    Grenade,
    /// What is fired from a support weapon besides: equipment (EQ-GRAPE-SHOT).
    Ammunition,
}

impl Sort {
    /// The sort of a weapon; what only support weapons can do makes it one, whoever carries it.
    pub fn of(weapon: &Weapon, on_chassis: bool) -> Self {
        let served = |rule: &WeaponRule| match rule {
            WeaponRule::BurstFire(dice) => *dice > 2,
            WeaponRule::Blast(_)
            | WeaponRule::Indirect
            | WeaponRule::ProjectileTravel(_)
            | WeaponRule::KnockProne
            | WeaponRule::ExtraWound => true,
            WeaponRule::TwoHanded
            | WeaponRule::ExtendedReach(_)
            | WeaponRule::TwoRanks
            | WeaponRule::ChargeOnly
            | WeaponRule::CavalryOnly
            | WeaponRule::NotForCavalry
            | WeaponRule::SaveTwice
            | WeaponRule::SiegeWeapon
            | WeaponRule::Ammunition
            | WeaponRule::Thrown
            | WeaponRule::Teardrop(_)
            | WeaponRule::Chilling
            | WeaponRule::Venomous
            | WeaponRule::OneBlow => false,
        };
        if weapon.teardrop().is_some() {
            Self::Teardrop
        } else if weapon.has(WeaponRule::Thrown) {
            Self::Grenade
        } else if weapon.has(WeaponRule::Ammunition) {
            Self::Ammunition
        } else if weapon.bands.is_empty() {
            Self::Melee
        } else if on_chassis || weapon.rules.iter().any(served) {
            Self::Support
        } else {
            Self::Ranged
        }
    }

    /// Whether it is equipment, which is always paid in full.
    pub fn is_equipment(self) -> bool {
        match self {
            Self::Grenade | Self::Ammunition => true,
            Self::Melee | Self::Ranged | Self::Support | Self::Teardrop => false,
        }
    }
}

/// A weapon that a model carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Carried {
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// By which tables it is priced.
    pub sort: Sort,
}

impl Carried {
    /// Its points by itself: what it states, or what its tables give.
    fn points(&self, account: &mut Account) -> i32 {
        let Self { weapon, sort } = self;
        weapon.points.unwrap_or_else(|| {
            let own = making::weapon_account(weapon, *sort);
            let points = own.points();
            let name = weapon.name.to_lowercase();
            account.findings.extend(own.findings.into_iter().map(|mut finding| {
                finding.text = format!("{name}: {}", finding.text);
                finding
            }));
            points
        })
    }
}

/// Half of some points, rounded up.
fn half(points: i32) -> i32 {
    (points + 1).div_euclid(2)
}

/// Pays for all weapons of a model, whichever elements carry them: the first that costs anything in
/// full, all further ones at half. Ruling: what is free, such as a hand weapon, isn't bought and so
/// doesn't make the next one cheaper.
pub(super) fn pay(account: &mut Account, design: &Design) {
    let mut is_first = true;
    for element in &design.elements {
        let of = design.prefix(element);
        for own in &element.weapons {
            let points = own.points(account);
            let name = own.weapon.name.to_lowercase();
            if own.sort.is_equipment() {
                account.pay(format!("{of}{name}"), points);
            } else if is_first || points == 0 {
                is_first &= points == 0;
                account.pay(format!("{of}{name}"), points);
            } else {
                account.pay(format!("{of}{name}, half of {points}"), half(points));
            }
            advise(account, design, own);
        }
    }
}

/// What a weapon is better suited for.
fn advise(account: &mut Account, design: &Design, own: &Carried) {
    let wide = match own.weapon.teardrop() {
        Some(TeardropSize::Medium | TeardropSize::Large) => true,
        Some(TeardropSize::Small) | None => false,
    };
    if wide && !design.size.is_large() && !design.chassis {
        let name = own.weapon.name.to_lowercase();
        let text = format!("{name}: medium and large teardrops are meant for large models");
        account.advise("PTS-07", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{Armoury, points::Element};

    fn lines(design: &Design) -> Vec<(String, i32)> {
        let mut account = Account::default();
        pay(&mut account, design);
        assert_eq!(account.findings, []);
        account.lines.into_iter().map(|line| (line.what, line.points)).collect()
    }

    fn armed(armoury: &Armoury, weapons: &[&str]) -> Element {
        let carried = |id: &&str| {
            let weapon = Arc::clone(&armoury.weapons[*id]);
            let sort = Sort::of(&weapon, false);
            Carried { weapon, sort }
        };
        Element { weapons: weapons.iter().map(carried).collect(), ..Element::default() }
    }

    /// The book's example: a bow in full, a sword at half.
    #[test]
    fn pts_03_further_weapons_cost_half_rounded_up() {
        let armoury = Armoury::embedded().unwrap();
        let costs = |weapons: &[&str]| -> Vec<i32> {
            let design = Design { elements: vec![armed(&armoury, weapons)], ..Design::default() };
            lines(&design).into_iter().map(|line| line.1).collect()
        };
        assert_eq!(costs(&["bow", "sword"]), [4, 2]);
        assert_eq!(costs(&["sword", "bow"]), [3, 2]);
        assert_eq!(costs(&["lance", "sword", "dagger"]), [5, 2, 1]);
        assert_eq!(
            costs(&["hand_weapon", "broadsword", "axe"]),
            [0, 8, 2],
            "who pays nothing buys nothing"
        );
        assert_eq!(costs(&["grenade_4_1.5", "sword", "axe"]), [4, 3, 2], "grenades are equipment");
    }

    #[test]
    fn pts_03_all_elements_of_a_model_share_the_first_weapon() {
        let armoury = Armoury::embedded().unwrap();
        let named = |name: &str, weapons: &[&str]| Element {
            name: Some(name.to_owned()),
            ..armed(&armoury, weapons)
        };
        let elements = vec![named("Rider", &["sword"]), named("Beast", &["claws", "venom_spray"])];
        let told = lines(&Design { elements, ..Design::default() });
        let line = |what: &str, points| (what.to_owned(), points);
        let expected = [
            line("Rider: sword", 3),
            line("Beast: claws", 0),
            line("Beast: venom spray, half of 6", 3),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn weapons_are_of_the_sort_their_rules_say() {
        let armoury = Armoury::embedded().unwrap();
        let sort = |id: &str| Sort::of(&armoury.weapons[id], false);
        assert_eq!([sort("axe"), sort("bow")], [Sort::Melee, Sort::Ranged]);
        assert_eq!([sort("cannon"), sort("organ_gun")], [Sort::Support; 2]);
        assert_eq!([sort("repeating_pistol"), sort("fire_breath")], [Sort::Ranged, Sort::Teardrop]);
        assert_eq!([sort("grenade_3_1"), sort("grape_shot")], [Sort::Grenade, Sort::Ammunition]);
        assert_eq!(Sort::of(&armoury.weapons["crossbow"], true), Sort::Support);
    }
}

//! Words for the values of rules, as cards write them.

use crate::no_quarter::{
    Weapon, WeaponRule,
    components::{Formation, Role},
    profile::WeaponStrength,
};

/// A formation.
pub(super) fn formation(formation: Formation) -> String {
    match formation {
        Formation::Ranked { frontage } => format!("ranks of {frontage}"),
        Formation::Closed => "closed".to_owned(),
        Formation::Skirmish => "skirmish".to_owned(),
        Formation::Dispersed => "dispersed".to_owned(),
    }
}

/// A formation that has too few models left to count.
pub(super) fn broken(formation: Formation) -> String {
    let what = match formation {
        Formation::Closed => "closed order".to_owned(),
        Formation::Ranked { .. } | Formation::Skirmish | Formation::Dispersed => {
            self::formation(formation)
        }
    };
    format!("{what} broken")
}

/// A weapon's special rule.
pub(super) fn weapon_rule(rule: WeaponRule) -> String {
    match rule {
        WeaponRule::TwoHanded => "two-handed".to_owned(),
        WeaponRule::ExtendedReach(reach) => format!("reach {reach}"),
        WeaponRule::TwoRanks => "fights in two ranks".to_owned(),
        WeaponRule::ChargeOnly => "only when charging".to_owned(),
        WeaponRule::CavalryOnly => "cavalry only".to_owned(),
        WeaponRule::NotForCavalry => "not for cavalry".to_owned(),
        WeaponRule::KnockProne => "knocks prone".to_owned(),
        WeaponRule::BurstFire(dice) => format!("burst of {dice}"),
        WeaponRule::SaveTwice => "save twice".to_owned(),
        WeaponRule::ExtraWound => "extra wound".to_owned(),
        WeaponRule::SiegeWeapon => "siege weapon".to_owned(),
        WeaponRule::Indirect => "indirect".to_owned(),
        WeaponRule::Blast(across) => format!("blast {across}"),
        WeaponRule::ProjectileTravel(sides) => format!("travels on D{sides}\""),
        WeaponRule::Ammunition => "ammunition".to_owned(),
        WeaponRule::Thrown => "thrown".to_owned(),
        WeaponRule::Chilling => "chilling".to_owned(),
        WeaponRule::Venomous => "venomous".to_owned(),
        WeaponRule::OneBlow => "one blow".to_owned(),
        WeaponRule::Teardrop(size) => format!("{size:?} teardrop").to_lowercase(),
    }
}

/// A weapon's strength in the hands of a bearer.
pub(super) fn weapon_strength(weapon: &Weapon, bearer: i32) -> String {
    let strength = weapon.strength(bearer);
    match weapon.strength {
        WeaponStrength::Bonus(0) | WeaponStrength::Fixed(_) => format!("{strength}"),
        WeaponStrength::Bonus(bonus) => format!("{strength} ({bonus:+})"),
    }
}

/// What a model is in its unit; nothing for one of the ranks.
pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Rank => "",
        Role::Leader => "leader",
        Role::StandardBearer => "standard bearer",
        Role::Musician => "musician",
        Role::General => "general",
        Role::ArmyStandard => "army standard",
        Role::Individual => "individual",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formation_that_no_longer_counts_is_told_as_broken() {
        assert_eq!(broken(Formation::Ranked { frontage: 6 }), "ranks of 6 broken");
        assert_eq!(broken(Formation::Closed), "closed order broken");
    }
}

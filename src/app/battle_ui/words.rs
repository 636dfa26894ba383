//! Words for rules' values, as panels write them.

use crate::{
    battle::level::Formation,
    dice::Needed,
    no_quarter::{Ability, Standing, Weapon, WeaponRule, profile::WeaponStrength},
    table::{formation::Manoeuvre, sight::Cover},
};

/// A formation.
pub fn formation(formation: Formation) -> String {
    match formation {
        Formation::Ranked { frontage } => format!("ranks of {frontage}"),
        Formation::Closed => "closed".to_owned(),
        Formation::Skirmish => "skirmish".to_owned(),
        Formation::Dispersed => "dispersed".to_owned(),
    }
}

/// A manoeuvre.
pub fn manoeuvre(manoeuvre: &Manoeuvre) -> String {
    match manoeuvre {
        Manoeuvre::Ahead(way) => format!("Ahead {way}"),
        Manoeuvre::Back(way) => format!("Back {way}, at double cost"),
        Manoeuvre::Sidestep(side, way) => {
            format!("Sidestep {} {way}, at double cost", side.name())
        }
        Manoeuvre::Wheel { pivot, degrees } => {
            format!("Wheel {} by {degrees:.0}°", pivot.name())
        }
        Manoeuvre::QuarterTurn(side) => format!("Quarter turn {}", side.name()),
        Manoeuvre::AboutTurn => "About turn".to_owned(),
    }
}

/// Cover.
pub fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::None => "in the open",
        Cover::Soft => "soft cover",
        Cover::Hard => "hard cover",
    }
}

/// What a unit on hold waits for.
pub fn standing(standing: Standing) -> String {
    match standing {
        Standing::Ask => "asks every time".to_owned(),
        Standing::Within(distance) => format!("waits for enemies within {distance}"),
        Standing::WhenCharged => "waits for a charge".to_owned(),
        Standing::FirstTarget => "shoots at the first target".to_owned(),
        Standing::Never => "lets everything pass".to_owned(),
    }
}

/// A needed number: its base and each modifier by name.
pub fn needed(base: &str, needed: &Needed) -> String {
    let mut text = format!("{base} {}", needed.base);
    for modifier in &needed.modifiers {
        text.push_str(&format!(", {:+} {}", modifier.value, modifier.name));
    }
    text
}

/// A chance in per cent.
pub fn chance(chance: f32) -> String {
    format!("{:.0}%", chance * 100.0)
}

/// An ability.
pub fn ability(ability: Ability) -> String {
    match ability {
        Ability::DoubleTime => "double time".to_owned(),
        Ability::CavalryMove => "cavalry move".to_owned(),
        Ability::Flying => "flying".to_owned(),
        Ability::WaterAptitude => "water aptitude".to_owned(),
        Ability::ExtraAttack(dice) => format!("extra attack {dice}"),
        Ability::Dodge => "dodge".to_owned(),
        Ability::Unerring => "unerring".to_owned(),
        Ability::Fear(level) => format!("fear {level}"),
        Ability::Unwavering => "unwavering".to_owned(),
        Ability::Undead => "undead".to_owned(),
        Ability::Devour => "devour".to_owned(),
        Ability::Infiltrate => "infiltrate".to_owned(),
        Ability::Parry => "parry".to_owned(),
        Ability::SiegeWeapon => "siege weapon".to_owned(),
        Ability::Overrun => "overrun".to_owned(),
        Ability::Scythes => "scythes".to_owned(),
        Ability::TailAttack => "tail attack".to_owned(),
    }
}

/// A weapon's special rule.
pub fn weapon_rule(rule: WeaponRule) -> String {
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
        WeaponRule::Teardrop(size) => format!("{size:?} teardrop").to_lowercase(),
    }
}

/// A weapon's strength in the hands of a bearer.
pub fn weapon_strength(weapon: &Weapon, bearer: i32) -> String {
    let strength = weapon.strength(bearer);
    match weapon.strength {
        WeaponStrength::Bonus(0) | WeaponStrength::Fixed(_) => format!("{strength}"),
        WeaponStrength::Bonus(bonus) => format!("{strength} ({bonus:+})"),
    }
}

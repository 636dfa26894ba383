//! Weapons as the book prints them, and what their rules say. Book: Weapon Profile, Armoury.

use serde::{Deserialize, Serialize};

use crate::{battle::playable::telling::Missile, table::Inches};

/// The strength a weapon strikes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeaponStrength {
    /// Its bearer's own and this much more.
    Bonus(i32),
    /// Its own.
    Fixed(i32),
}

/// A range band of a weapon: up to so many inches at this modifier.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band(pub Inches, pub i32);

/// A special rule of a weapon. Book: Armoury.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum WeaponRule {
    /// Takes both hands: no shield in combat.
    TwoHanded,
    /// Strikes without contact up to so far. Book: Extended Reach Weapons (CC-09).
    ExtendedReach(Inches),
    /// The first two ranks fight with it.
    TwoRanks,
    /// Only in the turn of a charge.
    ChargeOnly,
    /// For cavalry and chariots only.
    CavalryOnly,
    /// Not for cavalry.
    NotForCavalry,
    /// Fells those it hits. Book: Being Knocked Prone (DMG-04).
    KnockProne,
    /// So many dice in one shot.
    BurstFire(u8),
    /// Both of two saves must succeed.
    SaveTwice,
    /// One more wound per damaging hit.
    ExtraWound,
    /// Hurts very large targets.
    SiegeWeapon,
    /// Fires over anything that a friend sees.
    Indirect,
    /// Bursts over a disc of this diameter.
    Blast(Inches),
    /// Goes on in a straight line for a roll of a die of so many sides, in inches.
    ProjectileTravel(u8),
    /// Fired from the support weapon it is listed behind, at that one's cost and ranges. Book:
    /// Equipment, Grape Shot (EQ-GRAPE-SHOT).
    Ammunition,
    /// A grenade: thrown, at whatever is near. Book: Throwing Grenades (GREN-01).
    Thrown,
    /// No armour keeps it out, and who is hit takes a test of its toughness instead of damage. Book:
    /// Traits, Ethereal Embrace (TR-ETHEREAL-EMBRACE).
    Chilling,
    /// A blow whose die shows a 1 takes a wound without a roll for damage. Book: Mutations, Scorpion Tail
    /// (MUT-SCORPION-TAIL).
    Venomous,
    /// Strikes once, in its bearer's own activation, and in no special attack mode. Book: Mutations,
    /// Scorpion Tail (MUT-SCORPION-TAIL).
    OneBlow,
    /// Breathes or sprays over a teardrop. Book: Teardrop Templates (TEAR-01).
    Teardrop(TeardropSize),
}

/// One of the three teardrops; their measures are in `assets/no_quarter/templates.ron`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TeardropSize {
    /// TTS.
    Small,
    /// TTM.
    Medium,
    /// TTL.
    Large,
}

impl TeardropSize {
    /// The id of its shape in `templates.ron`.
    pub fn template(self) -> &'static str {
        match self {
            Self::Small => "small_teardrop",
            Self::Medium => "medium_teardrop",
            Self::Large => "large_teardrop",
        }
    }

    /// What a weapon of this size and strength costs to use. Book: Use Cost For Teardrop Templates
    /// (TEAR-02). Ruling: the table, of which the sentence beside it is short.
    pub fn use_cost(self, strength: i32) -> u8 {
        let (more, least) = match self {
            Self::Small => (1, 5),
            Self::Medium => (2, 6),
            Self::Large => (3, 8),
        };
        u8::try_from((strength + more).max(least)).unwrap_or(u8::MAX)
    }
}

/// As what a weapon is shown on a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeaponSign {
    /// Of any size.
    Axe,
    /// Long or short.
    Bow,
    /// A bow on a stock.
    Crossbow,
    /// A blade on a long shaft.
    Halberd,
    /// Of war or of sieges.
    Hammer,
    /// Of riders.
    Lance,
    /// A club with an iron head.
    Mace,
    /// A point on a long shaft.
    Spear,
    /// Of any length.
    Sword,
}

/// A weapon of the armoury. Book: Weapon Profile, Armoury.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// What data files call it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// UC: actions to use it once.
    pub use_cost: u8,
    /// ST.
    pub strength: WeaponStrength,
    /// Close, medium and long range; none for a melee weapon.
    #[serde(default)]
    pub bands: Vec<Band>,
    /// Penetration: takes so much more off armour.
    #[serde(default)]
    pub penetration: i32,
    /// Its special rules.
    #[serde(default)]
    pub rules: Vec<WeaponRule>,
    /// Whether a scope can be fitted to it. Book: Equipment, Scope (EQ-SCOPE).
    #[serde(default)]
    pub takes_scope: bool,
    /// A melee weapon that comes with it, by id.
    #[serde(default)]
    pub with: Option<String>,
    /// Its points, if they are others than its tables give (PTS-04 to PTS-07).
    #[serde(default)]
    pub points: Option<i32>,
    /// What is seen to fly when it shoots.
    #[serde(default)]
    pub missile: Missile,
    /// As what it is shown on the token of whoever carries it, if at all.
    #[serde(default)]
    pub sign: Option<WeaponSign>,
}

impl Weapon {
    /// Fists, claws and whatever lies about: 3 actions at one's own strength. Book: Close Combat.
    pub fn improvised() -> Self {
        Self {
            id: "improvised".to_owned(),
            name: "Improvised".to_owned(),
            use_cost: 3,
            strength: WeaponStrength::Bonus(0),
            bands: Vec::new(),
            penetration: 0,
            rules: Vec::new(),
            takes_scope: false,
            with: None,
            points: None,
            missile: Missile::default(),
            sign: None,
        }
    }

    /// Whether it hurts from afar: it is no weapon for close combat.
    pub fn is_ranged(&self) -> bool {
        !self.bands.is_empty()
            || self.teardrop().is_some()
            || self.has(WeaponRule::Thrown)
            || self.has(WeaponRule::Ammunition)
    }

    /// The sides of the die for how far its missiles go on, if they do. Book: Projectile Travel.
    pub fn travel_die(&self) -> Option<u8> {
        self.rules.iter().find_map(|rule| match rule {
            WeaponRule::ProjectileTravel(sides) => Some(*sides),
            _ => None,
        })
    }

    /// How wide it bursts, if it does. Book: Blast Templates (BLAST-01).
    pub fn blast(&self) -> Option<Inches> {
        self.rules.iter().find_map(|rule| match rule {
            WeaponRule::Blast(diameter) => Some(*diameter),
            _ => None,
        })
    }

    /// Whether it is shot at one target at a time, without a template.
    pub fn is_shot(&self) -> bool {
        !self.bands.is_empty() && self.blast().is_none()
    }

    /// The teardrop it covers, if it does. Book: Teardrop Templates (TEAR-01).
    pub fn teardrop(&self) -> Option<TeardropSize> {
        self.rules.iter().find_map(|rule| match rule {
            WeaponRule::Teardrop(size) => Some(*size),
            _ => None,
        })
    }

    /// The strength of a hit by a bearer of the given strength.
    pub fn strength(&self, bearer: i32) -> i32 {
        match self.strength {
            WeaponStrength::Bonus(bonus) => bearer + bonus,
            WeaponStrength::Fixed(strength) => strength,
        }
    }

    /// Wounds that a damaging hit takes. Book: Armoury, extra wound weapons (WPN-EXTRA-WOUND).
    pub fn wounds(&self) -> u8 {
        if self.has(WeaponRule::ExtraWound) { 2 } else { 1 }
    }

    /// The strength with which it fells those it hits, if it does so in the hands of a bearer of the
    /// given strength. Book: Being Knocked Prone (DMG-04).
    pub fn felling(&self, bearer: i32) -> Option<i32> {
        self.has(WeaponRule::KnockProne).then(|| self.strength(bearer))
    }

    /// Whether both of two saves must succeed against it (WPN-SAVE-X2).
    pub fn saved_twice(&self) -> bool {
        self.has(WeaponRule::SaveTwice)
    }

    /// Inches beyond contact that it reaches in combat. Book: Extended Reach Weapons (CC-09).
    pub fn reach(&self) -> Inches {
        let reach = |rule: &WeaponRule| match rule {
            WeaponRule::ExtendedReach(reach) => Some(*reach),
            _ => None,
        };
        self.rules.iter().find_map(reach).unwrap_or(Inches::ZERO)
    }

    /// Whether it has a rule.
    pub fn has(&self, rule: WeaponRule) -> bool {
        self.rules.contains(&rule)
    }

    /// How far it shoots at all.
    pub fn longest(&self) -> Inches {
        self.bands.last().map_or(Inches::ZERO, |band| band.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tear_02_the_whole_table() {
        let row =
            |size: TeardropSize| [3, 4, 5, 6, 7, 8, 9].map(|strength| size.use_cost(strength));
        assert_eq!(row(TeardropSize::Small), [5, 5, 6, 7, 8, 9, 10]);
        assert_eq!(row(TeardropSize::Medium), [6, 6, 7, 8, 9, 10, 11]);
        assert_eq!(row(TeardropSize::Large), [8, 8, 8, 9, 10, 11, 12]);
    }
}

//! Profiles as the book prints them. Book: The Army, Model Profile, Armour Values. Their weapons are in
//! `weapon`.

mod cost;
mod weapon;

pub use cost::Points;
pub use weapon::{Band, TeardropSize, Weapon, WeaponRule, WeaponSign, WeaponStrength};

use serde::{Deserialize, Serialize};

use super::{effects, magic::Spell};
use crate::table::{Base, Inches};

/// How big a model is. Book: The Army, Large Model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Size {
    /// Goblins and the like.
    Small,
    /// Men, elves, orcs.
    #[default]
    Medium,
    /// Ogres: easier to hit, with a zone to the front only.
    Large,
    /// Dragons.
    ExtraLarge,
    /// Castles and colossal creatures.
    VeryLarge,
}

impl Size {
    /// Whether rules for large models speak of it.
    pub fn is_large(self) -> bool {
        self >= Self::Large
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::ExtraLarge => "extra large",
            Self::VeryLarge => "very large",
        }
    }

    /// How tall a model of this size is unless its profile says otherwise. Ruling: the
    /// book prints no heights, so these are usual ones of miniatures.
    pub fn height(self) -> Inches {
        Inches(match self {
            Self::Small => 0.75,
            Self::Medium => 1.25,
            Self::Large => 2.5,
            Self::ExtraLarge | Self::VeryLarge => 4.0,
        })
    }
}

/// What kind of model it is to an army. Book: The Army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Class {
    /// Rank and file.
    #[default]
    Core,
    /// Better trained, fewer.
    Elite,
    /// War machines, chariots, great beasts.
    Support,
    /// A power by itself.
    Individual,
    /// A named hero.
    Character,
}

impl Class {
    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Elite => "elite",
            Self::Support => "support",
            Self::Individual => "individual",
            Self::Character => "character",
        }
    }
}

/// A gift or a flaw. Book: Abilities, Traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// Covers 1.5" an action (MOVE-02).
    DoubleTime,
    /// Covers 2" an action (MOVE-02).
    CavalryMove,
    /// Covers 2.5" an action, over everything (MOVE-10).
    Flying,
    /// Walks in water as on open ground.
    WaterAptitude,
    /// So many attack dice at -1 to hit.
    ExtraAttack(u8),
    /// -1 to be hit.
    Dodge,
    /// A 10 is a miss, not a fumble.
    Unerring,
    /// Frightens those it fights, who test at this penalty.
    Fear(u8),
    /// Passes every morale test.
    Unwavering,
    /// Undead: unwavering, fear (0).
    Undead,
    /// May forget what it was to do, out of close combat (TR-CONFUSED).
    Confused,
    /// Unwavering and without fear, but its works may jam (TR-MECHANICAL).
    Mechanical,
    /// May vanish (TR-UNSTABLE).
    Unstable,
    /// Gets wounds back when the turn ends (TR-REGENERATE).
    Regenerate,
    /// Does not follow up.
    Devour,
    /// Takes a command test before each follow up (TR-HESITATE).
    Hesitate,
    /// Put down after all others, out of the enemy's sight (SET-06).
    Infiltrate,
    /// Parries like a hero (CC-07).
    Parry,
    /// May roll a failed save again (AB-ARMOUR-ECHO).
    ArmourEcho,
    /// Its enemies in close combat roll on the panic table at +1 (AB-INFAMOUS-FIGHTERS).
    InfamousFighters,
    /// The unit that it leads picks from two dice for its nerves (AB-INSPIRING-LEADERSHIP).
    InspiringLeadership,
    /// Friends in its sight take a failed morale test again (AB-GREAT-LEADER).
    GreatLeader,
    /// Is neither pushed back nor knocked prone (AB-STEADFAST).
    Steadfast,
    /// Locks shields in ranks and closed order, for 1 more to save (AB-WALL).
    Wall,
    /// Crosses low barriers for nothing (AB-AGILE).
    Agile,
    /// Strikes better and harder in the turn of its charge (AB-RAM).
    Ram,
    /// Strikes better and harder for each comrade who swarms over the same enemy (AB-TEAM-WORK).
    TeamWork,
    /// Its blows can't be parried (AB-DAZZLE).
    Dazzle,
    /// Follows up twice in an activation (AB-BLOODLUST).
    Bloodlust,
    /// A musician who gives the unit's charge 2 actions more (AB-SOUND-CHARGE).
    SoundCharge,
    /// Ignores every other hit as long as it wears no armour (AB-EVADE).
    Evade,
    /// Its kills in close combat make other enemies near it test their morale (AB-MUTILATE).
    Mutilate,
    /// May ignore one failed morale test in a battle (AB-PROUD).
    Proud,
    /// A unit that meets it may fail to fight (AB-BRUTES).
    Brutes,
    /// The cavalry that it leads changes formation for nothing before a charge (AB-HOLD-THE-LINE).
    HoldTheLine,
    /// Once in a battle its unit saves better by a number that was rolled at the start
    /// (AB-MASTERS-OF-COMBAT).
    MastersOfCombat,
    /// Leaps onto whoever is there (AB-LEAP).
    Leap,
    /// Six of them taunt an enemy into a charge (AB-TAUNT).
    Taunt,
    /// Shoots high over friends, with templates that scatter (AB-RAIN-OF-ARROWS).
    RainOfArrows,
    /// Attack mode: of two dice for a blow the better one counts (AB-AGGRESSIVE-ATTACK).
    AggressiveAttack,
    /// Attack mode: a blow that misses may be rolled again (AB-DETERMINED).
    Determined,
    /// Attack mode: for twice the actions a blow may slay outright (AB-MIGHTY-STRIKE).
    MightyStrike,
    /// Attack mode: a natural 1 wounds outright (AB-POISONOUS-ATTACK).
    PoisonousAttack,
    /// Attack mode: two dice for a shot, each at -1 (AB-EXTRA-SHOT).
    ExtraShot,
    /// Attack mode: a shot that misses may be rolled again, once in an activation (AB-SURE-SHOT).
    SureShot,
    /// Attack mode: the actions of a move count for a shot at -1, too (AB-MOVE-AND-FIRE).
    MoveAndFire,
    /// Hurts very large targets (CC-13).
    SiegeWeapon,
    /// Drives through those it charges (COMBO-02).
    Overrun,
    /// Scythes on its wheels: 1 more strength when it drives through enemies.
    Scythes,
    /// A tail that sweeps one side in a melee (TR-TAIL).
    TailAttack,
    /// Its blood splashes whoever stands close (MUT-CORROSIVE-BLOOD).
    CorrosiveBlood,
    /// Of two dice for each save the better one counts (TR-ARMOURED-HIDE).
    ArmouredHide,
    /// May overload its boiler for a blow at a castle (TR-BOILER-OVERLOAD).
    BoilerOverload,
    /// Counts as on hold when it is charged (MUT-EXTRA-HEAD).
    ExtraHead,
    /// One more attack die, or two if it has no extra attack (MUT-EXTRA-LIMB).
    ExtraLimb,
    /// Jaws that deliver a powerful bite (MUT-JAWS).
    Jaws,
    /// A tail with a poisonous sting (MUT-SCORPION-TAIL).
    ScorpionTail,
    /// Passes through everything (TR-ETHEREAL).
    Ethereal,
    /// An embrace that no armour keeps out (TR-ETHEREAL-EMBRACE).
    EtherealEmbrace,
    /// In the turn of its charge 1 more to hit in close combat and 1 more strength (MUT-HORNS).
    Horns,
    /// A scope on its muskets and rifles (EQ-SCOPE).
    Scope,
    /// Runes on its armour: so much resilience (EQ-RUNES).
    Runes(u8),
    /// Magic tattoos: so much armour, which is magical (EQ-TATTOOS).
    Tattoos(u8),
    /// A wizard with so much wizardry, who casts the spells it knows (MAG-01).
    Wizard(u8),
    /// Chants the spell it knows together with others of its unit (TR-INITIATE).
    Initiate,
    /// Knows a spell (MAG-04).
    Knows(Spell),
    /// Of two dice for casting a spell the better one counts (AB-ADEPT).
    Adept,
    /// Climbs straight up whatever stands in its way (TR-CLIMB).
    Climb,
    /// Nothing blinds it (TR-MEMBRANES).
    Membranes,
}

impl Ability {
    /// What players call it.
    pub fn name(self) -> String {
        let name = match self {
            Self::DoubleTime => "double time",
            Self::CavalryMove => "cavalry move",
            Self::Flying => "flying",
            Self::WaterAptitude => "water aptitude",
            Self::ExtraAttack(dice) => return format!("extra attack {dice}"),
            Self::Dodge => "dodge",
            Self::Unerring => "unerring",
            Self::Fear(level) => return format!("fear {level}"),
            Self::Unwavering => "unwavering",
            Self::Undead => "undead",
            Self::Confused => "confused",
            Self::Mechanical => "mechanical",
            Self::Unstable => "unstable",
            Self::Regenerate => "regenerate",
            Self::Devour => "devour",
            Self::Hesitate => "hesitate",
            Self::Infiltrate => "infiltrate",
            Self::Parry => "parry",
            Self::ArmourEcho => "armour echo",
            Self::InfamousFighters => "infamous fighters",
            Self::InspiringLeadership => "inspiring leadership",
            Self::GreatLeader => "great leader",
            Self::Steadfast => "steadfast",
            Self::Wall => "wall of invulnerability",
            Self::Agile => "agile",
            Self::Ram => "ram",
            Self::TeamWork => "team work",
            Self::Dazzle => "dazzle",
            Self::Bloodlust => "bloodlust",
            Self::SoundCharge => "sound charge",
            Self::Evade => "evade",
            Self::Mutilate => "mutilate",
            Self::Proud => "proud",
            Self::Brutes => "brutes",
            Self::MastersOfCombat => "masters of combat",
            Self::Leap => "leap",
            Self::Taunt => "taunt",
            Self::RainOfArrows => "rain of arrows",
            Self::HoldTheLine => "hold the line",
            Self::AggressiveAttack => "aggressive attack",
            Self::Determined => "determined",
            Self::MightyStrike => "mighty strike",
            Self::PoisonousAttack => "poisonous attack",
            Self::ExtraShot => "extra shot",
            Self::SureShot => "sure shot",
            Self::MoveAndFire => "move and fire",
            Self::SiegeWeapon => "siege weapon",
            Self::Overrun => "overrun",
            Self::Scythes => "scythes",
            Self::TailAttack => "tail attack",
            Self::CorrosiveBlood => "corrosive blood",
            Self::ArmouredHide => "armoured hide",
            Self::BoilerOverload => "boiler overload",
            Self::ExtraHead => "extra head",
            Self::ExtraLimb => "extra limb",
            Self::Jaws => "jaws",
            Self::ScorpionTail => "scorpion tail",
            Self::Ethereal => "ethereal",
            Self::EtherealEmbrace => "ethereal embrace",
            Self::Horns => "horns",
            Self::Scope => "scope",
            Self::Runes(level) => return format!("armour runes {level}"),
            Self::Tattoos(armour) => return format!("magic tattoos {armour}"),
            Self::Wizard(level) => return format!("wizard {level}"),
            Self::Initiate => "initiate",
            Self::Knows(spell) => spell.name(),
            Self::Adept => "adept",
            Self::Climb => "climb",
            Self::Membranes => "membranes",
        };
        name.to_owned()
    }

    /// The id of the weapon that somebody with it always has, if it is one.
    pub fn weapon(self) -> Option<&'static str> {
        match self {
            Self::Jaws => Some("great_jaws"),
            Self::ScorpionTail => Some("scorpion_tail"),
            Self::EtherealEmbrace => Some("ethereal_embrace"),
            _ => None,
        }
    }
}

/// The outline of a base, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum BaseSize {
    /// A disc of this diameter.
    Round(f32),
    /// Width across the front, and depth.
    Rectangle(f32, f32),
}

impl BaseSize {
    /// The base in inches.
    pub fn base(self) -> Base {
        match self {
            Self::Round(diameter) => Base::round(diameter),
            Self::Rectangle(width, depth) => Base::rectangle(width, depth),
        }
    }
}

/// What a model is to its sworn enemies, and who these are. One that names the other is enough for both.
/// Book: Traits, Nemesis (TR-NEMESIS).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nemesis {
    /// What it is to others, such as "dragon".
    pub kind: String,
    /// What those are whom it has sworn to slay.
    #[serde(default)]
    pub of: Vec<String>,
}

/// What a model can do and bear, as its army list has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What data files call it.
    pub id: String,
    /// What players call one of them.
    pub name: String,
    /// What players call a unit of them.
    #[serde(default)]
    pub unit_name: String,
    /// AC: actions in an activation.
    pub actions: u8,
    /// RA: ranged attack.
    pub ranged_attack: i32,
    /// CC: close combat.
    pub close_combat: i32,
    /// ST: strength.
    pub strength: i32,
    /// T: toughness.
    pub toughness: i32,
    /// W: wounds.
    pub wounds: u8,
    /// CO: command.
    pub command: i32,
    /// AR without a shield; 0 is no armour.
    #[serde(default)]
    pub armour: i32,
    /// Whether one point of its AR is the one that a large model has for nothing. Book: Natural Armour
    /// Values, Large Model (PTS-02, TR-LARGE).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free_armour: bool,
    /// RE: takes so much off penetration. Book: Armour Resilience (ARM-04).
    #[serde(default)]
    pub resilience: i32,
    /// Whether it carries a shield, for 1 more AR.
    #[serde(default)]
    pub shield: bool,
    /// Whether its armour is magical, or always saves: a masterful hit does not deny it.
    #[serde(default)]
    pub magic_armour: bool,
    /// Its weapons, by id, the preferred first.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Its abilities and traits.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Who its sworn enemies are, and what it is to them (TR-NEMESIS).
    #[serde(default)]
    pub nemesis: Option<Nemesis>,
    /// Its size.
    #[serde(default)]
    pub size: Size,
    /// Whether it rides.
    #[serde(default)]
    pub cavalry: bool,
    /// Its height, if not that of its size.
    #[serde(default)]
    pub height: Option<Inches>,
    /// Its base, in millimetres.
    pub base: BaseSize,
    /// Its class.
    #[serde(default)]
    pub class: Class,
    /// Whether it is a support weapon, which only its crew makes do anything. Book: Support Weapon
    /// Profile (SUP-08).
    #[serde(default)]
    pub chassis: bool,
    /// Its points; worked out if left out.
    #[serde(default)]
    pub points: Points,
    /// What its main element is called, if it has further ones: "Wight", "Chariot".
    #[serde(default)]
    pub element: Option<String>,
    /// Further attackers on the same base. Book: Special Combination Models (COMBO-01).
    #[serde(default)]
    pub parts: Vec<Part>,
    /// The sign drawn on its token: "sword", "bow", "axe", "spear", "ogre", "hero" and so on.
    #[serde(default)]
    pub glyph: String,
}

/// A further attacker of a combined model: a mount, a driver. It shares everything else with the
/// main element. Book: Special Combination Models, Creating Chariots (COMBO-01, COMBO-02).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// RA.
    #[serde(default)]
    pub ranged_attack: i32,
    /// CC.
    pub close_combat: i32,
    /// ST.
    pub strength: i32,
    /// Its weapons, by id.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// Its own abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Who its sworn enemies are, and what it is to them (TR-NEMESIS).
    #[serde(default)]
    pub nemesis: Option<Nemesis>,
}

impl Profile {
    /// How tall the model is. Ruling: riders are taller than their size says.
    pub fn height(&self) -> Inches {
        self.height.unwrap_or(if self.cavalry { Inches(1.75) } else { self.size.height() })
    }

    /// Inches it covers with one action, as its abilities have it. Book: Move, Movement Abilities
    /// (MOVE-01, MOVE-02).
    pub fn rate(&self) -> Inches {
        effects::fastest(self.abilities.iter().flat_map(|&ability| effects::does(ability)))
    }

    /// Whether it has an ability.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }

    /// AR with the shield, if it has one. Book: Armour Values.
    pub fn full_armour(&self) -> i32 {
        self.armour + i32::from(self.shield)
    }

    /// Whether it rides or drives: cavalry, and all whose base a mount or a chariot shares. Book:
    /// Armoury, lances (WPN-LANCE).
    pub fn is_mounted(&self) -> bool {
        self.cavalry || !self.parts.is_empty()
    }

    /// Whether only siege weapons hurt it. Book: Attacks Against Very Large Targets (CC-13).
    pub fn is_very_large(&self) -> bool {
        self.size == Size::VeryLarge
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        battle::variants::variants_of,
        no_quarter::points::{Kind, Only},
    };

    /// What docs/adding-a-profile.md names in the line about a field, without what stands in brackets
    /// after it, and without the field.
    fn listed(field: &str) -> BTreeSet<&'static str> {
        let page = include_str!("../../docs/adding-a-profile.md");
        let start = format!("- `{field}`");
        let line = page.lines().find_map(|line| line.strip_prefix(&start));
        let named = line.expect("the field has a line").split('`').skip(1).step_by(2);
        named.map(|name| name.split('(').next().unwrap_or(name)).collect()
    }

    #[test]
    fn the_page_on_profiles_lists_all_that_there_is() {
        let all = |variants: &[&'static str]| variants.iter().copied().collect::<BTreeSet<_>>();
        assert_eq!(listed("abilities"), all(variants_of::<Ability>()));
        assert_eq!(listed("rules"), all(variants_of::<WeaponRule>()));
        assert_eq!(listed("class"), all(variants_of::<Class>()));
        assert_eq!(listed("sign"), all(variants_of::<WeaponSign>()));
        assert_eq!(listed("kind"), all(variants_of::<Kind>()));
        assert_eq!(listed("only"), all(variants_of::<Only>()));
    }
}

//! Abilities, traits, mutations and equipment: what each costs, and who may have it. Book: Abilities,
//! Traits, Equipment, Mutations (PTS-10).

use serde::{Deserialize, Serialize};

use super::restrictions::Only::{
    self, CharactersAndSupport, Generals, Heroes, HeroesAndLeaders, Large, LargeOrMounted, Mounted,
    Musicians, NoCrossbows, NoRankAndFile, NoSupportWeapons, Overrunning, Shielded, Shooters,
    Strong, Unarmoured, Wizards,
};
/// What a talent is, which counts for how many of them are recommended (PTS-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Learnt.
    Ability,
    /// Inborn.
    Trait,
    /// Inborn, by the trait of mutants.
    Mutation,
    /// Carried.
    Equipment,
}

/// What the book says of a talent.
pub(super) struct Row {
    /// What it is.
    kind: Kind,
    /// What players call it, without its number.
    name: &'static str,
    /// Its points, if it can be bought at all.
    points: Option<i32>,
    /// Who alone may have it: all of these must hold.
    pub(super) only: &'static [Only],
}

/// Makes the enum of talents and all that is known of each from one table: what it is, its name, its
/// points, who alone may have it. Only those that have a number stand by themselves.
macro_rules! talents {
    ($($talent:ident: $kind:ident, $name:literal, $points:literal, [$($only:ident),*];)+) => {
        /// Something that a model is, can do or carries besides its characteristics, armour and
        /// weapons. Those that battles don't know yet can be bought all the same.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Talent {
            $(#[doc = concat!("What the book calls ", $name, ".")] $talent,)+
            /// An ability: so many attack dice.
            ExtraAttack(u8),
            /// An ability: it frightens others, who test at this penalty.
            Fear(u8),
        }

        impl Talent {
            /// What the book says of it.
            pub(super) fn row(self) -> Row {
                match self {
                    $(Self::$talent => Row {
                        kind: Kind::$kind,
                        name: $name,
                        points: Some($points),
                        only: &[$($only),*],
                    },)+
                    Self::ExtraAttack(dice) => extra_attack(dice),
                    Self::Fear(level) => fear(level),
                }
            }
        }
    };
}

talents! {
    // Abilities.
    Adept: Ability, "adept", 12, [Wizards];
    AggressiveAttack: Ability, "aggressive attack", 4, [Heroes];
    Agile: Ability, "agile", 2, [];
    ArmourEcho: Ability, "armour echo", 5, [];
    Bloodlust: Ability, "bloodlust", 2, [];
    Brutes: Ability, "brutes", 2, [];
    CavalryMove: Ability, "cavalry move", 6, [Mounted];
    Dazzle: Ability, "dazzle", 1, [Heroes];
    Determined: Ability, "determined", 2, [Heroes];
    Dodge: Ability, "dodge", 3, [];
    DoubleTime: Ability, "double time", 4, [];
    Evade: Ability, "evade", 17, [Unarmoured, Heroes];
    ExtraShot: Ability, "extra shot", 8, [];
    GreatLeader: Ability, "great leader", 6, [Generals];
    HoldTheLine: Ability, "hold the line", 12, [Heroes];
    InfamousFighters: Ability, "infamous fighters", 2, [];
    Infiltrate: Ability, "infiltrate", 5, [];
    InspiringLeadership: Ability, "inspiring leadership", 9, [HeroesAndLeaders];
    MastersOfCombat: Ability, "masters of combat", 5, [];
    MightyStrike: Ability, "mighty strike", 8, [Heroes];
    MoveAndFire: Ability, "move and fire", 12, [CharactersAndSupport];
    Mutilate: Ability, "mutilate", 5, [];
    Leap: Ability, "leap", 7, [Strong];
    Overrun: Ability, "overrun", 10, [LargeOrMounted];
    Parry: Ability, "parry", 2, [];
    PoisonousAttack: Ability, "poisonous attack", 4, [];
    Proud: Ability, "proud", 4, [Heroes];
    RainOfArrows: Ability, "rain of arrows", 2, [Shooters, NoCrossbows];
    Ram: Ability, "ram", 2, [LargeOrMounted];
    SoundCharge: Ability, "sound charge", 5, [Musicians];
    Steadfast: Ability, "steadfast", 7, [Large];
    SureShot: Ability, "sure shot", 4, [NoSupportWeapons];
    Taunt: Ability, "taunt", 3, [];
    TeamWork: Ability, "team work", 4, [];
    Unerring: Ability, "unerring", 17, [Heroes];
    Unwavering: Ability, "unwavering", 16, [];
    Wall: Ability, "wall of invulnerability", 1, [Shielded];
    WaterAptitude: Ability, "water aptitude", 1, [];

    // Traits.
    ArmouredHide: Trait, "armoured hide", 5, [];
    BoilerOverload: Trait, "boiler overload", 18, [];
    Climb: Trait, "climb", 4, [];
    Confused: Trait, "confused", -8, [];
    Devour: Trait, "devour", -2, [];
    Ethereal: Trait, "ethereal", 4, [];
    EtherealEmbrace: Trait, "ethereal embrace", 6, [];
    Flying: Trait, "flying", 8, [];
    Hesitate: Trait, "hesitate", -1, [];
    Mechanical: Trait, "mechanical", -4, [];
    Membranes: Trait, "membranes", 1, [];
    Nemesis: Trait, "nemesis", 0, [Heroes];
    Regenerate: Trait, "regenerate", 8, [];
    SiegeWeapon: Trait, "siege weapon", 0, [Large];
    TailAttack: Trait, "tail attack", 14, [Large];
    Undead: Trait, "undead", 4, [];
    Unstable: Trait, "unstable", -10, [];

    // Mutations.
    ExtraLimb: Mutation, "extra limb", 6, [];
    Horns: Mutation, "horns", 2, [];
    CorrosiveBlood: Mutation, "corrosive blood", 1, [];
    ExtraHead: Mutation, "extra head", 3, [];
    Jaws: Mutation, "jaws", 12, [];
    ScorpionTail: Mutation, "scorpion tail", 4, [];

    // Equipment.
    BattleStandard: Equipment, "battle standard", 12, [];
    Scope: Equipment, "scope", 2, [Shooters];
    Scythes: Equipment, "scythes", 2, [Overrunning];
}

/// Extra attacks by their dice: 8 points for each die more than one.
fn extra_attack(dice: u8) -> Row {
    let points = matches!(dice, 2..=4).then(|| 8 * (i32::from(dice) - 1));
    let only: &[Only] = if dice > 2 { &[NoRankAndFile] } else { &[] };
    Row { kind: Kind::Ability, name: "extra attack", points, only }
}

/// Fear by its penalty.
fn fear(level: u8) -> Row {
    let points = [7, 16, 27].get(usize::from(level)).copied();
    Row { kind: Kind::Ability, name: "fear", points, only: &[] }
}

impl Talent {
    /// What players call it.
    pub fn name(self) -> String {
        let name = self.row().name;
        match self {
            Self::ExtraAttack(number) | Self::Fear(number) => format!("{name} {number}"),
            _ => name.to_owned(),
        }
    }

    /// The ledger id of its rule: what it is and its name, which the ledger shortens here and there.
    pub fn rule(self) -> String {
        let Row { kind, name, .. } = self.row();
        let name = match self {
            Self::BattleStandard => "abs",
            Self::SiegeWeapon => "siege",
            Self::TailAttack => "tail",
            Self::Wall => "wall",
            _ => name,
        };
        let kind = match kind {
            Kind::Ability => "AB",
            Kind::Trait => "TR",
            Kind::Mutation => "MUT",
            Kind::Equipment => "EQ",
        };
        format!("{kind}-{}", name.replace(' ', "-").to_uppercase())
    }

    /// Its points, if it can be bought at all.
    pub fn points(self) -> Option<i32> {
        self.row().points
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.row().kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_belong_to_the_price_and_the_name() {
        let attacks = [1, 2, 3, 4, 5].map(|dice| Talent::ExtraAttack(dice).points());
        assert_eq!(attacks, [None, Some(8), Some(16), Some(24), None]);
        let fear = [0, 1, 2, 3].map(|level| Talent::Fear(level).points());
        assert_eq!(fear, [Some(7), Some(16), Some(27), None]);
        assert_eq!(Talent::ExtraAttack(3).name(), "extra attack 3");
    }

    #[test]
    fn rules_are_those_of_the_ledger() {
        let rules = [
            (Talent::CavalryMove, "AB-CAVALRY-MOVE"),
            (Talent::ExtraAttack(2), "AB-EXTRA-ATTACK"),
            (Talent::Fear(1), "AB-FEAR"),
            (Talent::TailAttack, "TR-TAIL"),
            (Talent::SiegeWeapon, "TR-SIEGE"),
            (Talent::BattleStandard, "EQ-ABS"),
        ];
        for (talent, rule) in rules {
            assert_eq!(talent.rule(), rule);
        }
    }
}

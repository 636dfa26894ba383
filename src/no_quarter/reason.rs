//! Why a needed number differs from its base: every reason that the book has, with its words and the
//! codex's term for its rule. Rules, previews and the codex know a modifier by its reason; its words
//! are for people alone.

use serde::{Deserialize, Serialize};

use crate::dice::{Modifier, Modifies};

/// Makes the enum of reasons and all that is known of each from one table.
macro_rules! reasons {
    ($($(#[$doc:meta])+ $reason:ident: $words:literal, $term:literal;)+) => {
        /// Why a needed number differs from its base. The reasons of each kind of test stand in the
        /// order of the book's list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Reason {
            $($(#[$doc])+ $reason,)+
        }

        impl Reason {
            /// All reasons.
            pub const ALL: &'static [Self] = &[$(Self::$reason,)+];

            /// How it reads beside a number: "charging", "soft cover".
            pub fn words(self) -> &'static str {
                match self {
                    $(Self::$reason => $words,)+
                }
            }

            /// Its name in files.
            fn name(self) -> &'static str {
                match self {
                    $(Self::$reason => stringify!($reason),)+
                }
            }

            /// The codex's term for the rule that it comes from.
            pub fn term(self) -> &'static str {
                match self {
                    $(Self::$reason => $term,)+
                }
            }
        }
    };
}

reasons! {
    // Blows (CC-03, CC-06).
    /// The striker has charged this turn (CC-03).
    Charging: "charging", "charged";
    /// The target is panicked, or as good as that (CC-03, FEAR-02).
    TargetPanicked: "target panicked", "panicked";
    /// The target is terrified (CC-03, RNG-03).
    TargetTerrified: "target terrified", "terrified";
    /// The target lies on the ground (CC-03).
    TargetProne: "target prone", "prone";
    /// The target is large (CC-03, RNG-03).
    LargeTarget: "large target", "large";
    /// The striker stands higher (CC-03).
    HigherGround: "higher ground", "higher ground";
    /// The target stands higher (CC-03).
    EnemyHigher: "enemy on higher ground", "higher ground";
    /// A barrier is between them (CC-03).
    AcrossBarrier: "across a barrier", "across a barrier";
    /// A friend helps the striker (CC-06).
    Assistance: "combat assistance", "assistance";
    /// The striker is panicked (MOR-05).
    Panicked: "panicked", "panicked";
    /// One of several dice in one attack (AB-EXTRA-ATTACK).
    ExtraAttack: "extra attack", "ability ExtraAttack";
    /// The target's own extra attack has left an opening (AB-EXTRA-ATTACK).
    Opening: "opening", "ability ExtraAttack";
    /// Comrades swarm over the same enemy (AB-TEAM-WORK).
    TeamWork: "team work", "ability TeamWork";
    /// The striker rams those it charges (AB-RAM).
    Ramming: "ramming", "ability Ram";
    /// The target is quick to get out of the way (AB-DODGE).
    TargetDodges: "target dodges", "ability Dodge";
    /// The striker has charged this turn with its horns (MUT-HORNS).
    Horns: "horns", "ability Horns";

    // Shots (RNG-02 to RNG-05, SUP-06).
    /// The weapon's first band (RNG-02).
    CloseRange: "close range", "ranges";
    /// The weapon's second band (RNG-02).
    MediumRange: "medium range", "ranges";
    /// The weapon's last band (RNG-02).
    LongRange: "long range", "ranges";
    /// Farther than the weapon shoots (RNG-02).
    BeyondLongRange: "beyond long range", "ranges";
    /// The target's unit stands in ranks or closed up (RNG-03).
    FormedTarget: "ranked or closed target", "formed target";
    /// The target's unit is dispersed (FORM-07).
    DispersedTarget: "dispersed target", "dispersed";
    /// The shooter has aimed (RNG-04).
    Aimed: "aimed", "aiming";
    /// A quarter of the target is hidden (RNG-05).
    SoftCover: "soft cover", "cover";
    /// Half of the target is hidden (RNG-05).
    HardCover: "hard cover", "cover";
    /// More than three quarters of the target are hidden (optional rule).
    VeryDifficult: "very difficult shot", "very difficult";
    /// The shooter stands behind the front rank (RNG-03).
    RearRank: "second or third rank", "rear rank";
    /// A support weapon fires over everything (SUP-06).
    IndirectFire: "indirect fire", "weapon Indirect";
    /// The shooter moves and shoots with the same actions (AB-MOVE-AND-FIRE).
    OnTheMove: "on the move", "ability MoveAndFire";
    /// One of two dice in one shot (AB-EXTRA-SHOT).
    ExtraShot: "extra shot", "ability ExtraShot";
    /// The thrower sees where the grenade is to go (GREN-01).
    TargetInSight: "target in sight", "weapon Thrown";
    /// The thrower doesn't see it (GREN-01).
    TargetOutOfSight: "target out of sight", "weapon Thrown";

    // Parries (CC-07).
    /// A parry must roll under the die that hit (CC-07).
    UnderTheDie: "under the attacker's die", "ability Parry";

    // Armour saves and damage (ARM-01 to ARM-04, DMG-01).
    /// Ranks and closed order give armour (ARM-02).
    Formation: "formation", "ranked";
    /// The hit is strong (ARM-01, DMG-01).
    HitStrength: "strength of the hit", "ST";
    /// The weapon pierces (ARM-01).
    Penetration: "penetration", "PM";
    /// The armour resists what pierces it (ARM-04).
    Resilience: "resilience", "AR";
    /// The target breaks off from combat (CC-08).
    TurnedItsBack: "turned its back", "breaking off";
    /// The target parried with a natural 10 (CC-07).
    LeftAnOpening: "left an opening", "ability Parry";
    /// The target is tough (DMG-01).
    Toughness: "toughness", "T";
    /// The target hides from brutes behind its shields (AB-BRUTES).
    Hiding: "hiding", "ability Brutes";
    /// The target uses its mastery (AB-MASTERS-OF-COMBAT).
    Mastery: "masters of combat", "ability MastersOfCombat";
    /// Shields are locked (AB-WALL).
    LockedShields: "locked shields", "ability Wall";

    // Command tests (CMD-02, CMD-03, FEAR-01).
    /// The unit stands in ranks or closed up (CMD-02).
    RankedOrClosed: "ranked or closed", "ranked";
    /// The unit is dispersed (CMD-02).
    Dispersed: "dispersed", "dispersed";
    /// A standard is with the unit (CMD-02).
    Banner: "banner", "command";
    /// A musician is with the unit (CMD-02).
    Musician: "musician", "command";
    /// The general is near and in sight (CMD-02).
    GeneralNear: "general near", "command";
    /// More enemies than friends fight (CMD-02).
    Outnumbered: "outnumbered in combat", "command";
    /// An enemy in combat causes fear (CMD-02).
    FearInCombat: "fear in combat", "ability Fear";
    /// An enemy in good order is near (CMD-02).
    EnemyNear: "enemy within 10\"", "command";
    /// The enemy causes so much fear (FEAR-01).
    Fear: "fear", "ability Fear";
    /// The army's standard gives a second chance (CMD-03).
    ArmyStandard: "army battle standard", "army standard";

    // The panic table.
    /// The unit fights an enemy of great fame (AB-INFAMOUS-FIGHTERS).
    InfamousEnemy: "infamous enemy", "ability InfamousFighters";
    // Magic (MAG-01 to MAG-03, MAG-07).
    /// The caster is a wizard (MAG-01).
    Wizardry: "wizardry", "ability Wizard";
    /// Initiates chant (MAG-03).
    Chant: "chant", "ability Initiate";
    /// The caster concentrates (MAG-02).
    Concentrating: "concentrating", "verb Concentrate";
    /// A spell is cancelled, not cast (MAG-07).
    Cancelling: "cancelling", "verb Cancel";
}

impl Reason {
    /// The reason of a modifier. In files from before reasons had names, its words are all there is.
    pub fn of(modifier: &Modifier) -> Option<Self> {
        match modifier.reason.name() {
            Some(name) => Self::ALL.iter().copied().find(|reason| reason.name() == name),
            None => Self::called(&modifier.name),
        }
    }

    /// The reason with some words, as the rule boards name it.
    pub fn called(words: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|reason| reason.words() == words)
    }
}

impl Modifies for Reason {
    fn id(self) -> &'static str {
        self.name()
    }

    fn words(self) -> &'static str {
        self.words()
    }
}

/// A change of a needed number that something else than the test itself brings, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Why.
    pub why: Reason,
    /// What it adds.
    pub by: i32,
}

impl Change {
    /// A change by so much for a reason.
    pub const fn new(why: Reason, by: i32) -> Self {
        Self { why, by }
    }
}

impl From<Change> for Modifier {
    fn from(change: Change) -> Self {
        Self::new(change.why, change.by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{battle::data::ron_options, no_quarter::Armoury};

    #[test]
    fn every_reason_is_found_again_by_its_modifier_and_by_its_words() {
        for &reason in Reason::ALL {
            assert_eq!(Reason::of(&Modifier::new(reason, 1)), Some(reason));
            assert_eq!(Reason::called(reason.words()), Some(reason));
        }
        assert_eq!(Reason::called("good luck"), None);
    }

    #[test]
    fn files_have_the_name_of_a_reason_and_earlier_ones_are_read() {
        let options = ron_options();
        for &reason in Reason::ALL {
            let modifier = Modifier::new(reason, -1);
            let text = options.to_string(&modifier).unwrap();
            assert!(text.contains(&format!("reason:\"{reason:?}\"")), "{text}");
            assert_eq!(options.from_str::<Modifier>(&text).unwrap(), modifier);
            // As version 2 of the rules wrote it.
            let earlier = format!("(reason:7,name:{:?},value:-1)", reason.words());
            let read: Modifier = options.from_str(&earlier).unwrap();
            assert_eq!((Reason::of(&read), read.value), (Some(reason), -1));
        }
    }

    #[test]
    fn every_reason_has_an_entry_in_the_codex() {
        let armoury = Armoury::embedded().unwrap();
        for &reason in Reason::ALL {
            assert!(armoury.codex.contains_key(reason.term()), "{reason:?}: {}", reason.term());
        }
    }
}

//! What there is to last: effects, what they do, the gifts that they give, the deeds that they forbid, and
//! what they come from.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::{ExtraDie, Test, Until, When, Whose, tested::Again};
use crate::{
    battle::{ModelId, TerrainId, UnitId},
    no_quarter::{magic::Spell, mishaps::Mishap, reason::Change, statistics::Stat},
    table::Inches,
};

/// What lasts on a model or a unit, besides what its profile's abilities do. Equal effects of one
/// source don't add up.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effects(pub Vec<Effect>);

/// One thing that lasts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What it does.
    pub does: Does,
    /// What it comes from.
    pub source: Source,
    /// When it ends.
    pub until: Until,
}

/// What an effect does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Does {
    /// It adds so much to a characteristic, or takes it off if below zero.
    Adds(Stat, i32),
    /// The same at some times only.
    AddsWhen {
        /// To which characteristic.
        stat: Stat,
        /// How much.
        by: i32,
        /// When.
        when: When,
    },
    /// The number needed in a test changes. On the panic table it is the number that was rolled which
    /// does; the tests of a unit as a whole ask only what lasts on the unit.
    Modifies {
        /// In which tests.
        test: Test,
        /// In whose.
        whose: Whose,
        /// By how much, and why.
        by: Change,
        /// When.
        when: When,
    },
    /// It picks one of several dice in a test. Asked in all rolls that are trials.
    PicksFrom {
        /// In which tests.
        test: Test,
        /// How many.
        dice: u8,
    },
    /// It rolls again, once, when it fails in a test; a fumble stands. Asked in all rolls that are trials
    /// but those on a table; the tests of a unit as a whole ask only what lasts on the unit.
    RollsAgain {
        /// In which tests.
        test: Test,
        /// Whether it has the choice.
        again: Again,
    },
    /// It rolls a die beside the one that counts and adds it, or takes it off. Asked in all rolls that
    /// are trials; a natural 1 or 10 to hit stays one.
    AddsDie {
        /// In which tests.
        test: Test,
        /// What die.
        die: ExtraDie,
    },
    /// It covers so many inches with one action (MOVE-02).
    Covers(Inches),
    /// It crosses barriers up to this height for nothing (AB-AGILE).
    Vaults(Inches),
    /// It causes fear of this level (FEAR-01).
    Frightens(u8),
    /// It has ignored a wound by this sworn enemy (TR-NEMESIS).
    HasIgnored(ModelId),
    /// It may get so many wounds back when the turn ends (TR-REGENERATE).
    MayRegain {
        /// How many.
        wounds: u8,
        /// To whom it has lost the last of them.
        by: ModelId,
    },
    /// It may suffer a mishap as its activation begins (TR-CONFUSED, TR-MECHANICAL, TR-UNSTABLE).
    Risks(Mishap),
    /// Fear up to this level is overcome (FEAR-03).
    HasOvercome(u8),
    /// It has borne a charge by what causes fear of this level (FEAR-03).
    HasBorne(u8),
    /// It may add so much to its saves, once in the battle (AB-MASTERS-OF-COMBAT).
    Masters(u8),
    /// It has to charge in its next activation because of the taunts of a unit (AB-TAUNT).
    IsTaunted(UnitId),
    /// It has to go to whoever has lured it (SP-LURE).
    IsLured(ModelId),
    /// Its side may have so many dice rolled again (SP-PERCEPTION).
    SeesAhead(u8),
    /// It counts as panicked in close combat (FEAR-02).
    CountsAsPanicked,
    /// It has spent so many actions on moving that count for a shot, too (AB-MOVE-AND-FIRE).
    HasMoved(u8),
    /// Using a weapon costs it so many actions less, but never none (SP-QUICKENING).
    EasesWeapons(u8),
    /// Its moves and charges take it no farther than this in all (SP-FLOOD).
    GoesAtMost(Inches),
    /// Its moves and charges have taken it so far in its activation, where that is limited (SP-FLOOD).
    HasGone(Inches),
    /// What a spell has left on it or its unit does nothing to it (TR-MEMBRANES).
    Withstands(Spell),
    /// It has a gift.
    Gives(Gift),
    /// It must not do something.
    Forbids(Deed),
}

/// Something that a model can do, or needn't suffer, which others can't or must.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gift {
    /// It crosses everything through the air (MOVE-10).
    Flight,
    /// It passes through everything at its own rate (TR-ETHEREAL).
    Ghostly,
    /// Water is open ground to it (AB-WATER-APTITUDE).
    Wading,
    /// A 10 to hit is no fumble (AB-UNERRING).
    Unerring,
    /// It parries whatever its close combat is (CC-07).
    Parrying,
    /// It hurts very large targets (CC-13).
    Siege,
    /// Nobody frightens it (FEAR-03).
    Fearless,
    /// It passes every test of its morale (AB-UNWAVERING).
    Unwavering,
    /// It passes every command test (TR-UNDEAD).
    Untested,
    /// It has dared to shoot into close combat (RNG-08).
    ShootingIntoCombat,
    /// Friends in its sight take a failed test of their morale again (AB-GREAT-LEADER).
    SecondChances,
    /// Nobody pushes it back or knocks it prone (AB-STEADFAST).
    Steadfast,
    /// It helps, and is helped by, comrades with the same gift (AB-TEAM-WORK).
    TeamWork,
    /// Nobody parries its blows (AB-DAZZLE).
    Dazzling,
    /// It follows up twice (AB-BLOODLUST).
    Bloodlust,
    /// As a musician it gives charges more actions (AB-SOUND-CHARGE).
    SoundingCharges,
    /// It gets out of the way of hits (AB-EVADE).
    Evading,
    /// Its kills appal other enemies (AB-MUTILATE).
    Mutilating,
    /// It ignores a failed test of its morale (AB-PROUD).
    Proud,
    /// The actions of its moves count for a shot, too (AB-MOVE-AND-FIRE).
    ShootingOnTheMove,
    /// The cavalry that it leads forms up for a charge for nothing (AB-HOLD-THE-LINE).
    HoldingTheLine,
    /// Whoever meets it needs courage to fight it (AB-BRUTES).
    Brutal,
    /// Its unit may save better once (AB-MASTERS-OF-COMBAT).
    Mastery,
    /// It counts as on hold when it is charged (MUT-EXTRA-HEAD).
    Watchful,
    /// Its blood splashes whoever stands close (MUT-CORROSIVE-BLOOD).
    CorrosiveBlood,
    /// Its wounds may close when the turn ends (TR-REGENERATE).
    Regeneration,
    /// Its loss is worth no battle points (TR-UNSTABLE).
    Unscored,
    /// A masterful hit doesn't deny its save (CC-04, EQ-TATTOOS).
    MagicArmour,
    /// The next spell that it casts or cancels is easier (MAG-02).
    Concentrating,
    /// No spell can be aimed at it (SP-TALISMAN).
    Warded,
    /// All ground is as slow to it as difficult ground, which is no slower, unless it flies
    /// (SP-TREACHEROUS-GROUND).
    Hampered,
    /// It has half of its actions when it is activated (SP-BLIND).
    Dazed,
    /// Blows at it hit without a roll (SP-BLIND, SP-SHOCK).
    Helpless,
    /// Shots at it hit without a roll (SP-SHOCK).
    Exposed,
    /// The ground may swallow it each time it moves, unless it flies (SP-QUICKSAND).
    Sinking,
    /// The swarm on this ground has bitten it, and does so only once (SP-PESTILENCE).
    Bitten(TerrainId),
    /// It climbs what others can't cross (TR-CLIMB).
    Climbing,
    /// It has followed a lure in one activation and may break its hold in others (SP-LURE).
    Following,
    /// This spell can't be cast at it again so soon (SP-WIND-OF-THOR, SP-DUST-STORM).
    SafeFrom(Spell),
}

/// Something that can be forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// Doing anything: it has no actions (TR-CONFUSED, TR-REGENERATE, SP-SHOCK).
    Act,
    /// Moving of its own accord (TR-MECHANICAL).
    Move,
    /// Striking and shooting (CC-05).
    Attack,
    /// Aiming a shot (TR-UNDEAD).
    Aim,
    /// Taking cover behind its shield in close combat (WPN-TWO-HANDED).
    UseShield,
    /// Following up (CC-12, TR-DEVOUR).
    FollowUp,
    /// Following up for the first of two times (AB-BLOODLUST).
    FirstFollowUp,
    /// Following up without a command test before (TR-HESITATE).
    FollowUpUntested,
    /// Breathing (TEAR-02).
    Breathe,
    /// Firing a burst with the weapon at this place in its arms (SUP-04).
    Burst(u8),
    /// Shooting into close combat (RNG-08).
    ShootIntoCombat,
    /// Taking a sure shot (AB-SURE-SHOT).
    ShootSurely,
    /// Charging (CHG-06).
    Charge,
    /// Charging somebody whom it fears (FEAR-01).
    ChargeTheFeared,
    /// Doing anything before a charge (AB-HOLD-THE-LINE).
    AllButCharge,
    /// Striking in close combat (AB-BRUTES).
    Fight,
    /// Being tested by the sight of brutes (AB-BRUTES).
    FaceBrutes,
    /// Testing against fear before a charge (FEAR-01).
    FaceFear,
    /// Rallying (MOR-07).
    Rally,
    /// Ignoring a failed test of its morale (AB-PROUD).
    IgnoreFailure,
    /// Overloading its boiler (TR-BOILER-OVERLOAD).
    Overload,
    /// Casting this spell (MAG-01).
    Cast(Spell),
    /// Attacking from afar with whatever weapon (SP-DUST-STORM, SP-BLIND).
    AttackFromAfar,
    /// Striking in close combat (SP-BLIND).
    Strike,
    /// Having the next activation that it would have (SP-WIND-OF-THOR).
    BeActivated,
    /// Striking with what strikes once in an activation (MUT-SCORPION-TAIL).
    StrikeOnce,
}

/// What an effect comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A charge into combat (CC-03).
    Charge,
    /// A fumble (CC-05).
    Fumble,
    /// A blow with both hands (WPN-TWO-HANDED).
    BothHands,
    /// A follow up: one in an activation (CC-12).
    FollowUp,
    /// A breath: one in an activation (TEAR-02).
    Breath,
    /// A burst: one in an activation (SUP-04).
    Burst,
    /// A blow of its kind: one in an activation (MUT-SCORPION-TAIL).
    SingleBlow,
    /// A command test to shoot into close combat (RNG-08).
    ShotIntoCombat,
    /// A sure shot: one in an activation (AB-SURE-SHOT).
    SureShot,
    /// A test against fear (FEAR-01, FEAR-02).
    Fear,
    /// An attempt to rally (MOR-07).
    Rally,
    /// A failed test that was ignored: one in a battle (AB-PROUD).
    Pride,
    /// A move by somebody who shoots on the move (AB-MOVE-AND-FIRE).
    Move,
    /// A formation that cavalry took up for a charge (AB-HOLD-THE-LINE).
    HeldLine,
    /// A test by the sight of brutes (AB-BRUTES).
    Brutes,
    /// The training of masters (AB-MASTERS-OF-COMBAT).
    Mastery,
    /// A taunt (AB-TAUNT).
    Taunt,
    /// A mishap (TR-CONFUSED, TR-MECHANICAL, TR-UNSTABLE).
    Mishap,
    /// Wounds that may close again (TR-REGENERATE).
    Regeneration,
    /// A boiler that was overloaded (TR-BOILER-OVERLOAD).
    Overload,
    /// A wound by a sworn enemy (TR-NEMESIS).
    Nemesis,
    /// A spell in play (MAG-06).
    Spell(Spell),
    /// An attempt to cast a spell: one of each in an activation (MAG-01).
    Casting,
    /// Concentrating (MAG-02).
    Concentration,
}

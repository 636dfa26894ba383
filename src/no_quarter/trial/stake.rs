//! What hangs on a roll: who makes it, for what, and which chapter goes on with it.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::Rolling;

use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{
        armour,
        close_combat::{self, Swing},
        command_test::{self, CommandTest},
        damage,
        dice::{Purpose, Roll},
        effects::Test,
        evade,
        event::HitResult,
        grenades::{self, Toss},
        hit::Hit,
        hit_roll,
        magic::{self, Casting, Resisting, SpellOn},
        morale,
        ranged_combat::{self, Volley},
        support_weapons::{self, Firing},
        templates::{self, Landing},
        uses::{self, Overload},
    },
};

/// What hangs on a roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stake {
    /// A blow, and those that are struck at the same time (CC-01).
    Blow(Swing),
    /// The blow of an overloaded boiler (TR-BOILER-OVERLOAD).
    Overload(Overload),
    /// A shot (RNG-01).
    Shot(Volley),
    /// A support weapon or a mounted one (SUP-04, BLAST-02).
    Fire(Firing),
    /// A grenade (GREN-01).
    Throw(Toss),
    /// Whether a template hits somebody who is partly under it (TEAR-01, BLAST-01).
    PartlyCovered(Landing),
    /// Turning a blow aside (CC-07).
    Parry {
        /// The hit.
        hit: Hit,
    },
    /// Getting out of the way of a hit (AB-EVADE).
    Evade {
        /// The hit.
        hit: Hit,
    },
    /// An armour save (ARM-01).
    Save {
        /// The hit.
        hit: Hit,
        /// How many saves must still succeed, this one included (WPN-SAVE-X2).
        left: u8,
    },
    /// A damage roll (DMG-01).
    Damage(Hit),
    /// A test of the toughness of whoever is hit (TR-ETHEREAL-EMBRACE).
    Endure(Hit),
    /// A command test (CMD-01).
    Command {
        /// Whose.
        unit: UnitId,
        /// What for.
        test: CommandTest,
        /// Whether it is the second chance that the army's standard gives (CMD-03).
        second: bool,
    },
    /// The panic table (MOR-03).
    Panic {
        /// Who.
        unit: UnitId,
        /// What is added.
        bonus: u8,
    },
    /// A spell (MAG-01).
    Cast(Casting),
    /// Resisting a spell (MAG-05).
    Resist(Resisting),
    /// Cancelling a spell (MAG-07).
    Cancel {
        /// Who.
        model: ModelId,
        /// Which.
        what: SpellOn,
    },
}

/// Who makes a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roller {
    /// One of a model's elements: 0 is the main one (COMBO-01).
    Element(ModelId, usize),
    /// A unit as a whole.
    Unit(UnitId),
}

impl Stake {
    /// What the die is rolled for.
    pub(super) fn purpose(&self) -> Purpose {
        match self {
            Self::Blow(_)
            | Self::Overload(_)
            | Self::Shot(_)
            | Self::Fire(_)
            | Self::Throw(_)
            | Self::PartlyCovered(_) => Purpose::ToHit,
            Self::Parry { .. } => Purpose::Parry,
            Self::Evade { .. } => Purpose::Special,
            Self::Save { .. } => Purpose::Save,
            Self::Damage(_) => Purpose::Damage,
            Self::Endure(_) => Purpose::Special,
            Self::Command { .. } => Purpose::Command,
            Self::Panic { .. } => Purpose::Panic,
            Self::Cast(_) | Self::Cancel { .. } => Purpose::Casting,
            Self::Resist(_) => Purpose::Special,
        }
    }

    /// What kind of test it is to effects.
    pub(super) fn test(&self) -> Test {
        match self {
            Self::Blow(_) | Self::Overload(_) => Test::Strike,
            Self::Shot(_) | Self::Fire(_) | Self::Throw(_) => Test::Shoot,
            Self::PartlyCovered(_) => Test::PartlyCovered,
            Self::Parry { .. } => Test::Parry,
            Self::Evade { .. } => Test::Evade,
            Self::Save { .. } => Test::Save,
            Self::Damage(_) => Test::Damage,
            Self::Endure(_) => Test::Endure,
            Self::Command { .. } => Test::Command,
            Self::Panic { .. } => Test::Panic,
            Self::Cast(_) => Test::Cast,
            Self::Resist(_) => Test::Resist,
            Self::Cancel { .. } => Test::Cancel,
        }
    }

    /// Who rolls.
    pub(super) fn roller(&self, world: &World) -> Roller {
        let (model, element) = match self {
            Self::Blow(swing) => swing.roller(world),
            Self::Overload(overload) => (overload.model, 0),
            Self::Shot(volley) => volley.roller(world),
            Self::Fire(firing) => firing.roller(world),
            Self::Throw(toss) => toss.roller(world),
            Self::PartlyCovered(landing) => (landing.attacker(), 0),
            Self::Parry { hit }
            | Self::Evade { hit }
            | Self::Save { hit, .. }
            | Self::Endure(hit) => (hit.target, 0),
            Self::Damage(hit) => (hit.attacker, 0),
            Self::Cast(casting) => (casting.caster, 0),
            Self::Resist(resisting) => (resisting.model, 0),
            Self::Cancel { model, .. } => (*model, 0),
            Self::Command { unit, .. } | Self::Panic { unit, .. } => return Roller::Unit(*unit),
        };
        Roller::Element(model, element)
    }

    /// How it is rolled by somebody who would roll like this: an attack may have a mode (AB-MODES).
    pub(super) fn rolling(&self, plain: Rolling) -> Rolling {
        match self {
            Self::Blow(swing) => swing.rolling(plain),
            Self::Shot(volley) => volley.rolling(plain),
            // Only blows and shots have modes.
            _ => plain,
        }
    }

    /// Whether a roll stands whatever lets it be made again: one that passed, and a fumble
    /// (AB-DETERMINED, AB-SURE-SHOT).
    pub(super) fn stands(&self, world: &World, roll: &Roll) -> bool {
        self.passes(world, roll) || self.attack(world, roll) == Some(HitResult::Fumbled)
    }

    /// How an attack comes up with a roll, if it is one.
    fn attack(&self, world: &World, roll: &Roll) -> Option<HitResult> {
        let unerring = match self {
            Self::Blow(swing) => swing.is_unerring(world),
            Self::Overload(overload) => overload.is_unerring(world),
            Self::Shot(volley) => volley.is_unerring(world),
            Self::Fire(firing) => firing.is_unerring(),
            Self::Throw(toss) => toss.is_unerring(world),
            Self::PartlyCovered(_)
            | Self::Parry { .. }
            | Self::Evade { .. }
            | Self::Save { .. }
            | Self::Damage(_)
            | Self::Endure(_)
            | Self::Command { .. }
            | Self::Panic { .. }
            | Self::Cast(_)
            | Self::Resist(_)
            | Self::Cancel { .. } => return None,
        };
        Some(hit_roll::result_of(roll, unerring))
    }

    /// Whether a roll passes: an attack hits, a spell is cast, a test succeeds.
    pub(super) fn passes(&self, world: &World, roll: &Roll) -> bool {
        match self {
            Self::Blow(_) | Self::Overload(_) | Self::Shot(_) | Self::Fire(_) | Self::Throw(_) => {
                self.attack(world, roll).is_some_and(HitResult::is_hit)
            }
            Self::PartlyCovered(_)
            | Self::Parry { .. }
            | Self::Evade { .. }
            | Self::Save { .. }
            | Self::Damage(_)
            | Self::Endure(_)
            | Self::Command { .. }
            | Self::Panic { .. }
            | Self::Resist(_) => roll.passed(),
            Self::Cast(_) | Self::Cancel { .. } => magic::is_cast(roll),
        }
    }

    /// The roll counts: its chapter goes on.
    pub(super) fn follow(self, world: &mut World, roll: Roll) {
        match self {
            Self::Blow(swing) => close_combat::struck(world, swing, roll),
            Self::Overload(overload) => uses::overloaded(world, overload, roll),
            Self::Shot(volley) => ranged_combat::shot(world, volley, roll),
            Self::Fire(firing) => support_weapons::fired(world, firing, roll),
            Self::Throw(toss) => grenades::thrown(world, &toss, roll),
            Self::PartlyCovered(landing) => templates::partly_covered(world, landing, roll),
            Self::Parry { hit } => close_combat::parry_rolled(world, hit, roll),
            Self::Evade { hit } => evade::evade_rolled(world, hit, roll),
            Self::Save { hit, left } => armour::saved(world, hit, left, roll),
            Self::Damage(hit) => damage::damage_rolled(world, &hit, roll),
            Self::Endure(hit) => damage::endured(world, &hit, roll),
            Self::Command { unit, test, second } => {
                command_test::rolled(world, unit, test, second, roll);
            }
            Self::Panic { unit, bonus } => morale::panic_rolled(world, unit, bonus, roll),
            Self::Cast(casting) => magic::rolled(world, casting, roll),
            Self::Resist(resisting) => magic::resisted(world, resisting, roll),
            Self::Cancel { model, what } => magic::cancelled(world, model, what, roll),
        }
    }
}

//! What hangs on a roll: who makes it, for what, and which chapter goes on with it.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{
        armour,
        close_combat::{self, Swing},
        command_test::{self, CommandTest},
        damage,
        dice::{Purpose, Roll},
        effects::Test,
        event::HitResult,
        grenades::{self, Toss},
        hit::Hit,
        hit_roll, morale,
        ranged_combat::{self, Volley},
        support_weapons::{self, Firing},
        templates::{self, Landing},
    },
};

/// What hangs on a roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stake {
    /// A blow, and those that are struck at the same time (CC-01).
    Blow(Swing),
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
    /// An armour save (ARM-01).
    Save {
        /// The hit.
        hit: Hit,
        /// How many saves must still succeed, this one included (WPN-SAVE-X2).
        left: u8,
    },
    /// A damage roll (DMG-01).
    Damage(Hit),
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
            | Self::Shot(_)
            | Self::Fire(_)
            | Self::Throw(_)
            | Self::PartlyCovered(_) => Purpose::ToHit,
            Self::Parry { .. } => Purpose::Parry,
            Self::Save { .. } => Purpose::Save,
            Self::Damage(_) => Purpose::Damage,
            Self::Command { .. } => Purpose::Command,
            Self::Panic { .. } => Purpose::Panic,
        }
    }

    /// What kind of test it is to effects.
    pub(super) fn test(&self) -> Test {
        match self {
            Self::Blow(_) => Test::Strike,
            Self::Shot(_) | Self::Fire(_) | Self::Throw(_) => Test::Shoot,
            Self::PartlyCovered(_) => Test::PartlyCovered,
            Self::Parry { .. } => Test::Parry,
            Self::Save { .. } => Test::Save,
            Self::Damage(_) => Test::Damage,
            Self::Command { .. } => Test::Command,
            Self::Panic { .. } => Test::Panic,
        }
    }

    /// Who rolls.
    pub(super) fn roller(&self, world: &World) -> Roller {
        let (model, element) = match self {
            Self::Blow(swing) => swing.roller(world),
            Self::Shot(volley) => volley.roller(world),
            Self::Fire(firing) => firing.roller(world),
            Self::Throw(toss) => toss.roller(world),
            Self::PartlyCovered(landing) => (landing.attacker(), 0),
            Self::Parry { hit } | Self::Save { hit, .. } => (hit.target, 0),
            Self::Damage(hit) => (hit.attacker, 0),
            Self::Command { unit, .. } | Self::Panic { unit, .. } => return Roller::Unit(*unit),
        };
        Roller::Element(model, element)
    }

    /// Whether a roll stands whatever lets it be made again: one that passed, and a fumble
    /// (AB-DETERMINED, AB-SURE-SHOT).
    pub(super) fn stands(&self, world: &World, roll: &Roll) -> bool {
        let settled = |unerring: bool| {
            let result = hit_roll::result_of(roll, unerring);
            result.is_hit() || result == HitResult::Fumbled
        };
        match self {
            Self::Blow(swing) => settled(swing.is_unerring(world)),
            Self::Shot(volley) => settled(volley.is_unerring(world)),
            Self::Fire(firing) => settled(firing.is_unerring()),
            Self::Throw(toss) => settled(toss.is_unerring(world)),
            Self::PartlyCovered(_)
            | Self::Parry { .. }
            | Self::Save { .. }
            | Self::Damage(_)
            | Self::Command { .. }
            | Self::Panic { .. } => roll.passed(),
        }
    }

    /// The roll counts: its chapter goes on.
    pub(super) fn follow(self, world: &mut World, roll: Roll) {
        match self {
            Self::Blow(swing) => close_combat::struck(world, swing, roll),
            Self::Shot(volley) => ranged_combat::shot(world, volley, roll),
            Self::Fire(firing) => support_weapons::fired(world, firing, roll),
            Self::Throw(toss) => grenades::thrown(world, &toss, roll),
            Self::PartlyCovered(landing) => templates::partly_covered(world, landing, roll),
            Self::Parry { hit } => close_combat::parry_rolled(world, hit, roll),
            Self::Save { hit, left } => armour::saved(world, hit, left, roll),
            Self::Damage(hit) => damage::damage_rolled(world, &hit, roll),
            Self::Command { unit, test, second } => {
                command_test::rolled(world, unit, test, second, roll);
            }
            Self::Panic { unit, bonus } => morale::panic_rolled(world, unit, bonus, roll),
        }
    }
}

//! Special attack modes: whoever has one may strike a blow in it, and no blow is struck in two. Here is
//! who has which, what a blow costs in it, how its dice are rolled and what is special about its hits.
//! Book: Abilities, special attack modes (AB-MODES).

use bevy::prelude::World;

use super::extra_attack::{extra_dice, extra_dice_by};
use crate::{
    battle::ModelId,
    no_quarter::{
        arms::use_cost,
        combined,
        effects::Again,
        hit::HitRule,
        hit_roll::ALWAYS,
        order::{AttackMode, Blow},
        profile::{Ability, Weapon, WeaponRule},
        trial::Rolling,
    },
};

/// A mighty strike costs so many times what a plain one does (AB-MIGHTY-STRIKE).
pub const MIGHTY_COST: u8 = 2;
/// A mighty strike that hits with this number or less slays outright (AB-MIGHTY-STRIKE).
pub const SLAYS: u16 = 3;
/// The dice of an aggressive attack, of which one counts (AB-AGGRESSIVE-ATTACK).
const AGGRESSIVE_DICE: u8 = 2;

impl AttackMode {
    /// All of them.
    pub const ALL: [Self; 6] =
        one_of_each!(AttackMode: Plain, Extra, Aggressive, Determined, Mighty, Poisonous);

    /// What a blow costs in it whose weapon costs so many actions.
    fn use_cost(self, plain: u8) -> u8 {
        match self {
            Self::Mighty => plain.saturating_mul(MIGHTY_COST),
            Self::Plain | Self::Extra | Self::Aggressive | Self::Determined | Self::Poisonous => {
                plain
            }
        }
    }

    /// How the dice to hit are rolled in it by somebody who would roll like this.
    pub fn rolling(self, plain: Rolling) -> Rolling {
        match self {
            Self::Aggressive => Rolling { dice: plain.dice.max(AGGRESSIVE_DICE), ..plain },
            Self::Determined => Rolling { again: plain.again.max(Some(Again::May)), ..plain },
            Self::Plain | Self::Extra | Self::Mighty | Self::Poisonous => plain,
        }
    }

    /// The highest number on the die with which a hit by a weapon takes its wounds without a roll for
    /// damage; 0 if none does.
    pub fn outright(self, weapon: &Weapon) -> u16 {
        match self {
            Self::Poisonous => ALWAYS,
            Self::Mighty => SLAYS,
            _ if weapon.has(WeaponRule::Venomous) => ALWAYS,
            Self::Plain | Self::Extra | Self::Aggressive | Self::Determined => 0,
        }
    }

    /// What is special about a hit by a weapon whose die showed a number.
    pub(super) fn hit_rule(self, weapon: &Weapon, die: u16) -> Option<HitRule> {
        let rule = match self {
            Self::Extra => return Some(HitRule::GoesOver(die)),
            Self::Mighty => HitRule::Slays,
            Self::Plain | Self::Aggressive | Self::Determined | Self::Poisonous => HitRule::Poisons,
        };
        (die <= self.outright(weapon)).then_some(rule)
    }

    /// The ledger id of its rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Plain => "AB-MODES",
            Self::Extra => "AB-EXTRA-ATTACK",
            Self::Aggressive => "AB-AGGRESSIVE-ATTACK",
            Self::Determined => "AB-DETERMINED",
            Self::Mighty => "AB-MIGHTY-STRIKE",
            Self::Poisonous => "AB-POISONOUS-ATTACK",
        }
    }

    /// What players call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain blow",
            Self::Extra => "extra attack",
            Self::Aggressive => "aggressive attack",
            Self::Determined => "determined attack",
            Self::Mighty => "mighty strike",
            Self::Poisonous => "poisonous attack",
        }
    }

    /// What a blow in it is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Plain => "Strikes in no special attack mode.",
            Self::Extra => "Rolls several dice for one blow, each at -1.",
            Self::Aggressive => "Rolls two dice for a blow, and the lower one counts.",
            Self::Determined => "May roll a miss again.",
            Self::Mighty => "Costs twice as much and slays outright on a low die.",
            Self::Poisonous => "Wounds outright on a 1.",
        }
    }
}

/// Whether a model may strike in a mode with a weapon: whichever of its elements uses that has the
/// ability (COMBO-01).
pub fn has_mode(world: &World, model: ModelId, weapon: u8, mode: AttackMode) -> bool {
    mode == AttackMode::Plain || modes_of(world, model, weapon).any(|one| one == mode)
}

/// The modes in which a model may strike with a weapon, the plain one first.
pub(in crate::no_quarter) fn modes_of(
    world: &World,
    model: ModelId,
    weapon: u8,
) -> impl Iterator<Item = AttackMode> {
    let abilities = combined::wielder(world, model, weapon).abilities;
    let has = |ability| abilities.contains(&ability);
    let one_blow =
        super::weapon(world, model, weapon).is_ok_and(|arm| arm.has(WeaponRule::OneBlow));
    AttackMode::ALL.into_iter().filter(move |&mode| match mode {
        AttackMode::Plain => true,
        _ if one_blow => false,
        AttackMode::Extra => extra_dice_by(abilities) > 1,
        AttackMode::Aggressive => has(Ability::AggressiveAttack),
        AttackMode::Determined => has(Ability::Determined),
        AttackMode::Mighty => has(Ability::MightyStrike),
        AttackMode::Poisonous => has(Ability::PoisonousAttack),
    })
}

/// The special modes in which a model may strike with a weapon.
pub fn special_modes(
    world: &World,
    model: ModelId,
    weapon: u8,
) -> impl Iterator<Item = AttackMode> {
    modes_of(world, model, weapon).filter(|mode| *mode != AttackMode::Plain)
}

/// The dice of a blow.
pub(in crate::no_quarter) fn dice_of(world: &World, blow: &Blow) -> u8 {
    match blow.mode {
        AttackMode::Extra => extra_dice(world, blow.attacker, blow.weapon),
        AttackMode::Plain
        | AttackMode::Aggressive
        | AttackMode::Determined
        | AttackMode::Mighty
        | AttackMode::Poisonous => 1,
    }
}

/// What a blow costs, in its mode; nothing with a weapon that its attacker doesn't have.
pub fn cost_of(world: &World, blow: &Blow) -> u8 {
    let weapon = super::weapon(world, blow.attacker, blow.weapon);
    weapon.map_or(0, |weapon| blow.mode.use_cost(use_cost(world, blow.attacker, weapon)))
}

//! Moments of a battle at which an ability, or another rule that waits for them, has something to say.
//! Each is handed to the chapters concerned, which return the steps that it brings.

use bevy::prelude::World;

use super::{
    charges, close_combat, hold,
    step::{Hit, Step},
    support_weapons,
    system::NoQuarter,
};
use crate::{
    battle::{ModelId, Resolving, UnitId},
    table::Placed,
};

/// A moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment<'a> {
    /// The active unit has moved on, or done something else that others may answer (HOLD-02).
    Acted,
    /// A charge, or whoever follows up, has met somebody (CHG-02, CC-12).
    Charged {
        /// Who charged.
        unit: UnitId,
        /// Those of it in contact.
        contacts: &'a [ModelId],
        /// Those of it who reach an enemy without contact, and whom (CC-09).
        reaching: &'a [(ModelId, ModelId)],
    },
    /// A blow has hit (CC-02).
    Hit {
        /// The hit.
        hit: &'a Hit,
        /// What its die showed.
        die: u16,
    },
    /// A hit has wounded somebody, or slain it (DMG-01).
    Wounded {
        /// The hit.
        hit: &'a Hit,
        /// Where its target stood.
        stood: &'a Placed,
    },
    /// A hit has slain somebody (DMG-02).
    Slain {
        /// The hit.
        hit: &'a Hit,
    },
    /// All hits of an attack are through that were struck together.
    AttackOver {
        /// Who attacked.
        model: ModelId,
        /// Everybody it was in contact with, or reached, when it attacked.
        near: &'a [ModelId],
    },
    /// The active unit has done what it does in its activation (TURN-04).
    ActivationOver {
        /// Whose.
        unit: UnitId,
    },
    /// Every unit has had its go (TURN-06).
    TurnOver,
}

/// A moment has come: its steps are next.
pub(super) fn comes(world: &mut World, moment: Moment) {
    let steps = steps(world, moment);
    world.push_all::<NoQuarter>(steps);
}

/// The steps that a moment brings.
pub(super) fn steps(world: &World, moment: Moment) -> Vec<Step> {
    match moment {
        Moment::Acted => hold::responses(world),
        Moment::Charged { unit, contacts, reaching } => {
            charges::met(world, unit, contacts, reaching)
        }
        Moment::Hit { hit, die } => vec![close_combat::before_armour(world, hit.clone(), die)],
        Moment::Wounded { hit, stood } => support_weapons::flying_on(hit, stood),
        Moment::Slain { hit } => close_combat::after_kill(hit),
        Moment::AttackOver { model, near } => close_combat::after_attack(world, model, near),
        Moment::ActivationOver { unit } => {
            vec![Step::SettleHolders { active: unit }, Step::TestMorale]
        }
        Moment::TurnOver => vec![Step::LookForTheEnd],
    }
}

//! What lasts of a drive straight through those it charges, and the stages that it goes through.
//! Book: Special Combination Models (COMBO-02).

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::charge::{Charge, Manner};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::components::Charging,
    table::Inches,
};

/// A drive through enemies on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drive {
    /// Who drives.
    pub driver: ModelId,
    /// Where to.
    pub to: Vec2,
    /// How long the whole way is.
    pub length: Inches,
    /// What the whole way costs.
    pub actions: u8,
    /// What is paid of that.
    pub paid: u8,
    /// Whom it has met so far.
    pub met: Vec<ModelId>,
    /// What was paid of the way at the first contact, once there was one.
    pub contact: Option<u8>,
    /// What each element of the driver has spent on blows on the way.
    pub spent: Vec<u8>,
    /// After how many inches the first contact would have been before the target fled (CHG-05).
    pub halt: Option<Inches>,
    /// Whether those on hold strike as they are met, once their player has said (HOLD-04).
    pub strikes_back: Option<bool>,
}

/// A stage of a drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// It sets out; its target may flee first.
    SetOut,
    /// Its target has had the chance to flee.
    AfterFlight,
    /// It drives on to the next in its way, or to the end.
    On,
    /// It drives to where it halts, through nobody.
    ToHalt,
    /// Whoever is met may strike before it is hit, if it is on hold.
    LastBlow {
        /// Who is met.
        victim: ModelId,
    },
    /// Whoever is met is hit.
    RunOver {
        /// Who is met.
        victim: ModelId,
    },
    /// The crew may strike before it drives on.
    Crew,
}

impl Drive {
    /// A drive that sets out.
    pub(in crate::no_quarter) fn begin(
        driver: ModelId,
        to: Vec2,
        length: Inches,
        actions: u8,
    ) -> Self {
        Self {
            driver,
            to,
            length,
            actions,
            paid: 0,
            met: Vec::new(),
            contact: None,
            spent: Vec::new(),
            halt: None,
            strikes_back: None,
        }
    }

    /// The drive that a unit is making, if it is, and through whom.
    pub fn of(world: &World, unit: UnitId) -> Option<(UnitId, Self)> {
        let charge = Charge::of(world, unit)?;
        match &charge.manner {
            Manner::Through(drive) => Some((charge.target, drive.clone())),
            Manner::Home | Manner::ToReach => None,
        }
    }

    /// A unit's drive is at this point now.
    pub(super) fn keep(self, world: &mut World, unit: UnitId) {
        if let Some(mut charge) = world.of_unit::<Charging>(unit).0.clone() {
            charge.manner = Manner::Through(self);
            charge.make(world, unit);
        }
    }

    /// The actions that it has moved since the first contact.
    pub(super) fn moved(&self) -> u8 {
        self.contact.map_or(0, |since| self.paid.saturating_sub(since))
    }

    /// What the crew has used of the momentum: what anybody of it has struck with beyond the actions
    /// that the chariot moved.
    pub(super) fn momentum_used(&self) -> u8 {
        let moved = self.moved();
        self.spent.iter().map(|spent| spent.saturating_sub(moved)).max().unwrap_or(0)
    }
}

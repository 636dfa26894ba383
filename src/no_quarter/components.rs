//! The components of No Quarter's units and models, each one fact, in the book's words.

use std::sync::Arc;

use bevy::prelude::{Bundle, Component};
use serde::{Deserialize, Serialize};

use super::{
    charges::Charge,
    effects::Effects,
    order::StandingOrder,
    profile::{Profile, Weapon},
};
use crate::battle::{ModelId, UnitId};

/// A model's profile; it never changes in a battle.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct ProfileOf(pub Arc<Profile>);

/// A model's weapons, in its profile's order, the improvised attack last. They never change.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Arms(pub Vec<Arc<Weapon>>);

/// Which element of a combined model uses each of its weapons, by their places: 0 for the main one.
/// It never changes. Book: Special Combination Models (COMBO-01).
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Wielders(pub Vec<u8>);

/// How many more wounds a model can take before it is a casualty; 0 once it is one.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WoundsLeft(pub u8);

/// AC that a model has left in its activation.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionsLeft(pub u8);

/// Extra actions for close combat from a charge. Book: Momentum Attack (CHG-04).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Momentum(pub u8);

/// Whether a model is on its feet. Book: Stand Up From Prone (MOVE-04).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stance {
    /// On its feet.
    #[default]
    Standing,
    /// Knocked down.
    Prone,
}

/// What a model did, as far as rules ask for it later.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Whether it spent an action in the current activation.
    pub acted: bool,
    /// The activation, by its unit, to which it responded from hold (HOLD-02: once).
    pub responded_to: Option<UnitId>,
    /// The enemy that it last fought from beyond contact (CC-09).
    #[serde(default)]
    pub reaching: Option<ModelId>,
    /// How high it flies on its way, in hundredths of an inch (MOVE-10).
    #[serde(default)]
    pub aloft: u16,
}

/// What a model is to its unit and army; it never changes in a battle. Book: The Army.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    /// One of the ranks.
    #[default]
    Rank,
    /// Leads the unit.
    Leader,
    /// Carries the unit's banner.
    StandardBearer,
    /// Plays for the unit.
    Musician,
    /// Leads the army.
    General,
    /// Carries the army's banner.
    ArmyStandard,
    /// A hero who leads nobody.
    Individual,
}

/// How the models of a unit keep together. Book: Formations (FORM-03 to FORM-07).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Formation {
    /// In ranks of so many, base to base.
    Ranked {
        /// How many stand in the front rank.
        frontage: u8,
    },
    /// Base to base without tidy ranks.
    Closed,
    /// Within 1" of each other.
    #[default]
    Skirmish,
    /// Within 2" of each other.
    Dispersed,
}

/// What a support weapon is ready for. Book: Loading A Support Weapon, Loss Of Crew (SUP-02, SUP-03,
/// SUP-07).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    /// The turn in which it was loaded, if it was since it last fired.
    pub loaded_in: Option<u32>,
    /// The turn in which it last fired.
    pub fired_in: Option<u32>,
}

/// The battery that a unit belongs to. Book: Support Weapon Crew (SUP-09).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battery(pub Option<u8>);

/// Whether a unit has had its go. Book: Unit and Model Activation (TURN-04).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activation {
    /// Not yet this turn.
    #[default]
    Unactivated,
    /// It is using its actions.
    Active,
    /// It has had its go this turn.
    Activated,
}

/// The nerves of a unit. Book: Morale (MOR-03 to MOR-07).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Morale {
    /// In good order.
    #[default]
    Steady,
    /// Failed a morale test: no charging, no shooting.
    Panicked,
    /// Rooted to the spot.
    Terrified,
}

/// Whether a unit is on hold, and what its player told it to wait for. Book: Hold Actions.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding(pub Option<StandingOrder>);

/// The charge that a unit is making, while it lasts. Book: Charges (CHG-01).
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Charging(pub Option<Charge>);

impl Charging {
    /// Whether the unit makes no charge now.
    fn is_over(&self) -> bool {
        self.0.is_none()
    }
}

/// What a unit began with. Book: Morale (MOR-01, MOR-02).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strength {
    /// Models at the start of the battle, with its support weapon if it has one.
    pub models: u32,
    /// Wounds of all its models at the start of the battle.
    pub wounds: u32,
    /// Models at the start of the current turn, support weapons left out, whose crew counts.
    pub models_this_turn: u32,
}

/// What a unit's morale was put to.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoraleRecord {
    /// Whether it has tested for losing half of its starting number (MOR-01).
    pub tested_for_half: bool,
    /// The turn in which it last tested (MOR-02: once a turn).
    pub tested_in: Option<u32>,
}

/// What a unit did in its current activation.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitRecord {
    /// Whether any model spent an action.
    pub acted: bool,
}

/// The changing components of a unit.
#[derive(Bundle, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitBundle {
    /// How its models keep together.
    pub formation: Formation,
    /// Whether it has had its go.
    pub activation: Activation,
    /// Its nerves.
    pub morale: Morale,
    /// Whether it is on hold.
    pub holding: Holding,
    /// What it began with.
    pub strength: Strength,
    /// What its nerves were put to.
    pub morale_record: MoraleRecord,
    /// What it did.
    pub record: UnitRecord,
    /// Its battery.
    pub battery: Battery,
    /// The charge it is making.
    #[serde(default, skip_serializing_if = "Charging::is_over")]
    pub charging: Charging,
    /// What lasts on it.
    #[serde(default)]
    pub effects: Effects,
}

/// The changing components of a model.
#[derive(Bundle, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelBundle {
    /// Wounds it can still take.
    pub wounds: WoundsLeft,
    /// Actions it has left.
    pub actions: ActionsLeft,
    /// Extra actions from a charge.
    pub momentum: Momentum,
    /// Whether it is on its feet.
    pub stance: Stance,
    /// What it did.
    pub record: Record,
    /// What it is ready for, if it is a support weapon.
    pub gun: Gun,
    /// What lasts on it.
    #[serde(default)]
    pub effects: Effects,
}

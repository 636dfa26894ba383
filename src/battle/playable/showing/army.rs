//! The armies of a level, before its battle has begun.

use crate::{battle::SideId, table::Placed};

/// One side's units and what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// What the side is called.
    pub name: String,
    /// How many models it has.
    pub models: usize,
    /// What all of it is worth.
    pub points: u32,
    /// Its units.
    pub units: Vec<ArmyUnit>,
}

/// A unit of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyUnit {
    /// What it is called.
    pub name: String,
    /// What and how much it is.
    pub about: String,
}

/// A model where a level places it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedModel {
    /// Whose it is.
    pub side: SideId,
    /// Its base where it stands.
    pub placed: Placed,
    /// Whether it stands out of its unit.
    pub leads: bool,
}

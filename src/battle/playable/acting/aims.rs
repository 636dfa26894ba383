//! What an order in preparation may be aimed at, for the table to show before anything is pointed at.
//! The rules are asked about one after another, since looking who is in sight takes long.

use crate::{
    battle::{ModelId, UnitId},
    table::Inches,
};

/// What an order in preparation may be aimed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Aims {
    /// Who aims.
    pub from: ModelId,
    /// How far it reaches, from the edge of that model's base; none where nothing is measured.
    pub reach: Option<Inches>,
    /// Whom it could be aimed at, the nearest first; whether it may be, the rules say one by one.
    pub candidates: Vec<Candidate>,
}

/// Somebody at whom an order could be aimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// A unit.
    Unit(UnitId),
    /// One model.
    Model(ModelId),
}

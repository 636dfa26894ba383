//! What somebody has brought about and what lasts until it ends: on a unit, on a model, or on a place of
//! the table.

use bevy::math::Vec2;

use super::Label;
use crate::battle::{ModelId, UnitId};

/// Something that lasts.
#[derive(Clone, Debug, PartialEq)]
pub struct Lasting {
    /// What it is called.
    pub name: Label,
    /// Who has brought it about.
    pub by: ModelId,
    /// What it lies on.
    pub on: LiesOn,
    /// Until when, as a sentence.
    pub until: String,
    /// Whether it is that model's to keep up: a line leads from there to what it lies on.
    pub kept_up: bool,
}

/// What something lasting lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LiesOn {
    /// A unit.
    Unit(UnitId),
    /// One model.
    Model(ModelId),
    /// A place.
    Place(Vec2),
}

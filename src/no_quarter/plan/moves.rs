//! Moves of a whole unit, model by model.

use bevy::{math::Vec2, prelude::World};

use super::super::{error::OrderError, order::Order};
use crate::battle::{ModelId, UnitId};

/// A move of a whole loose unit so that its middle comes as near to a point as it can, keeping
/// the models' places to each other where the ground allows. Inches.
///
/// # Errors
/// Why the unit can't move.
pub fn move_unit(
    _world: &World,
    _unit: UnitId,
    _to: Vec2,
    _facing: Option<Vec2>,
) -> Result<Order, OrderError> {
    Ok(Order::Move { moves: Vec::new() })
}

/// A move of one model to a point, by the shortest legal way.
///
/// # Errors
/// Why the model can't get there.
pub fn move_model(
    _world: &World,
    _model: ModelId,
    _to: Vec2,
    _facing: Option<Vec2>,
) -> Result<Order, OrderError> {
    Ok(Order::Move { moves: Vec::new() })
}

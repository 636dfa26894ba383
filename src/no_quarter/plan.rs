//! Turns what a player means for a whole unit into an order with a place for every model.

use bevy::{math::Vec2, prelude::World};

use super::{
    error::OrderError,
    order::{Blow, Order, Shot},
};
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

/// The shots of every model of a unit that can shoot at a target now, once each, with the best
/// weapon.
pub fn volley(_world: &World, _unit: UnitId, _target: UnitId, _aim: bool) -> Vec<Shot> {
    Vec::new()
}

/// The blows of every model of a unit in combat, at the enemies it touches, as often as its
/// actions allow, with the weapon that promises most; only at `target` if given.
pub fn melee(_world: &World, _unit: UnitId, _target: Option<UnitId>) -> Vec<Blow> {
    Vec::new()
}

/// Not written yet.
pub fn best_blow(_w: &World, _a: ModelId, _b: ModelId) -> Option<Blow> {
    None
}

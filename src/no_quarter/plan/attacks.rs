//! The shots and blows of a whole unit.

use bevy::prelude::World;

use super::super::order::{Blow, Shot};
use crate::battle::{ModelId, UnitId};

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

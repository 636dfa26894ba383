//! Orders worth trying, for players that only know what is legal.

use bevy::prelude::World;

use super::order::Order;

/// Not written yet.
pub(super) fn propose(_world: &World, _pick: &mut dyn FnMut(usize) -> usize) -> Order {
    Order::EndActivation
}

/// Not written yet.
pub(super) fn fallback(_world: &World) -> Order {
    Order::EndActivation
}

//! What must always hold between orders.

use bevy::prelude::World;

/// Not written yet.
pub(super) fn broken(_world: &World) -> Vec<String> {
    Vec::new()
}

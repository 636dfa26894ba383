//! The attacks of an order, with their chances.

use bevy::prelude::World;

use super::{super::order::Order, PreviewAttack};

/// The attacks of an order.
pub(super) fn attacks(_world: &World, _order: &Order) -> Vec<PreviewAttack> {
    Vec::new()
}

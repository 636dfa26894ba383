//! Where the models of an order would go, and what a player should know before.

use bevy::prelude::World;

use super::{super::order::Order, PreviewWay};

/// The ways of an order's models, and warnings.
pub(super) fn ways(_world: &World, _order: &Order) -> (Vec<PreviewWay>, Vec<String>) {
    (Vec::new(), Vec::new())
}

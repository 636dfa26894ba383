//! Events as sentences for the log.

use super::event::Event;
use bevy::prelude::World;

/// Not written yet.
pub(super) fn sentence(_world: &World, _event: &Event) -> String {
    String::new()
}

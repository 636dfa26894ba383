//! Events as sentences for the log.

use bevy::prelude::World;
use super::event::Event;

/// Not written yet.
pub(super) fn sentence(_world: &World, _event: &Event) -> String { String::new() }

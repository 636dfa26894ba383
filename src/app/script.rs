//! Begins where the command line says and gives the orders of a script first.

use bevy::prelude::*;

pub(super) fn plugin(_app: &mut App) {}

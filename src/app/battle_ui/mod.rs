//! The battle's panels and what a player does with units on the table.

use bevy::prelude::App;

pub(super) fn plugin(_app: &mut App) {}

//! No Quarter described for the window, in the plain values of [`crate::battle::playable`]. It
//! reads the rules and the world; no rule reads it.

mod acting;
mod actions_left;
mod lasting;
mod mapping;
mod showing;
mod telling;

use showing::{spread, stat_letters};

//! Turns what a player means for a whole unit into an order with a place, a shot or a blow for
//! every model.

mod attacks;
mod moves;

pub use attacks::{best_blow, melee, volley};
pub use moves::{move_model, move_unit};

//! Turns what a player means for a whole unit into an order with a place, a shot or a blow for
//! every model.

mod attacks;
mod blocks;
mod charge;
mod kinds;
mod membership;
mod moves;
mod places;
mod templates;
#[cfg(test)]
mod tests;
mod volleys;

pub use attacks::{affordable, best_blows_with, melee, melee_with};
pub use blocks::form_up_options;
pub use charge::blows_on_contact;
pub use kinds::{
    Attack, aimed_attacks, answers_from_afar, shoots, strikes_without_contact, weapons_to_shoot,
    weapons_to_strike,
};
pub use membership::{joinable, leavers};
pub use moves::{approach, move_model, move_unit, why_short};
pub use places::{draw_up, swap_places};
pub use templates::{best_breath, best_fire, best_throw, companions};
pub use volleys::{Wish, volley, volley_and_chances, volley_with};

//! What models do where the book leaves it to nobody in particular: with which weapon they answer from
//! hold, in which mode they strike a free blow, which targets come first. Rules ask it, and so do
//! plans, but it asks neither plans nor previews.
//!
//! Ruling: whoever answers does so with what most likely wounds, the first of equals; and of targets
//! for templates those come first whose expected wounds are worth most points, a friend's counting
//! half as much again. Battles depend on these choices: to change one is to change the rules, however
//! plans for players are tuned.

mod blows;
mod responses;

pub(super) use blows::{best_of_each, better_mode, strikes};
pub use blows::{blow, blow_within, blows, blows_with};
pub use responses::{FRIEND, MOST_TARGETS, shot, worth, worth_of_response};

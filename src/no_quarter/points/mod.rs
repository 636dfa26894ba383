//! What models cost, and what armies may be made of. Book: Creating A Profile, The Army (PTS-01 to
//! PTS-12, SET-07 to SET-10).
//!
//! A [`Design`] says of a model all that the tables of the book ask. [`account`] prices it line by line,
//! and finds what breaks a restriction or goes beyond what is recommended. [`weapon_account`] does the
//! same with a weapon of one's own, [`army::violations`] looks at an army as a whole. All of these are
//! pure functions. Nothing here is asked while a battle is fought: there, what a model is worth stands
//! in its profile.
//!
//! - *talent*: an ability, a trait, a mutation or a piece of equipment, as far as it has a price in
//!   `assets/no_quarter/prices.ron`
//! - *element*: one of the attackers on a base; the main one is the rider, the chariot or the whole model
//! - *wizardry*: the level of a magic user and the spells that it knows

mod accounts;
mod armour;
pub mod army;
mod characteristics;
mod design;
mod magic;
mod making;
mod maxima;
mod model;
mod prices;
mod restrictions;
#[cfg(test)]
mod samples;
mod weapons;

pub use accounts::{Account, Finding, Line, Severity};
pub use armour::{Material, Protection};
pub use design::{Design, Element};
pub use magic::{Aspect, Spell, Wizardry};
pub use making::weapon_account;
pub use model::{LEAST, account, account_of};
pub use prices::{Kind, Price, is_talent, price_of, written};
pub use restrictions::Only;
pub use weapons::{Carried, Sort};

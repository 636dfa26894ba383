//! Ironrank: tabletop battles on a real table, in inches, by the book.
//!
//! The storeys, from the ground up; each may use those above it in this list, never those below:
//! [`dice`], [`table`], [`battle`], [`no_quarter`], [`players`], [`lab`], `app`.

pub mod battle;
pub mod dice;
pub mod lab;
pub mod no_quarter;
pub mod players;
pub mod table;

#[cfg(feature = "app")]
pub mod app;

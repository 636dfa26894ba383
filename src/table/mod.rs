//! The physical battlefield in inches: bases, terrain, distance, sight, travel, zones,
//! formations and templates. It knows no rulebook and no side; all is pure functions over
//! plain values and parry2d shapes.
//!
//! The origin is the table's lower left corner, x runs right, y runs up.

pub mod account;
pub mod base;
mod contour;
pub mod cost;
mod footprint;
pub mod formation;
pub mod hull;
pub mod layout;
pub mod manoeuvre;
pub mod obstruction;
pub mod outline;
pub mod path;
pub mod reach;
#[cfg(test)]
mod scene;
pub mod sight;
pub mod template;
pub mod terrain;
pub mod travel;
pub mod units;
pub mod zone;

pub use account::Account;
pub use base::{Base, Placed, Pose};
pub use terrain::{Footprint, Ground, Opacity, Picture, Table, Terrain};
pub use travel::{Mover, Obstruction, Surroundings, Travel};
pub use units::{Inches, TOLERANCE};
pub use zone::{Zone, ZoneShape};

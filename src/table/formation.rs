//! Formation geometry: coherency chains, ranked blocks, and where to put the models of a unit.
use crate::table::Inches;
use serde::{Deserialize, Serialize};
/// F
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Flank {
    /// l
    Left,
    /// r
    Right,
}
/// M
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Manoeuvre {
    /// a
    Ahead(Inches),
    /// w
    Wheel {
        /// p
        pivot: Flank,
        /// d
        degrees: f32,
    },
}

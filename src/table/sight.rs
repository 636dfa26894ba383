//! Lines of sight and concealment in two and a half dimensions, by exact angular intervals.
use serde::{Deserialize, Serialize};
/// Cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cover {
    /// None.
    None,
    /// Soft.
    Soft,
    /// Hard.
    Hard,
}

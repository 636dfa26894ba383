//! What wins a battle, and how it stands.

use crate::battle::{SideId, Tally};

/// What wins a battle, and how it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// What wins, in sentences: the first says it all, the others what counts.
    pub aim: Vec<String>,
    /// Who would win if the battle ended now; nobody in a draw.
    pub ahead: Option<SideId>,
    /// What each side has so far, by side.
    pub tallies: Vec<Tally>,
}

//! What there is to know about a piece of terrain.

use super::Label;

/// A piece of terrain for whoever points at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceCard {
    /// What it is called.
    pub name: String,
    /// How high it is, whom it costs what, whom it stops and what it hides, each with the term of the
    /// codex that says more.
    pub facts: Vec<Label>,
}

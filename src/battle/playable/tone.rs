//! In which tone something is said; the window has a colour for each.

/// In which tone something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Plainly.
    Plain,
    /// By the way.
    Faint,
    /// As something to rejoice at.
    Good,
    /// As something to mind.
    Warning,
    /// As something that goes wrong.
    Bad,
}

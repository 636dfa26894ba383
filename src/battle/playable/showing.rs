//! What stands on the table, described for people: armies, the clock, the cards of units, the
//! faces of models, and the terms that may need explaining.

use crate::battle::RuleSystem;

/// A rule system that describes what stands on the table.
pub trait Showing: RuleSystem {}

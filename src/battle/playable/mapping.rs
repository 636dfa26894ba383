//! What the rules measure, drawn on the table: overlays of zones, arcs, ranges, coherency, sight
//! and reach, as contours in inches.

use crate::battle::RuleSystem;

/// A rule system that draws what it measures.
pub trait Mapping: RuleSystem {}

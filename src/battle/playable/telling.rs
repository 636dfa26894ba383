//! How it is told what happened: events, the dice they were decided by, decisions and their
//! answers, refusals, and the account of a battle.

use crate::battle::RuleSystem;

/// A rule system that tells what happens in its battles.
pub trait Telling: RuleSystem {}

//! How an order is made: which verbs there are, what each still wants, what may be chosen, and
//! what the order would cost and bring.

use crate::battle::RuleSystem;

/// A rule system whose orders can be made step by step.
pub trait Acting: RuleSystem {}

//! A whole plan, and what it is worth.

use serde::{Deserialize, Serialize};

use super::{Account, Planning};

/// Something to do, with a name that people understand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Plan<R: Planning> {
    /// What it is, as one tells somebody to do it: "charge the Bone Chewers".
    pub name: String,
    /// What is done, one thing after another.
    pub acts: Vec<R::Act>,
}

/// A plan and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<R: Planning> {
    /// The plan.
    pub plan: Plan<R>,
    /// What it is worth to whoever follows it, compared with the other choices of the moment.
    pub account: Account,
}

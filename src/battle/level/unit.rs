//! The units of a level: what all have, whatever their rule system knows of them.

use serde::{Deserialize, Serialize};

use super::{NoOther, Place};
use crate::battle::rules::Value;

/// A unit of a side, as a rule system's levels have it.
pub trait LevelUnit: Value {
    /// The places that only the rule system knows.
    type OtherPlace: Value;

    /// The side, by its name.
    fn side(&self) -> &str;

    /// Has it fight for a side, by the side's name.
    fn set_side(&mut self, side: &str);

    /// The profile of its models, or of most of them.
    fn profile(&self) -> &str;

    /// How many models it has.
    fn models(&self) -> u64;

    /// The names that the level gives it and its models, and those of other profiles than its own,
    /// each with its field.
    fn names(&self) -> Vec<(String, &str)>;

    /// Where it begins.
    fn place(&self) -> &Place<Self::OtherPlace>;
}

/// A unit that has only what all have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSetup {
    /// The side, by its name; units of an army in a file of its own have none.
    #[serde(default)]
    pub side: String,
    /// What players call the unit; the profile's name if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// The profile of its models.
    pub profile: String,
    /// How many of them.
    pub count: u32,
    /// Where it begins.
    #[serde(default)]
    pub place: Place,
}

impl LevelUnit for UnitSetup {
    type OtherPlace = NoOther;

    fn side(&self) -> &str {
        &self.side
    }

    fn set_side(&mut self, side: &str) {
        side.clone_into(&mut self.side);
    }

    fn profile(&self) -> &str {
        &self.profile
    }

    fn models(&self) -> u64 {
        self.count.into()
    }

    fn names(&self) -> Vec<(String, &str)> {
        self.name.iter().map(|name| ("name".to_owned(), name.as_str())).collect()
    }

    fn place(&self) -> &Place {
        &self.place
    }
}

//! Stable numbers for the things of a battle. Entities come and go; these stay, sort and save. A saved
//! id is known by its type's name (see `strangers`).

use std::fmt;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $word:literal) => {
        $(#[$doc])*
        #[derive(
            Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize,
            Deserialize,
        )]
        pub struct $name(pub u32);

        impl $name {
            /// The id as a place in a list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, concat!($word, " {}"), self.0)
            }
        }
    };
}

id!(
    /// A unit, counted from 0 in the order of the level's list.
    UnitId,
    "unit"
);
id!(
    /// A model, counted from 0, unit after unit; those who come later count on.
    ModelId,
    "model"
);
id!(
    /// A piece of terrain, counted from 0 in the order of the level's list; those that come later count
    /// on.
    TerrainId,
    "terrain"
);
id!(
    /// A side, counted from 0.
    SideId,
    "side"
);

impl SideId {
    /// The other of two sides.
    #[must_use]
    pub fn other(self) -> Self {
        Self(1 - self.0.min(1))
    }
}

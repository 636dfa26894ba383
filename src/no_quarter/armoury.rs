//! The data of No Quarter: profiles, weapons, terrain kinds. Embedded, overridable by a directory.

use std::{collections::BTreeMap, sync::Arc};

use bevy::prelude::Resource;

use super::profile::{Profile, Weapon};
use crate::{
    battle::DataError,
    table::{Ground, Inches, Opacity},
};

/// A kind of terrain, which levels name.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    /// What levels call it.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// How it is to walk on.
    #[serde(default)]
    pub ground: Ground,
    /// Whether it is a barrier.
    #[serde(default)]
    pub barrier: bool,
    /// How high models on it stand.
    #[serde(default)]
    pub elevation: Inches,
    /// How high it rises.
    #[serde(default)]
    pub height: Inches,
    /// What it does to sight.
    #[serde(default)]
    pub opacity: Opacity,
}

/// All profiles, weapons and terrain kinds, by id.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Armoury {
    /// Profiles by id.
    pub profiles: BTreeMap<String, Arc<Profile>>,
    /// Weapons by id.
    pub weapons: BTreeMap<String, Arc<Weapon>>,
    /// Terrain kinds by id.
    pub terrain: BTreeMap<String, TerrainKind>,
}

impl Armoury {
    /// What is embedded in the game.
    ///
    /// # Errors
    /// What is wrong with the embedded files; a test sees to it that nothing is.
    pub fn embedded() -> Result<Self, Vec<DataError>> {
        Ok(Self::default())
    }
}

//! Models that join a battle after its start, as raised dead do. A snapshot keeps of them what a level
//! would say: the profile, the role, the name.

use std::sync::Arc;

use bevy::prelude::{Bundle, Entity, World};
use serde::{Deserialize, Serialize};

use super::{
    armoury::Armoury,
    arms::arms_of,
    components::{Arms, ProfileOf, Wielders},
    profile::Profile,
};
use crate::{
    battle::{
        Named,
        data::no_such_name,
        level::Role,
    },
    table::Base,
};

/// A model that comes later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Its profile's id.
    pub profile: String,
    /// What it is to its unit.
    pub role: Role,
    /// What people call it.
    pub name: String,
}

/// All that never changes about a model.
#[derive(Bundle)]
pub(super) struct Unchanging {
    name: Named,
    profile: ProfileOf,
    arms: Arms,
    wielders: Wielders,
    role: Role,
    base: Base,
}

impl Unchanging {
    /// Of a model with this profile.
    ///
    /// # Errors
    /// When the profile names a weapon that isn't there.
    pub(super) fn of(
        armoury: &Armoury,
        profile: &Arc<Profile>,
        role: Role,
        name: String,
    ) -> Result<Self, String> {
        let (arms, wielders) = arms_of(armoury, profile)?;
        let base = profile.base.base();
        let profile = ProfileOf(profile.clone());
        Ok(Self { name: Named(name), profile, arms, wielders, role, base })
    }
}

/// Spawns a model that comes later, without its state.
pub(super) fn spawn(world: &mut World, arrival: &Arrival) -> Entity {
    let model = unchanging(world, arrival).expect("whoever comes was looked through before");
    world.spawn(model).id()
}

fn unchanging(world: &World, arrival: &Arrival) -> Result<Unchanging, String> {
    let embedded;
    let armoury = match world.get_resource::<Armoury>() {
        Some(armoury) => armoury,
        None => {
            embedded = Armoury::embedded().map_err(|_| "there are no profiles".to_owned())?;
            &embedded
        }
    };
    let id = &arrival.profile;
    let profile = armoury
        .profiles
        .get(id)
        .ok_or_else(|| no_such_name("profile", id, armoury.profiles.keys().map(String::as_str)))?;
    Unchanging::of(armoury, profile, arrival.role, arrival.name.clone())
}

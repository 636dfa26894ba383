//! Models that join a battle after its start, as raised dead do. A snapshot keeps of them what a level
//! would say: the profile, the role, the name.

use std::{borrow::Cow, sync::Arc};

use bevy::prelude::{Bundle, Entity, World};
use serde::{Deserialize, Serialize};

use super::{
    armoury::Armoury,
    arms::arms_of,
    components::{Arms, ProfileOf, Role, Wielders},
    effects::Innate,
    magic::reanimated,
    profile::Profile,
};
use crate::{
    battle::{ModelId, Named, data::no_such_name, level::name_problem},
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
    /// Who it was before it was slain and rose again, if it did (SP-RE-ANIMATE).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risen: Option<ModelId>,
}

/// All that never changes about a model.
#[derive(Bundle)]
pub(super) struct Unchanging {
    name: Named,
    profile: ProfileOf,
    innate: Innate,
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
        let (innate, profile) = (Innate::of(profile), ProfileOf(profile.clone()));
        Ok(Self { name: Named(name), profile, innate, arms, wielders, role, base })
    }
}

/// Spawns a model that comes later, without its state.
pub(super) fn spawn(world: &mut World, arrival: &Arrival) -> Entity {
    let model = unchanging(world, arrival).expect("whoever comes was looked through before");
    world.spawn(model).id()
}

/// Why nobody like that can come.
pub(super) fn problem(world: &World, arrival: &Arrival) -> Option<String> {
    unchanging(world, arrival).err().or_else(|| name_problem(&arrival.name))
}

/// The profile of a model that comes later: of somebody who rose again, it is what is left of the old one.
///
/// # Errors
/// When there is no such profile.
pub(super) fn profile(world: &World, arrival: &Arrival) -> Result<Arc<Profile>, String> {
    let armoury = armoury(world)?;
    profile_in(&armoury, arrival)
}

fn profile_in(armoury: &Armoury, arrival: &Arrival) -> Result<Arc<Profile>, String> {
    let id = &arrival.profile;
    let profile = armoury
        .profiles
        .get(id)
        .ok_or_else(|| no_such_name("profile", id, armoury.profiles.keys().map(String::as_str)))?;
    Ok(match arrival.risen {
        Some(_) => Arc::new(reanimated(profile)),
        None => profile.clone(),
    })
}

/// The battle's armoury, or that of the game.
///
/// # Errors
/// When neither is there.
pub(super) fn armoury(world: &World) -> Result<Cow<'_, Armoury>, String> {
    match world.get_resource::<Armoury>() {
        Some(armoury) => Ok(Cow::Borrowed(armoury)),
        None => {
            let embedded = Armoury::embedded().map_err(|_| "there are no profiles".to_owned())?;
            Ok(Cow::Owned(embedded))
        }
    }
}

fn unchanging(world: &World, arrival: &Arrival) -> Result<Unchanging, String> {
    let armoury = armoury(world)?;
    let profile = profile_in(&armoury, arrival)?;
    Unchanging::of(&armoury, &profile, arrival.role, arrival.name.clone())
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::{
        battle::{
            Battle, BattleWorld, Entrance, Presence, Snapshot, UnitId, arrivals, levels, save::Save,
        },
        no_quarter::{
            NoQuarter,
            components::{ModelBundle, WoundsLeft},
        },
        table::Pose,
    };

    #[test]
    fn a_model_that_came_is_like_those_of_the_level_and_leaves_no_trace() {
        let level = levels::find("plain", None).unwrap();
        let mut battle = Battle::<NoQuarter>::new(&level, 1).unwrap();
        let before = battle.snapshot();
        let known = *battle.world.members(UnitId(0)).last().unwrap();
        let profile = level.units[0].profile.clone();
        let arrival =
            Arrival { profile, role: Role::Rank, name: "The Late One".to_owned(), risen: None };
        let entrance = Entrance::<NoQuarter> {
            unit: UnitId(0),
            pose: Pose::new(Vec2::new(1.0, 1.0), Vec2::Y),
            presence: Presence::OnTable,
            state: ModelBundle { wounds: WoundsLeft(1), ..ModelBundle::default() },
        };
        assert_eq!(problem(&battle.world, &arrival), None);
        let model = arrivals::bring_in(&mut battle.world, arrival, entrance);
        assert_eq!(battle.world.of_model::<ProfileOf>(model), battle.world.of_model(known));
        assert_eq!(battle.world.of_model::<Innate>(model), battle.world.of_model(known));
        assert_eq!(battle.world.of_model::<Arms>(model), battle.world.of_model(known));
        assert!(battle.world.standing(UnitId(0)).contains(&model));
        let after = battle.snapshot();
        battle.restore(&before);
        assert_eq!(battle.snapshot(), before);
        assert_eq!(battle.world.roster().model(model), None);
        battle.restore(&after);
        assert_eq!(battle.snapshot(), after);
        assert_eq!(battle.world.model_name(model), "The Late One");
        // Also from a file.
        let text = battle.save().write().unwrap();
        let read = Save::<NoQuarter>::read("late.ron", &text).unwrap();
        assert_eq!(read.position.as_deref(), Some(&Snapshot::take(&battle.world)));
    }

    #[test]
    fn nobody_comes_of_a_profile_that_is_not_there() {
        let battle = Battle::<NoQuarter>::new(&levels::find("plain", None).unwrap(), 1).unwrap();
        let of = |profile: &str, name: &str| {
            let (profile, name) = (profile.to_owned(), name.to_owned());
            problem(&battle.world, &Arrival { profile, role: Role::Rank, name, risen: None })
        };
        assert!(of("nobody_at_all", "Nobody").unwrap().contains("nobody_at_all"));
        assert!(of("men_at_arms", "\u{1b}").is_some());
    }
}

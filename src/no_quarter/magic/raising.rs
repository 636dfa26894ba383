//! The dead that rise: who, how many, where they stand, and which unit is theirs. Book: Dark Aspect,
//! Summon Fallen, Re-animate (SP-SUMMON-FALLEN, SP-RE-ANIMATE).
//!
//! - *fallen*: warriors of old, of whom there are always enough.
//! - *slain*: enemies who have fallen in this battle; each rises once.
//!
//! Ruling: the caster points at a place, seen or not, and all rise as near to it as they find room, not in
//! contact with an enemy nor in its attack zone. They join undead rank and file, those on foot such as are
//! on foot and riders such as ride; who has no room doesn't rise. Nobody acts in the turn in which it
//! rises unless the unit that it joins is still to be activated.

mod places;

use std::sync::Arc;

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Serialize};

use super::{Aim, Casting, Spell};
use crate::{
    battle::{
        BattleWorld, Decision, Entrance, Formed, ModelId, Presence, Resolving, SideId, UnitId,
        arrivals,
    },
    no_quarter::{
        arrival::{self, Arrival},
        components::{Activation, ModelBundle, ProfileOf, Role, Strength, UnitBundle, WoundsLeft},
        dice::Purpose,
        event::Event,
        formations,
        profile::{Ability, Class, Profile, Size},
        question::{Answer, Question},
        support_weapons,
        system::{NoQuarter, emit},
        uses::At,
    },
    table::Inches,
};

/// So many who rise may form a unit. Book: Summon Fallen.
pub const FORM_A_UNIT: usize = 6;

/// Whom a spell raises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// Warriors of old.
    Fallen,
    /// Enemies who were slain in this battle.
    Slain,
}

/// A kind of warriors of old. Book: Summon Fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fallen {
    /// On foot.
    Skeletons,
    /// On foot.
    Zombies,
    /// On horses that are as dead as they are.
    SkeletonRiders,
}

impl Fallen {
    /// All of them.
    const ALL: [Self; 3] = one_of_each!(Fallen: Skeletons, Zombies, SkeletonRiders);

    /// Their profile's id.
    fn profile(self) -> &'static str {
        match self {
            Self::Skeletons => "skeleton",
            Self::Zombies => "zombie",
            Self::SkeletonRiders => "skeleton_rider",
        }
    }

    /// The sides of the die for how many rise.
    pub(in crate::no_quarter) fn sides(self) -> u16 {
        match self {
            Self::Skeletons | Self::Zombies => 10,
            Self::SkeletonRiders => 5,
        }
    }

    /// Whether they may form a unit of their own.
    fn may_form_a_unit(self) -> bool {
        match self {
            Self::Skeletons | Self::Zombies => true,
            Self::SkeletonRiders => false,
        }
    }

    /// What players call them, within a sentence.
    pub(in crate::no_quarter) fn name(self) -> &'static str {
        match self {
            Self::Skeletons => "skeletons",
            Self::Zombies => "zombies",
            Self::SkeletonRiders => "skeleton riders",
        }
    }
}

/// Who rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Risen {
    /// Some of the fallen.
    Fallen(Fallen),
    /// One of the slain.
    Slain(ModelId),
}

/// Some who are about to rise.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rising {
    /// Who raises them.
    pub caster: ModelId,
    /// By which spell.
    pub spell: Spell,
    /// Who they are.
    pub who: Risen,
    /// How many they are.
    pub count: u16,
    /// Near which place.
    pub at: Vec2,
}

/// The profile of an enemy who was slain and rises. Book: Re-animate. Ruling: it keeps its arms and its
/// abilities but for magic, is rank and file, and no characteristic falls below 1, unless it was 0.
pub(in crate::no_quarter) fn reanimated(profile: &Profile) -> Profile {
    let less = |value: i32| if value > 1 { value - 1 } else { value };
    let magic = |ability: &Ability| {
        matches!(
            ability,
            Ability::Wizard(_) | Ability::Initiate | Ability::Knows(_) | Ability::Adept
        )
    };
    let mut abilities = profile.abilities.clone();
    abilities.retain(|ability| !magic(ability) && *ability != Ability::Undead);
    abilities.push(Ability::Undead);
    Profile {
        name: format!("Risen {}", profile.name),
        unit_name: format!("Risen {}", profile.name),
        actions: 8,
        ranged_attack: less(profile.ranged_attack),
        close_combat: less(profile.close_combat),
        strength: less(profile.strength),
        toughness: less(profile.toughness),
        wounds: 1,
        command: 5,
        class: Class::Core,
        abilities,
        ..profile.clone()
    }
}

/// Whether a profile is that of somebody of a man's size and shape. Ruling: of medium size, on foot,
/// neither undead nor anything that never lived.
fn is_man_sized(profile: &Profile) -> bool {
    let lived = [Ability::Undead, Ability::Mechanical, Ability::Ethereal];
    profile.size == Size::Medium
        && !profile.is_mounted()
        && !profile.chassis
        && !lived.into_iter().any(|ability| profile.has(ability))
}

/// The enemies of a side who were slain and may rise, one of each kind, by id.
fn slain(world: &World, side: SideId) -> Vec<ModelId> {
    let Ok(armoury) = arrival::armoury(world) else { return Vec::new() };
    let profile = |model: ModelId| &world.of_model::<ProfileOf>(model).0;
    let mut found: Vec<ModelId> = Vec::new();
    for model in world.roster().models() {
        let may_rise = *world.of_model::<Presence>(model) == Presence::Casualty
            && world.side_of_model(model) != side
            && is_man_sized(profile(model))
            && armoury.profiles.contains_key(&profile(model).id)
            && arrivals::arrived::<NoQuarter>(world).all(|one| one.risen != Some(model));
        if may_rise && !found.iter().any(|&other| profile(other) == profile(model)) {
            found.push(model);
        }
    }
    found
}

/// What one of the slain is made of once it has risen.
fn of_slain(world: &World, model: ModelId) -> Arrival {
    Arrival {
        profile: world.of_model::<ProfileOf>(model).0.id.clone(),
        role: Role::Rank,
        name: format!("Risen {}", world.model_name(model)),
        risen: Some(model),
    }
}

/// Who of the dead may rise for a caster now.
pub(super) fn who_may_rise(world: &World, caster: ModelId, dead: Dead) -> Vec<Risen> {
    match dead {
        Dead::Fallen => Fallen::ALL.map(Risen::Fallen).to_vec(),
        Dead::Slain => {
            slain(world, world.side_of_model(caster)).into_iter().map(Risen::Slain).collect()
        }
    }
}

/// How far from its caster a spell raises the dead.
fn reach(spell: Spell) -> Inches {
    spell.card().aim.within().unwrap_or(Inches::ZERO)
}

/// A spell that raises the dead was cast: asks who should rise.
pub(super) fn begin(world: &mut World, casting: &Casting) {
    let (caster, spell) = (casting.caster, casting.spell);
    let (Aim::Grave(dead, _), At::Place(at)) = (spell.card().aim, casting.at) else { return };
    let homeless = |who: &Risen| {
        let few = Rising { caster, spell, who: *who, count: 1, at };
        matches!(who, Risen::Fallen(fallen) if !fallen.may_form_a_unit())
            && homes(world, &few).is_empty()
    };
    let mut all = who_may_rise(world, caster, dead);
    all.retain(|who| !homeless(who));
    if let [Risen::Slain(_)] = all[..] {
        rise(world, caster, spell, at, all[0]);
        return;
    }
    let options: Vec<Answer> = all.into_iter().map(|who| Answer::Raise { who }).collect();
    if options.is_empty() {
        return;
    }
    let side = world.side_of_model(caster);
    let question = Question::WhoRises { caster, spell, at };
    world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
}

/// Raises whom the caster's player chose.
pub(in crate::no_quarter) fn answer_who(
    world: &mut World,
    (caster, spell, at): (ModelId, Spell, Vec2),
    answer: &Answer,
) {
    if let Answer::Raise { who } = *answer {
        rise(world, caster, spell, at, who);
    }
}

/// So many rise as a die says, or one of the slain; asks which unit is theirs if there is a choice.
fn rise(world: &mut World, caster: ModelId, spell: Spell, at: Vec2, who: Risen) {
    let count = match who {
        Risen::Slain(_) => 1,
        Risen::Fallen(fallen) => {
            let roll = world.dice().roll(fallen.sides(), Purpose::Special, Some(caster.0));
            let count = roll.result;
            emit(world, Event::SpellRolled { model: caster, spell, roll, caught: Vec::new() });
            count
        }
    };
    let rising = Rising { caster, spell, who, count, at };
    let mut options: Vec<Answer> =
        homes(world, &rising).into_iter().map(|unit| Answer::JoinUnit { unit }).collect();
    if may_form_a_unit(world, &rising) {
        options.push(Answer::FormUnit);
    }
    match &options[..] {
        [] => {
            emit(world, Event::Rose { by: caster, unit: None, formed: false, models: Vec::new() })
        }
        [only] => {
            let only = only.clone();
            answer_home(world, rising, &only);
        }
        _ => {
            let side = world.side_of_model(caster);
            let question = Question::WhoTakesThem { rising };
            world.ask::<NoQuarter>(Decision { side, question, options, default: 0 });
        }
    }
}

/// Whether those who rise may form a unit of their own: enough of the fallen, or one of the slain.
fn may_form_a_unit(world: &World, rising: &Rising) -> bool {
    let (least, may) = match rising.who {
        Risen::Slain(_) => (1, true),
        Risen::Fallen(fallen) => (FORM_A_UNIT, fallen.may_form_a_unit()),
    };
    may && usize::from(rising.count) >= least && places::find(world, rising, None).len() >= least
}

/// The units that those who rise may join, by id.
fn homes(world: &World, rising: &Rising) -> Vec<UnitId> {
    let Some(profile) = profile_of(world, rising.who) else { return Vec::new() };
    let side = world.side_of_model(rising.caster);
    let takes = |unit: &UnitId| {
        world.side_of(*unit) == side
            && takes_in(world, *unit, &profile)
            && !places::find(world, &Rising { count: 1, ..*rising }, Some(*unit)).is_empty()
    };
    world.roster().units().filter(takes).collect()
}

/// Whether the rank and file of a unit are undead who go as somebody of a profile does.
fn takes_in(world: &World, unit: UnitId, profile: &Profile) -> bool {
    let mut ranks = world.standing(unit);
    ranks.retain(|&model| !formations::is_individual(world, model));
    let alike = |&model: &ModelId| {
        let other = &world.of_model::<ProfileOf>(model).0;
        other.has(Ability::Undead)
            && other.is_mounted() == profile.is_mounted()
            && other.base == profile.base
            && !support_weapons::is_chassis(world, model)
    };
    !ranks.is_empty() && ranks.iter().all(alike)
}

/// The profile of those who rise.
fn profile_of(world: &World, who: Risen) -> Option<Arc<Profile>> {
    match who {
        Risen::Slain(model) => arrival::profile(world, &of_slain(world, model)).ok(),
        Risen::Fallen(fallen) => {
            arrival::armoury(world).ok()?.profiles.get(fallen.profile()).cloned()
        }
    }
}

/// What people call those who rise together: "3 skeletons", "Orc 2".
pub(in crate::no_quarter) fn rising_named(world: &World, rising: &Rising) -> String {
    match rising.who {
        Risen::Slain(model) => world.model_name(model).to_owned(),
        Risen::Fallen(fallen) => {
            let of = if rising.count == 1 { "of the " } else { "" };
            format!("{} {of}{}", rising.count, fallen.name())
        }
    }
}

/// The dead rise and join a unit, or form one.
pub(in crate::no_quarter) fn answer_home(world: &mut World, rising: Rising, answer: &Answer) {
    let Some(profile) = profile_of(world, rising.who) else { return };
    let joined = match answer {
        Answer::JoinUnit { unit } => Some(*unit),
        _ => None,
    };
    let places = places::find(world, &rising, joined);
    let unit = joined.unwrap_or_else(|| {
        let name = if profile.unit_name.is_empty() { &profile.name } else { &profile.unit_name };
        let formed = Formed { name: name.clone(), side: world.side_of_model(rising.caster) };
        let state = UnitBundle { activation: Activation::Activated, ..UnitBundle::default() };
        arrivals::form::<NoQuarter>(world, &formed, state)
    });
    let formed_before = formations::is_formed(world, unit);
    let mut models = Vec::new();
    for pose in places {
        let arrival = match rising.who {
            Risen::Slain(model) => of_slain(world, model),
            Risen::Fallen(fallen) => Arrival {
                profile: fallen.profile().to_owned(),
                role: Role::Rank,
                name: name_in(world, unit, &profile.name),
                risen: None,
            },
        };
        let state = ModelBundle { wounds: WoundsLeft(profile.wounds), ..ModelBundle::default() };
        let entrance = Entrance { unit, pose, presence: Presence::OnTable, state };
        models.push(arrivals::bring_in::<NoQuarter>(world, arrival, entrance));
    }
    let (count, own) = (models.len() as u32, *world.of_unit::<Strength>(unit));
    let more = Strength {
        models: own.models + count,
        wounds: own.wounds + count * u32::from(profile.wounds),
        models_this_turn: own.models_this_turn + count,
    };
    world.set_unit(unit, more);
    let formed = joined.is_none();
    emit(world, Event::Rose { by: rising.caster, unit: Some(unit), formed, models });
    if formed_before && !formations::is_formed(world, unit) {
        emit(world, Event::RanksBroken { unit });
    }
}

/// A name for somebody in a unit that nobody there has: "Skeleton 7".
fn name_in(world: &World, unit: UnitId, profile: &str) -> String {
    let members = world.members(unit);
    let named = |number: usize| format!("{profile} {number}");
    let is_new = |name: &String| members.iter().all(|&model| world.model_name(model) != name);
    (1..).map(named).find(is_new).unwrap_or_else(|| profile.to_owned())
}

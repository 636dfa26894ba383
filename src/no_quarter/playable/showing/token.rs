//! What tokens and banners show of models and units.

use bevy::{
    ecs::world::EntityRef,
    prelude::{Entity, RelationshipTarget, World},
};

use super::words;
use crate::{
    battle::{
        BattleWorld, Members, ModelId, UnitId,
        playable::{
            count,
            showing::{Badge, Face, Label, Mark, Marks, Sign},
        },
    },
    no_quarter::{
        Activation, Arms, BattleState, Gun, Holding, Morale, Profile, ProfileOf, Stance, Weapon,
        WoundsLeft,
        components::Role,
        magic::{Bearer, InPlay},
        phase::{Phase, phase},
        profile::WeaponSign,
        statistics,
    },
};

/// The most things that a model is shown to carry.
const CARRIED: usize = 2;

/// What a model looks like.
pub(super) fn face(model: EntityRef) -> Face {
    let badge = model.get::<Role>().map_or(Badge::Common, |&role| badge(role));
    let Some(ProfileOf(profile)) = model.get::<ProfileOf>() else {
        return Face { sign: String::new(), badge, carries: Vec::new() };
    };
    let arms = model.get::<Arms>().map_or(&[][..], |arms| &arms.0);
    let carries = carried(profile, arms.iter().map(AsRef::as_ref));
    Face { sign: profile.glyph.clone(), badge, carries }
}

fn carried<'a>(profile: &Profile, weapons: impl Iterator<Item = &'a Weapon>) -> Vec<&'static str> {
    let mut carried: Vec<&'static str> = Vec::new();
    let shield = profile.shield.then_some("shield");
    for sign in weapons.filter_map(|weapon| weapon.sign.map(drawn)).chain(shield) {
        if !carried.contains(&sign) && sign != profile.glyph && carried.len() < CARRIED {
            carried.push(sign);
        }
    }
    carried
}

/// The name of a weapon's sign.
fn drawn(sign: WeaponSign) -> &'static str {
    match sign {
        WeaponSign::Axe => "axe",
        WeaponSign::Bow => "bow",
        WeaponSign::Crossbow => "crossbow",
        WeaponSign::Halberd => "halberd",
        WeaponSign::Hammer => "hammer",
        WeaponSign::Lance => "lance",
        WeaponSign::Mace => "ogre",
        WeaponSign::Spear => "spear",
        WeaponSign::Sword => "sword",
    }
}

fn badge(role: Role) -> Badge {
    match role {
        Role::Rank | Role::Individual => Badge::Common,
        Role::Leader => Badge::Leader,
        Role::General => Badge::General,
        Role::StandardBearer => Badge::Banner,
        Role::ArmyStandard => Badge::ArmyBanner,
        Role::Musician => Badge::Music,
    }
}

/// What is marked on a model.
pub(super) fn marks(world: &World, model: ModelId) -> Marks {
    let unit = world.unit_of(model);
    let done = has_acted(world, unit);
    let lies = *world.of_model::<Stance>(model) == Stance::Prone;
    let loaded = is_loaded(world, world.model(model).id()).then_some(Sign::Ball);
    let bears = |one: &InPlay| lies_on(one, |bearer| bearer == model, unit);
    let spell = spells(world).iter().any(bears).then_some(Sign::Spark);
    Marks {
        wounds: (statistics::wounds(world, model), world.of_model::<WoundsLeft>(model).0),
        done,
        lies,
        unit: holding(world, unit).or(done.then_some(Sign::Tick)),
        nerves: nerves(world, unit),
        model: if lies { Some(Sign::Figure) } else { loaded.or(spell) },
    }
}

/// The signs of a unit's states.
pub(super) fn states(world: &World, unit: UnitId) -> Vec<Sign> {
    // Asked for every unit in every frame: in no order, without a list.
    let members = world.unit(unit).get::<Members>();
    let loaded = members.is_some_and(|members| members.iter().any(|model| is_loaded(world, model)));
    let bears = |one: &InPlay| lies_on(one, |model| world.unit_of(model) == unit, unit);
    let signs = [
        has_acted(world, unit).then_some(Sign::Tick),
        holding(world, unit),
        nerves(world, unit),
        loaded.then_some(Sign::Ball),
        spells(world).iter().any(bears).then_some(Sign::Spark),
    ];
    signs.into_iter().flatten().collect()
}

/// The spells in play.
fn spells(world: &World) -> &[InPlay] {
    world.get_resource::<BattleState>().map_or(&[], |state| &state.spells)
}

/// Whether a spell in play lies on a unit, or on a model of which something is true.
fn lies_on(one: &InPlay, on_model: impl Fn(ModelId) -> bool, unit: UnitId) -> bool {
    match one.what.on {
        Bearer::Unit(bearer) => bearer == unit,
        Bearer::Model(bearer) => on_model(bearer),
        Bearer::Ground(_) => false,
    }
}

/// What a mark means, with its term.
pub(super) fn meaning(mark: Mark) -> Label {
    match mark {
        Mark::State(Sign::Tick) => Label::new("has acted", "has acted"),
        Mark::State(Sign::Hourglass) => Label::new("on hold", "holding"),
        Mark::State(Sign::Flash) => Label::new("panicked", "panicked"),
        Mark::State(Sign::Exclamation) => Label::new("terrified", "terrified"),
        Mark::State(Sign::Figure) => Label::new("prone", "prone"),
        Mark::State(Sign::Spark) => Label::new("under a spell", "upkeep"),
        Mark::State(Sign::Ball) => Label::new("loaded", "verb LoadWeapon"),
        Mark::Badge(Badge::Common) => Label::default(),
        Mark::Badge(Badge::Leader) => Label::new(words::role(Role::Leader), ""),
        Mark::Badge(Badge::General) => Label::new(words::role(Role::General), "command"),
        Mark::Badge(Badge::Banner) => Label::new(words::role(Role::StandardBearer), "command"),
        Mark::Badge(Badge::ArmyBanner) => {
            Label::new(words::role(Role::ArmyStandard), "army standard")
        }
        Mark::Badge(Badge::Music) => Label::new(words::role(Role::Musician), "command"),
        Mark::Wounds(most, left) => {
            Label::new(format!("{left} of {} left", count(usize::from(most), "wound")), "W")
        }
    }
}

fn has_acted(world: &World, unit: UnitId) -> bool {
    phase(world) == Phase::Activations
        && *world.of_unit::<Activation>(unit) == Activation::Activated
}

fn holding(world: &World, unit: UnitId) -> Option<Sign> {
    world.of_unit::<Holding>(unit).0.map(|_| Sign::Hourglass)
}

fn nerves(world: &World, unit: UnitId) -> Option<Sign> {
    match world.of_unit::<Morale>(unit) {
        Morale::Steady => None,
        Morale::Panicked => Some(Sign::Flash),
        Morale::Terrified => Some(Sign::Exclamation),
    }
}

fn is_loaded(world: &World, model: Entity) -> bool {
    world.get::<Gun>(model).is_some_and(|gun| gun.loaded_in.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        Armoury, StandingOrder,
        components::Formation,
        test_world::{TestWorld, bow, man},
    };

    #[test]
    fn each_state_has_its_sign_on_tokens_and_banners() {
        let mut test = TestWorld::new();
        let unit = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        let model = test.model(unit, 0);
        assert!(states(&test.world, unit).is_empty());
        let world = &mut test.world;
        world.set_unit(unit, Morale::Panicked);
        world.set_unit(unit, Activation::Activated);
        assert_eq!(states(world, unit), [Sign::Tick, Sign::Flash]);
        assert_eq!(marks(world, model).unit, Some(Sign::Tick));
        world.set_unit(unit, Holding(Some(StandingOrder::Ask)));
        world.set_model(model, Stance::Prone);
        let wanted = Marks {
            wounds: (1, 1),
            done: true,
            lies: true,
            unit: Some(Sign::Hourglass),
            nerves: Some(Sign::Flash),
            model: Some(Sign::Figure),
        };
        assert_eq!(marks(world, model), wanted);
    }

    #[test]
    fn every_mark_has_words_and_those_of_states_a_term_that_is_explained() {
        let codex = Armoury::embedded().unwrap().codex;
        use Sign::{Ball, Exclamation, Figure, Flash, Hourglass, Spark, Tick};
        for sign in [Tick, Hourglass, Flash, Exclamation, Figure, Ball, Spark] {
            let Label { text, term } = meaning(Mark::State(sign));
            assert!(!text.is_empty() && codex.contains_key(&term), "{sign:?}: {term}");
        }
        use Badge::{ArmyBanner, Banner, General, Leader, Music};
        for badge in [Leader, General, Banner, ArmyBanner, Music] {
            let Label { text, term } = meaning(Mark::Badge(badge));
            assert!(!text.is_empty(), "{badge:?}");
            assert!(term.is_empty() || codex.contains_key(&term), "{badge:?}: {term}");
        }
        let wounds = Label::new("1 of 3 wounds left", "W");
        assert_eq!(meaning(Mark::Wounds(3, 1)), wounds);
    }

    #[test]
    fn a_model_is_shown_with_what_it_carries_but_not_with_its_own_sign_again() {
        let sword = Weapon { sign: Some(WeaponSign::Sword), ..Weapon::improvised() };
        let bow = Weapon { sign: Some(WeaponSign::Bow), ..bow() };
        let carried = |glyph: &str| {
            let mut test = TestWorld::new();
            let profile = Profile { shield: true, glyph: glyph.to_owned(), ..man() };
            let place = [(10.0, 10.0, 90.0)];
            let arms = vec![bow.clone(), sword.clone()];
            let unit = test.armed_unit(0, Formation::Skirmish, &place, profile, arms);
            face(test.world.model(test.model(unit, 0))).carries
        };
        assert_eq!(carried("helmet"), ["bow", "sword"]);
        assert_eq!(carried("bow"), ["sword", "shield"]);
    }
}

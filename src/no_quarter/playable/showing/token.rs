//! What tokens and banners show of models and units.

use bevy::{
    ecs::world::EntityRef,
    prelude::{Entity, RelationshipTarget, World},
};

use crate::{
    battle::{
        BattleWorld, Members, ModelId, UnitId,
        playable::showing::{Badge, Face, Marks, Sign},
    },
    no_quarter::{
        Activation, Arms, Gun, Holding, Morale, Profile, ProfileOf, Stance, Weapon, WoundsLeft,
        components::Role,
        phase::{Phase, phase},
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
    for sign in weapons.filter_map(|weapon| sign_of(&weapon.id)).chain(shield) {
        if !carried.contains(&sign) && sign != profile.glyph && carried.len() < CARRIED {
            carried.push(sign);
        }
    }
    carried
}

/// The sign of a weapon, as far as it has one.
fn sign_of(weapon: &str) -> Option<&'static str> {
    let signs = [
        ("crossbow", "crossbow"),
        ("bow", "bow"),
        ("sword", "sword"),
        ("axe", "axe"),
        ("spear", "spear"),
        ("halberd", "halberd"),
        ("lance", "lance"),
        ("hammer", "hammer"),
        ("mace", "ogre"),
    ];
    signs.into_iter().find(|(part, _)| weapon.contains(part)).map(|(_, sign)| sign)
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
    Marks {
        wounds: (statistics::wounds(world, model), world.of_model::<WoundsLeft>(model).0),
        done,
        lies,
        unit: holding(world, unit).or(done.then_some(Sign::Tick)),
        nerves: nerves(world, unit),
        model: if lies { Some(Sign::Figure) } else { loaded },
    }
}

/// The signs of a unit's states.
pub(super) fn states(world: &World, unit: UnitId) -> Vec<Sign> {
    // Asked for every unit in every frame: in no order, without a list.
    let members = world.unit(unit).get::<Members>();
    let loaded = members.is_some_and(|members| members.iter().any(|model| is_loaded(world, model)));
    let signs = [
        has_acted(world, unit).then_some(Sign::Tick),
        holding(world, unit),
        nerves(world, unit),
        loaded.then_some(Sign::Ball),
    ];
    signs.into_iter().flatten().collect()
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
        Standing,
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
        world.set_unit(unit, Holding(Some(Standing::Ask)));
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
    fn a_model_is_shown_with_what_it_carries_but_not_with_its_own_sign_again() {
        let sword = Weapon { id: "long_sword".to_owned(), ..Weapon::improvised() };
        let carried = |glyph: &str| {
            let mut test = TestWorld::new();
            let profile = Profile { shield: true, glyph: glyph.to_owned(), ..man() };
            let place = [(10.0, 10.0, 90.0)];
            let arms = vec![bow(), sword.clone()];
            let unit = test.armed_unit(0, Formation::Skirmish, &place, profile, arms);
            face(test.world.model(test.model(unit, 0))).carries
        };
        assert_eq!(carried("helmet"), ["bow", "sword"]);
        assert_eq!(carried("bow"), ["sword", "shield"]);
    }
}

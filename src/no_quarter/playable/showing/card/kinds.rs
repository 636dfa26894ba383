//! The kinds of a unit's models: those with the same profile and arms are told once.

use std::cmp::Reverse;

use bevy::prelude::World;

use super::arms;
use crate::{
    battle::{
        BattleWorld, ModelId, UnitId,
        playable::{
            count,
            showing::{Kind, Label},
        },
    },
    no_quarter::{
        Arms, Profile, ProfileOf,
        armies::points_of,
        movement,
        statistics::{self, Stat},
    },
};

/// The kinds of a unit's models, those of which there are most first.
pub(super) fn of(world: &World, unit: UnitId) -> Vec<Kind> {
    let standing = world.standing(unit);
    let models = if standing.is_empty() { world.members(unit) } else { standing };
    let mut groups: Vec<Vec<ModelId>> = Vec::new();
    for model in models {
        match groups.iter_mut().find(|group| is_same(world, group[0], model)) {
            Some(group) => group.push(model),
            None => groups.push(vec![model]),
        }
    }
    groups.sort_by_key(|group| Reverse(group.len()));
    groups.iter().map(|group| kind(world, group)).collect()
}

fn is_same(world: &World, a: ModelId, b: ModelId) -> bool {
    profile(world, a) == profile(world, b) && world.of_model::<Arms>(a) == world.of_model::<Arms>(b)
}

fn profile(world: &World, model: ModelId) -> &Profile {
    &world.of_model::<ProfileOf>(model).0
}

/// What some models of the same profile and arms are.
///
/// # Panics
/// Where there are none.
pub(super) fn kind(world: &World, models: &[ModelId]) -> Kind {
    let first = models[0];
    let profile = profile(world, first);
    let (parts, together) = arms::parts(world, first);
    let goes = if profile.chassis { "pushed" } else { "moves" };
    let rate = movement::mover(world, first).rate;
    Kind {
        name: profile.name.clone(),
        count: models.len(),
        characteristics: characteristics(world, models),
        parts,
        together,
        abilities: arms::abilities(&profile.abilities).into_iter().chain(oath(profile)).collect(),
        facts: vec![
            Label::new(size(profile), ""),
            Label::new(format!("{goes} {rate} an action"), "rate"),
            Label::new(count(points_of(world, first) as usize, "point"), "points"),
        ],
    }
}

/// Whom the models have sworn to slay.
fn oath(profile: &Profile) -> Option<Label> {
    let nemesis = profile.nemesis.as_ref().filter(|nemesis| !nemesis.of.is_empty())?;
    let of: Vec<String> = nemesis.of.iter().map(|kind| kind.replace('_', " ")).collect();
    Some(Label::new(format!("nemesis of {}", of.join(", ")), "nemesis"))
}

/// The letters of a characteristic, as cards have them.
pub(in crate::no_quarter::playable) fn stat_letters(stat: Stat) -> &'static str {
    match stat {
        Stat::Actions => "AC",
        Stat::RangedAttack => "RA",
        Stat::CloseCombat => "CC",
        Stat::Strength | Stat::Wheels => "ST",
        Stat::Toughness => "T",
        Stat::Wounds => "W",
        Stat::Command => "CO",
        Stat::Armour => "AR",
        Stat::Resilience => "RE",
    }
}

/// Characteristics as they are now, each under its letters; those that the models have.
fn characteristics(world: &World, models: &[ModelId]) -> Vec<(&'static str, String)> {
    const CELLS: [Stat; 7] = [
        Stat::Actions,
        Stat::RangedAttack,
        Stat::CloseCombat,
        Stat::Strength,
        Stat::Toughness,
        Stat::Wounds,
        Stat::Command,
    ];
    let now = |model: ModelId, of: Stat| statistics::stat(world, model, of);
    let printed = |model: ModelId, of: Stat| statistics::printed(profile(world, model), 0, of);
    let mut cells = Vec::new();
    for stat in CELLS {
        if models.iter().any(|&model| printed(model, stat) != 0 || now(model, stat) != 0) {
            let values = models.iter().map(|&model| now(model, stat));
            cells.push((stat_letters(stat), spread(values, "-", |value| value.to_string())));
        }
    }
    let protection = |&model: &ModelId| {
        let shield = i32::from(profile(world, model).shield);
        (now(model, Stat::Armour) + shield, now(model, Stat::Resilience))
    };
    let protections: Vec<(i32, i32)> = models.iter().map(protection).collect();
    // Nobody asks for the armour of an engine that has none.
    let bare = protections.iter().all(|&(armour, _)| armour == 0);
    if !(bare && models.iter().all(|&model| profile(world, model).chassis)) {
        cells.push((stat_letters(Stat::Armour), spread(protections.into_iter(), " to ", armour)));
    }
    cells
}

fn armour((armour, resilience): (i32, i32)) -> String {
    match (armour, resilience) {
        (0, _) => "–".to_owned(),
        (armour, 0) => armour.to_string(),
        (armour, resilience) => format!("{armour}/{resilience}"),
    }
}

/// Values from the least to the most, as words that something joins; one where all are the same.
pub(in crate::no_quarter::playable) fn spread<T: Ord + Copy>(
    values: impl Iterator<Item = T>,
    joint: &str,
    words: impl Fn(T) -> String,
) -> String {
    let bounds = values.fold(None, |bounds: Option<(T, T)>, value| {
        let (least, most) = bounds.unwrap_or((value, value));
        Some((least.min(value), most.max(value)))
    });
    match bounds {
        None => String::new(),
        Some((least, most)) if least == most => words(least),
        Some((least, most)) => format!("{}{joint}{}", words(least), words(most)),
    }
}

fn size(profile: &Profile) -> String {
    let size = profile.size.name();
    match (profile.chassis, profile.is_mounted()) {
        (true, _) => size.to_owned(),
        (false, true) => format!("{size} mounted"),
        (false, false) => format!("{size} on foot"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_quarter::{
        components::Formation,
        effects::{self, Does, Effect, Source, Until},
        test_world::{TestWorld, bow, man},
    };

    const PLACES: [(f32, f32, f32); 2] = [(10.0, 10.0, 90.0), (12.0, 10.0, 90.0)];

    #[test]
    fn models_of_a_kind_are_told_once_and_what_sets_them_apart_as_least_and_most() {
        let mut test = TestWorld::new();
        let unit = test.unit(0, Formation::Skirmish, &PLACES, man());
        let archers = test.armed_unit(0, Formation::Skirmish, &PLACES[..1], man(), vec![bow()]);
        let archer = test.model(archers, 0);
        test.joins(archer, unit);
        let frightened = Effect {
            does: Does::Adds(Stat::CloseCombat, -2),
            source: Source::Fear,
            until: Until::EndOfTurn,
        };
        let model = test.model(unit, 0);
        effects::lay_on_model(&mut test.world, model, frightened);
        let kinds = of(&test.world, unit);
        assert_eq!(kinds.iter().map(|kind| kind.count).collect::<Vec<_>>(), [2, 1]);
        assert!(kinds[0].characteristics.contains(&("CC", "3-5".to_owned())), "{kinds:?}");
        assert!(kinds[1].characteristics.contains(&("CC", "5".to_owned())), "{kinds:?}");
    }

    #[test]
    fn an_engine_does_not_show_what_it_has_not() {
        let mut test = TestWorld::new();
        let engine = Profile {
            chassis: true,
            actions: 0,
            ranged_attack: 0,
            close_combat: 0,
            command: 0,
            armour: 0,
            ..man()
        };
        let unit = test.unit(0, Formation::Skirmish, &PLACES[..1], engine);
        let [kind] = &of(&test.world, unit)[..] else { panic!("one engine is one kind") };
        let letters: Vec<&str> = kind.characteristics.iter().map(|&(name, _)| name).collect();
        assert_eq!(letters, ["ST", "T", "W"]);
        let facts: Vec<&str> = kind.facts.iter().map(|fact| &*fact.text).collect();
        assert_eq!(facts[..2], ["medium", "pushed 0.5\" an action"]);
    }
}

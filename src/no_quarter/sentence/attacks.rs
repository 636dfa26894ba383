//! Sentences about blows, shots and those who fall.

use bevy::prelude::World;

use super::{count, list, rolled};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::dice::Roll,
    no_quarter::{
        event::{Cause, HitResult},
        profile::Weapon,
    },
    table::{Inches, sight::Cover},
};

pub(super) fn struck(
    world: &World,
    attacker: ModelId,
    target: ModelId,
    weapon: &str,
    roll: Option<&Roll>,
    result: HitResult,
) -> String {
    let (attacker, target) = (world.model_name(attacker), world.model_name(target));
    match roll {
        Some(roll) => {
            let (weapon, roll) = (with(weapon), rolled(roll));
            format!("{attacker} strikes {target} {weapon}: {roll}: {}.", came_up(result))
        }
        None if result == HitResult::Helpless => {
            format!("{attacker} strikes {target} {}: {}.", with(weapon), came_up(result))
        }
        None => format!("{attacker} strikes {target} in the back: {}.", came_up(result)),
    }
}

pub(super) fn shot(
    world: &World,
    shooter: ModelId,
    target: ModelId,
    weapon: &str,
    range: Inches,
    cover: Cover,
    roll: Option<&Roll>,
    result: HitResult,
) -> String {
    let (shooter, target) = (world.model_name(shooter), world.model_name(target));
    let cover = match cover {
        Cover::None => "",
        Cover::Soft => " in soft cover",
        Cover::Hard => " in hard cover",
    };
    let weapon = with(weapon);
    let roll = roll.map_or_else(String::new, |roll| format!("{}: ", rolled(roll)));
    let result = came_up(result);
    format!("{shooter} shoots at {target}{cover} {weapon}, {range} away: {roll}{result}.")
}

pub(super) fn who_was_hit(world: &World, rolls: &[(ModelId, Roll)], hit: ModelId) -> String {
    let each =
        |(model, roll): &(ModelId, Roll)| format!("{} {}", world.model_name(*model), roll.result);
    let rolls = list(rolls.iter().map(each));
    format!("Who is hit (the lowest die): {rolls}: {}.", world.model_name(hit))
}

pub(super) fn fell(world: &World, model: ModelId, cause: Cause) -> String {
    let name = world.model_name(model);
    match cause {
        Cause::Slain { by } => format!("{name} falls to {}.", world.model_name(by)),
        Cause::Captured { by } => format!("{name} is captured by {}.", world.model_name(by)),
        Cause::Scattered => format!("{name} flees and is lost."),
        Cause::RanOff => format!("{name} flees off the table."),
        Cause::Swallowed { by } => {
            format!("{name} sinks into the quicksand of {}.", world.model_name(by))
        }
        Cause::Sacrificed { by } => format!("{} sacrifices {name}.", world.model_name(by)),
        Cause::Vanished => format!("{name} vanishes."),
        Cause::BlewUp => format!("{name} blows up."),
    }
}

/// What a hit did to somebody who has so many wounds left.
pub(super) fn wounded(wounded: bool, left: u8) -> String {
    match (wounded, left) {
        (false, _) => "no wound".to_owned(),
        (true, 0) => "loses its last wound".to_owned(),
        (true, left) => format!("wounded, {} left", count(usize::from(left), "wound")),
    }
}

pub(super) fn came_up(result: HitResult) -> &'static str {
    match result {
        HitResult::Missed => "missed",
        HitResult::Hit => "hit",
        HitResult::MasterfulHit => "masterful hit",
        HitResult::Fumbled => "fumble, no more attacks this turn",
        HitResult::OutOfRange => "out of range",
        HitResult::Automatic => "automatic hit",
        HitResult::Helpless => "automatic hit, as it is helpless",
    }
}

/// With what: `with a sword`, `with an axe`, `with claws`.
fn with(weapon: &str) -> String {
    if weapon == Weapon::improvised().name {
        return "with whatever comes to hand".to_owned();
    }
    format!("with {}", with_article(weapon))
}

/// A weapon with its article: `a sword`, `an axe`, `claws`.
pub(in crate::no_quarter) fn with_article(weapon: &str) -> String {
    let weapon = weapon.to_lowercase();
    // A crossbow with piercing bolts is one, tearing claws are several.
    let thing = weapon.split(" with ").next().unwrap_or_default();
    let article = if thing.ends_with('s') && !thing.ends_with("ss") {
        ""
    } else if weapon.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an "
    } else {
        "a "
    };
    format!("{article}{weapon}")
}

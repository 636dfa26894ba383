//! Sentences about templates.

use bevy::prelude::World;

use super::{attacks::with_article, count, list, paid, rolled};
use crate::{
    battle::{BattleWorld, ModelId},
    no_quarter::dice::Roll,
    no_quarter::event::HitResult,
    table::{
        Inches,
        template::{Laid, Template},
    },
};

pub(super) fn breathed(world: &World, model: ModelId, weapon: &str, actions: u8) -> String {
    format!("{} unleashes its {}{}.", world.model_name(model), weapon.to_lowercase(), paid(actions))
}

/// A grenade on its way.
pub(super) struct Thrown<'a> {
    pub thrower: ModelId,
    pub with: &'a [ModelId],
    pub weapon: &'a str,
    pub target: Option<ModelId>,
}

pub(super) fn threw(
    world: &World,
    thrown: &Thrown,
    range: Inches,
    roll: &Roll,
    result: HitResult,
) -> String {
    let name = world.model_name(thrown.thrower);
    let others = if thrown.with.is_empty() {
        String::new()
    } else {
        let names = thrown.with.iter().map(|&model| world.model_name(model).to_owned());
        format!(", together with {},", list(names))
    };
    let weapon = with_article(thrown.weapon);
    let mark = thrown.target.map_or("the ground", |target| world.model_name(target));
    let outcome = match result {
        HitResult::Fumbled => "fumble, it goes off in the thrower's hand",
        result => super::attacks::came_up(result),
    };
    format!("{name}{others} throws {weapon} at {mark}, {range} away: {}: {outcome}.", rolled(roll))
}

/// A weapon that bursts, fired.
pub(super) struct Bombarded<'a> {
    pub shooter: ModelId,
    pub by: ModelId,
    pub weapon: &'a str,
    pub target: Option<ModelId>,
    pub range: Inches,
}

pub(super) fn bombarded(
    world: &World,
    shot: &Bombarded,
    roll: Option<&Roll>,
    result: HitResult,
) -> String {
    let (shooter, by) = (world.model_name(shot.shooter), world.model_name(shot.by));
    let who = if shot.shooter == shot.by { by.to_owned() } else { format!("{by} of {shooter}") };
    let weapon = with_article(shot.weapon);
    let mark = shot.target.map_or("the ground", |target| world.model_name(target));
    let outcome = match result {
        HitResult::Fumbled => "fumble, it bursts in the air",
        result => super::attacks::came_up(result),
    };
    let roll = roll.map_or_else(String::new, |roll| format!("{}: ", rolled(roll)));
    format!("{who} fires {weapon} at {mark}, {} away: {roll}{outcome}.", shot.range)
}

/// The points of the compass, counterclockwise from the east, as degrees are counted on the table.
const COMPASS: [&str; 8] =
    ["east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"];

/// A template that comes down elsewhere, by the die for its direction.
pub(super) fn deviated(degrees: u16, distance: Inches) -> String {
    let point = (usize::from(degrees) * COMPASS.len() + 180) / 360 % COMPASS.len();
    let rolled = count(usize::from(degrees), "degree");
    format!(
        "It rolls {rolled} for its direction and scatters {distance} to the {}.",
        COMPASS[point]
    )
}

/// A template by its kind and measures.
fn called(template: &Template) -> String {
    match template {
        Template::Blast { diameter } => format!("A blast of {diameter}"),
        Template::HalfBlast { diameter } => format!("Half a blast of {diameter}"),
        Template::Teardrop { length, .. } => format!("A teardrop of {length}"),
    }
}

pub(super) fn laid(world: &World, laid: &Laid, wholly: &[ModelId], partly: &[ModelId]) -> String {
    let template = called(&laid.template);
    let names =
        |models: &[ModelId]| list(models.iter().map(|&model| world.model_name(model).to_owned()));
    match (wholly, partly) {
        ([], []) => format!("{template} covers nobody."),
        (wholly, []) => format!("{template} covers {}.", names(wholly)),
        ([], partly) => format!("{template} covers part of {}.", names(partly)),
        (wholly, partly) => {
            format!("{template} covers {} and part of {}.", names(wholly), names(partly))
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec2;

    use super::*;
    use crate::table::template::scattered;

    #[test]
    fn what_scatters_goes_where_the_compass_says() {
        let told = |degrees| deviated(degrees, Inches(3.0));
        assert_eq!(
            told(40),
            "It rolls 40 degrees for its direction and scatters 3\" to the north-east."
        );
        for (degrees, point) in
            [(1, "east"), (22, "east"), (23, "north-east"), (270, "south"), (360, "east")]
        {
            assert!(told(degrees).ends_with(&format!(" to the {point}.")), "{}", told(degrees));
        }
        let north = scattered(Vec2::ZERO, 90, Inches(3.0));
        assert!(north.distance(Vec2::new(0.0, 3.0)) < 1e-3, "{north}");
        assert!(told(90).ends_with(" to the north."), "the edge with the larger y");
    }
}

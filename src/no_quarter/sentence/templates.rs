//! Sentences about templates.

use bevy::prelude::World;

use super::{attacks::with_article, list, paid, rolled};
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

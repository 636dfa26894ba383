//! Sentences about templates.

use bevy::prelude::World;

use super::{list, paid};
use crate::{
    battle::{BattleWorld, ModelId},
    table::template::{Laid, Template},
};

pub(super) fn breathed(world: &World, model: ModelId, weapon: &str, actions: u8) -> String {
    format!("{} lets loose: {}{}.", world.model_name(model), weapon.to_lowercase(), paid(actions))
}

/// A template by its kind and measures.
fn called(template: &Template) -> String {
    match template {
        Template::Blast { diameter } => format!("A blast of {diameter}"),
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
            format!("{template} covers {}, and part of {}.", names(wholly), names(partly))
        }
    }
}

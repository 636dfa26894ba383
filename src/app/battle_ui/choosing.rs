//! Takes what is offered about the order in preparation: by a press on the panel, or by the key with its
//! number.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    choices::{Does, MOST_WEAPONS, of},
    key_names::{NUMBERS, key_name},
    mode::Mode,
    panel,
    press::Press,
    templates, verbs,
};
use crate::{
    app::third_party::leafwing::Action,
    battle::{BattleWorld, UnitId},
};

/// Takes the choice with a number, from 1; false if there is none.
pub fn take(world: &mut World, number: usize) -> bool {
    let mode = world.resource::<Mode>();
    let unit = match mode {
        Mode::Deploy { unit, .. } => Some(*unit),
        _ => world.frame().active,
    };
    let choices = unit.map_or(Vec::new(), |unit| of(world, unit, mode));
    let choice = number.checked_sub(1).and_then(|place| choices.into_iter().nth(place));
    match choice {
        Some(choice) => {
            choose(world, choice.does);
            true
        }
        None => false,
    }
}

fn choose(world: &mut World, does: Does) {
    match does {
        Does::Prepares(mode) => *world.resource_mut::<Mode>() = mode,
        Does::Gives(order) => verbs::give(world, order),
    }
}

/// The number whose key was pressed, from 1.
pub fn number(world: &World) -> Option<usize> {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    NUMBERS.iter().position(|&key| keys.just_pressed(key)).map(|place| place + 1)
}

/// Shows the choices, each with the number of its key.
pub fn show(world: &mut World, ui: &mut egui::Ui, unit: UnitId, mode: &Mode) {
    let again = match mode {
        Mode::Template(_) if templates::options(world, unit).len() > MOST_WEAPONS => {
            Some(Action::Template)
        }
        _ => None,
    };
    for (place, choice) in of(world, unit, mode).into_iter().enumerate() {
        let has_key = place < NUMBERS.len() && !panel::is_narrow(ui.ctx());
        let key = if has_key { (place + 1).to_string() } else { String::new() };
        let response = ui.add(Press::word(&choice.text, &key).selected(choice.chosen));
        let clicked = response.clicked();
        if !choice.about.is_empty() {
            response.on_hover_text(choice.about);
        }
        if clicked {
            choose(world, choice.does);
        }
    }
    if let (Some(action), Mode::Template(present)) = (again, mode) {
        let key = key_name(world, action);
        let text = format!("{} ▶", templates::name(world, present));
        let response =
            ui.add(Press::word(&text, "")).on_hover_text(format!("The next weapon ({key})"));
        if response.clicked()
            && let Some(next) = templates::next(world, unit, Some(present))
        {
            *world.resource_mut::<Mode>() = Mode::Template(next);
        }
    }
}

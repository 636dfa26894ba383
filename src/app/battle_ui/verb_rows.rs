//! How much room the verbs of a battle's units need in the orders panel: measured once, so that the panel
//! keeps its height whoever acts. The verb that ends an activation stands beside the rows of all others.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    command::Command,
    draft::BattleCount,
    icons::Icon,
    key_names::key_name,
    orders_panel::shown_key,
    panel::{self, VerbsOf},
    press::Press,
};
use crate::{
    app::{seat::Game, third_party::leafwing::words_of},
    battle::{BattleWorld, UnitId, playable::Acting},
};

/// What the line between scopes and verbs takes, in egui points.
const LINE: f32 = 6.0;

/// How much width verbs have beside the one that ends an activation, of so much; egui points.
pub fn beside_ending(world: &World, ui: &egui::Ui, wide: f32) -> f32 {
    let verb = Game::ending_verb();
    let name = words_of(verb).map_or("", |words| words.name);
    (wide - measured(world, ui, Command::Verb(verb), name).x - ui.spacing().item_spacing.x).max(0.0)
}

/// Makes room for the verbs of whichever unit has most of them, in rows so wide.
pub fn make_room(world: &World, ui: &egui::Ui, wide: f32) {
    let battle = world.resource::<BattleCount>().0;
    let whose = VerbsOf { battle, set_up: Game::waiting(world).is_none() };
    panel::make_room_for_verbs(ui.ctx(), whose, || {
        let wide = beside_ending(world, ui, wide);
        let units = world.roster().units();
        units.map(|unit| height(world, ui, unit, wide)).fold(0.0, f32::max)
    });
}

/// How high the rows of a unit's verbs are, with what stands beside them, in egui points.
fn height(world: &World, ui: &egui::Ui, unit: UnitId, wide: f32) -> f32 {
    let verbs = Game::verbs_of(world, unit).into_iter();
    let verbs = verbs.filter(|&verb| verb != Game::ending_verb());
    let verbs = verbs.filter_map(|verb| Some((Command::Verb(verb), words_of(verb)?.name)));
    let first: Vec<(Command, &str)> = std::iter::once((Command::Measure, Command::Measure.name()))
        .chain(panel::is_narrow(ui.ctx()).then_some((Command::Hint, Command::Hint.name())))
        .chain([(Command::Scope, "Unit"), (Command::Scope, "Model")])
        .collect();
    let size = |(command, name)| measured(world, ui, command, name);
    let mut sizes: Vec<egui::Vec2> = first.into_iter().map(size).collect();
    sizes.push(egui::vec2(LINE, 0.0));
    sizes.extend(verbs.map(size));
    let gap = ui.spacing().item_spacing;
    let high = sizes.iter().map(|size| size.y).fold(ui.spacing().interact_size.y, f32::max);
    let widths: Vec<f32> = sizes.iter().map(|size| size.x).collect();
    rows(&widths, gap.x, wide) as f32 * (high + gap.y) - gap.y
}

/// How large the button of a command is, in egui points.
fn measured(world: &World, ui: &egui::Ui, command: Command, name: &str) -> egui::Vec2 {
    let key = key_name(world, command.action());
    Press::tall(Icon::of(command), name, shown_key(ui, &key)).measured(ui)
}

/// How many rows things of some widths take, one after another.
fn rows(widths: &[f32], gap: f32, wide: f32) -> usize {
    let (mut rows, mut taken) = (1, 0.0);
    for width in widths {
        let with = if taken > 0.0 { taken + gap + width } else { *width };
        if with > wide && taken > 0.0 {
            (rows, taken) = (rows + 1, *width);
        } else {
            taken = with;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_ends_where_the_next_has_no_room() {
        assert_eq!(rows(&[], 4.0, 100.0), 1);
        assert_eq!(rows(&[48.0, 48.0], 4.0, 100.0), 1);
        assert_eq!(rows(&[48.0, 48.1], 4.0, 100.0), 2);
        assert_eq!(rows(&[48.0, 48.0, 1.0], 4.0, 100.0), 2);
        assert_eq!(rows(&[200.0, 200.0], 4.0, 100.0), 2, "what is too wide has a row of its own");
    }
}

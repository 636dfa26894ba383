//! How a battle is to be fought: its dice, who deploys the armies, what can be undone; and the button
//! that begins it.

use bevy::prelude::*;
use bevy_egui::egui::{self, TextEdit, vec2};

use super::LevelList;
use crate::{
    app::{
        battle_ui::{
            icons::Icon,
            leaders,
            panel::{even_rows, finger},
            press::Press,
        },
        running::{Beginning, NextBattle, chance},
        screens::message_box::MessageBox,
        seat::Game,
        theme::Theme,
    },
    battle::Showing,
};

/// How the battle is to be fought, one wish below the other, for where there is little width.
pub(super) fn stacked(ui: &mut egui::Ui, choice: &mut LevelList, theme: &Theme, time: &Time<Real>) {
    ui.vertical(|ui| {
        even_rows(ui);
        players(ui, choice, theme);
        ui.horizontal(|ui| dice(ui, choice, time));
        ui.horizontal_wrapped(|ui| deployment(ui, choice));
        practice(ui, choice);
    });
}

/// How the battle is to be fought, in one row.
pub(super) fn show(ui: &mut egui::Ui, choice: &mut LevelList, time: &Time<Real>) {
    even_rows(ui);
    ui.horizontal(|ui| dice(ui, choice, time));
    ui.add_space(16.0);
    ui.horizontal(|ui| deployment(ui, choice));
    ui.add_space(16.0);
    practice(ui, choice);
}

/// Who leads the sides of the level that is picked.
pub(super) fn players(ui: &mut egui::Ui, choice: &mut LevelList, theme: &Theme) {
    let names = choice.level().map(|level| {
        let names = level.sides.iter().map(|side| side.name.clone());
        names.collect::<Vec<String>>()
    });
    // As long as nobody knows which level it is, nobody knows what its sides are called.
    let names = names.unwrap_or_else(|| ["First side", "Second side"].map(str::to_owned).to_vec());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    even_rows(ui);
    ui.horizontal_wrapped(|ui| {
        ui.label("Players");
        ui.add_space(8.0);
        leaders::row(ui, theme, &names, &mut choice.commanders, &mut choice.handicap);
    });
}

fn dice(ui: &mut egui::Ui, choice: &mut LevelList, time: &Time<Real>) {
    ui.label("Dice");
    let seed = TextEdit::singleline(&mut choice.seed).desired_width(90.0).hint_text("by chance");
    ui.add(seed).on_hover_text(
        "The seed for the dice: the same seed and the same orders give the same rolls.",
    );
    if ui.button("Another").clicked() {
        choice.seed = chance(time).to_string();
    }
}

fn deployment(ui: &mut egui::Ui, choice: &mut LevelList) {
    let only = choice.level().is_some_and(Game::is_deployed_by_hand);
    let mut by_hand = choice.by_hand || only;
    ui.label("Deployment");
    ui.add_enabled_ui(!only, |ui| {
        ui.selectable_value(&mut by_hand, false, "As placed");
        ui.selectable_value(&mut by_hand, true, "By hand");
    });
    if !only {
        choice.by_hand = by_hand;
    }
}

fn practice(ui: &mut egui::Ui, choice: &mut LevelList) {
    let practice = ui.checkbox(&mut choice.practice, "Practice");
    practice.on_hover_text("Any order can be undone, even after dice have been rolled.");
}

/// The button that begins the battle.
pub(super) fn begin(
    ui: &mut egui::Ui,
    choice: &LevelList,
    begins: bool,
    time: &Time<Real>,
    next: &mut NextBattle,
    message: &mut MessageBox,
) {
    let level = choice.level();
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let press = Press::row(Icon::Fight, "Begin", "Enter").loud();
        let press = press.at_least(vec2(150.0, finger(ui.ctx())));
        if !ui.add_enabled(level.is_some(), press).clicked() && !begins {
            return;
        }
        let Some(level) = level else { return };
        let seed = match choice.seed.trim() {
            "" => Ok(chance(time)),
            digits => digits.parse(),
        };
        let Ok(seed) = seed else {
            let problem = format!("\"{}\" isn't a number. Type digits only", choice.seed);
            message.errors("The seed must be a number", &[problem]);
            return;
        };
        let mut level = level.clone();
        if choice.by_hand {
            Game::deploy_by_hand(&mut level);
        }
        let practice = choice.practice;
        let mut commanders = choice.commanders.clone();
        commanders.sides.truncate(level.sides.len());
        let handicap = choice.handicap.clone();
        let level = Box::new(level);
        next.0 = Some(Beginning::New { level, seed, practice, commanders, handicap });
    });
}

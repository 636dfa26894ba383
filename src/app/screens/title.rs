//! The title: choose a level, or quit.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::{Screen, message_box::MessageBox};
use crate::{
    app::{
        options::AppOptions,
        running::{Beginning, NextBattle},
    },
    battle::{Level, levels},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Choice>();
    app.add_systems(Startup, read_levels);
    let choosing = in_state(Screen::Title).or_else(in_state(Screen::LevelChoice));
    app.add_systems(EguiPrimaryContextPass, show.run_if(choosing));
}

/// The levels to choose from, and how a battle of them begins.
#[derive(Resource, Default)]
struct Choice {
    levels: Vec<Level>,
    seed: u64,
    by_hand: bool,
    practice: bool,
}

fn read_levels(
    options: Res<AppOptions>,
    mut choice: ResMut<Choice>,
    mut message: ResMut<MessageBox>,
) {
    let data = options.data.as_deref();
    choice.seed = options.seed.unwrap_or(1);
    choice.practice = options.practice;
    for id in levels::ids(data) {
        match levels::find(&id, data) {
            Ok(level) => choice.levels.push(level),
            Err(errors) => message.errors(&format!("The level \"{id}\" can't be read"), &errors),
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    mut choice: ResMut<Choice>,
    mut next: ResMut<NextBattle>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let context = contexts.ctx_mut()?;
    egui::Area::new(egui::Id::new("title"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            ui.set_max_width(560.0);
            ui.label(egui::RichText::new("IRONRANK").size(56.0).strong());
            ui.label("Battles on a real table, in inches, by the book.");
            ui.add_space(16.0);
            let mut chosen = None;
            for (place, level) in choice.levels.iter().enumerate() {
                if ui.button(egui::RichText::new(&level.name).size(20.0)).clicked() {
                    chosen = Some(place);
                }
                ui.label(&level.about);
                ui.add_space(8.0);
            }
            ui.checkbox(&mut choice.by_hand, "Deploy the armies by hand");
            ui.checkbox(&mut choice.practice, "Practice: any order may be undone");
            ui.horizontal(|ui| {
                ui.label("Seed of the dice");
                ui.add(egui::DragValue::new(&mut choice.seed));
            });
            ui.add_space(8.0);
            if ui.button("Quit").clicked() {
                exit.write(AppExit::Success);
            }
            if let Some(level) = chosen.and_then(|place| choice.levels.get(place)) {
                let mut level = level.clone();
                if choice.by_hand {
                    level.deployment = crate::battle::level::Deployment::ByHand;
                }
                let (seed, practice) = (choice.seed, choice.practice);
                next.0 = Some(Beginning::New { level: Box::new(level), seed, practice });
            }
        });
    Ok(())
}

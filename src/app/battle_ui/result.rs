//! The result: who won and why, battle points with their account, who did what.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};
use leafwing_input_manager::prelude::ActionState;

use super::{
    decision::stripe, hints::hint, icons::Icon, key_names::key_name, link, panel, press::Press,
    toast::Toasts,
};
use crate::{
    app::{
        running,
        screens::{Screen, message_box::MessageBox},
        seat::Game,
        theme::Theme,
        third_party::leafwing::Action,
    },
    battle::{BattleWorld, Outcome, RuleSystem, SideId, Telling, playable::telling::Deeds},
};

/// Whether the result is put aside to look at the table.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aside(pub bool);

/// Escape and Home put the result aside; they, or Enter, bring it back.
pub fn read_keys(
    keys: Single<&ActionState<Action>>,
    mut aside: ResMut<Aside>,
    message: Res<MessageBox>,
) {
    if message.is_open() {
        return;
    }
    let turns = [Action::Cancel, Action::FitTable];
    if turns.iter().any(|action| keys.just_pressed(action)) {
        aside.0 = !aside.0;
    } else if keys.just_pressed(&Action::Confirm) {
        aside.0 = false;
    }
}

/// A button along the lower edge that brings the result back.
fn way_back(world: &mut World, ctx: &egui::Context) {
    let key = key_name(world, Action::Cancel);
    egui::Area::new(egui::Id::new("back_to_result"))
        .anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -12.0))
        .order(egui::Order::Foreground)
        .show(ctx, |ui| {
            let press = Press::row(Icon::Victory, "Back to the result", &key).loud();
            if ui.add(press.at_least(egui::vec2(200.0, 40.0))).clicked() {
                world.resource_mut::<Aside>().0 = false;
            }
        });
}

/// Shows it over the table.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let Some(outcome) = Game::outcome(world) else { return };
    if world.resource::<Aside>().0 {
        way_back(world, ctx);
        return;
    }
    let deeds = Game::deeds(world);
    let mut leave = None;
    let key = key_name(world, Action::Cancel);
    egui::Area::new(egui::Id::new("result"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(egui::Order::Middle)
        .show(ctx, |ui| {
            // The wheel over it is not for the table under it.
            ui.set_max_height(ctx.content_rect().height() - 24.0);
            egui::Frame::window(ui.style()).inner_margin(0.0).show(ui, |ui| {
                ui.set_width(panel::at_most(ctx, 780.0));
                let title = match outcome.winner {
                    Some(side) => format!("{} win", world.side_name(side)),
                    None => "A draw".to_owned(),
                };
                stripe(ui, theme, outcome.winner.unwrap_or(SideId(0)), &title, "");
                egui::Frame::NONE.inner_margin(14.0).show(ui, |ui| {
                    ui.vertical_centered(|ui| {
                        ui.label(RichText::new(sentence(&outcome.reason)).size(15.0))
                    });
                    ui.add_space(6.0);
                    tallies(world, ui, theme, &outcome);
                    ui.separator();
                    doers(world, ui, theme, &deeds);
                    ui.separator();
                    ui.horizontal_wrapped(|ui| {
                        let mut press = |icon: Icon, text: &str, key: &str, loud: bool| {
                            let press = Press::row(icon, text, key);
                            let press = if loud { press.loud() } else { press };
                            ui.add(press.at_least(egui::vec2(0.0, 40.0)))
                        };
                        if press(Icon::Table, "Look at the table", &key, true).clicked() {
                            world.resource_mut::<Aside>().0 = true;
                        }
                        if press(Icon::Fight, "New battle", "", false).clicked() {
                            leave = Some(Screen::LevelChoice);
                        }
                        if press(Icon::Leave, "Quit to title", "", false).clicked() {
                            leave = Some(Screen::Title);
                        }
                        if press(Icon::Save, "Save replay", "", false).clicked() {
                            save_replay(world);
                        }
                        let link = press(Icon::Link, link::NAME, "", false);
                        if hint(link, link::NAME, link::HELP, "").clicked() {
                            link::copy(world, ctx);
                        }
                    });
                });
            });
        });
    if let Some(screen) = leave {
        world.resource_mut::<NextState<Screen>>().set(screen);
    }
}

fn tallies(world: &World, ui: &mut egui::Ui, theme: &Theme, outcome: &Outcome) {
    ui.columns(2, |columns| {
        for (ui, tally) in columns.iter_mut().zip(&outcome.tallies) {
            let colour = Theme::egui(theme.side(tally.side).text);
            let name = world.side_name(tally.side);
            let title = format!("{name}: {} battle points", tally.points);
            ui.label(RichText::new(title).size(17.0).strong().color(colour));
            for (reason, share) in &tally.account {
                ui.label(format!("{share:+}  {reason}"));
            }
            let lost = format!("Lost {} of {} models.", tally.lost, tally.models);
            ui.label(RichText::new(lost).color(Theme::egui(theme.faint)));
        }
    });
}

fn doers(world: &World, ui: &mut egui::Ui, theme: &Theme, deeds: &[Deeds]) {
    let high = panel::at_most_high(ui.ctx(), 520.0) - 250.0;
    ScrollArea::vertical().max_height(high.max(120.0)).auto_shrink([false, true]).show(ui, |ui| {
        egui::Grid::new("deeds").num_columns(2).striped(true).show(ui, |ui| {
            for deed in deeds {
                let colour = Theme::egui(theme.side(deed.side).text);
                ui.label(RichText::new(world.unit_name(deed.unit)).color(colour));
                ui.label(&deed.text);
                ui.end_row();
            }
        });
    });
}

/// Keeps the battle as a replay under the first free number.
fn save_replay(world: &mut World) {
    let name = running::name_of_save(world);
    let result = running::save(world, &name);
    let mut toasts = world.resource_mut::<Toasts>();
    match result {
        Ok(()) => toasts.say(format!("Saved as {name}.")),
        Err(error) => toasts.refuse(format!("It can't be kept: {error}")),
    }
}

/// Words with a capital letter at the beginning and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

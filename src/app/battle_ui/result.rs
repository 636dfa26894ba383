//! The result: who won and why, battle points with their account, who did what.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};

use super::{account, decision::stripe, link, toast::Toasts};
use crate::{
    app::{running, screens::Screen, theme::Theme},
    battle::{BattleWorld, Outcome, RuleSystem, SideId},
    no_quarter::NoQuarter,
};

/// Shows it over the table.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let Some(outcome) = NoQuarter::outcome(world) else { return };
    let deeds = account::deeds(world);
    let mut leave = None;
    egui::Area::new(egui::Id::new("result"))
        .anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .order(egui::Order::Middle)
        .show(ctx, |ui| {
            egui::Frame::window(ui.style()).inner_margin(0.0).show(ui, |ui| {
                ui.set_width(super::panel::at_most(ctx, 760.0));
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
                        let big = |text: &str| {
                            egui::Button::new(RichText::new(text).size(15.0))
                                .min_size(egui::vec2(170.0, 30.0))
                        };
                        if ui.add(big("Back to the title")).clicked() {
                            leave = Some(Screen::Title);
                        }
                        if ui.add(big("Choose a level")).clicked() {
                            leave = Some(Screen::LevelChoice);
                        }
                        if ui.add(big("Save the replay")).clicked() {
                            save_replay(world);
                        }
                        if ui.add(big(link::NAME)).on_hover_text(link::HELP).clicked() {
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

fn doers(world: &World, ui: &mut egui::Ui, theme: &Theme, deeds: &[account::Deeds]) {
    ScrollArea::vertical().max_height(230.0).auto_shrink([false, true]).show(ui, |ui| {
        egui::Grid::new("deeds").num_columns(2).striped(true).show(ui, |ui| {
            for deed in deeds {
                let colour = Theme::egui(theme.side(deed.side).text);
                ui.label(RichText::new(world.unit_name(deed.unit)).color(colour));
                ui.label(deed.sentence());
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
        Ok(()) => toasts.say(format!("Kept as {name}.")),
        Err(error) => toasts.refuse(format!("It can't be kept: {error}")),
    }
}

/// Words with a capital letter at the beginning and a full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

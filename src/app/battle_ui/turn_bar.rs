//! The bar along the top: turn, whose go it is, whose activation, who is still to act, and the
//! menu of the battle.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align, Layout, RichText};

use super::{
    link,
    paint::Canvas,
    panel, select,
    shown::Shown,
    verbs::{self, Verb},
    why_not::why_not,
};
use crate::{
    app::{
        animation::Playback,
        camera::View,
        screens::Screen,
        settings::{AnimationSpeed, Settings},
        theme::Theme,
    },
    battle::{BattleWorld, Phase, SideId, UnitId},
    no_quarter::{Order, objectives, turn_sequence},
};

/// How many units of a side may still be activated this turn.
fn still_to_act(world: &World, side: SideId) -> usize {
    let waits =
        |&unit: &UnitId| world.side_of(unit) == side && turn_sequence::can_activate(world, unit);
    world.roster().units().filter(waits).count()
}

/// Shows the bar.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let rect = panel::rect(ctx, (0.0, 0.0), (-0.001, panel::BAR));
    panel::fixed(ctx, "turn_bar", rect, |ui| {
        if panel::is_narrow(ctx) {
            // What has no room is reached by pushing the bar aside.
            egui::ScrollArea::horizontal().show(ui, |ui| {
                ui.horizontal_centered(|ui| {
                    menu(world, ui, theme);
                    ui.separator();
                    state(world, ui, theme);
                });
            });
            return;
        }
        ui.horizontal_centered(|ui| {
            state(world, ui, theme);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                menu(world, ui, theme);
            });
        });
    });
    if world.resource::<Shown>().menu {
        menu_box(world, ctx);
    }
}

fn state(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let frame = world.frame().clone();
    let turn = match frame.phase {
        Phase::Terrain => "Laying the terrain".to_owned(),
        Phase::Deployment => "Deployment".to_owned(),
        Phase::Activations if frame.last_turn > 0 && frame.last_turn < 1000 => {
            format!("Turn {} of {}", frame.turn, frame.last_turn)
        }
        Phase::Activations => format!("Turn {}", frame.turn),
        Phase::Over => "The battle is over".to_owned(),
    };
    ui.label(RichText::new(turn).size(16.0).strong());
    let side = world.side_name(frame.side).to_owned();
    let colours = theme.side(frame.side);
    let words = Theme::egui(theme.words_on(colours.rim));
    egui::Frame::NONE
        .fill(Theme::egui(colours.rim))
        .corner_radius(4.0)
        .inner_margin(egui::Margin::symmetric(9, 3))
        .show(ui, |ui| {
            ui.label(RichText::new(side).size(15.0).strong().color(words));
        });
    let doing = match (frame.phase, frame.active) {
        (Phase::Over, _) => String::new(),
        (Phase::Terrain, _) => "lay a piece of terrain".to_owned(),
        (Phase::Deployment, _) => "place a unit".to_owned(),
        (_, Some(unit)) => format!("{} is active", world.unit_name(unit)),
        (_, None) if frame.first_activation => "won the initiative: choose a unit".to_owned(),
        (_, None) => "choose the next unit".to_owned(),
    };
    if let Some(unit) = frame.active.filter(|_| frame.phase == Phase::Activations) {
        let colour = Theme::egui(theme.side(world.side_of(unit)).text);
        let label = egui::Label::new(RichText::new(doing).color(colour).size(15.0))
            .sense(egui::Sense::click());
        if ui.add(label).on_hover_text("Show it").clicked() {
            select::select(world, unit, None);
            let middle = super::aim::middle(world, unit);
            world.resource_mut::<View>().look_at(middle);
        }
    } else {
        ui.label(RichText::new(doing).size(15.0));
    }
    if frame.phase == Phase::Activations {
        ui.separator();
        if ui.small_button("◀").on_hover_text("Previous unit that can act").clicked() {
            select::next(world, -1);
        }
        if ui.small_button("▶").on_hover_text("Next unit that can act").clicked() {
            select::next(world, 1);
        }
        for side in [SideId(0), SideId(1)] {
            let left = still_to_act(world, side);
            let text = format!("{} {left} to act", world.side_name(side));
            ui.label(RichText::new(text).color(Theme::egui(theme.side(side).text)).small());
        }
    }
    aims(world, ui, theme);
}

/// What the armies fight about besides each other.
fn aims(world: &World, ui: &mut egui::Ui, theme: &Theme) {
    let aims = objectives::aims(world);
    if aims.is_empty() {
        return;
    }
    ui.separator();
    let label = ui.label(RichText::new("Aims").strong().color(Theme::egui(theme.accent)));
    label.on_hover_ui(|ui| {
        for aim in &aims {
            let colour = aim.side.map_or(theme.text, |side| theme.side(side).text);
            ui.label(RichText::new(&aim.text).color(Theme::egui(colour)));
        }
    });
}

/// Marks the places, edges and models that the armies fight about.
pub fn draw_aims(world: &World, canvas: &Canvas) {
    for aim in objectives::aims(world) {
        let colour = aim.side.map_or(canvas.selected(), |side| canvas.side(side));
        let colour = aim.holder.map_or(colour, |side| canvas.side(side));
        if let Some(at) = aim.at {
            let star: Vec<Vec2> = (0..10_u8)
                .map(|i| {
                    let out = if i % 2 == 0 { 0.55 } else { 0.24 };
                    at + Vec2::from_angle(f32::from(i) * 0.628_318_5 + 0.314_159_3) * out
                })
                .collect();
            canvas.wash(&star, colour.gamma_multiply(0.8));
            canvas.outline(&star, canvas.text(), 1.4);
        }
        if let Some(model) = aim.model.filter(|&model| world.is_standing(model)) {
            canvas.dashed_ring(&world.placed(model), 6.0, colour, 1.8);
        }
    }
}

fn menu(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let mut shown = *world.resource::<Shown>();
    if ui.button("Menu").clicked() {
        shown.menu = !shown.menu;
    }
    if ui.selectable_label(shown.help, "Keys").clicked() {
        shown.help = !shown.help;
    }
    if ui.selectable_label(shown.log, "Log").clicked() {
        shown.log = !shown.log;
    }
    if ui.selectable_label(shown.dice, "Dice").clicked() {
        shown.dice = !shown.dice;
    }
    if ui.selectable_label(shown.card, "Card").clicked() {
        shown.card = !shown.card;
    }
    world.resource_mut::<Shown>().set_if_neq(shown);
    let why = why_not(world, Verb::Undo);
    let undo = ui.add_enabled(why.is_none(), egui::Button::new("Undo"));
    if undo.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
        verbs::act(world, Verb::Undo);
    }
    if world.resource::<Playback>().is_busy() {
        let text = RichText::new("Space skips").color(Theme::egui(theme.faint)).small();
        ui.label(text);
    }
}

fn menu_box(world: &mut World, ctx: &egui::Context) {
    let mut shown = *world.resource::<Shown>();
    let modal = egui::Modal::new(egui::Id::new("battle_menu")).show(ctx, |ui| {
        ui.set_width(270.0);
        ui.heading("Battle");
        let wide =
            |text: &str| egui::Button::new(text.to_owned()).min_size(egui::vec2(270.0, 28.0));
        if ui.add(wide("Go on")).clicked() {
            shown.menu = false;
        }
        if ui.add(wide("Save")).clicked() {
            verbs::act(world, Verb::Save);
            shown.menu = false;
        }
        if ui.add(wide("Load")).clicked() {
            verbs::act(world, Verb::Load);
            shown.menu = false;
        }
        if ui.add(wide(link::NAME)).on_hover_text(link::HELP).clicked() {
            link::copy(world, ctx);
            shown.menu = false;
        }
        ui.separator();
        let mut settings = world.resource::<Settings>().clone();
        ui.horizontal(|ui| {
            ui.label("Animations");
            for speed in AnimationSpeed::ALL {
                ui.selectable_value(&mut settings.speed, speed, speed.name());
            }
        });
        ui.horizontal(|ui| {
            ui.label("Size of text");
            for (name, scale) in [("Small", 0.9), ("Normal", 1.0), ("Large", 1.2), ("Huge", 1.5)] {
                ui.selectable_value(&mut settings.ui_scale, scale, name);
            }
        });
        world.resource_mut::<Settings>().set_if_neq(settings);
        ui.separator();
        let side = world.frame().side;
        let name = world.side_name(side).to_owned();
        ui.menu_button(format!("Concede for {name}"), |ui| {
            ui.label("The battle ends at once.");
            if ui.button(format!("{name} concede")).clicked() {
                verbs::give(world, Order::Concede { side });
                shown.menu = false;
                ui.close();
            }
        });
        if ui.add(wide("Leave to the title")).clicked() {
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
            shown.menu = false;
        }
    });
    if modal.should_close() {
        shown.menu = false;
    }
    world.resource_mut::<Shown>().set_if_neq(shown);
}

//! The page of keys: everything that can be done, with the key that does it.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};

use super::{key_names::key_name, panel, shown::Shown, verbs::Verb};
use crate::app::{
    settings::Settings,
    theme::Theme,
    third_party::leafwing::{Action, KEYS},
};

/// Keys that aren't verbs.
const OTHERS: [(Action, &str); 25] = [
    (Action::Confirm, "Give the prepared order; activate; the marked answer"),
    (Action::Cancel, "Step back; deselect (also the right button)"),
    (Action::NextUnit, "Next unit that can act, next target, next answer"),
    (Action::PreviousUnit, "The one before"),
    (Action::NextModel, "Next model of the unit, or of the target"),
    (Action::PreviousModel, "The one before"),
    (Action::NudgeUp, "Move the aim up by half an inch"),
    (Action::NudgeDown, "… down"),
    (Action::NudgeLeft, "… to the left"),
    (Action::NudgeRight, "… to the right"),
    (Action::RotateLeft, "Turn the facing to the left"),
    (Action::RotateRight, "Turn the facing to the right"),
    (Action::ShowZones, "Attack zones"),
    (Action::ShowArcs, "Front arcs"),
    (Action::ShowBands, "Range bands"),
    (Action::ShowCoherency, "Coherency"),
    (Action::ShowSight, "Sight of the model under the pointer"),
    (Action::ShowReach, "Reach of the selected model"),
    (Action::ShowLog, "The log"),
    (Action::ShowDice, "The dice tray"),
    (Action::ShowCard, "The unit's card"),
    (Action::Skip, "Skip the animation"),
    (Action::PanUp, "Move the view (also the middle or right button)"),
    (Action::ZoomIn, "Come closer (also the wheel)"),
    (Action::FitTable, "Show the whole table"),
];

/// The action whose new key is awaited.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Awaited(Option<Action>);

/// A line of the page.
struct Line {
    action: Action,
    key: String,
    name: &'static str,
    about: &'static str,
    /// Others that have the same key.
    clash: Vec<&'static str>,
}

fn lines(world: &mut World) -> (Vec<Line>, Vec<Line>) {
    let line = |world: &mut World, action, name, about| {
        let key = key_name(world, action);
        Line { action, key, name, about, clash: Vec::new() }
    };
    let mut verbs: Vec<Line> =
        Verb::ALL.iter().map(|verb| line(world, verb.action(), verb.name(), verb.help())).collect();
    let mut others: Vec<Line> =
        OTHERS.iter().map(|&(action, about)| line(world, action, about, about)).collect();
    let all: Vec<(Action, String, &str)> =
        verbs.iter().chain(&others).map(|l| (l.action, l.key.clone(), l.name)).collect();
    for line in verbs.iter_mut().chain(&mut others) {
        let same = |(action, key, _): &&(Action, String, &str)| {
            *action != line.action && !key.is_empty() && *key == line.key
        };
        line.clash = all.iter().filter(same).map(|&(_, _, name)| name).collect();
    }
    (verbs, others)
}

/// Takes the key that is pressed while one is awaited; Escape leaves the old one.
fn take_key(world: &mut World) {
    let Some(action) = world.resource::<Awaited>().0 else { return };
    let pressed = world.resource::<ButtonInput<KeyCode>>();
    if pressed.just_pressed(KeyCode::Escape) {
        world.resource_mut::<Awaited>().0 = None;
    } else if let Some(&key) = KEYS.iter().find(|&&key| pressed.just_pressed(key)) {
        let keys = &mut world.resource_mut::<Settings>().keys;
        keys.insert(format!("{action:?}"), format!("{key:?}"));
        world.resource_mut::<Awaited>().0 = None;
    }
}

/// Shows it.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    if !world.resource::<Shown>().help {
        *world.resource_mut::<Awaited>() = Awaited::default();
        return;
    }
    take_key(world);
    let (verbs, others) = lines(world);
    let awaited = *world.resource::<Awaited>();
    let changed = !world.resource::<Settings>().keys.is_empty();
    let mut wanted = awaited;
    let mut reset = false;
    let mut open = true;
    let (accent, bad) = (Theme::egui(theme.accent), Theme::egui(theme.bad));
    let mut key_button = |ui: &mut egui::Ui, line: &Line| {
        let waits = awaited.0 == Some(line.action);
        let text = if waits { "press a key" } else { &line.key };
        let colour = if line.clash.is_empty() { accent } else { bad };
        let button = egui::Button::new(RichText::new(text).strong().color(colour)).selected(waits);
        let hint = if line.clash.is_empty() {
            "Click to choose another key".to_owned()
        } else {
            format!("The same key as: {}", line.clash.join(", "))
        };
        if ui.add(button).on_hover_text(hint).clicked() {
            wanted.0 = (!waits).then_some(line.action);
        }
    };
    let modal = egui::Modal::new(egui::Id::new("help")).show(ctx, |ui| {
        ui.set_width(panel::at_most(ctx, 820.0));
        ui.horizontal(|ui| {
            ui.heading("Keys");
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                open &= !ui.button("Close").clicked();
                reset = ui.add_enabled(changed, egui::Button::new("The usual keys")).clicked();
            });
        });
        ui.separator();
        ScrollArea::vertical().max_height(520.0).show(ui, |ui| {
            ui.columns(2, |columns| {
                egui::Grid::new("verbs").num_columns(2).show(&mut columns[0], |ui| {
                    for line in &verbs {
                        key_button(ui, line);
                        ui.label(line.name).on_hover_text(line.about);
                        ui.end_row();
                    }
                });
                egui::Grid::new("others").num_columns(2).show(&mut columns[1], |ui| {
                    for line in &others {
                        key_button(ui, line);
                        ui.label(RichText::new(line.about).small());
                        ui.end_row();
                    }
                });
            });
            ui.separator();
            ui.label(
                "Click a unit to select it, a second time for one model. Take hold of a model of \
                 the active unit and drag to move. In a move, press at the place and drag to \
                 choose where they look. The numbers 1 to 9 choose weapons and ways of attacking, and \
                 answer questions. With Shift a click or Enter marks one target of a burst and goes \
                 on, or the place on a base where a breath begins.",
            );
        });
    });
    if reset {
        world.resource_mut::<Settings>().keys.clear();
    }
    if wanted != awaited {
        *world.resource_mut::<Awaited>() = wanted;
    }
    if (modal.should_close() && awaited.0.is_none()) || !open {
        world.resource_mut::<Shown>().help = false;
    }
}

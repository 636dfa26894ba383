//! The log: everything that happened as a sentence, the newest at the bottom; by unit or by rolls
//! if wanted. A line under the pointer marks whom it is about on the table.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, ScrollArea};

use super::{concerns::Concerns, mode::Selection, paint::Canvas, panel, plan::BattleCount};
use crate::{
    app::{animation::Playback, theme::Theme},
    battle::{BattleWorld, Log, ModelId, RuleSystem, UnitId},
    no_quarter::{Event, NoQuarter},
};

/// One line of the log.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    about: Concerns,
    units: Vec<UnitId>,
    weight: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// A turn begins or ends.
    Header,
    /// A unit begins something.
    Unit,
    /// Somebody falls, breaks, wins.
    Grave,
    /// Anything else.
    Plain,
}

/// The lines so far, and what is shown of them.
#[derive(Resource, Clone, Debug, Default)]
pub struct LogLines {
    battle: usize,
    lines: Vec<Line>,
    only_selected: bool,
    only_rolls: bool,
    marked: Concerns,
}

fn weight(event: &Event) -> Weight {
    match event {
        Event::TurnBegan { .. } | Event::TurnEnded { .. } | Event::Ended { .. } => Weight::Header,
        Event::Activated { .. } | Event::ChargeDeclared { .. } | Event::Responded { .. } => {
            Weight::Unit
        }
        Event::Fell { .. }
        | Event::Fled { .. }
        | Event::PanicRolled { .. }
        | Event::Retreated { .. }
        | Event::Conceded { .. } => Weight::Grave,
        _ => Weight::Plain,
    }
}

/// Takes up events that have been shown since; forgets those that were undone.
pub fn update(world: &mut World) {
    let battle = world.resource::<BattleCount>().0;
    let shown = world.resource::<Playback>().cursor;
    let events = world.resource::<Log<NoQuarter>>().0.len();
    let upto = shown.min(events);
    let mut log = world.resource_mut::<LogLines>();
    if log.battle != battle {
        *log = LogLines {
            battle,
            only_selected: log.only_selected,
            only_rolls: log.only_rolls,
            ..LogLines::default()
        };
    }
    if log.lines.len() > upto {
        log.lines.truncate(upto);
    }
    let from = log.lines.len();
    if from == upto {
        return;
    }
    let fresh: Vec<Line> = world.resource::<Log<NoQuarter>>().0[from..upto]
        .iter()
        .map(|event| {
            let about = Concerns::of(event);
            let mut units = about.units.clone();
            units.extend(about.models.iter().map(|&model| world.unit_of(model)));
            let text = NoQuarter::sentence(world, event);
            Line { text, about, units, weight: weight(event) }
        })
        .collect();
    world.resource_mut::<LogLines>().lines.extend(fresh);
}

/// Shows the log.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let rect = panel::rect(ctx, (-panel::LOG, panel::BAR), (-0.001, -0.001));
    let selected = world.resource::<Selection>().unit;
    world.resource_scope(|_, mut log: Mut<LogLines>| {
        let log = log.bypass_change_detection();
        log.marked = Concerns::default();
        panel::fixed(ctx, "log", rect, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new("Log").strong());
                ui.checkbox(&mut log.only_rolls, RichText::new("rolls").small())
                    .on_hover_text("Show dice only");
                ui.checkbox(&mut log.only_selected, RichText::new("selected unit").small());
            });
            ui.separator();
            let by_unit = selected.filter(|_| log.only_selected);
            let places: Vec<usize> = (0..log.lines.len())
                .filter(|&place| {
                    let line = &log.lines[place];
                    line.weight == Weight::Header
                        || ((!log.only_rolls || line.about.rolled)
                            && by_unit.is_none_or(|unit| line.units.contains(&unit)))
                })
                .collect();
            // Long battles have thousands of lines; the last few hundred are enough at a time.
            let from = places.len().saturating_sub(400);
            ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).show(
                ui,
                |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.set_width(ui.available_width() - 4.0);
                    let mut marked = None;
                    for &place in &places[from..] {
                        let line = &log.lines[place];
                        if show_line(ui, theme, line) {
                            marked = Some(line.about.clone());
                        }
                    }
                    log.marked = marked.unwrap_or_default();
                },
            );
        });
    });
}

/// One line; true if the pointer is on it.
fn show_line(ui: &mut egui::Ui, theme: &Theme, line: &Line) -> bool {
    let text = RichText::new(&line.text).size(12.0);
    let text = match line.weight {
        Weight::Header => {
            ui.add_space(4.0);
            text.strong().size(14.0).color(Theme::egui(theme.accent))
        }
        Weight::Unit => text.strong().color(Theme::egui(theme.text)),
        Weight::Grave => text.color(Theme::egui(theme.bad)),
        Weight::Plain if line.about.rolled => text.color(Theme::egui(theme.text)),
        Weight::Plain => text.color(Theme::egui(theme.faint)),
    };
    ui.add(egui::Label::new(text).wrap().sense(egui::Sense::hover())).hovered()
}

/// Marks on the table whom the line under the pointer is about.
pub fn draw(world: &World, canvas: &Canvas) {
    let marked = &world.resource::<LogLines>().marked;
    let of_units = marked.units.iter().flat_map(|&unit| world.standing(unit));
    let models: Vec<ModelId> = of_units.chain(marked.models.iter().copied()).collect();
    for model in models {
        if model.index() < world.roster().models().len() {
            canvas.ring(&world.placed(model), 5.0, canvas.selected(), 2.0);
        }
    }
}

//! The panel along the bottom: what the active unit can do, with keys and reasons why not.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    details::details,
    key_names::key_name,
    mode::{BlockMove, Mode, Scope, Selection},
    panel,
    plan::Plan,
    select,
    shown::Shown,
    templates,
    verbs::{self, Verb},
    why_not::{self, why_not},
};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, Phase, RuleSystem, UnitId},
    no_quarter::{
        NoQuarter, Order, OrderError, reserves, sentence::count, support_weapons, turn_sequence,
    },
};

/// Shows the panel.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let shown = *world.resource::<Shown>();
    let beside = |there: bool| there && !panel::is_narrow(ctx);
    let left = if beside(shown.card) { panel::CARD } else { 0.0 };
    let right = if beside(shown.right_column()) { -panel::LOG } else { -0.001 };
    let rect = panel::rect(ctx, (left, -panel::orders_height(ctx)), (right, -0.001));
    panel::fixed(ctx, "orders", rect, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 4.0);
        ui.spacing_mut().button_padding = egui::vec2(7.0, 3.0);
        if panel::is_narrow(ctx) {
            ui.spacing_mut().button_padding = egui::vec2(8.0, 6.0);
            let rest = egui::ScrollArea::vertical().auto_shrink([false, false]);
            rest.show(ui, |ui| contents(world, ui, theme));
        } else {
            contents(world, ui, theme);
        }
    });
}

fn contents(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    match (world.frame().phase, world.frame().active) {
        (Phase::Terrain, _) => super::terrain_placing::panel(world, ui, theme),
        (Phase::Deployment, _) => super::deployment::panel(world, ui, theme),
        (Phase::Activations, Some(unit)) => active(world, ui, theme, unit),
        (Phase::Activations, None) => choose(world, ui, theme),
        (Phase::Over, _) => {
            ui.label(RichText::new("The battle is over.").size(16.0));
        }
    }
}

/// A verb's button with its key; off with the reason, on with what it is for.
pub fn button(world: &mut World, ui: &mut egui::Ui, verb: Verb, selected: bool) {
    let why = why_not(world, verb);
    let key = key_name(world, verb.action());
    let (name, help) = match (verb, world.frame().active) {
        (Verb::Template, Some(unit)) => (templates::verb_name(world, unit), verb.help()),
        // The gun is fired; its crew may have bows besides.
        (Verb::Shoot, Some(unit)) if support_weapons::weapon_of(world, unit).is_some() => {
            ("Crew shoots", "The crew shoots with weapons of its own, instead of serving the gun.")
        }
        _ => (verb.name(), verb.help()),
    };
    let button = egui::Button::new(name).shortcut_text(key).selected(selected);
    let response = ui.add_enabled(why.is_none(), button).on_hover_text(help);
    if response.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
        verbs::act(world, verb);
    }
}

/// Nobody is active: the units that may be.
fn choose(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    if let Mode::Deploy { unit, formation } = *world.resource::<Mode>() {
        super::deployment::placing_rows(world, ui, theme, unit, formation);
        return;
    }
    let selection = world.resource::<Selection>().unit;
    ui.horizontal_wrapped(|ui| {
        let side = world.side_name(world.frame().side).to_owned();
        ui.label(RichText::new(format!("{side}: activate a unit")).strong());
        if let Some(unit) = selection {
            let label = format!("Activate {}", world.unit_name(unit));
            let why = why_not(world, Verb::Activate);
            let key = key_name(world, Verb::Activate.action());
            let button = egui::Button::new(RichText::new(label).strong()).shortcut_text(key);
            let response = ui.add_enabled(why.is_none(), button);
            if response.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
                verbs::act(world, Verb::Activate);
            }
        }
        button(world, ui, Verb::Measure, matches!(world.resource::<Mode>(), Mode::Measure { .. }));
        if selection.is_none() {
            let hint = "Click one on the table or here; a double click or Enter activates it.";
            ui.label(RichText::new(hint).color(Theme::egui(theme.faint)).small());
        }
    });
    let units: Vec<UnitId> = world
        .roster()
        .units()
        .filter(|&unit| turn_sequence::can_activate(world, unit))
        .filter(|&unit| turn_sequence::may_select(world, unit))
        .collect();
    reserve_tray(world, ui, theme);
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(2.0, 1.0);
            ui.spacing_mut().button_padding = egui::vec2(5.0, 1.0);
            for unit in units {
                let colour = Theme::egui(theme.side(world.side_of(unit)).text);
                let text = RichText::new(world.unit_name(unit)).color(colour).size(13.5);
                let response = ui.selectable_label(selection == Some(unit), text);
                if response.double_clicked() {
                    select::select(world, unit, None);
                    verbs::act(world, Verb::Activate);
                } else if response.clicked() {
                    select::select(world, unit, None);
                }
            }
        });
    });
}

/// Units of the side that wait in reserve and may come on now.
fn reserve_tray(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let side = world.frame().side;
    let units = world.roster().units().filter(|&unit| world.side_of(unit) == side);
    let units: Vec<UnitId> = units.filter(|&unit| reserves::can_enter(world, unit)).collect();
    if units.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("In reserve:").color(Theme::egui(theme.faint)));
        for unit in units {
            let text = format!("Bring on {}", world.unit_name(unit));
            if ui.button(text).clicked() {
                super::deployment::take_up(world, unit);
            }
            let order = Order::KeepBack { unit };
            let response = ui.small_button("not this turn");
            if response.clicked() && NoQuarter::check(world, &order).is_ok() {
                verbs::give(world, order);
            }
        }
    });
}

/// A unit is active: its orders.
fn active(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId) {
    let mode = world.resource::<Mode>().clone();
    ui.horizontal_wrapped(|ui| {
        let scope = *world.resource::<Scope>();
        let model = world.resource::<Selection>().model;
        let key = key_name(world, Verb::Scope.action());
        for (this, name) in [(Scope::Unit, "Unit"), (Scope::Model, "Model")] {
            let own = model.is_some_and(|model| world.unit_of(model) == unit);
            let possible = this == Scope::Unit || own;
            let button = egui::Button::new(name).selected(scope == this);
            let response = ui.add_enabled(possible, button);
            let response = response
                .on_hover_text(format!("{} ({key})", Verb::Scope.help()))
                .on_disabled_hover_text("select a model first: click it a second time");
            if response.clicked() {
                *world.resource_mut::<Scope>() = this;
            }
        }
        ui.separator();
        for verb in Verb::orders() {
            if verb == Verb::EndActivation {
                ui.separator();
                end_activation(world, ui, theme, unit);
            } else if why_not::concerns(world, verb, unit) {
                button(world, ui, verb, is_prepared(verb, &mode));
            }
        }
        button(world, ui, Verb::Measure, matches!(mode, Mode::Measure { .. }));
    });
    ui.horizontal_wrapped(|ui| details(world, ui, theme, unit, &mode));
    ui.horizontal_wrapped(|ui| summary(world, ui, theme, &mode));
}

fn is_prepared(verb: Verb, mode: &Mode) -> bool {
    match verb {
        Verb::Move => matches!(mode, Mode::Move | Mode::Block(BlockMove::Straight)),
        Verb::Turn => *mode == Mode::Turn,
        Verb::Wheel => *mode == Mode::Block(BlockMove::Wheel),
        Verb::FormUp => matches!(mode, Mode::FormUp { .. }),
        Verb::Charge => matches!(mode, Mode::Charge { .. }),
        Verb::Overrun => matches!(mode, Mode::Overrun { .. }),
        Verb::Fight => matches!(mode, Mode::Fight { .. }),
        Verb::Shoot => matches!(mode, Mode::Shoot { .. }),
        Verb::Template => matches!(mode, Mode::Template(_)),
        Verb::ChangePlaces => matches!(mode, Mode::ChangePlaces { .. }),
        Verb::Hold => *mode == Mode::Hold,
        _ => false,
    }
}

fn end_activation(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId) {
    let left = why_not::can_still_act(world, unit);
    let why = why_not(world, Verb::EndActivation);
    let key = key_name(world, Verb::EndActivation.action());
    let (text, colour) = if left == 0 {
        (RichText::new("End activation").strong(), theme.good)
    } else {
        (RichText::new("End activation"), theme.text)
    };
    let button = egui::Button::new(text.color(Theme::egui(colour))).shortcut_text(key);
    let hint = match left {
        0 => "Everybody is done.".to_owned(),
        1 => "1 model has actions left, which are lost then.".to_owned(),
        _ => format!("{left} models have actions left, which are lost then."),
    };
    let response = ui.add_enabled(why.is_none(), button).on_hover_text(hint);
    if response.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
        verbs::act(world, Verb::EndActivation);
    }
}

/// Why an order is refused: the rule by its name, and by its number for those who point at it.
pub fn refusal(ui: &mut egui::Ui, theme: &Theme, refused: &OrderError) {
    let text = format!("✖ {}", refused.told());
    let response = ui.label(RichText::new(text).color(Theme::egui(theme.bad)));
    if !refused.rule.is_empty() {
        response.on_hover_text(&refused.rule);
    }
}

/// The last line: what the order would do, or what to do next.
fn summary(world: &mut World, ui: &mut egui::Ui, theme: &Theme, mode: &Mode) {
    let faint = Theme::egui(theme.faint);
    if let Some(decision) = super::decision::asked(world) {
        let text = format!("{} decide: see the banner.", world.side_name(decision.side));
        let colour = Theme::egui(theme.side(decision.side).text);
        ui.label(RichText::new(text).color(colour).strong());
        return;
    }
    let plan = world.resource::<Plan>();
    if let Some(refused) = plan.refused.clone().filter(|_| *mode != Mode::Select) {
        refusal(ui, theme, &refused);
        return;
    }
    if plan.is_legal() && !matches!(mode, Mode::Select | Mode::Hold) {
        let most = plan.preview.ways.iter().map(|way| way.actions).max();
        let text = match most {
            Some(actions) => {
                format!("✔ {}. Click or Enter.", count(usize::from(actions), "action"))
            }
            None => "✔ Click or Enter.".to_owned(),
        };
        ui.label(RichText::new(text).color(Theme::egui(theme.good)));
        return;
    }
    ui.label(RichText::new(mode.hint()).color(faint).small());
}

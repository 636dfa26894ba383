//! The panel along the bottom: what the active unit can do, with keys and reasons why not.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    asked, chips,
    details::details,
    hints::{hint, hint_of_verb, hint_or_why},
    icons::Icon,
    key_names::key_name,
    mode::{BlockMove, Mode, Scope, Selection},
    overlay_switches, panel,
    plan::Plan,
    press::{Press, word_height},
    select, templates,
    turn_bar::FINGER,
    verbs::{self, Verb},
    why_not,
};
use crate::{
    app::{theme::Theme, third_party::egui::sized},
    battle::{BattleWorld, RuleSystem, UnitId},
    no_quarter::{
        NoQuarter, Order, OrderError,
        phase::{Phase, phase},
        reserves,
        sentence::count,
        support_weapons, turn_sequence,
    },
};

/// Shows the panel.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let window = ctx.content_rect();
    let narrow = panel::is_narrow(ctx);
    let least = panel::orders_height(ctx);
    let area = egui::Area::new(egui::Id::new("orders"))
        .fixed_pos(window.left_bottom())
        .pivot(egui::Align2::LEFT_BOTTOM)
        .constrain(false)
        .movable(false)
        .order(egui::Order::Middle);
    area.show(ctx, |ui| {
        let visuals = &ui.style().visuals;
        let frame = egui::Frame::new()
            .fill(visuals.panel_fill)
            .stroke(visuals.window_stroke)
            .inner_margin(egui::Margin::symmetric(8, 5));
        frame.show(ui, |ui| {
            // A window manager may make the window smaller than the margins.
            let margins = frame.total_margin().sum();
            ui.set_width((window.width() - margins.x).max(0.0));
            ui.set_min_height((least - margins.y).max(0.0));
            ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
            if narrow {
                ui.set_max_height(window.height() * 0.45);
                panel::for_fingers(ui);
                let rest = egui::ScrollArea::vertical().max_height(window.height() * 0.42);
                rest.show(ui, |ui| {
                    contents(world, ui, theme);
                    overlay_switches::show(world, ui, 6);
                });
                return;
            }
            ui.horizontal_top(|ui| {
                let wide = ui.available_width() - overlay_switches::WIDTH - 26.0;
                ui.vertical(|ui| {
                    ui.set_width(wide);
                    contents(world, ui, theme);
                });
                let (line, _) = ui.allocate_exact_size(egui::vec2(9.0, 72.0), egui::Sense::hover());
                let edge = ui.visuals().window_stroke;
                ui.painter().vline(line.center().x, line.y_range(), edge);
                overlay_switches::show(world, ui, 3);
            });
        });
    });
}

fn contents(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    match (phase(world), world.frame().active) {
        (Phase::Terrain, _) => super::terrain_placing::panel(world, ui, theme),
        (Phase::Deployment, _) => super::deployment::panel(world, ui, theme),
        (Phase::Activations, Some(unit)) => active(world, ui, theme, unit),
        (Phase::Activations, None) => choose(world, ui, theme),
        (Phase::Over, _) => {
            ui.label(RichText::new("The battle is over.").size(sized(ui, 16.0)));
        }
    }
}

/// A verb's button with its key; off with the reason, on with what it is for.
pub fn button(world: &mut World, ui: &mut egui::Ui, verb: Verb, selected: bool) {
    let why = asked::why_not(world, verb);
    let key = key_name(world, verb.action());
    let (name, help) = match (verb, world.frame().active) {
        (Verb::Template, Some(unit)) => (templates::verb_name(world, unit), verb.help()),
        // The gun is fired; its crew may have bows besides.
        (Verb::Shoot, Some(unit)) if support_weapons::weapon_of(world, unit).is_some() => {
            ("Crew shoots", "The crew shoots with weapons of its own, instead of serving the gun.")
        }
        _ => (verb.name(), verb.help()),
    };
    let press = Press::tall(Icon::of(verb), name, shown_key(ui, &key)).selected(selected);
    let response = ui.add_enabled(why.is_none(), press);
    if hint_of_verb(world, response, verb, (name, help), &key, why.as_deref()).clicked() {
        verbs::act(world, verb);
    }
}

/// A key is of no use to fingers.
pub fn shown_key<'a>(ui: &egui::Ui, key: &'a str) -> &'a str {
    if panel::is_narrow(ui.ctx()) { "" } else { key }
}

/// Nobody is active: the units that may be.
fn choose(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    if let Mode::Deploy { unit, formation } = *world.resource::<Mode>() {
        super::deployment::placing_rows(world, ui, theme, unit, formation);
        return;
    }
    let selection = world.resource::<Selection>().unit;
    let narrow = panel::is_narrow(ui.ctx());
    ui.horizontal_wrapped(|ui| {
        let height = if narrow { FINGER } else { 25.0 };
        let side = world.frame().side;
        if let Some(unit) = selection {
            let label = format!("Activate {}", world.unit_name(unit));
            let why = asked::why_not(world, Verb::Activate);
            let key = key_name(world, Verb::Activate.action());
            let press = Press::row(Icon::Activate, &label, shown_key(ui, &key)).loud();
            let press = press.at_least(egui::vec2(0.0, height));
            let response = ui.add_enabled(why.is_none(), press);
            let (verb, named) = (Verb::Activate, (&*label, Verb::Activate.help()));
            if hint_of_verb(world, response, verb, named, &key, why.as_deref()).clicked() {
                verbs::act(world, Verb::Activate);
            }
        }
        let measures = matches!(world.resource::<Mode>(), Mode::Measure { .. });
        let key = key_name(world, Verb::Measure.action());
        let press = Press::row(Icon::Measure, Verb::Measure.name(), shown_key(ui, &key));
        let press = ui.add(press.selected(measures).at_least(egui::vec2(0.0, height)));
        if hint(press, Verb::Measure.name(), Verb::Measure.help(), &key).clicked() {
            verbs::act(world, Verb::Measure);
        }
        if selection.is_none() {
            let side = world.side_name(side);
            let hint = format!("{side}: choose a unit, on the table or here.");
            ui.label(RichText::new(hint).color(Theme::egui(theme.faint)));
        }
        if !narrow {
            units_to_choose(world, ui, theme, selection);
        }
    });
    reserve_tray(world, ui, theme);
    if narrow {
        let all = egui::ScrollArea::vertical().max_height(132.0).min_scrolled_height(88.0);
        all.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| units_to_choose(world, ui, theme, selection));
        });
    }
}

/// The units that may be activated, the side's own first.
fn units_to_choose(world: &mut World, ui: &mut egui::Ui, theme: &Theme, selection: Option<UnitId>) {
    let may = |&unit: &UnitId| {
        turn_sequence::can_activate(world, unit) && turn_sequence::may_select(world, unit)
    };
    let mut units: Vec<UnitId> = world.roster().units().filter(may).collect();
    units.sort_by_key(|&unit| world.side_of(unit) != world.frame().side);
    for unit in units {
        let response = chips::unit(world, ui, theme, unit, selection == Some(unit));
        if response.double_clicked() {
            select::select(world, unit, None);
            verbs::act(world, Verb::Activate);
        } else if response.clicked() {
            select::select(world, unit, None);
        }
    }
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
            if ui.add(Press::word(&text, "")).clicked() {
                super::deployment::take_up(world, unit);
            }
            let order = Order::KeepBack { unit };
            let response = ui.add(Press::word("not this turn", ""));
            if response.clicked() && NoQuarter::check(world, &order).is_ok() {
                verbs::give(world, order);
            }
        }
    });
}

/// A unit is active: its orders.
fn active(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId) {
    let mode = world.resource::<Mode>().clone();
    let row = ui.horizontal_wrapped(|ui| {
        scopes(world, ui, unit);
        for verb in Verb::orders() {
            if verb == Verb::EndActivation {
                end_activation(world, ui, unit);
            } else if asked::concerns(world, verb, unit) {
                button(world, ui, verb, is_prepared(verb, &mode));
            }
        }
        button(world, ui, Verb::Measure, matches!(mode, Mode::Measure { .. }));
    });
    panel::keep_verbs_height(ui.ctx(), row.response.rect.height());
    let narrow = panel::is_narrow(ui.ctx());
    if narrow {
        // Rows of words are as high as words, not as fingers.
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            summary(world, ui, theme, &mode);
        });
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        // Words stand at the middle of the buttons beside them.
        let high = word_height(ui);
        ui.spacing_mut().interact_size.y = high;
        ui.set_row_height(high);
        if !narrow {
            summary(world, ui, theme, &mode);
        }
        ui.spacing_mut().item_spacing.x = 4.0;
        details(world, ui, theme, unit, &mode);
    });
}

/// Whether orders go to the unit or to one model of it.
fn scopes(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let scope = *world.resource::<Scope>();
    let model = world.resource::<Selection>().model;
    let key = key_name(world, Verb::Scope.action());
    for (this, icon, name) in
        [(Scope::Unit, Icon::Unit, "Unit"), (Scope::Model, Icon::Model, "Model")]
    {
        let own = model.is_some_and(|model| world.unit_of(model) == unit);
        let possible = this == Scope::Unit || own;
        let key = if this == scope { "" } else { &*key };
        let press = Press::tall(icon, name, shown_key(ui, key)).selected(scope == this);
        let response = ui.add_enabled(possible, press);
        let why = (!possible).then_some("select a model first: click it a second time");
        if hint_or_why(response, name, Verb::Scope.help(), key, why).clicked() {
            *world.resource_mut::<Scope>() = this;
        }
    }
    ui.separator();
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

fn end_activation(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let left = why_not::can_still_act(world, unit);
    let why = asked::why_not(world, Verb::EndActivation);
    let verb = Verb::EndActivation;
    let key = key_name(world, verb.action());
    let mut press = Press::tall(Icon::of(verb), verb.name(), shown_key(ui, &key));
    if left == 0 {
        press = press.loud();
    }
    let about = match left {
        0 => "Everybody is done.".to_owned(),
        1 => "1 model has actions left, which are lost then.".to_owned(),
        _ => format!("{left} models have actions left, which are lost then."),
    };
    let response = ui.add_enabled(why.is_none(), press);
    let named = (verb.name(), &*about);
    if hint_of_verb(world, response, verb, named, &key, why.as_deref()).clicked() {
        verbs::act(world, verb);
    }
}

/// Why an order is refused: the rule by its name, and by its number for those who point at it.
pub fn refusal(ui: &mut egui::Ui, theme: &Theme, refused: &OrderError) {
    let bad = Theme::egui(theme.bad);
    Icon::Close.show(ui, 14.0, bad);
    let response = ui.label(RichText::new(refused.told()).color(bad));
    if !refused.rule.is_empty() {
        response.on_hover_text(&refused.rule);
    }
}

/// The last line: what the order would do, or what to do next.
fn summary(world: &mut World, ui: &mut egui::Ui, theme: &Theme, mode: &Mode) {
    let faint = Theme::egui(theme.faint);
    if let Some(decision) = super::decision::asked(world) {
        let text = format!("{} decide.", world.side_name(decision.side));
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
                format!("{}. Click or Enter.", count(usize::from(actions), "action"))
            }
            None => "Click or Enter.".to_owned(),
        };
        Icon::Done.show(ui, 14.0, Theme::egui(theme.good));
        ui.label(RichText::new(text).color(Theme::egui(theme.good)));
        return;
    }
    ui.label(RichText::new(mode.hint()).color(faint));
}

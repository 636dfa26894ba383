//! The panel along the bottom: what the active unit can do, with keys and reasons why not, and
//! what is still to be said about the order in preparation.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim,
    mode::{BlockMove, Mode, Scope, Selection},
    panel::{self, Shown},
    plan::Plan,
    templates,
    verbs::{self, Verb},
    words,
};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, ModelId, Phase, RuleSystem, UnitId, level::Formation},
    no_quarter::{
        Arms, NoQuarter, Order, Standing, charges, close_combat, deployment, plan as placing,
        reserves, turn_sequence,
    },
    table::{
        Inches,
        formation::{Flank, Manoeuvre},
    },
};

/// Shows the panel.
pub fn show(world: &mut World, ctx: &egui::Context, theme: &Theme) {
    let shown = *world.resource::<Shown>();
    let left = if shown.card { panel::CARD } else { 0.0 };
    let right = if shown.right_column() { -panel::LOG } else { -0.001 };
    let rect = panel::rect(ctx, (left, -panel::ORDERS), (right, -0.001));
    panel::fixed(ctx, "orders", rect, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(5.0, 4.0);
        ui.spacing_mut().button_padding = egui::vec2(7.0, 3.0);
        match (world.frame().phase, world.frame().active) {
            (Phase::Terrain, _) => super::terrain_placing::panel(world, ui, theme),
            (Phase::Deployment, _) => super::deployment::panel(world, ui, theme),
            (Phase::Activations, Some(unit)) => active(world, ui, theme, unit),
            (Phase::Activations, None) => choose(world, ui, theme),
            (Phase::Over, _) => {
                ui.label(RichText::new("The battle is over.").size(16.0));
            }
        }
    });
}

/// A verb's button with its key; off with the reason, on with what it is for.
pub fn button(world: &mut World, ui: &mut egui::Ui, verb: Verb, selected: bool) {
    let why = verbs::why_not(world, verb);
    let key = panel::key_name(world, verb.action());
    let name = match (verb, world.frame().active) {
        (Verb::Template, Some(unit)) => templates::verb_name(world, unit),
        _ => verb.name(),
    };
    let button = egui::Button::new(name).shortcut_text(key).selected(selected);
    let response = ui.add_enabled(why.is_none(), button).on_hover_text(verb.help());
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
    ui.horizontal(|ui| {
        let side = world.side_name(world.frame().side).to_owned();
        ui.label(RichText::new(format!("{side}: activate a unit")).strong());
        if let Some(unit) = selection {
            let label = format!("Activate {}", world.unit_name(unit));
            let why = verbs::why_not(world, Verb::Activate);
            let key = panel::key_name(world, Verb::Activate.action());
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
                    verbs::select(world, unit, None);
                    verbs::act(world, Verb::Activate);
                } else if response.clicked() {
                    verbs::select(world, unit, None);
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
        let key = panel::key_name(world, Verb::Scope.action());
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
            } else if verbs::concerns(world, verb, unit) {
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
    let left = verbs::can_still_act(world, unit);
    let why = verbs::why_not(world, Verb::EndActivation);
    let key = panel::key_name(world, Verb::EndActivation.action());
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

/// Whether somebody of a unit may choose how to strike: with more dice, or with a tail.
fn has_choices(world: &World, unit: UnitId) -> bool {
    let chooses = |&model: &ModelId| {
        close_combat::tail_strength(world, model).is_some()
            || (0..world.of_model::<Arms>(model).0.len())
                .any(|weapon| close_combat::extra_dice(world, model, weapon as u8) > 1)
    };
    world.standing(unit).iter().any(chooses)
}

/// One die or several, and which side a tail sweeps.
fn fight_details(world: &mut World, ui: &mut egui::Ui, unit: UnitId, mut plain: bool) {
    let key = panel::key_name(world, Verb::Fight.action());
    let text = format!("one die each, without extra attacks ({key} again)");
    if ui.checkbox(&mut plain, text).changed() {
        *world.resource_mut::<Mode>() = Mode::Fight { plain };
    }
    let tailed = |&model: &ModelId| close_combat::tail_strength(world, model).is_some();
    let Some(model) = world.standing(unit).iter().copied().find(tailed) else { return };
    for flank in [Flank::Left, Flank::Right] {
        let order = Order::SweepTail { model, flank };
        let why = NoQuarter::check(world, &order).err().map(|error| error.text);
        let name = format!("Sweep tail {}", words::flank(flank));
        let response = ui.add_enabled(why.is_none(), egui::Button::new(name));
        if response.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
            verbs::give(world, order);
        }
    }
}

/// What is still to be said about the order: amounts, formations, aim, what to wait for.
fn details(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId, mode: &Mode) {
    match mode.clone() {
        Mode::Block(by) => block_details(world, ui, unit, by),
        Mode::FormUp { formation } => {
            if let Some(formation) = choose_formation(world, ui, unit, formation) {
                *world.resource_mut::<Mode>() = Mode::FormUp { formation };
            }
            rotation_buttons(world, ui);
        }
        Mode::Move => rotation_buttons(world, ui),
        Mode::Shoot { mut aim } => {
            let key = panel::key_name(world, Verb::Shoot.action());
            let text = format!("Aim: 2 actions more for +1 ({key} again)");
            if ui.checkbox(&mut aim, text).changed() {
                *world.resource_mut::<Mode>() = Mode::Shoot { aim };
            }
        }
        Mode::Hold => {
            if let Some(standing) = choose_standing(world, ui, unit, None) {
                verbs::give(world, Order::Hold { standing });
            }
        }
        Mode::Template(aimed) => templates::details(world, ui, unit, aimed),
        Mode::ChangePlaces { .. } => draw_up_buttons(world, ui, unit),
        Mode::Charge { mut to_reach } if has_long_weapons(world, unit) => {
            let text = "stop where long weapons reach, out of contact";
            if ui.checkbox(&mut to_reach, text).changed() {
                *world.resource_mut::<Mode>() = Mode::Charge { to_reach };
            }
        }
        Mode::Fight { plain } if has_choices(world, unit) => {
            fight_details(world, ui, unit, plain);
        }
        Mode::Select
        | Mode::Turn
        | Mode::Charge { .. }
        | Mode::Overrun { .. }
        | Mode::Fight { .. }
        | Mode::Measure { .. }
        | Mode::Deploy { .. }
        | Mode::LayTerrain { .. }
        | Mode::FollowUp => {
            let left = verbs::can_still_act(world, unit);
            let text = match left {
                0 => "Everybody is done.".to_owned(),
                1 => "1 model can still act.".to_owned(),
                _ => format!("{left} models can still act."),
            };
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)).small());
        }
    }
}

/// Buttons that turn the facing at the end.
pub fn rotation_buttons(world: &mut World, ui: &mut egui::Ui) {
    for (text, degrees) in [("⟲ 15°", 15.0), ("15° ⟳", -15.0), ("⟲ 90°", 90.0), ("90° ⟳", -90.0)]
    {
        if ui.small_button(text).clicked() {
            aim::rotate(world, degrees);
        }
    }
    if world.resource::<aim::Aim>().facing.is_some() && ui.small_button("as before").clicked() {
        world.resource_mut::<aim::Aim>().facing = None;
    }
}

/// Chooses a formation for a unit; nothing if none was clicked.
pub fn choose_formation(
    world: &World,
    ui: &mut egui::Ui,
    unit: UnitId,
    present: Formation,
) -> Option<Formation> {
    let mut chosen = None;
    let count = world.members(unit).len().max(1);
    let wide = match present {
        Formation::Ranked { frontage } => frontage,
        _ => (count as f32 / 2.0).ceil().clamp(1.0, 10.0) as u8,
    };
    let kinds = [
        Formation::Ranked { frontage: wide },
        Formation::Closed,
        Formation::Skirmish,
        Formation::Dispersed,
    ];
    for formation in kinds {
        let same = std::mem::discriminant(&formation) == std::mem::discriminant(&present);
        let problem = deployment::formation_problem(world, unit, formation);
        let name = match formation {
            Formation::Ranked { .. } => "ranks".to_owned(),
            _ => words::formation(formation),
        };
        let response = ui.selectable_label(same, name);
        let response = match problem {
            Some(problem) => response.on_hover_text(problem),
            None => response,
        };
        if response.clicked() {
            chosen = Some(formation);
        }
    }
    if let Formation::Ranked { frontage } = present {
        let mut wide = frontage;
        let most = count.min(20) as u8;
        ui.label(RichText::new("in front").small());
        let slider = egui::Slider::new(&mut wide, 1..=most.max(1));
        if ui.add(slider).changed() {
            chosen = Some(Formation::Ranked { frontage: wide });
        }
    }
    chosen
}

fn block_details(world: &mut World, ui: &mut egui::Ui, unit: UnitId, by: BlockMove) {
    let set = |world: &mut World, by: BlockMove| {
        *world.resource_mut::<Mode>() = Mode::Block(by);
    };
    for (name, kind) in [("by pointer", BlockMove::Straight), ("wheel", BlockMove::Wheel)] {
        if ui.selectable_label(by == kind, name).clicked() {
            set(world, kind);
        }
    }
    let half = Inches(3.0);
    let exact = [
        ("ahead", Manoeuvre::Ahead(half)),
        ("back", Manoeuvre::Back(half)),
        ("◀ step", Manoeuvre::Sidestep(Flank::Left, Inches(1.0))),
        ("step ▶", Manoeuvre::Sidestep(Flank::Right, Inches(1.0))),
        ("⟲ wheel", Manoeuvre::Wheel { pivot: Flank::Left, degrees: 30.0 }),
        ("wheel ⟳", Manoeuvre::Wheel { pivot: Flank::Right, degrees: 30.0 }),
        ("⟲ quarter", Manoeuvre::QuarterTurn(Flank::Left)),
        ("quarter ⟳", Manoeuvre::QuarterTurn(Flank::Right)),
        ("about", Manoeuvre::AboutTurn),
    ];
    for (name, manoeuvre) in exact {
        let same = matches!(by, BlockMove::Exactly(present) if is_same_kind(&present, &manoeuvre));
        let response = ui.selectable_label(same, name);
        if response.on_hover_text(words::manoeuvre(&manoeuvre)).clicked() {
            set(world, BlockMove::Exactly(manoeuvre));
        }
    }
    let BlockMove::Exactly(present) = by else { return };
    let rate = world
        .standing(unit)
        .first()
        .map_or(1.0, |&model| crate::no_quarter::movement::mover(world, model).rate.0);
    let far = rate * 20.0;
    let mut wanted = present;
    match &mut wanted {
        Manoeuvre::Ahead(way) | Manoeuvre::Back(way) | Manoeuvre::Sidestep(_, way) => {
            ui.add(egui::Slider::new(&mut way.0, 0.0..=far).step_by(0.1).suffix("\""));
        }
        Manoeuvre::Wheel { degrees, .. } => {
            ui.add(egui::Slider::new(degrees, 0.0..=180.0).step_by(1.0).suffix("°"));
        }
        Manoeuvre::QuarterTurn(_) | Manoeuvre::AboutTurn => {}
    }
    if wanted != present {
        set(world, BlockMove::Exactly(wanted));
    }
    if ui.button("Do it").clicked() {
        verbs::commit(world);
    }
}

fn is_same_kind(a: &Manoeuvre, b: &Manoeuvre) -> bool {
    match (a, b) {
        (Manoeuvre::Wheel { pivot: a, .. }, Manoeuvre::Wheel { pivot: b, .. })
        | (Manoeuvre::Sidestep(a, _), Manoeuvre::Sidestep(b, _))
        | (Manoeuvre::QuarterTurn(a), Manoeuvre::QuarterTurn(b)) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// What a unit on hold may wait for, as buttons; what was clicked.
pub fn choose_standing(
    world: &World,
    ui: &mut egui::Ui,
    unit: UnitId,
    present: Option<Standing>,
) -> Option<Standing> {
    let mut chosen = None;
    let arms = |&model: &ModelId| world.of_model::<Arms>(model).0.iter().any(|arm| arm.is_ranged());
    let shoots = world.standing(unit).iter().any(arms);
    let choices = [
        (Standing::Ask, "Ask every time".to_owned()),
        (Standing::Within(Inches(6.0)), "Within 6\"".to_owned()),
        (Standing::Within(Inches(12.0)), "Within 12\"".to_owned()),
        (Standing::Within(Inches(18.0)), "Within 18\"".to_owned()),
        (Standing::Within(Inches(24.0)), "Within 24\"".to_owned()),
        (Standing::WhenCharged, "Only when charged".to_owned()),
        (Standing::FirstTarget, "At the first target".to_owned()),
        (Standing::Never, "Never".to_owned()),
    ];
    for (standing, text) in choices {
        // Who can't shoot waits for charges.
        if !shoots && matches!(standing, Standing::Within(_) | Standing::FirstTarget) {
            continue;
        }
        let button = egui::Button::new(text).selected(present == Some(standing));
        if ui.add(button).clicked() {
            chosen = Some(standing);
        }
    }
    chosen
}

fn has_long_weapons(world: &World, unit: UnitId) -> bool {
    world.standing(unit).iter().any(|&model| charges::longest_reach(world, model).0 > 0.0)
}

/// Buttons that give the front rank another width.
fn draw_up_buttons(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let most = world.standing(unit).len().min(12) as u8;
    for frontage in 4..=most {
        let order = placing::draw_up(world, unit, frontage);
        let order = order.filter(|order| NoQuarter::check(world, order).is_ok());
        let button = egui::Button::new(format!("{frontage} in front"));
        if ui.add_enabled(order.is_some(), button).clicked()
            && let Some(order) = order
        {
            verbs::give(world, order);
        }
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
        let text = format!("✖ {} {}", refused.text, refused.rule);
        ui.label(RichText::new(text).color(Theme::egui(theme.bad)));
        return;
    }
    if plan.is_legal() && !matches!(mode, Mode::Select | Mode::Hold) {
        let most = plan.preview.ways.iter().map(|way| way.actions).max();
        let text = match most {
            Some(actions) => format!("✔ {actions} actions. Click or Enter."),
            None => "✔ Click or Enter.".to_owned(),
        };
        ui.label(RichText::new(text).color(Theme::egui(theme.good)));
        return;
    }
    ui.label(RichText::new(mode.hint()).color(faint).small());
}

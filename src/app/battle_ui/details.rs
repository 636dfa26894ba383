//! What is still to be said about the order in preparation: amounts, formations, weapons, what to
//! wait for.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim,
    key_names::key_name,
    mode::{BlockMove, Mode},
    templates,
    verbs::{self, Verb},
    why_not, words,
};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, ModelId, RuleSystem, UnitId, level::Formation},
    no_quarter::{
        Arms, NoQuarter, Order, Standing, charges, close_combat, deployment, plan as placing,
    },
    table::{
        Inches,
        formation::{Flank, Manoeuvre},
    },
};

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
    let key = key_name(world, Verb::Fight.action());
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
pub fn details(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId, mode: &Mode) {
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
            let key = key_name(world, Verb::Shoot.action());
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
            let left = why_not::can_still_act(world, unit);
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

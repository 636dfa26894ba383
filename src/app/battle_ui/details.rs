//! What is still to be said about the order in preparation: amounts, formations, weapons, what to
//! wait for.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim,
    choices::MOST_IN_FRONT,
    choosing,
    mode::{BlockMove, Mode},
    press::{Press, word_height},
    templates::{self, Aimed, Attack},
    verbs, why_not, words,
};
use crate::{
    app::theme::Theme,
    battle::{BattleWorld, ModelId, RuleSystem, UnitId, level::Formation},
    no_quarter::{
        NoQuarter, Order,
        uses::{At, Usable},
    },
    table::{
        Inches,
        formation::{Flank, Manoeuvre},
    },
};

/// Buttons that sweep with a tail, where somebody has one.
fn sweep_buttons(world: &mut World, ui: &mut egui::Ui, unit: UnitId) {
    let what = Usable::TailAttack;
    let tailed = |&model: &ModelId| what.rules().has(world, model);
    let Some(model) = world.standing(unit).iter().copied().find(tailed) else { return };
    for flank in [Flank::Left, Flank::Right] {
        let order = Order::Use { model, what, at: At::Side(flank) };
        let why = NoQuarter::check(world, &order).err().map(|error| error.told());
        let name = format!("Sweep tail {}", flank.name());
        let response = ui.add_enabled(why.is_none(), Press::word(&name, ""));
        if response.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
            verbs::give(world, order);
        }
    }
}

/// What is still to be said about an attack that is aimed: where a breath begins, how many throw, what
/// is marked; and the best place for it.
fn aimed_details(world: &mut World, ui: &mut egui::Ui, unit: UnitId, aimed: &Aimed) {
    match aimed.attack {
        Attack::Breathe => {
            ui.label(RichText::new("begins").small());
            rotation_buttons(world, ui);
        }
        Attack::Throw => {
            let most = u8::try_from(aimed.companions(world).len()).unwrap_or(u8::MAX);
            let mut with = aimed.with.min(most);
            make_way(ui);
            if most > 1 && ui.add(egui::Slider::new(&mut with, 0..=most).text("with it")).changed()
            {
                *world.resource_mut::<Mode>() = Mode::Template(Aimed { with, ..aimed.clone() });
            }
        }
        Attack::Fire if aimed.dice > 1 => {
            let names: Vec<&str> =
                aimed.marks.iter().map(|&model| world.model_name(model)).collect();
            let text = match names.len() {
                0 => format!("{} dice", aimed.dice),
                _ => format!("{} dice: one each at {}", aimed.dice, names.join(", ")),
            };
            ui.label(RichText::new(text).small());
        }
        Attack::Fire => {}
    }
    let best = ui.add(Press::word("Best place", ""));
    if best.on_hover_text("Where it promises most").clicked() {
        templates::aim_best(world, unit, aimed.attack, aimed.with > 0);
    }
}

/// What is still to be said about the order: amounts, formations, aim, what to wait for.
pub fn details(world: &mut World, ui: &mut egui::Ui, theme: &Theme, unit: UnitId, mode: &Mode) {
    choosing::show(world, ui, unit, mode);
    match mode.clone() {
        Mode::Block(by) => block_details(world, ui, unit, by),
        Mode::FormUp { formation } => {
            if let Some(formation) = frontage_slider(world, ui, unit, formation) {
                *world.resource_mut::<Mode>() = Mode::FormUp { formation };
            }
            rotation_buttons(world, ui);
        }
        Mode::Move => rotation_buttons(world, ui),
        Mode::Shoot { .. } | Mode::Hold | Mode::ChangePlaces { .. } => {}
        Mode::Template(aimed) => aimed_details(world, ui, unit, &aimed),
        Mode::Fight { .. } => sweep_buttons(world, ui, unit),
        Mode::Select
        | Mode::Turn
        | Mode::Charge { .. }
        | Mode::Overrun { .. }
        | Mode::Measure { .. }
        | Mode::Deploy { .. }
        | Mode::LayTerrain { .. }
        | Mode::FollowUp => {
            let left = why_not::can_still_act(world, unit);
            let text = match left {
                0 => "Everybody is done.".to_owned(),
                1 => "1 model has actions left.".to_owned(),
                _ => format!("{left} models have actions left."),
            };
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)).small());
        }
    }
}

/// Buttons that turn the facing at the end.
pub fn rotation_buttons(world: &mut World, ui: &mut egui::Ui) {
    for (text, degrees) in [("⟲ 15°", 15.0), ("15° ⟳", -15.0), ("⟲ 90°", 90.0), ("90° ⟳", -90.0)]
    {
        if ui.add(Press::word(text, "")).clicked() {
            aim::rotate(world, degrees);
        }
    }
    if world.resource::<aim::Aim>().facing.is_some()
        && ui.add(Press::word("as before", "")).clicked()
    {
        world.resource_mut::<aim::Aim>().facing = None;
    }
}

/// Begins another row where a slider has no room: sliders don't wrap by themselves.
fn make_way(ui: &mut egui::Ui) {
    const SLIDER: f32 = 230.0;
    if ui.available_size_before_wrap().x < SLIDER {
        ui.end_row();
    }
}

/// A slider for the width of a ranked unit's front; the new formation if it was moved.
pub fn frontage_slider(
    world: &World,
    ui: &mut egui::Ui,
    unit: UnitId,
    present: Formation,
) -> Option<Formation> {
    let Formation::Ranked { mut frontage } = present else { return None };
    let most = world.members(unit).len().clamp(1, usize::from(MOST_IN_FRONT)) as u8;
    make_way(ui);
    // As high as the buttons beside it, and short, so that one row holds all of them.
    let before = ui.spacing().clone();
    ui.spacing_mut().interact_size.y = word_height(ui);
    ui.spacing_mut().slider_width = 60.0;
    ui.label(RichText::new("in front").small());
    let changed = ui.add(egui::Slider::new(&mut frontage, 1..=most)).changed();
    *ui.spacing_mut() = before;
    changed.then_some(Formation::Ranked { frontage })
}

fn block_details(world: &mut World, ui: &mut egui::Ui, unit: UnitId, by: BlockMove) {
    let set = |world: &mut World, by: BlockMove| {
        *world.resource_mut::<Mode>() = Mode::Block(by);
    };
    for (name, kind) in [("by pointer", BlockMove::Straight), ("wheel", BlockMove::Wheel)] {
        if ui.add(Press::word(name, "").selected(by == kind)).clicked() {
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
        let response = ui.add(Press::word(name, "").selected(same));
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
    make_way(ui);
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
    if ui.add(Press::word("Do it", "").loud()).clicked() {
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

//! Deployment by hand: the side that is to place next takes up a unit, chooses its formation and
//! facing, and puts it down inside its zone.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Aim,
    chips, choosing,
    details::{frontage_slider, rotation_buttons},
    icons::Icon,
    infiltrators,
    key_names::key_name,
    mode::{Mode, Selection},
    orders_panel::{refusal, shown_key},
    paint::Canvas,
    plan::Plan,
    press::Press,
    toast::Toasts,
    verbs,
};
use crate::{
    app::{theme::Theme, third_party::leafwing::Action},
    battle::{BattleWorld, RuleSystem, UnitId, level::Formation},
    no_quarter::{
        BattleState, NoQuarter, Order, deployment,
        phase::{Phase, phase},
        reserves,
    },
};

/// The units that the side to place still has.
fn waiting(world: &World) -> Vec<UnitId> {
    let side = world.frame().side;
    let waits =
        |unit: &UnitId| world.side_of(*unit) == side && deployment::is_undeployed(world, *unit);
    world.roster().units().filter(waits).collect()
}

/// Begins to place a unit.
pub fn take_up(world: &mut World, unit: UnitId) {
    let formation = *world.of_unit::<Formation>(unit);
    *world.resource_mut::<Selection>() = Selection { unit: Some(unit), model: None };
    verbs::enter(world, Mode::Deploy { unit, formation });
}

/// Begins to place the selected unit, or the first that waits.
pub fn take_up_next(world: &mut World) {
    let waiting = waiting(world);
    let selected = world.resource::<Selection>().unit.filter(|unit| waiting.contains(unit));
    if let Some(unit) = selected.or_else(|| waiting.first().copied()) {
        take_up(world, unit);
    }
}

/// Draws the zones: the one to use now solid and hatched, the other dotted.
pub fn draw_zones(world: &World, canvas: &Canvas) {
    if phase(world) != Phase::Deployment {
        return;
    }
    if world.resource::<BattleState>().infiltrating {
        return infiltrators::draw(world, canvas);
    }
    for side in world.roster().sides() {
        let (low, high) = deployment::zone(world, side);
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        canvas.edge_of_side(&corners, side, side == world.frame().side);
    }
}

/// Says whose zone is to be used, before its front edge, where none of the side's own stand; not
/// while a unit is held over it.
pub fn draw_words(world: &World, canvas: &Canvas) {
    let frame = world.frame();
    if phase(world) != Phase::Deployment || world.resource::<BattleState>().infiltrating {
        return;
    }
    let (low, high) = deployment::zone(world, frame.side);
    let held = matches!(world.resource::<Mode>(), Mode::Deploy { .. });
    let at = world.resource::<Aim>().at.filter(|_| held);
    if at.is_some_and(|at| at == at.clamp(low, high)) {
        return;
    }
    let half = world.table().depth.0 / 2.0;
    let ahead = if (low.y + high.y) / 2.0 < half { high.y + 1.0 } else { low.y - 1.0 };
    let place = Vec2::new((low.x + high.x) / 2.0, ahead);
    let text = format!("{} deploy here", world.side_name(frame.side));
    canvas.label(place, &text, canvas.side(frame.side));
}

/// The orders panel during deployment.
pub fn panel(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let side = world.frame().side;
    let mode = world.resource::<Mode>().clone();
    let taken = match mode {
        Mode::Deploy { unit, .. } => Some(unit),
        _ => None,
    };
    ui.horizontal_wrapped(|ui| {
        let colour = Theme::egui(theme.side(side).text);
        let title = format!("{} deploy:", world.side_name(side));
        let high = chips::height(ui);
        let title = egui::Label::new(RichText::new(title).strong().color(colour));
        ui.add_sized(egui::vec2(0.0, high), title);
        for unit in waiting(world) {
            if chips::unit(world, ui, theme, unit, taken == Some(unit)).clicked() {
                take_up(world, unit);
            }
        }
    });
    let Mode::Deploy { unit, formation } = mode else {
        ui.horizontal_wrapped(|ui| {
            let key = key_name(world, Action::Confirm);
            let press = Press::row(Icon::FormUp, "Take up the next unit", shown_key(ui, &key));
            let press = press.loud();
            if ui.add(press).clicked() {
                take_up_next(world);
            }
            let text = if world.resource::<BattleState>().infiltrating {
                "Choose a unit of infiltrators, then point at a dotted place: 10\" from enemies and \
                 out of their sight."
            } else {
                "Choose a unit, then point at its place."
            };
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
        });
        return;
    };
    placing_rows(world, ui, theme, unit, formation);
}

/// What is to be said about a unit that is being placed: its formation and facing, a place found
/// for it, whether it is kept back; and what is wrong with where the pointer is.
pub fn placing_rows(
    world: &mut World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    formation: Formation,
) {
    let deploys = phase(world) == Phase::Deployment;
    ui.horizontal_wrapped(|ui| {
        choosing::show(world, ui, unit, &Mode::Deploy { unit, formation });
        if let Some(formation) = frontage_slider(world, ui, unit, formation) {
            *world.resource_mut::<Mode>() = Mode::Deploy { unit, formation };
        }
        rotation_buttons(world, ui);
        let for_me = ui.add(Press::word("Place it for me", ""));
        let for_me = for_me.on_hover_text("Puts it where there is room");
        if for_me.clicked() {
            let order = if deploys {
                deployment::find_place(world, unit).map(|(at, formation)| Order::Deploy {
                    unit,
                    at,
                    formation,
                })
            } else {
                reserves::find_entry(world, unit).map(|(at, formation)| Order::Enter {
                    unit,
                    at,
                    formation,
                })
            };
            match order {
                Some(order) => verbs::give(world, order),
                None => world
                    .resource_mut::<Toasts>()
                    .refuse("There is no room for it; try another formation.".to_owned()),
            }
        }
        let keep = Order::KeepBack { unit };
        if deploys && NoQuarter::check(world, &keep).is_ok() {
            let button = ui.add(Press::word("Keep in reserve", ""));
            if button.on_hover_text("It comes on over the own edge later.").clicked() {
                verbs::give(world, keep);
            }
        }
    });
    let mode = world.resource::<Mode>().clone();
    ui.horizontal_wrapped(|ui| told(world, ui, theme, &mode));
}

/// Whether the order at the pointer is legal, or why not.
pub fn told(world: &World, ui: &mut egui::Ui, theme: &Theme, mode: &Mode) {
    let plan = world.resource::<Plan>();
    let (text, colour) = match (&plan.refused, plan.is_legal()) {
        (Some(refused), _) => return refusal(ui, theme, refused),
        (None, true) => ("✔ Click or Enter puts it down.", theme.good),
        (None, false) => (mode.hint(), theme.faint),
    };
    ui.label(RichText::new(text).color(Theme::egui(colour)));
}

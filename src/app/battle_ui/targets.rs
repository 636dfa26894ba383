//! Shows who can be charged, struck or shot at, and the chances against the enemy under the
//! pointer: the whole chain from the hit to the wound, each modifier by name.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Hover,
    ghosts,
    mode::Mode,
    odds,
    paint::Canvas,
    plan::Plan,
    possible::{Kind, Possible},
};
use crate::{
    app::{camera::Margins, theme::Theme},
    battle::{BattleWorld, ModelId},
};

/// Marks enemies as targets, legal or not.
pub fn draw(world: &World, canvas: &Canvas) {
    let Some(kind) = Kind::of(world.resource::<Mode>()) else { return };
    let hover = world.resource::<Hover>();
    for target in &world.resource::<Possible>().known {
        if target.kind != kind {
            continue;
        }
        for model in world.standing(target.unit) {
            let placed = world.placed(model);
            match &target.refused {
                None if hover.unit == Some(target.unit) => {
                    canvas.ring(&placed, 3.0, canvas.warning(), 2.5);
                }
                None => canvas.ring(&placed, 3.0, canvas.good(), 1.6),
                Some(_) => canvas.dashed_ring(&placed, 3.0, canvas.faint(), 1.0),
            }
        }
    }
    if kind == Kind::Charge {
        return;
    }
    for attack in &world.resource::<Plan>().preview.attacks {
        let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
        let (a, b) = crate::table::base::closest_points(&from, &to);
        canvas.line(a, b, canvas.warning().gamma_multiply(0.6), 1.3);
    }
}

/// Shows the card with the chances.
pub fn card(world: &World, ctx: &egui::Context, canvas: &Canvas) {
    if !world.resource::<Mode>().targets() {
        return;
    }
    let plan = world.resource::<Plan>();
    let Some(target) = world.resource::<Hover>().model else { return };
    if plan.order.is_none() {
        return;
    }
    let theme = &canvas.theme;
    let margins = world.resource::<Margins>();
    let window = ctx.content_rect();
    let space = egui::Rect::from_min_max(
        window.min + egui::vec2(margins.left, margins.top),
        window.max - egui::vec2(margins.right, margins.bottom),
    )
    .shrink(6.0);
    // In the corner farthest from the target, so that it never lies under the card.
    let at = canvas.at(world.placed(target).pose.at);
    let (pivot, corner) = match (at.x > space.center().x, at.y > space.center().y) {
        (true, true) => (egui::Align2::LEFT_TOP, space.left_top()),
        (true, false) => (egui::Align2::LEFT_BOTTOM, space.left_bottom()),
        (false, true) => (egui::Align2::RIGHT_TOP, space.right_top()),
        (false, false) => (egui::Align2::RIGHT_BOTTOM, space.right_bottom()),
    };
    egui::Area::new(egui::Id::new("chances"))
        .fixed_pos(corner)
        .pivot(pivot)
        .constrain(false)
        .order(egui::Order::Foreground)
        .interactable(false)
        .show(ctx, |ui| {
            egui::Frame::window(ui.style()).show(ui, |ui| {
                ui.set_width(270.0);
                contents(world, ui, theme, plan, target);
            });
        });
}

fn contents(world: &World, ui: &mut egui::Ui, theme: &Theme, plan: &Plan, target: ModelId) {
    let faint = Theme::egui(theme.faint);
    ui.spacing_mut().item_spacing.y = 2.0;
    let unit = world.unit_of(target);
    let attacks = &plan.preview.attacks;
    let colour = Theme::egui(theme.side(world.side_of(unit)).text);
    ui.label(RichText::new(world.unit_name(unit)).color(colour).strong().size(15.0));
    if !attacks.is_empty() {
        let when = if matches!(world.resource::<Mode>(), Mode::Charge { .. }) {
            "On contact: "
        } else {
            ""
        };
        let text = format!("{when}{}", odds::expected(attacks));
        ui.label(RichText::new(text).color(Theme::egui(theme.accent)));
    }
    odds::show(world, ui, theme, attacks);
    for (text, colour) in ghosts::lines(world, theme, plan) {
        ui.label(RichText::new(text).color(colour));
    }
    if plan.refused.is_none() {
        ui.label(RichText::new("Click or Enter to give the order").color(faint).small());
    }
}

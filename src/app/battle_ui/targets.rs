//! Shows who can be charged, struck or shot at, and the chances against the enemy under the
//! pointer: the whole chain from the hit to the wound, each modifier by name.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Hover,
    card_place,
    draft::Draft,
    ghosts,
    hints::explain_all,
    likely,
    mode::Mode,
    odds,
    paint::{Canvas, Manner},
    target_search::TargetSearch,
};
use crate::{
    app::{
        camera::View,
        layer::Layer,
        pointer::Pointer,
        theme::{Theme, strength},
        third_party::egui::context,
    },
    battle::{
        BattleWorld, ModelId,
        playable::acting::{AimedAt, per_cent},
    },
    table::{Placed, base::closest_points},
};

/// Marks enemies as targets, and who would attack whom.
pub fn draw(world: &World, canvas: &Canvas) {
    draw_targets(world, canvas);
    if !likely::mode(world).targets() {
        return;
    }
    for attack in &world.resource::<Draft>().sketch.attacks {
        draw_attack(world, canvas, attack, canvas.warning().gamma_multiply(strength::LEADING));
    }
}

/// A line from an attacker to its target.
pub(super) fn draw_attack(world: &World, canvas: &Canvas, attack: &AimedAt, colour: egui::Color32) {
    let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
    let (a, b) = closest_points(&from, &to);
    canvas.line(a, b, colour, 1.5);
}

/// Marks enemies as targets of the verb in preparation, legal or not.
fn draw_targets(world: &World, canvas: &Canvas) {
    let Some(verb) = world.resource::<Mode>().target_verb() else { return };
    let hover = world.resource::<Hover>();
    for target in &world.resource::<TargetSearch>().targets.known {
        if target.verb != verb {
            continue;
        }
        let standing = world.standing(target.unit);
        let placed: Vec<Placed> = standing.iter().map(|&model| world.placed(model)).collect();
        let (colour, width, manner) = match &target.refused {
            None if hover.unit == Some(target.unit) => {
                let manner = if target.reached { Manner::Solid } else { Manner::Dashed };
                (canvas.warning(), 2.5, manner)
            }
            None if target.reached => (canvas.good(), 1.75, Manner::Solid),
            // It may be tried, but won't come to blows.
            None => (canvas.faint(), 1.5, Manner::Dashed),
            Some(_) => (canvas.faint(), 1.25, Manner::Dotted),
        };
        canvas.rings(&placed, 3.0, colour, width, manner);
    }
}

/// Shows the card with the chances.
pub fn card(world: &World, ctx: &egui::Context, canvas: &Canvas) {
    if !world.resource::<Mode>().aims_at_somebody() {
        return;
    }
    let draft = world.resource::<Draft>();
    let Some(target) = world.resource::<Hover>().model else { return };
    if draft.order.is_none() {
        return;
    }
    let theme = &canvas.theme;
    let at = card_place::of(world, ctx, canvas, target, area());
    egui::Area::new(area())
        .fixed_pos(at)
        .constrain(false)
        .movable(false)
        .order(Layer::Boxes.order())
        .show(ctx, |ui| {
            egui::Frame::window(ui.style()).show(ui, |ui| {
                ui.set_max_width(card_place::width(world, ctx));
                contents(world, ui, theme, draft, target);
            });
        });
}

fn area() -> egui::Id {
    egui::Id::new("chances")
}

/// Whether the pointer is on the card.
pub fn is_on_card(world: &mut World, pointer: &Pointer) -> bool {
    let Some(ctx) = context(world) else { return false };
    let view = world.resource::<View>();
    let layer = pointer.screen.and_then(|at| ctx.layer_id_at(view.point_at(at)));
    layer.is_some_and(|layer| layer.id == area())
}

fn contents(world: &World, ui: &mut egui::Ui, theme: &Theme, draft: &Draft, target: ModelId) {
    let faint = Theme::egui(theme.faint);
    ui.spacing_mut().item_spacing.y = 2.0;
    let unit = world.unit_of(target);
    let odds = &draft.sketch.odds;
    let colour = Theme::egui(theme.side(world.side_of(unit)).text);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(world.unit_name(unit)).color(colour).strong());
        if !odds.is_empty() {
            let chance = per_cent(odds.at_least_one);
            ui.label(RichText::new(chance).color(Theme::egui(theme.good)).size(18.0).strong());
            ui.label(RichText::new(odds.aim).color(faint));
        }
    });
    // All of it only for those who ask: the card covers the table.
    let whole = ui.input(|input| input.modifiers.shift);
    if !odds.is_empty() {
        ui.label(RichText::new(&odds.expected).color(Theme::egui(theme.accent)));
        if whole {
            odds::show(world, ui, theme, odds);
        } else {
            odds::in_short(world, ui, theme, odds);
        }
    }
    for line in ghosts::lines(world, draft) {
        let colour = Theme::egui(theme.tone(line.tone));
        let label = ui.label(RichText::new(line.text).color(colour));
        explain_all(world, label, &line.terms);
    }
    let more = match (odds.is_empty(), whole) {
        (true, _) => "",
        (false, true) => " · point at a term to read its rule",
        (false, false) => " · hold Shift for every modifier",
    };
    if draft.refused.is_none() {
        let text = format!("Click or press Enter to give the order{more}");
        ui.label(RichText::new(text).color(faint).small());
    }
}

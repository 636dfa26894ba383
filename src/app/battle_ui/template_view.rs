//! Shows templates before they are laid: outline, where a miss may go, who is under them and with what
//! chance.

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::{draft::Draft, likely, paint::Canvas};
use crate::{
    app::{seat::Game, theme::strength},
    battle::{
        BattleWorld,
        playable::{
            Acting,
            acting::{LaidTemplate, Under, per_cent},
        },
    },
    table::template::Covered,
};

/// Draws the templates of the order in preparation: outline, where a miss may go, who is under.
pub fn draw(world: &World, canvas: &Canvas) {
    let mode = likely::mode(world);
    let Some(intent) = mode.intent() else { return };
    let draft = world.resource::<Draft>();
    // Targets that are marked so far, and points that were chosen besides.
    for (number, &model) in (1..).zip(Game::marked(intent)) {
        let placed = world.placed(model);
        canvas.ring(&placed, 4.0, canvas.selected(), 2.4);
        canvas.tick(placed.pose.at, number, canvas.selected());
    }
    for &at in &draft.sketch.points {
        canvas.dot(at, 4.0, canvas.selected());
    }
    let colour = if draft.refused.is_some() { canvas.bad() } else { canvas.warning() };
    for template in &draft.sketch.templates {
        draw_template(world, canvas, template, colour);
    }
    for attack in &draft.sketch.attacks {
        let Some(chance) = attack.chance else { continue };
        let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
        let (a, b) = crate::table::base::closest_points(&from, &to);
        canvas.line(a, b, colour, 1.5);
        canvas.label(to.pose.at, &per_cent(chance), colour);
    }
}

fn draw_template(world: &World, canvas: &Canvas, template: &LaidTemplate, colour: Color32) {
    canvas.hatch(&template.outline, colour);
    canvas.outline(&template.outline, colour, 2.0);
    if let Some(from) = template.from {
        canvas.line(from, template.at, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    if let Some(most) = template.astray {
        let ring: Vec<Vec2> =
            (0..48).map(|i| template.at + Vec2::from_angle(i as f32 * 0.1309) * most).collect();
        canvas.dotted(&ring, true, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    let mut told: Vec<Vec2> = Vec::new();
    for Under { model, covered, friend, wound } in &template.under {
        let placed = world.placed(*model);
        let ring = if *friend { canvas.bad() } else { canvas.good() };
        match covered {
            Covered::Wholly => canvas.ring(&placed, 3.0, ring, 2.2),
            Covered::Partly => canvas.dashed_ring(&placed, 3.0, ring, 1.8),
            // Only a miss could come down on it.
            Covered::Not => continue,
        }
        // From afar the numbers of neighbours would lie over each other.
        let clear = |other: &Vec2| {
            ((*other - placed.pose.at) * canvas.scale()).abs().cmpge(Vec2::new(40.0, 20.0)).any()
        };
        if told.iter().all(clear) {
            told.push(placed.pose.at);
            canvas.label(placed.pose.at, &per_cent(*wound), ring);
        }
    }
    // How many are under it, at its upper edge.
    let top = template.outline.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y));
    if let Some(top) = top {
        let above = top + Vec2::Y * (14.0 / canvas.scale().max(1e-3));
        canvas.label(above, &template.count, colour);
    }
}

/// A place beside the templates of an order and all who are under them, for words.
pub fn beside(world: &World, draft: &Draft) -> Option<Vec2> {
    let under = |template: &LaidTemplate| {
        let models = template.under.iter().filter(|under| under.covered != Covered::Not);
        let edge = |under: &Under| world.placed(under.model).outline(8);
        models.flat_map(edge).chain(template.outline.iter().copied()).collect::<Vec<_>>()
    };
    let points: Vec<Vec2> = draft.sketch.templates.iter().flat_map(under).collect();
    let right = points.iter().map(|point| point.x).max_by(f32::total_cmp)?;
    let middle = points.iter().map(|point| point.y).sum::<f32>() / points.len() as f32;
    Some(Vec2::new(right, middle))
}

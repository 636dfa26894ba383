//! Shows templates before they are laid: outline, where a miss may go, who is under them and with what
//! chance, and what that comes to in words.

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::{mode::Mode, paint::Canvas, plan::Plan, words};
use crate::{
    app::theme::{Theme, strength},
    battle::BattleWorld,
    no_quarter::{
        Breath, Order,
        preview::{PreviewTemplate, PreviewUnder},
        sentence::count,
    },
    table::template::Covered,
};

/// Draws the templates of the order in preparation: outline, where a miss may go, who is under.
pub fn draw(world: &World, canvas: &Canvas) {
    if !matches!(world.resource::<Mode>(), Mode::Template(_)) {
        return;
    }
    let plan = world.resource::<Plan>();
    draw_marks(world, canvas, plan);
    let colour = if plan.refused.is_some() { canvas.bad() } else { canvas.warning() };
    for template in &plan.preview.templates {
        draw_template(world, canvas, template, colour);
    }
    for attack in &plan.preview.attacks {
        let (from, to) = (world.placed(attack.attacker), world.placed(attack.target));
        let (a, b) = crate::table::base::closest_points(&from, &to);
        canvas.line(a, b, colour, 1.5);
        canvas.label(to.pose.at, &words::chance(attack.chance), colour);
    }
}

/// The targets of a burst that are marked so far, and where a breath begins if not straight ahead.
fn draw_marks(world: &World, canvas: &Canvas, plan: &Plan) {
    if let Mode::Template(aimed) = world.resource::<Mode>() {
        for (number, &model) in (1..).zip(&aimed.marks) {
            let placed = world.placed(model);
            canvas.ring(&placed, 4.0, canvas.selected(), 2.4);
            canvas.tick(placed.pose.at, number, canvas.selected());
        }
    }
    if let Some(Order::Breathe { breath: Breath { at: Some(at), .. } }) = plan.order {
        canvas.dot(at, 4.0, canvas.selected());
    }
}

fn draw_template(world: &World, canvas: &Canvas, template: &PreviewTemplate, colour: Color32) {
    let outline = template.laid.outline();
    canvas.hatch(&outline, colour);
    canvas.outline(&outline, colour, 2.0);
    let from = world.placed(template.attacker).pose.at;
    if template.to_hit.is_some() {
        canvas.line(from, template.laid.at, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    if let Some((_, most, _)) = template.deviation {
        let ring: Vec<Vec2> = (0..48)
            .map(|i| template.laid.at + Vec2::from_angle(i as f32 * 0.1309) * most.0)
            .collect();
        canvas.dotted(&ring, true, colour.gamma_multiply(strength::LEADING), 1.5);
    }
    let mut told: Vec<Vec2> = Vec::new();
    for PreviewUnder { model, covered, wound, .. } in &template.under {
        let placed = world.placed(*model);
        let friend = world.side_of_model(*model) == world.side_of_model(template.attacker);
        let ring = if friend { canvas.bad() } else { canvas.good() };
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
            canvas.label(placed.pose.at, &words::chance(*wound), ring);
        }
    }
    tell_count(canvas, template, &outline, colour);
}

/// How many are under a template, at its upper edge.
fn tell_count(canvas: &Canvas, template: &PreviewTemplate, outline: &[Vec2], colour: Color32) {
    let how_many = |wanted| template.under.iter().filter(|under| under.covered == wanted).count();
    let (wholly, partly) = (how_many(Covered::Wholly), how_many(Covered::Partly));
    let top = outline.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y));
    let Some(top) = top else { return };
    let text = match (wholly, partly) {
        (0, 0) => "nobody".to_owned(),
        (wholly, 0) => format!("{wholly} under"),
        (wholly, partly) => format!("{wholly} under, {partly} partly"),
    };
    let above = top + Vec2::Y * (14.0 / canvas.scale().max(1e-3));
    canvas.label(above, &text, colour);
}

/// A place beside the templates of an order and all who are under them, for words.
pub fn beside(world: &World, plan: &Plan) -> Option<Vec2> {
    let under = |template: &PreviewTemplate| {
        let models = template.under.iter().filter(|under| under.covered != Covered::Not);
        let edge = |under: &PreviewUnder| world.placed(under.model).outline(8);
        models.flat_map(edge).chain(template.laid.outline()).collect::<Vec<_>>()
    };
    let points: Vec<Vec2> = plan.preview.templates.iter().flat_map(under).collect();
    let right = points.iter().map(|point| point.x).max_by(f32::total_cmp)?;
    let middle = points.iter().map(|point| point.y).sum::<f32>() / points.len() as f32;
    Some(Vec2::new(right, middle))
}

/// What the attack would do, as lines beside the pointer.
pub fn lines(world: &World, theme: &Theme, plan: &Plan) -> Vec<(String, Color32)> {
    let (text, faint) = (Theme::egui(theme.text), Theme::egui(theme.faint));
    let mut lines = Vec::new();
    for template in &plan.preview.templates {
        let PreviewTemplate { weapon, actions, to_hit, deviation, under, .. } = template;
        let hits = match to_hit {
            Some(needed) => format!("hits on {}", words::needed("ranged attack", needed)),
            None => "always hits".to_owned(),
        };
        lines.push((format!("{weapon}, {}: {hits}", count(usize::from(*actions), "action")), text));
        if let Some((least, most, chance)) = deviation {
            let how = if most.0 - least.0 < 0.5 {
                format!("goes {:.0}\" astray", most.0)
            } else {
                format!("goes {:.0}\" to {:.0}\" astray", least.0, most.0)
            };
            lines.push((format!("{how}: {}", words::chance(*chance)), faint));
        }
        let how_many = |wanted| under.iter().filter(|under| under.covered == wanted).count();
        let (wholly, partly) = (how_many(Covered::Wholly), how_many(Covered::Partly));
        lines
            .push((format!("{wholly} wholly under it, {partly} partly (hit on 5 or less)"), faint));
        let wounds = |friends: bool| -> f32 {
            let side = world.side_of_model(template.attacker);
            let of_side =
                |under: &&PreviewUnder| (world.side_of_model(under.model) == side) == friends;
            under.iter().filter(of_side).map(|under| under.wound).fold(0.0, |sum, one| sum + one)
        };
        lines.push((format!("{:.1} wounds expected", wounds(false)), Theme::egui(theme.good)));
        if wounds(true) > 0.005 {
            let text = format!("{:.1} of friends", wounds(true));
            lines.push((text, Theme::egui(theme.bad)));
        }
    }
    let fired = matches!(plan.order, Some(Order::Fire { .. }));
    for attack in plan.preview.attacks.iter().filter(|_| fired).take(1) {
        let hit = words::needed("ranged attack", &attack.to_hit);
        lines.push((
            format!("{}: hits on {} or less, {hit}", attack.weapon, attack.to_hit.value()),
            text,
        ));
        let all: f32 = plan.preview.attacks.iter().map(|attack| attack.chance).sum();
        lines.push((format!("{all:.1} wounds expected"), Theme::egui(theme.good)));
    }
    lines
}

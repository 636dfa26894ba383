//! Shows what a move, charge, manoeuvre or deployment would do before it is given: ghosts at the
//! end, the way with a tick for each action, what it costs, and why not if not.

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::{
    aim::{Aim, Hover},
    mode::{Mode, Selection},
    paint::Canvas,
    plan::Plan,
    words,
};
use crate::{
    app::theme::{Theme, strength},
    battle::{BattleWorld, ModelId, UnitId},
    no_quarter::{Order, OrderError, preview::PreviewWay, sentence::count},
    table::{Base, Placed, Pose},
};

/// Draws the order that is being prepared.
pub fn draw(world: &World, canvas: &Canvas) {
    let mode = world.resource::<Mode>();
    let plan = world.resource::<Plan>();
    if let Mode::Measure { from: Some(from) } = *mode {
        measure(world, canvas, from);
        return;
    }
    if !mode.places() && !mode.targets() {
        return;
    }
    let colour = if plan.refused.is_some() { canvas.bad() } else { canvas.good() };
    for (model, pose) in &plan.places {
        ghost(world, canvas, *model, *pose, colour);
    }
    let ways = &plan.preview.ways;
    let leader = leader(world, ways);
    for way in ways {
        draw_way(world, canvas, plan, way, leader.is_some_and(|l| l == way.model), colour);
    }
    for mark in &plan.preview.responses {
        // Where a holder could shoot: an eye's line from the mover's place then.
        let placed = Placed { pose: mark.at, ..world.placed(mark.mover) };
        let side = canvas.side(world.side_of(mark.holder));
        canvas.dashed_ring(&placed, 2.0, side, 1.8);
    }
    if let Some(refused) = &plan.refused {
        draw_refusal(world, canvas, refused);
    }
    if let Some(at) = world.resource::<Aim>().at
        && mode.places()
    {
        let at = super::template_view::beside(world, plan).unwrap_or(at);
        canvas.note(at, &lines(world, &canvas.theme, plan));
    }
}

/// The model whose way is numbered: the selected one, or the one with the dearest way.
fn leader(world: &World, ways: &[PreviewWay]) -> Option<ModelId> {
    let selected = world.resource::<Selection>().model;
    let has = |model: &ModelId| ways.iter().any(|way| way.model == *model);
    let key = |way: &&PreviewWay| (way.actions, (way.length.0 * 100.0) as u32);
    selected.filter(has).or_else(|| ways.iter().max_by_key(key).map(|way| way.model))
}

fn ghost(world: &World, canvas: &Canvas, model: ModelId, pose: Pose, colour: Color32) {
    let base = *world.of_model::<Base>(model);
    canvas.ghost(&Placed { base, pose }, colour, 1.6);
}

fn draw_way(
    world: &World,
    canvas: &Canvas,
    plan: &Plan,
    way: &PreviewWay,
    leads: bool,
    colour: Color32,
) {
    let Some(&end) = way.ticks.last() else { return };
    let faint = colour.gamma_multiply(if leads { 1.0 } else { strength::FOLLOWING });
    let mut points = vec![way.from.at];
    let path = match &plan.order {
        Some(Order::Move { moves }) => moves.iter().find(|m| m.model == way.model),
        _ => None,
    };
    match path {
        Some(order) if !order.path.is_empty() => points.extend(&order.path),
        _ => points.extend(way.ticks.iter().map(|pose| pose.at)),
    }
    canvas.path(&points, faint, if leads { 2.5 } else { 1.5 });
    ghost(world, canvas, way.model, end, colour);
    if way.contact {
        let base = *world.of_model::<Base>(way.model);
        canvas.ring(&Placed { base, pose: end }, 3.0, canvas.warning(), 2.0);
    }
    let last = way.ticks.len();
    for (number, pose) in way.ticks.iter().enumerate() {
        if leads {
            canvas.tick(pose.at, number + 1, colour);
        } else if number + 1 < last {
            canvas.dot(pose.at, 2.2, faint);
        }
    }
}

fn draw_refusal(world: &World, canvas: &Canvas, refused: &OrderError) {
    let known = |model: &ModelId| model.index() < world.roster().models().len();
    if let Some(model) = refused.model.filter(known)
        && world.is_standing(model)
    {
        canvas.dashed_ring(&world.placed(model), 4.0, canvas.bad(), 2.0);
    }
    if let Some(at) = refused.at {
        canvas.cross(at, canvas.bad());
    }
}

/// What the order costs, and what else is to be said about it.
pub fn lines(world: &World, theme: &Theme, plan: &Plan) -> Vec<(String, Color32)> {
    let (text, faint) = (Theme::egui(theme.text), Theme::egui(theme.faint));
    let (warning, bad) = (Theme::egui(theme.warning), Theme::egui(theme.bad));
    let mut lines = super::template_view::lines(world, theme, plan);
    if let Some(Order::Manoeuvre { manoeuvre }) = &plan.order {
        lines.push((words::manoeuvre(manoeuvre), text));
    }
    let ways = &plan.preview.ways;
    let leader = leader(world, ways);
    if let Some(way) = ways.iter().find(|way| Some(way.model) == leader) {
        let cost =
            format!("{} of {} actions · {:.1}\"", way.actions, way.actions_left, way.length.0);
        lines.push((cost, if way.actions > way.actions_left { bad } else { text }));
        if way.difficult.0 > 0.05 {
            let ground = format!("{:.1}\" difficult ground, at double cost", way.difficult.0);
            lines.push((ground, warning));
        }
        if way.barriers > 0 {
            let plural = if way.barriers == 1 { "barrier, 1 action" } else { "barriers" };
            lines.push((format!("crosses {} {plural}", way.barriers), warning));
        }
        if ways.len() > 1 {
            let reach = ways.iter().filter(|way| way.contact).count();
            let models = match reach {
                0 => count(ways.len(), "model"),
                _ => format!("{}, {reach} into contact", count(ways.len(), "model")),
            };
            lines.push((models, faint));
        }
    }
    for (what, unit, needed) in &plan.preview.tests {
        let test = format!(
            "{what}: {} needs {needed}, {}",
            world.unit_name(*unit),
            words::chance(needed.chance())
        );
        lines.push((test, warning));
    }
    let mut told: Vec<UnitId> = Vec::new();
    for mark in &plan.preview.responses {
        if told.contains(&mark.holder) {
            continue;
        }
        told.push(mark.holder);
        let how = if mark.asks { "may shoot" } else { "shoots" };
        let text = format!(
            "{} on hold {how} from action {} on ({}, {:.1}\")",
            world.unit_name(mark.holder),
            mark.actions,
            count(mark.shooters as usize, "model"),
            mark.range.0
        );
        lines.push((text, warning));
    }
    if plan.shortened {
        lines.push(("as far as the actions go".to_owned(), faint));
    }
    lines.extend(plan.preview.warnings.iter().map(|text| (text.clone(), warning)));
    if let Some(refused) = &plan.refused {
        lines.push((format!("✖ {}", refused.told()), bad));
    }
    lines
}

fn measure(world: &World, canvas: &Canvas, from: Vec2) {
    let Some(to) = world.resource::<Aim>().at else {
        canvas.dot(from, 4.0, canvas.selected());
        return;
    };
    let begin = super::aim::model_at(world, from, 0.0);
    let end = world.resource::<Hover>().model.filter(|model| Some(*model) != begin);
    // From edge to edge where models stand, as the rules measure.
    let (a, b) = match (begin, end) {
        (Some(a), Some(b)) => {
            crate::table::base::closest_points(&world.placed(a), &world.placed(b))
        }
        (Some(a), None) => (world.placed(a).closest_point(to), to),
        (None, Some(b)) => (from, world.placed(b).closest_point(from)),
        (None, None) => (from, to),
    };
    canvas.line(a, b, canvas.selected(), 2.0);
    canvas.dot(a, 3.5, canvas.selected());
    canvas.dot(b, 3.5, canvas.selected());
    canvas.label(a.midpoint(b), &format!("{:.2}\"", a.distance(b)), canvas.selected());
}

//! Shows what a move, charge, manoeuvre or deployment would do before it is given: ghosts at the
//! end, the way with a tick for each action, what it costs, and why not if not.

use bevy::prelude::*;
use bevy_egui::egui::Color32;

use super::{
    aim::{Aim, Hover},
    mode::Mode,
    paint::Canvas,
    plan::Plan,
};
use crate::{
    app::{
        seat::{Game, OrderError},
        theme::{Theme, strength},
    },
    battle::{
        BattleWorld, ModelId, Telling,
        playable::acting::{Line, SketchedWay},
    },
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
    for (model, pose) in &plan.sketch.places {
        ghost(world, canvas, *model, *pose, colour);
    }
    for way in &plan.sketch.ways {
        draw_way(world, canvas, way, plan.sketch.leader == Some(way.model), colour);
    }
    for response in &plan.sketch.responses {
        // Where an enemy could respond: an eye's line from the mover's place then.
        canvas.dashed_ring(&response.mover, 2.0, canvas.side(response.side), 1.8);
    }
    if let Some(refused) = &plan.refused {
        draw_refusal(world, canvas, refused);
    }
    if let Some(at) = world.resource::<Aim>().at
        && mode.places()
    {
        let at = super::template_view::beside(world, plan).unwrap_or(at);
        canvas.note(at, &lines(&canvas.theme, plan));
    }
}

fn ghost(world: &World, canvas: &Canvas, model: ModelId, pose: Pose, colour: Color32) {
    let base = *world.of_model::<Base>(model);
    canvas.ghost(&Placed { base, pose }, colour, 1.6);
}

fn draw_way(world: &World, canvas: &Canvas, way: &SketchedWay, leads: bool, colour: Color32) {
    let Some(&end) = way.ticks.last() else { return };
    let faint = colour.gamma_multiply(if leads { 1.0 } else { strength::FOLLOWING });
    canvas.path(&way.points, faint, if leads { 2.5 } else { 1.5 });
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
    let objection = Game::objection(refused);
    let known = |model: &ModelId| model.index() < world.roster().models().len();
    if let Some(model) = objection.model.filter(known)
        && world.is_standing(model)
    {
        canvas.dashed_ring(&world.placed(model), 4.0, canvas.bad(), 2.0);
    }
    if let Some(at) = objection.at {
        canvas.cross(at, canvas.bad());
    }
}

/// What the order costs, and what else is to be said about it.
pub fn lines(theme: &Theme, plan: &Plan) -> Vec<(String, Color32)> {
    let told = |line: &Line| (line.text.clone(), Theme::egui(theme.tone(line.tone)));
    let mut lines: Vec<(String, Color32)> = plan.sketch.lines.iter().map(told).collect();
    if plan.shortened {
        lines.push(("as far as its actions allow".to_owned(), Theme::egui(theme.faint)));
    }
    lines.extend(plan.sketch.warnings.iter().map(told));
    if let Some(refused) = &plan.refused {
        let text = format!("✖ {}", Game::objection(refused).text);
        lines.push((text, Theme::egui(theme.bad)));
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

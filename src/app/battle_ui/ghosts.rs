//! Shows what a move, charge, manoeuvre or deployment would do before it is given: ghosts at the
//! end, the way with a tick for each action, what it costs, and why not if not.

pub(super) mod numbers;

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Pos2, Rect, Vec2 as Size};

use super::{
    aim::{self, Aim, Hover},
    draft::{self, Draft},
    in_hand,
    key_names::with_verb,
    likely,
    mode::Mode,
    overlays::room,
    paint::{Canvas, notes::Spared},
    template_view,
    toast::Toasts,
};
use crate::{
    app::{
        seat::{Game, OrderError},
        theme::{Theme, strength},
        tokens::banners::Hung,
    },
    battle::{
        Acting, BattleWorld, ModelId, Telling,
        playable::{
            Tone,
            acting::{Advice, Line, SketchedWay},
            telling::Objection,
        },
    },
    table::{Base, Placed, Pose},
};

/// Draws the order that is being prepared.
pub fn draw(world: &World, canvas: &Canvas) {
    let mode = likely::mode(world);
    let draft = world.resource::<Draft>();
    if let Mode::Measure { from: Some(from) } = mode {
        measure(world, canvas, from);
        return;
    }
    if !mode.places() && !mode.aims_at_somebody() {
        draw_nothing(world, canvas);
        return;
    }
    let on_its_way = in_hand::is_on_its_way(world);
    let refused = draft.refused.as_ref().filter(|_| !on_its_way);
    let colour = match (&draft.refused, on_its_way) {
        (None, _) if draft.sketch.doubt.is_some() => canvas.warning(),
        (None, _) => canvas.good(),
        (Some(_), true) => canvas.text(),
        (Some(_), false) => canvas.bad(),
    };
    for (model, pose) in &draft.sketch.places {
        ghost(world, canvas, *model, *pose, colour);
    }
    let banners = world.resource::<Hung>().rects();
    for way in &draft.sketch.ways {
        draw_way(world, (canvas, banners), way, draft.sketch.leader == Some(way.model), colour);
    }
    for response in &draft.sketch.responses {
        // Where an enemy could respond: an eye's line from the mover's place then.
        canvas.dashed_ring(&response.mover, 2.0, canvas.side(response.side), 1.8);
    }
    if let Some(refused) = refused {
        draw_objection(world, canvas, refused, canvas.bad());
    }
    if let Some(why) = &draft.stops {
        draw_stop(world, canvas, why, &draft.sketch.ways);
    }
    if let Some((about, lines)) = note(world, canvas, &mode) {
        canvas.note_beside(about, &lines, &spared(world, canvas, draft));
    }
}

/// What is said of the order in preparation at the table, and beside which part of the window.
fn note(world: &World, canvas: &Canvas, mode: &Mode) -> Option<(Rect, Vec<(String, Color32)>)> {
    let draft = world.resource::<Draft>();
    let meant = likely::lines(world);
    let at = told_at(world, draft).filter(|_| mode.places() || !meant.is_empty())?;
    let about = template_view::surroundings(world, canvas, draft);
    let told = |line: Line| (line.text, Theme::egui(canvas.theme.tone(line.tone)));
    let lines = meant.into_iter().chain(lines(world, draft)).map(told).collect();
    Some((about.unwrap_or(Rect::from_pos(canvas.at(at))), lines))
}

/// What the order in preparation takes up of the window while it is drawn: ways, who is at their ends, and
/// what is said of it. Nothing lies over that but boxes.
pub fn taken(world: &World, canvas: &Canvas) -> Vec<Rect> {
    /// From one looked at point of a way to the next, and around each, in window points.
    const STEP: f32 = 8.0;
    let mode = likely::mode(world);
    let draft = world.resource::<Draft>();
    if mode.intent().is_none() {
        return Vec::new();
    }
    let spared = spared(world, canvas, draft);
    let note = note(world, canvas, &mode);
    let note = note.map(|(about, lines)| [canvas.place_of_note(about, &lines, &spared), about]);
    let mut taken = spared.marks;
    taken.extend(note.into_iter().flatten());
    for leg in draft.sketch.ways.iter().flat_map(|way| way.points.windows(2)) {
        let (from, to) = (canvas.at(leg[0]), canvas.at(leg[1]));
        let steps = (from.distance(to) / STEP).ceil().max(1.0);
        let point = |step: u16| from.lerp(to, f32::from(step) / steps);
        let points = (0..=steps.min(1000.0) as u16).map(point);
        taken.extend(points.map(|at| Rect::from_center_size(at, Size::splat(STEP))));
    }
    taken
}

/// Where words about the order stand: where it is aimed, or else where keys have led it.
fn told_at(world: &World, draft: &Draft) -> Option<Vec2> {
    let aim = world.resource::<Aim>();
    let led = || {
        let ways = draft.sketch.ways.iter().filter(|_| aim.by_keys);
        let mut leader = ways.filter(|way| draft.sketch.leader == Some(way.model));
        leader.next()?.ticks.last().map(|pose| pose.at)
    };
    aim.at.or_else(led)
}

/// Why nothing can be done to the enemy under the pointer, unless somebody has tried and reads it already.
fn draw_nothing(world: &World, canvas: &Canvas) {
    let told = world.resource::<Toasts>().refusal();
    if let Some(why) = likely::nothing(world).filter(|&why| told != Some(why))
        && let Some(at) = world.resource::<Aim>().at
    {
        let words = (why.to_owned(), Theme::egui(canvas.theme.tone(Tone::Faint)));
        canvas.note(at, &[words], &room::spared(world, canvas));
    }
}

pub(super) fn ghost(world: &World, canvas: &Canvas, model: ModelId, pose: Pose, colour: Color32) {
    let base = *world.of_model::<Base>(model);
    canvas.ghost(&Placed { base, pose }, colour, 1.6);
}

/// Draws a way and who is at its end; the actions of the leader's are numbered where there is room.
pub(super) fn draw_way(
    world: &World,
    (canvas, banners): (&Canvas, &[Rect]),
    way: &SketchedWay,
    leads: bool,
    colour: Color32,
) {
    let Some(&end) = way.ticks.last() else { return };
    let faint = colour.gamma_multiply(if leads { 1.0 } else { strength::FOLLOWING });
    canvas.path(&way.points, faint, if leads { 2.5 } else { 1.5 });
    ghost(world, canvas, way.model, end, colour);
    if way.contact {
        let base = *world.of_model::<Base>(way.model);
        canvas.ring(&Placed { base, pose: end }, 3.0, canvas.warning(), 2.0);
    }
    let last = way.ticks.len();
    let numbered = if leads { numbers_of(canvas, way, banners) } else { Vec::new() };
    for (number, pose) in way.ticks.iter().enumerate() {
        if numbered.contains(&number) {
            canvas.tick(pose.at, number + 1, colour);
        } else if number + 1 < last {
            canvas.dot(pose.at, 2.2, faint);
        }
    }
}

/// The places in a way that are numbered.
fn numbers_of(canvas: &Canvas, way: &SketchedWay, banners: &[Rect]) -> Vec<usize> {
    let places: Vec<Pos2> = way.ticks.iter().map(|pose| canvas.at(pose.at)).collect();
    numbers::shown(&places, banners)
}

/// What words about the order leave in sight if they can: ghosts, the numbers of ways, marks where
/// something is in the way, banners, and then tokens.
fn spared(world: &World, canvas: &Canvas, draft: &Draft) -> Spared {
    /// How large a cross is, in window points.
    const CROSS: f32 = 28.0;
    let sketch = &draft.sketch;
    let square = |at: Vec2, size: f32| Rect::from_center_size(canvas.at(at), Size::splat(size));
    let token = |model: ModelId, pose: &Pose| {
        let base = world.of_model::<Base>(model);
        square(pose.at, 2.0 * base.outer_radius().0 * canvas.scale())
    };
    let ends = sketch.ways.iter().filter_map(|way| Some(token(way.model, way.ticks.last()?)));
    let places = sketch.places.iter().map(|(model, pose)| token(*model, pose));
    let led = sketch.ways.iter().filter(|way| sketch.leader == Some(way.model));
    let banners = world.resource::<Hung>().rects();
    let numbers = led.flat_map(|way| {
        let numbered = numbers_of(canvas, way, banners).into_iter();
        numbered.map(|place| numbers::square(canvas.at(way.ticks[place].at)))
    });
    let in_the_way = draft.stops.iter().chain(&draft.refused);
    let crosses = in_the_way.filter_map(|why| Some(square(Game::objection(why).at?, CROSS)));
    let Spared { mut marks, tokens } = room::spared(world, canvas);
    marks.extend(ends.chain(places).chain(numbers).chain(crosses));
    Spared { marks, tokens }
}

/// Who can't do it, and where.
fn draw_objection(world: &World, canvas: &Canvas, refused: &OrderError, colour: Color32) {
    let objection = draft::objection(world, refused);
    let known = |model: &ModelId| model.index() < world.roster().models().len();
    if let Some(model) = objection.model.filter(known)
        && world.is_standing(model)
    {
        canvas.dashed_ring(&world.placed(model), 4.0, colour, 2.0);
    }
    if let Some(at) = objection.at {
        canvas.cross(at, colour);
    }
}

/// Where a way is stopped: at what stands in it, or else at its end.
fn draw_stop(world: &World, canvas: &Canvas, why: &OrderError, ways: &[SketchedWay]) {
    let objection = Game::objection(why);
    if let Some(at) = objection.at {
        canvas.cross(at, canvas.warning());
    }
    let stopped = ways.iter().find(|way| Some(way.model) == objection.model);
    if let Some((way, &pose)) = stopped.and_then(|way| Some((way, way.ticks.last()?))) {
        let base = *world.of_model::<Base>(way.model);
        canvas.dashed_ring(&Placed { base, pose }, 4.0, canvas.warning(), 2.0);
    }
}

/// What the order costs, what else is to be said about it, and why it is refused, if it is.
pub fn lines(world: &World, draft: &Draft) -> Vec<Line> {
    let mut lines = account(world, draft);
    if let Some(refused) = &draft.refused {
        lines.push(match in_hand::hint(world) {
            Some(hint) => Line { text: hint.to_owned(), tone: Tone::Plain, terms: Vec::new() },
            None => {
                let Objection { text, terms, .. } = draft::objection(world, refused);
                Line { text: format!("✖ {text}"), tone: Tone::Bad, terms }
            }
        });
    }
    lines
}

/// What the order costs, and what else is to be said about it, whether or not it is refused.
pub fn account(world: &World, draft: &Draft) -> Vec<Line> {
    let mut lines = draft.sketch.lines.clone();
    if let Some(why) = &draft.stops {
        let Objection { text, terms, .. } = Game::objection(why);
        lines.push(Line {
            text: format!("Goes as far as it can. {text}"),
            tone: Tone::Warning,
            terms,
        });
    }
    lines.extend(draft.sketch.doubt.iter().chain(&draft.sketch.warnings).cloned());
    let intent = world.resource::<Mode>().intent();
    let advice = intent.and_then(|intent| Game::advice(world, intent, aim::pointing(world)));
    if let Some(Advice { text, verb }) = advice {
        let text = with_verb(world, text, verb);
        lines.push(Line { text, tone: Tone::Warning, terms: Vec::new() });
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

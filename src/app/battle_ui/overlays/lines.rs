//! The lines of contours: each kind has a pattern of its own, so that colour is never the only sign.

use bevy::prelude::*;
use bevy_egui::egui::Pos2;

use super::{Words, room::Room};
use crate::{
    app::{
        battle_ui::paint::{
            Canvas,
            signs::{arrow, side_edge},
            strokes::{DASHES, Strokes, stations},
        },
        theme::strength,
    },
    battle::{SideId, playable::mapping::Contour},
    table::Pose,
};

/// Dashes of a range: on and off, in window points.
const LONG_DASHES: (f32, f32) = (14.0, 5.0);

/// Draws a contour, and its words where there is room. Views are drawn apart.
pub(super) fn draw(
    canvas: &Canvas,
    strokes: &mut Strokes,
    words: &mut Vec<Words>,
    room: &mut Room,
    contour: &Contour,
) {
    match contour {
        Contour::Ground { side, loops } => {
            for outline in loops {
                side_edge(strokes, &canvas.all(outline), *side, canvas.side(*side));
            }
        }
        // They have their numbers together.
        Contour::Step { last, loops, .. } => step(canvas, strokes, loops, *last),
        Contour::Range { pieces, at, words: text } => {
            let colour = canvas.warning();
            for piece in pieces {
                strokes.pattern(&canvas.all(piece), false, colour, 1.5, LONG_DASHES);
            }
            let places = canvas.all(at).into_iter().filter(|at| canvas.lines_in().contains(*at));
            if let Some(at) = room.take(places, canvas.size_of_words(text)) {
                words.push(Words::Plate { at, text: text.clone(), colour });
            }
        }
        Contour::Link { side, from, to } => {
            let (from, to) = (canvas.at(*from), canvas.at(*to));
            strokes.line(&stitch(from, to), false, canvas.side(*side), 1.25);
        }
        Contour::Lost(placed) => {
            let ring = canvas.all(&canvas.beyond(placed, 4.0));
            strokes.pattern(&ring, true, canvas.bad(), 2.0, DASHES);
        }
        Contour::Gap { from, to, words: text } => {
            let line = canvas.all(&[*from, *to]);
            strokes.pattern(&line, false, canvas.bad(), 2.0, DASHES);
            let middle = line[0].lerp(line[1], 0.5);
            if let Some(at) = room.take([middle], canvas.size_of_words(text)) {
                words.push(Words::Plate { at, text: text.clone(), colour: canvas.bad() });
            }
        }
        Contour::Front { side, pose, half, ahead } => {
            front(canvas, strokes, *side, pose, (*half, *ahead));
        }
        Contour::Sight(_) => {}
    }
}

/// Numbers the edges of ground by actions, those of each who is shown in one row.
pub(super) fn number(canvas: &Canvas, words: &mut Vec<Words>, room: &mut Room, all: &[&Contour]) {
    let steps: Vec<(u32, &[Option<Vec2>])> = all
        .iter()
        .filter_map(|contour| match contour {
            Contour::Step { actions, at, .. } => Some((*actions, at.as_slice())),
            _ => None,
        })
        .collect();
    for of_one in steps.chunk_by(|(before, _), (actions, _)| before < actions) {
        let directions = of_one.iter().map(|(_, at)| at.len()).min().unwrap_or_default();
        let row = |way: usize| -> Vec<(usize, Pos2)> {
            let places = of_one.iter().filter_map(|(actions, at)| Some((*actions, at[way]?)));
            places.map(|(actions, at)| (actions as usize, canvas.at(at))).collect()
        };
        let rows: Vec<Vec<(usize, Pos2)>> = (0..directions).map(row).collect();
        let numbered = room.take_row(&rows).into_iter();
        words.extend(numbered.map(|(number, at)| Words::Number {
            at,
            number,
            colour: canvas.good(),
        }));
    }
}

/// The edge of the ground of a number of actions: the last one solid.
fn step(canvas: &Canvas, strokes: &mut Strokes, loops: &[Vec<Vec2>], last: bool) {
    for edge in loops {
        let points = canvas.all(edge);
        if last {
            strokes.line(&points, true, canvas.good(), 1.8);
        } else {
            let colour = canvas.good().gamma_multiply(strength::LEADING);
            strokes.pattern(&points, true, colour, 1.5, DASHES);
        }
    }
}

/// A line long enough to be seen, even where two touch; it says nothing about where exactly.
fn stitch(from: Pos2, to: Pos2) -> [Pos2; 2] {
    const LEAST: f32 = 6.0;
    let middle = from.lerp(to, 0.5);
    let half = to - middle;
    if half.length() >= LEAST / 2.0 {
        return [from, to];
    }
    let way = half.normalized() * LEAST / 2.0;
    [middle - way, middle + way]
}

/// The line between front and rear, barbed to the rear, and an arrow ahead.
fn front(
    canvas: &Canvas,
    strokes: &mut Strokes,
    side: SideId,
    pose: &Pose,
    (half, ahead): (f32, f32),
) {
    let colour = canvas.side(side);
    let ends = canvas.all(&[pose.local(-half, 0.0), pose.local(half, 0.0)]);
    let back = canvas.all(&[pose.at, pose.local(0.0, -1.0)]);
    let back = (back[1] - back[0]).normalized();
    strokes.line(&ends, false, colour, 1.5);
    for (at, _) in stations(&ends, false, 9.0) {
        strokes.plain([at, at + back * 5.0], colour, 1.0);
    }
    let head = canvas.all(&[pose.at, pose.local(0.0, ahead)]);
    arrow(strokes, head[0], head[1], colour, 1.5);
}

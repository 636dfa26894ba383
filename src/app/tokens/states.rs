//! The small signs of states, the same on tokens and beside banners. Each has a shape of its own
//! and a dark edge.

use bevy::prelude::*;

use crate::{
    app::{
        drawing::{Drawing, circle, open, polygon, rectangle},
        theme::Theme,
    },
    battle::playable::showing::Sign,
};

/// Draws a sign around a place.
pub(super) fn draw(drawing: &mut Drawing, sign: Sign, theme: &Theme, at: Vec2, radius: f32) {
    let dark = theme.room;
    let point = |x: f32, y: f32| at + Vec2::new(x, y) * radius;
    let disc = |drawing: &mut Drawing, colour: Color| {
        drawing.fill(&circle(at, radius * 1.12), dark);
        drawing.fill(&circle(at, radius * 0.92), colour);
    };
    let plate = |drawing: &mut Drawing, corners: &[Vec2], colour: Color| {
        let path = polygon(corners.iter().copied());
        drawing.line(&path, dark, radius * 0.46);
        drawing.fill(&path, colour);
    };
    match sign {
        Sign::Tick => {
            let tick = open([point(-0.72, 0.02), point(-0.18, -0.56), point(0.78, 0.66)]);
            drawing.line(&tick, dark, radius * 0.78);
            drawing.line(&tick, theme.good, radius * 0.38);
        }
        Sign::Hourglass => {
            disc(drawing, theme.text);
            let glass = [
                point(-0.48, 0.60),
                point(0.48, 0.60),
                point(0.08, 0.0),
                point(0.48, -0.60),
                point(-0.48, -0.60),
                point(-0.08, 0.0),
            ];
            drawing.fill(&polygon(glass), dark);
        }
        Sign::Flash => {
            let corners = [point(0.0, 1.0), point(0.95, -0.72), point(-0.95, -0.72)];
            plate(drawing, &corners, theme.warning);
            let flash = [
                point(0.22, 0.52),
                point(-0.34, -0.14),
                point(-0.02, -0.14),
                point(-0.16, -0.62),
                point(0.38, 0.08),
                point(0.06, 0.08),
            ];
            drawing.fill(&polygon(flash), dark);
        }
        Sign::Exclamation => {
            let corners = [point(0.0, 1.0), point(1.0, 0.0), point(0.0, -1.0), point(-1.0, 0.0)];
            plate(drawing, &corners, theme.bad);
            drawing.fill(&rectangle(point(0.0, 0.20), Vec2::new(0.26, 0.66) * radius), dark);
            drawing.fill(&circle(point(0.0, -0.44), radius * 0.17), dark);
        }
        Sign::Figure => {
            disc(drawing, theme.faint);
            drawing.fill(&circle(point(-0.50, 0.06), radius * 0.24), dark);
            let lying = open([point(-0.14, -0.14), point(0.62, -0.14)]);
            drawing.line(&lying, dark, radius * 0.34);
            drawing.cut_line(&open([point(-0.7, -0.42), point(0.7, -0.42)]), dark, radius * 0.12);
        }
        Sign::Spark => {
            let tip = |turn: u8| {
                let angle = f32::from(turn) * std::f32::consts::FRAC_PI_4;
                let long = if turn.is_multiple_of(2) { 1.05 } else { 0.36 };
                at + Vec2::from_angle(angle) * long * radius
            };
            let star = polygon((0..8).map(tip));
            drawing.line(&star, dark, radius * 0.5);
            drawing.fill(&star, theme.selected);
        }
        Sign::Ball => {
            disc(drawing, theme.accent);
            drawing.fill(&circle(at, radius * 0.56), dark);
            drawing.fill(&circle(point(-0.18, 0.2), radius * 0.14), theme.text);
        }
    }
}

//! The wooden frame around the ground, with a tick for each inch, on a table in a dark room.

use bevy::prelude::*;

use super::{OfBattle, Paint};
use crate::{
    app::{
        drawing::{Drawing, open, polygon, rectangle, segment},
        layer,
        noise::Grain,
        running::BattleBegan,
    },
    battle::Battlefield,
};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(build_frame);
}

/// How wide the frame is, in inches.
const FRAME: f32 = 1.4;

fn build_frame(
    _: On<BattleBegan>,
    field: Res<Battlefield>,
    paint: Res<Paint>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let size = Vec2::new(field.0.width.0, field.0.depth.0);
    let mut below = Drawing::new();
    shadow(&mut below, size);
    // The frame lies over terrain that runs off the table, and throws its shade on the ground.
    let mut frame = Drawing::new();
    planks(&mut frame, size);
    ticks(&mut frame, size);
    let mut shade = Drawing::new();
    inner_shade(&mut shade, size);
    let pictures = [(below, layer::TABLE), (shade, layer::GROUND + 2.0), (frame, layer::FRAME)];
    for (drawing, height) in pictures {
        commands.spawn((
            OfBattle,
            Mesh2d(meshes.add(drawing.mesh())),
            MeshMaterial2d(paint.plain.clone()),
            Transform::from_xyz(0.0, 0.0, height),
        ));
    }
}

fn shadow(drawing: &mut Drawing, size: Vec2) {
    let middle = size / 2.0 + Vec2::new(0.5, -0.7);
    for step in 0..10 {
        let grow = FRAME * 2.0 + 2.4 - step as f32 * 0.24;
        drawing.fill(&rectangle(middle, size + grow), Color::srgba(0.0, 0.0, 0.0, 0.055));
    }
}

/// The four sides, mitred, each lit by the way it faces.
fn planks(drawing: &mut Drawing, size: Vec2) {
    let low = Vec2::splat(-FRAME);
    let high = size + FRAME;
    let outer = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    let inner = [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)];
    let light = [0.86, 0.78, 1.12, 1.04];
    let wood =
        |light: f32, alpha: f32| Color::srgba(0.385 * light, 0.252 * light, 0.148 * light, alpha);
    let mut grain = Grain::new(3);
    for side in 0..4 {
        let next = (side + 1) % 4;
        let corners = [outer[side], outer[next], inner[next], inner[side]];
        drawing.fill(&polygon(corners), wood(light[side], 1.0));
        for _ in 0..26 {
            let across = grain.draw();
            let a = outer[side].lerp(inner[side], across);
            let b = outer[next].lerp(inner[next], across);
            let (from, to) = (grain.draw(), grain.draw());
            let off = (inner[side] - outer[side]).normalize() * grain.between(-0.05, 0.05);
            let (from, to) = (from.min(to), from.max(to));
            let path = open([a.lerp(b, from), a.lerp(b, (from + to) / 2.0) + off, a.lerp(b, to)]);
            let shade = if grain.draw() > 0.5 { 0.62 } else { 1.30 };
            drawing.line(&path, wood(light[side] * shade, 0.45), grain.between(0.02, 0.06));
        }
        drawing.cut_line(
            &segment(outer[side], inner[side]),
            Color::srgba(0.08, 0.04, 0.02, 0.7),
            0.05,
        );
    }
    let edge = |points: [Vec2; 4]| open(points).close();
    drawing.line(&edge(outer), Color::srgb(0.10, 0.06, 0.035), 0.10);
    drawing.line(&edge(inner), Color::srgb(0.12, 0.075, 0.04), 0.14);
}

/// A tick for each inch, a longer one for each half foot, a dot for each foot.
fn ticks(drawing: &mut Drawing, size: Vec2) {
    let brass = Color::srgba(0.90, 0.76, 0.46, 0.85);
    let mut row = |length: f32, place: &dyn Fn(f32, f32) -> Vec2| {
        for inch in 0..=length as u32 {
            let along = inch as f32;
            let (long, width) = match inch % 12 {
                0 => (0.62, 0.085),
                6 => (0.45, 0.065),
                _ => (0.22, 0.045),
            };
            let tick = segment(place(along, 0.14), place(along, 0.14 + long));
            drawing.cut_line(&tick, brass, width);
        }
    };
    row(size.x, &|along, out| Vec2::new(along, -out));
    row(size.x, &|along, out| Vec2::new(along, size.y + out));
    row(size.y, &|along, out| Vec2::new(-out, along));
    row(size.y, &|along, out| Vec2::new(size.x + out, along));
}

fn inner_shade(drawing: &mut Drawing, size: Vec2) {
    for step in 0..6 {
        let wide = 0.10 + step as f32 * 0.14;
        let shade = Color::srgba(0.0, 0.0, 0.0, 0.055);
        let top = Vec2::new(size.x / 2.0, size.y - wide / 2.0);
        drawing.fill(&rectangle(top, Vec2::new(size.x, wide)), shade);
        let left = Vec2::new(wide / 2.0, size.y / 2.0);
        drawing.fill(&rectangle(left, Vec2::new(wide, size.y)), shade);
    }
}

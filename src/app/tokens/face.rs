//! What a token looks like: its base in true size, a rim in its side's colour and pattern, a
//! notch to the front, and the sign of its troop. Tokens that look alike share their meshes.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_prototype_lyon::prelude::ShapePath;

use super::glyphs;
use crate::{
    app::{
        drawing::{Drawing, circle, dashes, polygon, segment},
        theme::{SideColours, Theme},
    },
    battle::{SideId, level::Role},
    table::Base,
};

/// All that decides what a token looks like.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// Half the base's width and depth in thousandths of an inch.
    half: (u32, u32),
    round: bool,
    side: SideId,
    glyph: String,
    rank: Rank,
}

/// How a model stands out of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Common,
    Leader,
    General,
    Banner,
    Music,
}

impl Face {
    /// The looks of a model.
    pub fn new(base: Base, side: SideId, glyph: &str, role: Role) -> Self {
        let thousandths = |inches: f32| (inches * 500.0) as u32;
        let rank = match role {
            Role::Rank | Role::Individual => Rank::Common,
            Role::Leader => Rank::Leader,
            Role::General => Rank::General,
            Role::StandardBearer | Role::ArmyStandard => Rank::Banner,
            Role::Musician => Rank::Music,
        };
        Self {
            half: (thousandths(base.width().0), thousandths(base.depth().0)),
            round: matches!(base, Base::Circle { .. }),
            side,
            glyph: glyph.to_owned(),
            rank,
        }
    }

    fn half(&self) -> Vec2 {
        Vec2::new(self.half.0 as f32, self.half.1 as f32) / 1000.0
    }

    /// The base's outline, shrunk by so many inches on each side.
    fn outline(&self, shrunk: f32) -> Vec<Vec2> {
        let half = (self.half() - shrunk).max(Vec2::splat(0.01));
        if self.round {
            let angle = |i: u32| i as f32 / 40.0 * std::f32::consts::TAU;
            return (0..40).map(|i| Vec2::from_angle(angle(i)) * half).collect();
        }
        let round = (half.min_element() * 0.22).min(0.12);
        let corners = [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        let corner = |(x, y): (f32, f32)| {
            let middle = Vec2::new(x, y) * (half - round);
            let from = Vec2::new(x, y).to_angle() - std::f32::consts::FRAC_PI_4;
            (0..=4).map(move |i| {
                middle
                    + Vec2::from_angle(from + i as f32 / 4.0 * std::f32::consts::FRAC_PI_2) * round
            })
        };
        corners.into_iter().flat_map(corner).collect()
    }
}

/// The meshes of all looks seen so far.
#[derive(Resource, Default)]
pub struct Faces {
    bodies: BTreeMap<Face, Handle<Mesh>>,
    signs: BTreeMap<Face, Handle<Mesh>>,
}

impl Faces {
    /// Forgets them, for other colours.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.signs.clear();
    }

    /// The part that turns with the model: base, rim, notch.
    pub fn body(&mut self, face: &Face, theme: &Theme, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        let body = || meshes.add(body(face, theme.side(face.side)).mesh());
        self.bodies
            .entry(Face { glyph: String::new(), ..face.clone() })
            .or_insert_with(body)
            .clone()
    }

    /// The part that stays upright: the troop's sign.
    pub fn sign(&mut self, face: &Face, theme: &Theme, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        let sign = || meshes.add(sign(face, theme.side(face.side)).mesh());
        self.signs.entry(face.clone()).or_insert_with(sign).clone()
    }
}

fn body(face: &Face, colours: SideColours) -> Drawing {
    let mut drawing = Drawing::new();
    let size = face.half().min_element();
    let rim = (size * 0.23).clamp(0.07, 0.18);
    // A soft shadow all round: the token turns, so it can't fall to one side.
    for (grow, alpha) in [(0.10, 0.10), (0.065, 0.16), (0.035, 0.26)] {
        let edge = polygon(face.outline(-grow));
        drawing.fill(&edge, Color::srgba(0.0, 0.0, 0.0, alpha));
    }
    drawing.fill(&polygon(face.outline(0.0)), colours.edge());
    drawing.fill(&polygon(face.outline(0.025)), colours.rim);
    // The second side's rim is broken by light dashes, so that colour isn't the only sign.
    if face.side.index() % 2 == 1 {
        let middle = face.outline(rim * 0.5 + 0.012);
        let dash = size * 0.36;
        for (a, b) in dashes(&middle, true, dash, dash) {
            drawing.cut_line(&segment(a, b), shade(colours.rim, 1.75), rim * 0.36);
        }
    }
    let inner = face.outline(rim);
    drawing.fill(&polygon(inner.iter().copied()), shade(colours.face, 0.86));
    drawing.fill(&polygon(face.outline(rim + 0.018)), colours.face);
    notch(&mut drawing, face, rim, colours);
    drawing
}

/// A wedge at the middle of the front edge.
fn notch(drawing: &mut Drawing, face: &Face, rim: f32, colours: SideColours) {
    let half = face.half();
    let wide = half.x.min(half.y) * 0.44;
    let tip = half.y + 0.01;
    let foot = half.y - rim - wide * 0.42;
    let wedge = [Vec2::new(-wide, foot), Vec2::new(0.0, tip), Vec2::new(wide, foot)];
    drawing.fill(&polygon(wedge), colours.rim);
    let inner = [
        Vec2::new(-wide * 0.52, foot + rim * 0.22),
        Vec2::new(0.0, tip - rim * 0.62),
        Vec2::new(wide * 0.52, foot + rim * 0.22),
    ];
    drawing.fill(&polygon(inner), Color::srgb(1.0, 0.98, 0.90));
}

fn sign(face: &Face, colours: SideColours) -> Drawing {
    let mut drawing = Drawing::new();
    let size = face.half().min_element();
    let lowered = if matches!(face.rank, Rank::Common) { 0.0 } else { size * 0.10 };
    let middle = Vec2::new(0.0, -lowered);
    let reach = size * if lowered > 0.0 { 0.58 } else { 0.66 };
    let mut pen = glyphs::Pen {
        drawing: &mut drawing,
        at: middle,
        scale: reach,
        ink: colours.ink,
        paper: colours.face,
    };
    glyphs::draw(&mut pen, &face.glyph);
    rank(&mut drawing, face, colours);
    drawing
}

/// The sign of those who stand out of their unit, above the troop's sign.
fn rank(drawing: &mut Drawing, face: &Face, colours: SideColours) {
    let size = face.half().min_element();
    let gold = Color::srgb(0.98, 0.76, 0.20);
    let dark = shade(colours.ink, 0.8);
    let at = |x: f32, y: f32| Vec2::new(x * size, y * size);
    match face.rank {
        Rank::Common => {}
        Rank::Leader => chevrons(drawing, &at, size, 1, gold, dark),
        Rank::General => chevrons(drawing, &at, size, 2, gold, dark),
        Rank::Banner => {
            let flag = [at(-0.62, 0.98), at(0.02, 0.86), at(-0.62, 0.62)];
            drawing.line(&segment(at(-0.62, 1.02), at(-0.62, 0.2)), dark, size * 0.13);
            drawing.fill(&polygon(flag), gold);
            drawing.line(&polygon(flag), dark, size * 0.05);
        }
        Rank::Music => {
            for x in [-0.25, 0.15] {
                drawing.fill(&circle(at(x, 0.62), size * 0.13), dark);
                drawing.line(&segment(at(x + 0.12, 0.62), at(x + 0.12, 0.98)), dark, size * 0.07);
            }
            drawing.line(&segment(at(-0.13, 0.98), at(0.27, 0.98)), dark, size * 0.11);
        }
    }
}

fn chevrons(
    drawing: &mut Drawing,
    at: &dyn Fn(f32, f32) -> Vec2,
    size: f32,
    count: u32,
    gold: Color,
    dark: Color,
) {
    for i in 0..count {
        let lift = i as f32 * 0.30;
        let arms: ShapePath = ShapePath::new()
            .move_to(at(-0.42, 0.58 + lift))
            .line_to(at(0.0, 0.80 + lift))
            .line_to(at(0.42, 0.58 + lift));
        drawing.line(&arms, dark, size * 0.27);
        drawing.line(&arms, gold, size * 0.16);
    }
}

/// A colour made darker or lighter.
pub(super) fn shade(colour: Color, light: f32) -> Color {
    let c = colour.to_srgba();
    Color::srgba(
        (c.red * light).min(1.0),
        (c.green * light).min(1.0),
        (c.blue * light).min(1.0),
        c.alpha,
    )
}

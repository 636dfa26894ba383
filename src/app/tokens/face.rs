//! What a token looks like: its base in true size, a rim in its side's colour and pattern, an
//! arrow to the front, and the sign of its troop. Tokens that look alike share their meshes.
//!
//! - *body*: the part that turns with the model: base, rim, arrow
//! - *sign*: the part that stays upright: the troop's sign, its rank, its arms
//! - *look*: how much of it is drawn, by how large the token is in the window

use bevy::prelude::*;

use super::{
    badge,
    glyphs::{self, Pen},
};
use crate::{
    app::{
        drawing::{Drawing, circle, polygon},
        theme::{SideColours, Theme},
    },
    battle::{
        SideId,
        playable::showing::{self, Badge, Mark},
    },
    table::Base,
};

/// All that decides what a token looks like.
#[derive(Component, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Face {
    /// Half the base's width and depth in thousandths of an inch.
    half: (u32, u32),
    round: bool,
    pub(super) side: SideId,
    pub(super) shown: showing::Face,
}

/// How much of a token is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// A tile of its side's colour: the unit's banner says who it is.
    Far,
    /// With its sign.
    Middle,
    /// With what it carries.
    Near,
}

impl Look {
    /// The look of a token whose base is so many pixels across.
    pub fn at(pixels: f32) -> Self {
        match pixels {
            ..15.0 => Self::Far,
            15.0..44.0 => Self::Middle,
            _ => Self::Near,
        }
    }
}

impl Face {
    /// The looks of a model of a side, on its base.
    pub fn new(base: Base, side: SideId, shown: showing::Face) -> Self {
        let thousandths = |inches: f32| (inches * 500.0) as u32;
        Self {
            half: (thousandths(base.width().0), thousandths(base.depth().0)),
            round: matches!(base, Base::Circle { .. }),
            side,
            shown,
        }
    }

    /// Half its width and depth, in inches.
    pub fn half(&self) -> Vec2 {
        Vec2::new(self.half.0 as f32, self.half.1 as f32) / 1000.0
    }

    /// Half its smaller side, in inches.
    pub fn size(&self) -> f32 {
        self.half().min_element()
    }

    /// What its body depends on.
    pub(super) fn body_only(&self) -> Self {
        let badge = if self.is_common() { Badge::Common } else { Badge::Leader };
        Self { shown: showing::Face { badge, ..default() }, ..self.clone() }
    }

    /// What its shadow depends on.
    pub(super) fn shadow_only(&self) -> Self {
        Self { side: SideId(0), shown: default(), ..self.clone() }
    }

    /// Whether nothing tells the model from the others of its unit.
    pub(super) fn is_common(&self) -> bool {
        self.shown.badge == Badge::Common
    }

    /// The base's outline, shrunk by so many inches on each side.
    fn outline(&self, shrunk: f32) -> Vec<Vec2> {
        let half = (self.half() - shrunk).max(Vec2::splat(0.01));
        if self.round {
            let angle = |i: u32| i as f32 / 48.0 * std::f32::consts::TAU;
            return (0..48).map(|i| Vec2::from_angle(angle(i)) * half).collect();
        }
        let round = (half.min_element() * 0.2).min(0.12);
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

    fn fill(&self, drawing: &mut Drawing, shrunk: f32, colour: Color) {
        drawing.fill(&polygon(self.outline(shrunk)), colour);
    }
}

/// What lies under a token: its shadow, and from afar a light line around it, which neighbours
/// cover, so that a block has it around the whole.
pub(super) fn shadow(face: &Face, look: Look, theme: &Theme) -> Drawing {
    let mut drawing = Drawing::new();
    if look == Look::Far {
        face.fill(&mut drawing, -LIGHT_LINE - 0.05, theme.shadow.with_alpha(0.25));
        let [_, _, light] = against_ground(theme.side(face.side), look);
        face.fill(&mut drawing, -LIGHT_LINE, light);
        return drawing;
    }
    for (grow, alpha) in [(0.07, 0.12), (0.035, 0.18), (0.0, 0.30)] {
        face.fill(&mut drawing, -grow, theme.shadow.with_alpha(alpha));
    }
    drawing
}

/// How wide the light line around a token is from afar, and the dark edge inside it: a pixel each
/// where a table of six feet fills the window. In inches.
const LIGHT_LINE: f32 = 0.085;
/// See [`LIGHT_LINE`].
const FAR_EDGE: f32 = 0.075;

/// The colours that part a token from the ground, from afar and from near. What is measured is what
/// is drawn.
pub fn against_ground(colours: SideColours, look: Look) -> [Color; 3] {
    match look {
        Look::Far => [colours.rim, colours.edge(), colours.light()],
        Look::Middle | Look::Near => [colours.rim, colours.edge(), colours.face],
    }
}

pub(super) fn body(face: &Face, look: Look, theme: &Theme) -> Drawing {
    let mut drawing = Drawing::new();
    if look == Look::Far {
        tile(&mut drawing, face, theme);
        return drawing;
    }
    let (size, colours) = (face.size(), theme.side(face.side));
    let rim = rim(size);
    let [rim_colour, edge, inside] = against_ground(colours, look);
    face.fill(&mut drawing, 0.0, edge);
    face.fill(&mut drawing, 0.022, rim_colour);
    face.fill(&mut drawing, rim, shade(rim_colour, 0.6));
    face.fill(&mut drawing, rim + 0.014, inside);
    if face.side.index().is_multiple_of(2) {
        let line = polygon(face.outline(rim * 0.68));
        drawing.line(&line, colours.on_rim(), rim * 0.17);
    } else {
        teeth(&mut drawing, face, rim, colours);
    }
    if !face.is_common() {
        drawing.line(&polygon(face.outline(rim + 0.03)), theme.accent, 0.036);
    }
    arrow(&mut drawing, face, rim, theme);
    drawing
}

/// How wide the rim of a base of half a size is, in inches.
fn rim(size: f32) -> f32 {
    (size * 0.20).clamp(0.06, 0.18)
}

/// The second side's sign: teeth of light from the inside into the rim.
fn teeth(drawing: &mut Drawing, face: &Face, rim: f32, colours: SideColours) {
    let (inner, outer) = (face.outline(rim), face.outline(rim * 0.34));
    let around: f32 = edges(&inner).map(|(a, b)| a.distance(b)).sum();
    let count = (around / (rim * 1.5)).round().max(8.0);
    let along = |points: &[Vec2], share: f32| at_share(points, share);
    for tooth in 0..count as u32 {
        let share = |part: f32| (tooth as f32 + part) / count;
        let tooth =
            [along(&inner, share(0.08)), along(&outer, share(0.5)), along(&inner, share(0.92))];
        drawing.fill(&polygon(tooth), colours.on_rim());
    }
}

fn edges(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    (0..points.len()).map(|i| (points[i], points[(i + 1) % points.len()]))
}

/// The point at a share of the way around.
fn at_share(points: &[Vec2], share: f32) -> Vec2 {
    let around: f32 = edges(points).map(|(a, b)| a.distance(b)).sum();
    let mut left = around * share;
    for (a, b) in edges(points) {
        let length = a.distance(b);
        if left <= length && length > 0.0 {
            return a.lerp(b, left / length);
        }
        left -= length;
    }
    points.first().copied().unwrap_or_default()
}

/// An arrowhead on the front edge.
fn arrow(drawing: &mut Drawing, face: &Face, rim: f32, theme: &Theme) {
    let dark = theme.side(face.side).edge();
    let (half, size) = (face.half(), face.size());
    let wide = size * 0.40;
    let (tip, foot) = (half.y - 0.005, half.y - rim - size * 0.13);
    let wedge = |wide: f32, foot: f32, tip: f32| {
        polygon([
            Vec2::new(-wide, foot),
            Vec2::new(0.0, tip),
            Vec2::new(wide, foot),
            Vec2::new(0.0, foot + (tip - foot) * 0.22),
        ])
    };
    drawing.fill(&wedge(wide * 1.42, foot - size * 0.06, tip + size * 0.02), dark);
    drawing.fill(&wedge(wide, foot, tip - size * 0.06), theme.arrow);
}

/// A token from afar: one flat colour, its side's pattern, and which way it looks.
fn tile(drawing: &mut Drawing, face: &Face, theme: &Theme) {
    let (half, size, colours) = (face.half(), face.size(), theme.side(face.side));
    let [rim, edge, _] = against_ground(colours, Look::Far);
    let sign = colours.on_rim();
    face.fill(drawing, 0.0, edge);
    face.fill(drawing, FAR_EDGE, rim);
    let pale = rim.mix(&sign, 0.38);
    if face.side.index().is_multiple_of(2) {
        drawing.line(&polygon(face.outline(0.15)), pale, 0.05);
    } else {
        for x in [-0.5, 0.5] {
            for y in [-1.0, 1.0] {
                let foot = Vec2::new(half.x * x, y * (half.y - FAR_EDGE));
                let (wide, deep) = (size * 0.3, Vec2::new(0.0, -y * size * 0.34));
                let tooth = [foot - Vec2::X * wide, foot + deep, foot + Vec2::X * wide];
                drawing.fill(&polygon(tooth), pale);
            }
        }
    }
    if !face.is_common() {
        drawing.fill(&circle(Vec2::ZERO, size * 0.5), edge);
        drawing.fill(&circle(Vec2::ZERO, size * 0.4), theme.accent);
    }
    let wedge = [
        Vec2::new(-size * 0.55, half.y - size * 0.62),
        Vec2::new(0.0, half.y - size * 0.12),
        Vec2::new(size * 0.55, half.y - size * 0.62),
        Vec2::new(0.0, half.y - size * 0.40),
    ];
    drawing.fill(&polygon(wedge), sign);
}

/// How far the sign is moved back from the arrow, in inches.
pub(super) fn set_back(face: &Face) -> f32 {
    face.size() * 0.07
}

pub(super) fn sign(face: &Face, look: Look, theme: &Theme) -> Drawing {
    let mut drawing = Drawing::new();
    if look == Look::Far {
        return drawing;
    }
    let (size, colours) = (face.size(), theme.side(face.side));
    let armed = look == Look::Near && !face.shown.carries.is_empty();
    let scale = match (armed, face.round) {
        (true, _) => 0.56,
        (false, true) => 0.62,
        (false, false) => 0.68,
    };
    let lift = if armed { 0.12 } else { 0.0 };
    let aside = if face.is_common() { 0.0 } else { 0.06 };
    let at = Vec2::new(aside, lift - aside) * size;
    let mut pen = Pen {
        drawing: &mut drawing,
        at,
        scale: size * scale,
        ink: colours.ink,
        paper: colours.face,
    };
    glyphs::draw(&mut pen, &face.shown.sign);
    if armed {
        for (name, x) in face.shown.carries.iter().zip([-0.50, 0.50]) {
            pen.at = Vec2::new(x, -0.50) * size;
            pen.scale = size * 0.20;
            glyphs::draw(&mut pen, name);
        }
    }
    badge::draw(&mut drawing, face.shown.badge, theme, BADGE * size, size * BADGE_RADIUS);
    drawing
}

/// Where the badge is on the sign, in halves of the base's smaller side, and how large.
const BADGE: Vec2 = Vec2::new(-0.63, 0.63);
const BADGE_RADIUS: f32 = 0.34;

impl Face {
    /// The badge at a place, in inches from the token's middle and as the sign stands.
    pub(super) fn badge_at(&self, place: Vec2) -> Option<Mark> {
        let badge = BADGE * self.size() - Vec2::new(0.0, set_back(self));
        let there = place.distance(badge) <= self.size() * BADGE_RADIUS;
        (there && !self.is_common()).then_some(Mark::Badge(self.shown.badge))
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

//! Where a piece ends: how deep inside it a point lies, painted ground that fades across its
//! edge, and the one line that says where the rules have it.

use bevy::prelude::*;

use super::brush::ease;
use crate::{
    app::{
        drawing::{Drawing, dashes},
        noise::layers,
    },
    table::{Footprint, Terrain},
};

/// The edge of a piece.
pub(super) struct Edge<'a> {
    piece: &'a Terrain,
    /// Its corners, in order.
    pub corners: Vec<Vec2>,
    /// The lower left corner of the rectangle around it.
    pub low: Vec2,
    /// The upper right corner of the rectangle around it.
    pub high: Vec2,
}

impl<'a> Edge<'a> {
    /// The edge of a piece.
    pub fn of(piece: &'a Terrain) -> Self {
        let (low, high) = piece.footprint.bounds();
        Self { piece, corners: piece.outline(64), low, high }
    }

    /// How many inches inside the piece a point lies; less than none outside.
    pub fn depth(&self, at: Vec2) -> f32 {
        match &self.piece.footprint {
            Footprint::Circle { at: middle, radius } => radius.0 - middle.distance(at),
            Footprint::Line { points, width } => {
                let parts = points.windows(2).map(|pair| from_segment(pair[0], pair[1], at));
                width.0 / 2.0 - parts.fold(f32::INFINITY, f32::min)
            }
            Footprint::Polygon(corners) => {
                let count = corners.len();
                let far = (0..count)
                    .map(|i| from_segment(corners[i], corners[(i + 1) % count], at))
                    .fold(f32::INFINITY, f32::min);
                if self.piece.contains(at) { far } else { -far }
            }
        }
    }

    /// The depth of a point, with an edge that wanders by up to `wander` inches.
    pub fn rough_depth(&self, at: Vec2, wander: f32, seed: u32) -> f32 {
        self.depth(at) + (layers(at * 0.9 + 40.0, 256, 3, seed) - 0.5) * 2.0 * wander
    }

    /// The ground of a piece, which blends into the grass over `blend` inches across the edge.
    pub fn ground(
        &self,
        drawing: &mut Drawing,
        step: f32,
        blend: f32,
        seed: u32,
        colour: impl Fn(Vec2, f32) -> Color,
    ) {
        drawing.sheet(self.low - blend - 0.3, self.high + blend + 0.3, step, |at| {
            let depth = self.rough_depth(at, blend * 0.7, seed);
            let colour = colour(at, depth);
            colour.with_alpha(colour.alpha() * ease(-blend * 0.7, blend * 0.45, depth))
        });
    }

    /// The sign of a rule's edge: one thin dashed line, the same around every piece. Dashes meet
    /// at corners.
    pub fn sign(&self, drawing: &mut Drawing) {
        self.sign_where(drawing, |_| true);
    }

    /// The sign only where it means something.
    pub fn sign_where(&self, drawing: &mut Drawing, meant: impl Fn(Vec2) -> bool) {
        let count = self.corners.len();
        let mut pieces = Vec::new();
        let angular = matches!(self.piece.footprint, Footprint::Polygon(_));
        if angular {
            for i in 0..count {
                let (a, b) = (self.corners[i], self.corners[(i + 1) % count]);
                let periods = (a.distance(b) / PERIOD).round().max(1.0);
                let part = 1.0 / periods;
                for k in 0..=periods as u32 {
                    let (from, to) = (k as f32 - DASH / 2.0, k as f32 + DASH / 2.0);
                    pieces
                        .push((a.lerp(b, (from * part).max(0.0)), a.lerp(b, (to * part).min(1.0))));
                }
            }
        } else {
            pieces = dashes(&self.corners, true, PERIOD * DASH, PERIOD * (1.0 - DASH));
        }
        pieces.retain(|&(a, b)| meant((a + b) / 2.0));
        for &(a, b) in &pieces {
            drawing.bar(a, b, Color::srgba(0.05, 0.06, 0.02, 0.34), 0.15);
        }
        for (a, b) in pieces {
            drawing.bar(a, b, Color::srgba(0.74, 0.74, 0.42, 0.80), 0.065);
        }
    }
}

/// Inches from dash to dash.
const PERIOD: f32 = 0.62;
/// The part of the period that is drawn.
const DASH: f32 = 0.58;

fn from_segment(a: Vec2, b: Vec2, at: Vec2) -> f32 {
    let way = b - a;
    let share = ((at - a).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
    (a + way * share).distance(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Inches;

    #[test]
    fn depth_is_measured_from_the_rules_edge() {
        let corners = [(0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)];
        let square = Footprint::Polygon(corners.map(|(x, y)| Vec2::new(x, y)).to_vec());
        let line =
            Footprint::Line { points: vec![Vec2::ZERO, Vec2::new(6.0, 0.0)], width: Inches(2.0) };
        let disc = Footprint::Circle { at: Vec2::ZERO, radius: Inches(3.0) };
        for (shape, at, depth) in [
            (&square, Vec2::new(3.0, 1.0), 1.0),
            (&square, Vec2::new(3.0, -0.5), -0.5),
            (&line, Vec2::new(3.0, 0.25), 0.75),
            (&line, Vec2::new(8.0, 0.0), -1.0),
            (&disc, Vec2::new(0.0, 2.0), 1.0),
        ] {
            let piece = Terrain::new("wood", shape.clone());
            assert!((Edge::of(&piece).depth(at) - depth).abs() < 1e-5, "{shape:?} {at}");
        }
    }
}

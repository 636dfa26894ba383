//! The signs of troops: silhouettes that can still be told apart when a token is a dozen pixels
//! wide. Drawn in a square from -1 to 1.

use bevy::prelude::*;
use bevy_prototype_lyon::prelude::ShapePath;

use crate::app::drawing::{Drawing, circle, ellipse, open, polygon, segment, smooth};

/// Draws in ink on a face, at a place and size.
pub(super) struct Pen<'a> {
    /// The picture.
    pub drawing: &'a mut Drawing,
    /// The sign's middle.
    pub at: Vec2,
    /// Inches for one unit of the sign.
    pub scale: f32,
    /// Dark.
    pub ink: Color,
    /// Light.
    pub paper: Color,
}

type Points<'a> = &'a [(f32, f32)];

impl Pen<'_> {
    fn point(&self, (x, y): (f32, f32)) -> Vec2 {
        self.at + Vec2::new(x, y) * self.scale
    }

    fn points(&self, points: Points) -> Vec<Vec2> {
        points.iter().map(|&p| self.point(p)).collect()
    }

    fn shape(&mut self, points: Points) {
        let path = polygon(self.points(points));
        self.drawing.fill(&path, self.ink);
    }

    fn soft(&mut self, points: Points) {
        let path = smooth(&self.points(points));
        self.drawing.fill(&path, self.ink);
    }

    fn cut(&mut self, points: Points) {
        let path = polygon(self.points(points));
        self.drawing.fill(&path, self.paper);
    }

    fn line(&mut self, points: Points, width: f32) {
        let path = open(self.points(points));
        self.drawing.line(&path, self.ink, width * self.scale);
    }

    fn cut_line(&mut self, points: Points, width: f32) {
        let path = open(self.points(points));
        self.drawing.line(&path, self.paper, width * self.scale);
    }

    fn dot(&mut self, at: (f32, f32), radius: f32) {
        let path = circle(self.point(at), radius * self.scale);
        self.drawing.fill(&path, self.ink);
    }

    fn hole(&mut self, at: (f32, f32), radius: f32) {
        let path = circle(self.point(at), radius * self.scale);
        self.drawing.fill(&path, self.paper);
    }

    fn oval(&mut self, at: (f32, f32), radii: (f32, f32)) {
        let path = ellipse(self.point(at), Vec2::new(radii.0, radii.1) * self.scale);
        self.drawing.fill(&path, self.ink);
    }
}

/// Draws the sign a profile names; an unknown one is a shield.
pub(super) fn draw(pen: &mut Pen, glyph: &str) {
    match glyph {
        "sword" => sword(pen),
        "bow" => bow(pen),
        "axe" => axe(pen),
        "spear" => spear(pen),
        "ogre" => club(pen),
        "hero" => crown(pen),
        "skeleton" => skull(pen),
        "ghoul" => claws(pen),
        "wolf" => wolf(pen),
        "eagle" => eagle(pen),
        "orc" => tusks(pen),
        "goblin" => ears(pen),
        "elf" => leaf(pen),
        "dwarf" => beard(pen),
        "gunner" => bomb(pen),
        "cannon" => cannon(pen),
        "mortar" => mortar(pen),
        "bolt_thrower" | "repeating_bolt_thrower" => bolt_thrower(pen),
        "catapult" | "trebuchet" | "skull_catapult" => catapult(pen),
        "organ_gun" | "volley_gun" => organ_gun(pen),
        "dragon" => dragon(pen),
        _ => shield(pen),
    }
}

fn sword(pen: &mut Pen) {
    pen.shape(&[(0.0, 1.05), (0.19, 0.80), (0.19, -0.30), (-0.19, -0.30), (-0.19, 0.80)]);
    pen.cut_line(&[(0.0, 0.72), (0.0, -0.18)], 0.07);
    pen.line(&[(-0.50, -0.34), (0.50, -0.34)], 0.22);
    pen.line(&[(0.0, -0.40), (0.0, -0.80)], 0.20);
    pen.dot((0.0, -0.90), 0.18);
}

fn bow(pen: &mut Pen) {
    let from = pen.point((-0.35, 1.0));
    let (a, b) = (pen.point((0.95, 0.60)), pen.point((0.95, -0.60)));
    let limb = ShapePath::new().move_to(from).cubic_bezier_to(a, b, pen.point((-0.35, -1.0)));
    pen.drawing.line(&limb, pen.ink, 0.20 * pen.scale);
    pen.line(&[(-0.35, 1.0), (-0.55, 0.0), (-0.35, -1.0)], 0.08);
    pen.line(&[(-0.85, 0.0), (0.85, 0.0)], 0.14);
    pen.shape(&[(1.10, 0.0), (0.70, 0.26), (0.70, -0.26)]);
}

fn axe(pen: &mut Pen) {
    pen.line(&[(-0.22, -1.0), (-0.22, 1.0)], 0.20);
    pen.soft(&[
        (-0.25, 0.75),
        (0.25, 0.95),
        (0.85, 1.0),
        (0.95, 0.35),
        (0.85, -0.30),
        (0.25, -0.20),
    ]);
    pen.shape(&[(-0.25, 0.70), (-0.25, 0.05), (0.35, -0.05), (0.35, 0.80)]);
    pen.shape(&[(-0.25, 0.58), (-0.75, 0.72), (-0.75, 0.05), (-0.25, 0.18)]);
}

fn spear(pen: &mut Pen) {
    pen.line(&[(-0.75, -0.90), (0.45, 0.45)], 0.17);
    pen.soft(&[(0.30, 0.20), (0.85, 0.45), (1.05, 1.05), (0.45, 0.85), (0.20, 0.35)]);
    pen.line(&[(0.05, 0.25), (0.30, -0.02)], 0.13);
}

fn club(pen: &mut Pen) {
    pen.line(&[(-0.80, -0.90), (-0.20, -0.20)], 0.26);
    pen.soft(&[
        (-0.45, -0.20),
        (-0.15, -0.50),
        (0.55, -0.15),
        (1.05, 0.45),
        (1.0, 1.0),
        (0.45, 1.05),
        (-0.15, 0.55),
    ]);
    pen.hole((0.62, 0.62), 0.13);
    pen.hole((0.20, 0.42), 0.10);
    pen.hole((0.48, 0.12), 0.10);
    pen.dot((-0.85, -0.95), 0.20);
}

fn crown(pen: &mut Pen) {
    pen.shape(&[
        (-0.85, -0.65),
        (-0.98, 0.55),
        (-0.48, 0.05),
        (0.0, 0.85),
        (0.48, 0.05),
        (0.98, 0.55),
        (0.85, -0.65),
    ]);
    pen.cut_line(&[(-0.68, -0.38), (0.68, -0.38)], 0.12);
    pen.dot((0.0, 0.88), 0.17);
    pen.dot((-0.95, 0.62), 0.15);
    pen.dot((0.95, 0.62), 0.15);
}

fn skull(pen: &mut Pen) {
    pen.oval((0.0, 0.25), (0.82, 0.76));
    pen.shape(&[(-0.45, -0.30), (0.45, -0.30), (0.38, -0.95), (-0.38, -0.95)]);
    pen.hole((-0.34, 0.15), 0.24);
    pen.hole((0.34, 0.15), 0.24);
    pen.cut(&[(0.0, -0.08), (0.13, -0.34), (-0.13, -0.34)]);
    for x in [-0.16, 0.16] {
        pen.cut_line(&[(x, -0.58), (x, -0.92)], 0.09);
    }
}

fn claws(pen: &mut Pen) {
    for (x, lift) in [(-0.62, -0.12), (0.0, 0.08), (0.62, -0.12)] {
        pen.soft(&[
            (x + 0.22, 0.95 + lift),
            (x + 0.20, 0.30 + lift),
            (x - 0.32, -0.90 + lift),
            (x - 0.06, -0.20 + lift),
            (x - 0.18, 0.55 + lift),
        ]);
    }
}

fn wolf(pen: &mut Pen) {
    pen.shape(&[
        (-0.80, 1.0),
        (-0.28, 0.58),
        (0.10, 0.60),
        (0.28, 1.0),
        (0.48, 0.42),
        (1.05, -0.02),
        (0.95, -0.30),
        (0.40, -0.32),
        (0.78, -0.50),
        (0.20, -0.68),
        (-0.10, -0.98),
        (-0.85, -0.80),
        (-0.95, 0.10),
    ]);
    pen.cut(&[(0.05, 0.30), (0.38, 0.16), (0.08, 0.10)]);
    pen.cut_line(&[(0.34, -0.36), (0.90, -0.30)], 0.06);
}

fn eagle(pen: &mut Pen) {
    for flip in [-1.0, 1.0] {
        pen.shape(&[
            (0.0, 0.30),
            (0.35 * flip, 0.62),
            (0.80 * flip, 0.80),
            (1.12 * flip, 0.55),
            (1.05 * flip, 0.20),
            (0.82 * flip, 0.22),
            (0.85 * flip, -0.08),
            (0.58 * flip, -0.02),
            (0.50 * flip, -0.30),
            (0.18 * flip, -0.20),
            (0.0, -0.35),
        ]);
    }
    pen.oval((0.0, 0.10), (0.24, 0.52));
    pen.dot((0.0, 0.66), 0.20);
    pen.shape(&[(0.10, 0.78), (0.42, 0.64), (0.12, 0.56)]);
    pen.shape(&[(-0.12, -0.25), (0.12, -0.25), (0.38, -0.92), (0.0, -0.74), (-0.38, -0.92)]);
}

fn tusks(pen: &mut Pen) {
    pen.soft(&[
        (-0.70, 0.85),
        (0.0, 1.05),
        (0.70, 0.85),
        (0.95, 0.10),
        (0.85, -0.75),
        (0.0, -1.05),
        (-0.85, -0.75),
        (-0.95, 0.10),
    ]);
    pen.cut(&[(-0.62, 0.42), (-0.12, 0.20), (-0.55, 0.08)]);
    pen.cut(&[(0.62, 0.42), (0.12, 0.20), (0.55, 0.08)]);
    pen.cut(&[(-0.62, -0.55), (-0.30, -0.55), (-0.50, 0.06)]);
    pen.cut(&[(0.62, -0.55), (0.30, -0.55), (0.50, 0.06)]);
    pen.cut_line(&[(-0.50, -0.52), (0.50, -0.52)], 0.13);
}

fn ears(pen: &mut Pen) {
    for flip in [-1.0, 1.0] {
        pen.shape(&[(0.30 * flip, 0.42), (1.22 * flip, 0.62), (0.42 * flip, -0.22)]);
    }
    pen.soft(&[
        (-0.48, 0.62),
        (0.0, 0.88),
        (0.48, 0.62),
        (0.56, 0.0),
        (0.22, -0.80),
        (0.0, -1.0),
        (-0.22, -0.80),
        (-0.56, 0.0),
    ]);
    pen.cut(&[(-0.42, 0.30), (-0.06, 0.12), (-0.34, 0.02)]);
    pen.cut(&[(0.42, 0.30), (0.06, 0.12), (0.34, 0.02)]);
    pen.cut_line(&[(-0.20, -0.48), (0.0, -0.56), (0.20, -0.48)], 0.09);
}

fn leaf(pen: &mut Pen) {
    pen.soft(&[
        (0.85, 1.05),
        (0.15, 0.90),
        (-0.70, 0.40),
        (-0.68, -0.45),
        (0.0, -0.62),
        (0.70, -0.10),
        (0.90, 0.55),
    ]);
    pen.line(&[(-0.80, -0.98), (-0.35, -0.40)], 0.16);
    pen.cut_line(&[(-0.30, -0.32), (0.50, 0.62)], 0.09);
    pen.cut_line(&[(-0.02, 0.0), (-0.22, 0.32)], 0.07);
    pen.cut_line(&[(0.10, 0.14), (0.46, 0.10)], 0.07);
}

fn beard(pen: &mut Pen) {
    pen.soft(&[(-0.78, 0.30), (-0.62, 0.98), (0.0, 1.12), (0.62, 0.98), (0.78, 0.30)]);
    pen.shape(&[(-0.88, 0.36), (0.88, 0.36), (0.88, 0.16), (-0.88, 0.16)]);
    pen.shape(&[
        (-0.70, -0.02),
        (-0.30, -0.16),
        (0.0, -0.02),
        (0.30, -0.16),
        (0.70, -0.02),
        (0.62, -0.55),
        (0.0, -1.10),
        (-0.62, -0.55),
    ]);
    pen.dot((-0.30, 0.02), 0.10);
    pen.dot((0.30, 0.02), 0.10);
    pen.cut_line(&[(-0.22, -0.40), (0.22, -0.40)], 0.10);
    let ridge = segment(pen.point((0.0, 1.0)), pen.point((0.0, 0.40)));
    pen.drawing.line(&ridge, pen.paper, 0.09 * pen.scale);
}

fn bomb(pen: &mut Pen) {
    pen.dot((-0.12, -0.22), 0.72);
    pen.hole((-0.36, 0.04), 0.15);
    pen.line(&[(0.32, 0.26), (0.55, 0.55), (0.82, 0.55)], 0.17);
    pen.line(&[(0.82, 0.80), (0.82, 1.02)], 0.12);
    pen.line(&[(0.98, 0.55), (1.12, 0.55)], 0.12);
    pen.line(&[(0.94, 0.70), (1.06, 0.84)], 0.12);
}

fn wheel(pen: &mut Pen, at: (f32, f32), radius: f32) {
    pen.dot(at, radius);
    pen.hole(at, radius * 0.66);
    pen.line(&[(at.0 - radius, at.1), (at.0 + radius, at.1)], radius * 0.26);
    pen.line(&[(at.0, at.1 - radius), (at.0, at.1 + radius)], radius * 0.26);
    pen.dot(at, radius * 0.26);
}

fn cannon(pen: &mut Pen) {
    pen.shape(&[(-0.92, -0.18), (-0.80, 0.36), (0.86, 0.86), (1.0, 0.42), (-0.70, -0.28)]);
    pen.shape(&[(0.70, 0.98), (1.04, 1.04), (1.12, 0.34), (0.82, 0.30)]);
    pen.dot((-0.98, 0.06), 0.17);
    pen.line(&[(-0.20, -0.20), (-1.05, -0.88)], 0.20);
    wheel(pen, (0.10, -0.36), 0.58);
}

fn mortar(pen: &mut Pen) {
    pen.shape(&[(-0.62, -0.42), (-0.86, 0.66), (0.30, 1.02), (0.52, -0.12)]);
    pen.cut_line(&[(-0.72, 0.40), (0.30, 0.72)], 0.10);
    pen.shape(&[(-0.95, -0.90), (-0.70, -0.34), (0.70, -0.34), (0.95, -0.90)]);
    pen.dot((0.72, 0.92), 0.17);
}

fn bolt_thrower(pen: &mut Pen) {
    let (left, right) = (pen.point((-1.0, 0.30)), pen.point((1.0, 0.30)));
    let (a, b) = (pen.point((-0.62, 0.92)), pen.point((0.62, 0.92)));
    let limb = ShapePath::new().move_to(left).cubic_bezier_to(a, b, right);
    pen.drawing.line(&limb, pen.ink, 0.20 * pen.scale);
    pen.line(&[(-1.0, 0.30), (0.0, -0.34), (1.0, 0.30)], 0.09);
    pen.line(&[(0.0, -0.95), (0.0, 0.82)], 0.20);
    pen.shape(&[(0.0, 1.15), (0.22, 0.78), (-0.22, 0.78)]);
    pen.line(&[(-0.42, -0.90), (0.42, -0.90)], 0.18);
}

fn catapult(pen: &mut Pen) {
    pen.line(&[(-0.95, -0.78), (0.95, -0.78)], 0.22);
    pen.line(&[(-0.70, -0.70), (0.05, 0.10), (0.70, -0.70)], 0.16);
    pen.line(&[(0.62, -0.52), (-0.62, 0.62)], 0.20);
    pen.dot((-0.70, 0.74), 0.34);
    pen.hole((-0.70, 0.74), 0.13);
}

fn organ_gun(pen: &mut Pen) {
    for x in [-0.66, -0.22, 0.22, 0.66] {
        pen.line(&[(x, -0.30), (x, 0.95)], 0.28);
        pen.hole((x, 0.86), 0.09);
    }
    pen.shape(&[(-0.92, -0.34), (-0.92, 0.04), (0.92, 0.04), (0.92, -0.34)]);
    wheel(pen, (-0.62, -0.66), 0.36);
    wheel(pen, (0.62, -0.66), 0.36);
}

fn dragon(pen: &mut Pen) {
    // A head in profile with horns and an open jaw, on a bent neck.
    pen.soft(&[
        (-0.30, -1.05),
        (-0.62, -0.30),
        (-0.50, 0.35),
        (-0.05, 0.72),
        (0.55, 0.60),
        (1.08, 0.32),
        (0.98, 0.12),
        (0.42, 0.16),
        (0.20, 0.02),
        (0.24, -0.40),
        (0.42, -1.05),
    ]);
    pen.shape(&[(0.18, 0.02), (0.92, -0.16), (0.86, -0.34), (0.20, -0.30)]);
    pen.shape(&[(-0.34, 0.48), (-1.02, 1.05), (0.02, 0.72)]);
    pen.shape(&[(-0.52, 0.10), (-1.10, 0.42), (-0.44, 0.40)]);
    pen.shape(&[(-0.60, -0.30), (-1.02, -0.14), (-0.54, -0.02)]);
    pen.hole((0.16, 0.40), 0.11);
}

fn shield(pen: &mut Pen) {
    pen.soft(&[
        (-0.85, 0.95),
        (0.0, 0.80),
        (0.85, 0.95),
        (0.80, -0.20),
        (0.0, -1.10),
        (-0.80, -0.20),
    ]);
    pen.cut_line(&[(0.0, 0.62), (0.0, -0.60)], 0.12);
    pen.cut_line(&[(-0.50, 0.15), (0.50, 0.15)], 0.12);
}

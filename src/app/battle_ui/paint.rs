//! Lines and words over the table, painted under the panels. Contours, dashes and barbs rather
//! than fills; colour is never the only sign.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, LayerId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
};

use crate::{
    app::{
        camera::{Margins, View},
        theme::Theme,
    },
    table::{Inches, Placed, Pose, Zone, ZoneShape, path::convex_hull},
};

/// A painter that takes inches.
pub struct Canvas {
    painter: Painter,
    view: View,
    /// The part of the window that panels leave.
    free: Rect,
    /// The colours.
    pub theme: Theme,
}

impl Canvas {
    /// Over the whole window, under all panels; words keep to the part that these leave.
    pub fn new(ctx: &egui::Context, view: View, margins: &Margins, theme: Theme) -> Self {
        let painter = ctx.layer_painter(LayerId::background());
        Self { painter, view, free: view.free(margins), theme }
    }

    /// Where a point of the table is in the window.
    pub fn at(&self, table: Vec2) -> Pos2 {
        self.view.point_of(table)
    }

    /// Window points per inch.
    pub fn scale(&self) -> f32 {
        self.view.points_per_inch()
    }

    fn stroke(colour: Color32, width: f32) -> Stroke {
        Stroke::new(width, colour)
    }

    /// A line from point to point.
    pub fn line(&self, from: Vec2, to: Vec2, colour: Color32, width: f32) {
        self.painter.line_segment([self.at(from), self.at(to)], Self::stroke(colour, width));
    }

    /// A line through points.
    pub fn path(&self, points: &[Vec2], colour: Color32, width: f32) {
        let points = points.iter().map(|&point| self.at(point)).collect();
        self.painter.line(points, Self::stroke(colour, width));
    }

    /// A closed line through points.
    pub fn outline(&self, points: &[Vec2], colour: Color32, width: f32) {
        let points = points.iter().map(|&point| self.at(point)).collect();
        self.painter.add(Shape::closed_line(points, Self::stroke(colour, width)));
    }

    /// A dashed line through points, closed or not.
    pub fn dashed(&self, points: &[Vec2], closed: bool, colour: Color32, width: f32) {
        self.pattern(points, closed, Self::stroke(colour, width), 7.0, 5.0);
    }

    /// A dotted line through points, closed or not.
    pub fn dotted(&self, points: &[Vec2], closed: bool, colour: Color32, width: f32) {
        self.pattern(points, closed, Self::stroke(colour, width), 2.0, 4.0);
    }

    fn pattern(&self, points: &[Vec2], closed: bool, stroke: Stroke, dash: f32, gap: f32) {
        let mut points: Vec<Pos2> = points.iter().map(|&point| self.at(point)).collect();
        if closed && let Some(&first) = points.first() {
            points.push(first);
        }
        self.painter.extend(Shape::dashed_line(&points, stroke, dash, gap));
    }

    /// A faintly filled convex polygon.
    pub fn wash(&self, points: &[Vec2], colour: Color32) {
        let points = points.iter().map(|&point| self.at(point)).collect();
        self.painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    }

    /// A base's edge with a notch where it looks.
    pub fn base(&self, placed: &Placed, colour: Color32, width: f32) {
        self.outline(&placed.outline(28), colour, width);
        let front = placed.closest_point(placed.pose.at + placed.pose.facing * 20.0);
        self.line(front, placed.pose.at.lerp(front, 0.55), colour, width);
    }

    /// A ghost of a base: washed, outlined, with its notch.
    pub fn ghost(&self, placed: &Placed, colour: Color32, width: f32) {
        self.wash(&placed.outline(20), colour.gamma_multiply(0.3));
        self.base(placed, colour, width);
    }

    /// A line around a base, `beyond` window points from its edge.
    pub fn ring(&self, placed: &Placed, beyond: f32, colour: Color32, width: f32) {
        self.outline(&self.beyond(placed, beyond), colour, width);
    }

    /// A dashed line around a base.
    pub fn dashed_ring(&self, placed: &Placed, beyond: f32, colour: Color32, width: f32) {
        self.dashed(&self.beyond(placed, beyond), true, colour, width);
    }

    /// One line around many bases, `beyond` window points from their edges; dashed if wanted.
    pub fn around(
        &self,
        placed: &[Placed],
        beyond: f32,
        colour: Color32,
        width: f32,
        dashed: bool,
    ) {
        let points = placed.iter().flat_map(|base| self.beyond(base, beyond)).collect();
        let hull = convex_hull(points);
        if dashed {
            self.dashed(&hull, true, colour, width);
        } else {
            self.outline(&hull, colour, width);
        }
    }

    /// The edge of all that is within so many window points of a base.
    fn beyond(&self, placed: &Placed, points: f32) -> Vec<Vec2> {
        let reach = Inches(points / self.scale().max(1e-3));
        Zone { around: *placed, reach, shape: ZoneShape::AllRound }.outline()
    }

    /// A filled dot of so many window points.
    pub fn dot(&self, at: Vec2, radius: f32, colour: Color32) {
        self.painter.circle_filled(self.at(at), radius, colour);
    }

    /// A dot with a number in it.
    pub fn tick(&self, at: Vec2, number: usize, colour: Color32) {
        let at = self.at(at);
        self.painter.circle_filled(at, 7.0, Color32::from_black_alpha(200));
        self.painter.circle_stroke(at, 7.0, Self::stroke(colour, 1.2));
        let font = FontId::proportional(10.0);
        self.painter.text(at, Align2::CENTER_CENTER, number.to_string(), font, colour);
    }

    /// A cross over a place.
    pub fn cross(&self, at: Vec2, colour: Color32) {
        let at = self.at(at);
        for sign in [1.0, -1.0] {
            let arm = egui::vec2(8.0, 8.0 * sign);
            self.painter.line_segment([at - arm, at + arm], Self::stroke(Color32::BLACK, 5.0));
        }
        for sign in [1.0, -1.0] {
            let arm = egui::vec2(8.0, 8.0 * sign);
            self.painter.line_segment([at - arm, at + arm], Self::stroke(colour, 2.5));
        }
        self.painter.circle_stroke(at, 14.0, Self::stroke(colour, 2.0));
    }

    /// An arrow from a pose to where it looks, so many inches long.
    pub fn arrow(&self, pose: &Pose, length: f32, colour: Color32, width: f32) {
        self.head_and_shaft(pose.at, pose.at + pose.facing * length, Self::stroke(colour, width));
    }

    /// An arrow from point to point, with a dark edge.
    pub fn arrow_to(&self, from: Vec2, to: Vec2, colour: Color32, width: f32) {
        let edge = Color32::from_black_alpha(150);
        self.head_and_shaft(from, to, Self::stroke(edge, width + 2.0));
        self.head_and_shaft(from, to, Self::stroke(colour, width));
    }

    fn head_and_shaft(&self, from: Vec2, to: Vec2, stroke: Stroke) {
        let (from, to) = (self.at(from), self.at(to));
        let back = (from - to).normalized() * (from - to).length().min(11.0);
        self.painter.line_segment([from, to], stroke);
        for sign in [1.0, -1.0] {
            let barb = to + back + back.rot90() * (0.55 * sign);
            self.painter.line_segment([barb, to], stroke);
        }
    }

    /// Words on a dark plate with their middle at a point.
    pub fn label(&self, at: Vec2, text: &str, colour: Color32) {
        self.plate(self.at(at), Align2::CENTER_CENTER, &[(text.to_owned(), colour)]);
    }

    /// Lines of words on a dark plate beside a point, kept inside the free part of the window.
    pub fn note(&self, at: Vec2, lines: &[(String, Color32)]) {
        self.plate(self.at(at) + egui::vec2(18.0, 14.0), Align2::LEFT_TOP, lines);
    }

    fn plate(&self, at: Pos2, align: Align2, lines: &[(String, Color32)]) {
        if lines.is_empty() {
            return;
        }
        let galleys: Vec<_> = lines
            .iter()
            .map(|(text, colour)| {
                let font = FontId::proportional(13.0);
                self.painter.layout(text.clone(), font, *colour, 300.0)
            })
            .collect();
        let width = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
        let height: f32 = galleys.iter().map(|galley| galley.size().y + 1.0).sum();
        let size = egui::vec2(width + 12.0, height + 7.0);
        let mut rect = align.anchor_size(at, size);
        let window = self.painter.clip_rect().intersect(self.free).shrink(4.0);
        let push = egui::vec2(
            (window.right() - rect.right()).min(0.0) + (window.left() - rect.left()).max(0.0),
            (window.bottom() - rect.bottom()).min(0.0) + (window.top() - rect.top()).max(0.0),
        );
        rect = rect.translate(push);
        self.painter.rect_filled(rect, 4.0, Color32::from_rgba_unmultiplied(20, 18, 15, 225));
        let edge = Self::stroke(Color32::from_white_alpha(30), 1.0);
        self.painter.rect_stroke(rect, 4.0, edge, StrokeKind::Inside);
        let mut corner = rect.min + egui::vec2(6.0, 3.0);
        for galley in galleys {
            let height = galley.size().y + 1.0;
            self.painter.galley(corner, galley, Color32::WHITE);
            corner.y += height;
        }
    }

    /// Whether anything around a point, so many inches far, is in the window.
    pub fn sees(&self, at: Vec2, around: f32) -> bool {
        let radius = around * self.scale();
        let window: Rect = self.painter.clip_rect();
        window.expand(radius).contains(self.at(at))
    }

    /// A side's colour for lines on the table.
    pub fn side(&self, side: crate::battle::SideId) -> Color32 {
        Theme::egui(self.theme.side(side).text)
    }

    /// The colour of what is allowed.
    pub fn good(&self) -> Color32 {
        Theme::egui(self.theme.good)
    }

    /// The colour of what is refused.
    pub fn bad(&self) -> Color32 {
        Theme::egui(self.theme.bad)
    }

    /// The colour of what needs care.
    pub fn warning(&self) -> Color32 {
        Theme::egui(self.theme.warning)
    }

    /// The colour of what is selected.
    pub fn selected(&self) -> Color32 {
        Theme::egui(self.theme.selected)
    }

    /// The colour of ordinary words.
    pub fn text(&self) -> Color32 {
        Theme::egui(self.theme.text)
    }

    /// The colour of less important words.
    pub fn faint(&self) -> Color32 {
        Theme::egui(self.theme.faint)
    }
}

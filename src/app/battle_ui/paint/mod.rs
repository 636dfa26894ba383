//! Lines and words over the table, painted under the panels, words over all lines. Contours, dashes and barbs rather
//! than fills; colour is never the only sign. Lines have dark edges ([`strokes`]), words stand on
//! plates.

pub mod notes;
mod rims;
pub mod signs;
pub mod strokes;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind,
};

use self::{
    notes::Spared,
    rims::{Piece, rim},
    signs::{across, arrow, side_edge, side_signs},
    strokes::{DASHES, DOTS, Strokes},
};
use super::breaks;
use crate::{
    app::{
        camera::{Margins, View},
        layer::Layer,
        theme::{Theme, strength},
    },
    battle::SideId,
    table::{Inches, Placed, Zone, ZoneShape, path::convex_hull},
};

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// What is.
    Solid,
    /// What would be.
    Dashed,
    /// What may not be.
    Dotted,
}

/// A painter that takes inches.
pub struct Canvas {
    /// For lines and shapes.
    painter: Painter,
    /// For words and numbers.
    plates: Painter,
    /// For what is said beside the pointer.
    notes: Painter,
    view: View,
    /// The part of the window that panels leave.
    free: Rect,
    /// The colours.
    pub theme: Theme,
}

impl Canvas {
    /// Over the whole window, under all panels: lines in a layer, words over all lines. Words keep to
    /// the part that panels leave.
    pub fn new(
        ctx: &egui::Context,
        lines: Layer,
        view: View,
        margins: &Margins,
        theme: Theme,
    ) -> Self {
        let [painter, plates, notes] =
            [lines, Layer::Plates, Layer::Notes].map(|layer| layer.painter(ctx));
        Self { painter, plates, notes, view, free: view.free(margins), theme }
    }

    /// The same with lines only in a part of the window.
    pub fn with_lines_in(mut self, part: Rect) -> Self {
        self.painter = self.painter.with_clip_rect(part);
        self
    }

    /// The part of the window in which lines are drawn.
    pub fn lines_in(&self) -> Rect {
        self.painter.clip_rect()
    }

    /// Where a point of the table is in the window.
    pub fn at(&self, table: Vec2) -> Pos2 {
        self.view.point_of(table)
    }

    /// Where points of the table are in the window.
    pub fn all(&self, table: &[Vec2]) -> Vec<Pos2> {
        table.iter().map(|&point| self.at(point)).collect()
    }

    /// Window points per inch.
    pub fn scale(&self) -> f32 {
        self.view.points_per_inch()
    }

    /// The view that lines are drawn for.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The part of the window that panels leave.
    pub fn free(&self) -> Rect {
        self.free
    }

    /// Contours in the making, to be kept and painted with [`Canvas::paint`]. From afar they are
    /// finer, so that they don't cover what they are about.
    pub fn strokes(&self) -> Strokes {
        const WHOLE: f32 = 20.0;
        self.bold_strokes().sized((self.scale() / WHOLE).clamp(0.65, 1.0))
    }

    fn bold_strokes(&self) -> Strokes {
        Strokes::new(Theme::egui(self.theme.edge), self.painter.clip_rect())
    }

    /// Paints lines that were made for this view.
    pub fn paint(&self, lines: &Arc<Mesh>) {
        add(&self.painter, lines);
    }

    /// Paints what words stand on or beside, over all lines of the table.
    pub fn paint_plates(&self, plates: &Arc<Mesh>) {
        add(&self.plates, plates);
    }

    fn draw(&self, lines: impl FnOnce(&mut Strokes)) {
        let mut strokes = self.bold_strokes();
        lines(&mut strokes);
        self.paint(&Arc::new(strokes.into_mesh()));
    }

    /// A line from point to point.
    pub fn line(&self, from: Vec2, to: Vec2, colour: Color32, width: f32) {
        self.path(&[from, to], colour, width);
    }

    /// A line through points.
    pub fn path(&self, points: &[Vec2], colour: Color32, width: f32) {
        self.draw(|strokes| strokes.line(&self.all(points), false, colour, width));
    }

    /// A closed line through points.
    pub fn outline(&self, points: &[Vec2], colour: Color32, width: f32) {
        self.draw(|strokes| strokes.line(&self.all(points), true, colour, width));
    }

    /// A dashed line through points, closed or not: what would be.
    pub fn dashed(&self, points: &[Vec2], closed: bool, colour: Color32, width: f32) {
        let points = self.all(points);
        self.draw(|strokes| strokes.pattern(&points, closed, colour, width, DASHES));
    }

    /// A dotted line through points, closed or not: what may not be.
    pub fn dotted(&self, points: &[Vec2], closed: bool, colour: Color32, width: f32) {
        let points = self.all(points);
        self.draw(|strokes| strokes.pattern(&points, closed, colour, width, DOTS));
    }

    /// A faintly filled convex polygon.
    pub fn wash(&self, points: &[Vec2], colour: Color32) {
        self.draw(|strokes| strokes.wash(&self.all(points), colour));
    }

    /// Slanting lines all over a convex polygon.
    pub fn hatch(&self, points: &[Vec2], colour: Color32) {
        let points = self.all(points);
        let colour = colour.gamma_multiply(strength::HATCHING);
        self.draw(|strokes| {
            for line in across(&points, 8.0) {
                strokes.plain(line, colour, 1.0);
            }
        });
    }

    /// A closed edge that belongs to a side, with its signs; dotted, without hatching, where it may
    /// not be used.
    pub fn edge_of_side(&self, points: &[Vec2], side: SideId, used: bool) {
        let (points, colour) = (self.all(points), self.side(side));
        self.draw(|strokes| {
            if used {
                side_edge(strokes, &points, side, colour);
            } else {
                strokes.pattern(&points, true, colour, 1.5, DOTS);
                side_signs(strokes, &points, true, side, colour);
            }
        });
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

    /// A line around each of many bases, one around those that are near each other.
    pub fn rings(
        &self,
        placed: &[Placed],
        beyond: f32,
        colour: Color32,
        width: f32,
        manner: Manner,
    ) {
        let outlines: Vec<Vec<Vec2>> =
            placed.iter().map(|base| self.beyond(base, beyond)).collect();
        self.draw(|strokes| {
            for Piece { points, closed } in rim(&outlines) {
                let points = self.all(&points);
                match manner {
                    Manner::Solid => strokes.line(&points, closed, colour, width),
                    Manner::Dashed => strokes.pattern(&points, closed, colour, width, DASHES),
                    Manner::Dotted => strokes.pattern(&points, closed, colour, width, DOTS),
                }
            }
        });
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
    pub fn beyond(&self, placed: &Placed, points: f32) -> Vec<Vec2> {
        let reach = Inches(points / self.scale().max(1e-3));
        Zone { around: *placed, reach, shape: ZoneShape::AllRound }.outline()
    }

    /// A filled dot of so many window points.
    pub fn dot(&self, at: Vec2, radius: f32, colour: Color32) {
        self.draw(|strokes| strokes.dot(self.at(at), radius, colour));
    }

    /// Filled dots of so many window points.
    pub fn dots(&self, places: &[Vec2], radius: f32, colour: Color32) {
        self.draw(|strokes| {
            places.iter().for_each(|&at| strokes.dot(self.at(at), radius, colour));
        });
    }

    /// A dot with a number in it.
    pub fn tick(&self, at: Vec2, number: usize, colour: Color32) {
        self.number(self.at(at), number, colour);
    }

    /// A number in a ring, at a point of the window.
    pub fn number(&self, at: Pos2, number: usize, colour: Color32) {
        let plate = self.plate_colour();
        self.plates.circle(at, 8.0, plate, Stroke::new(1.5, colour));
        let font = FontId::proportional(11.5);
        self.plates.text(at, Align2::CENTER_CENTER, number.to_string(), font, colour);
    }

    /// A cross over a place.
    pub fn cross(&self, at: Vec2, colour: Color32) {
        let at = self.at(at);
        self.draw(|strokes| {
            let ring: Vec<Pos2> = (0..32)
                .map(|i| at + egui::Vec2::angled(i as f32 / 32.0 * std::f32::consts::TAU) * 13.0)
                .collect();
            strokes.line(&ring, true, colour, 2.0);
            for sign in [1.0, -1.0] {
                let arm = egui::vec2(7.0, 7.0 * sign);
                strokes.line(&[at - arm, at + arm], false, colour, 2.5);
            }
        });
    }

    /// An arrow from point to point.
    pub fn arrow_to(&self, from: Vec2, to: Vec2, colour: Color32, width: f32) {
        let (from, to) = (self.at(from), self.at(to));
        self.draw(|strokes| arrow(strokes, from, to, colour, width));
    }

    /// Words on a dark plate with their middle at a point.
    pub fn label(&self, at: Vec2, text: &str, colour: Color32) {
        self.words(self.at(at), text, colour);
    }

    /// Words on a dark plate with their middle at a point of the window.
    pub fn words(&self, at: Pos2, text: &str, colour: Color32) {
        self.plate(&self.plates, &[(text.to_owned(), colour)], |size, window| {
            notes::pushed_into(window, Rect::from_center_size(at, size))
        });
    }

    /// Words without a plate with their middle at a point of the window.
    pub fn bare_words(&self, at: Pos2, text: &str, colour: Color32) {
        let font = FontId::proportional(WORDS);
        self.plates.text(at, Align2::CENTER_CENTER, text, font, colour);
    }

    /// Lines of words on a dark plate beside a point, kept inside the free part of the window, where it covers
    /// as little as possible of what it spares.
    pub fn note(&self, at: Vec2, lines: &[(String, Color32)], spared: &Spared) {
        self.note_beside(Rect::from_pos(self.at(at)), lines, spared);
    }

    /// As [`Canvas::note`], beside a part of the window.
    pub fn note_beside(&self, about: Rect, lines: &[(String, Color32)], spared: &Spared) {
        self.plate(&self.notes, lines, |size, window| notes::place(about, size, window, spared));
    }

    /// Where such a note stands.
    pub fn place_of_note(&self, about: Rect, lines: &[(String, Color32)], spared: &Spared) -> Rect {
        let (_, size) = Self::laid_out(&self.notes, lines);
        notes::place(about, size, self.room_for_plates(&self.notes), spared)
    }

    /// The part of the window in which plates stand.
    fn room_for_plates(&self, painter: &Painter) -> Rect {
        painter.clip_rect().intersect(self.free).shrink(4.0)
    }

    /// Lines of words as they are laid out, and how large their plate is, in window points.
    fn laid_out(
        painter: &Painter,
        lines: &[(String, Color32)],
    ) -> (Vec<Arc<egui::Galley>>, egui::Vec2) {
        let galleys: Vec<_> = lines
            .iter()
            .map(|(text, colour)| {
                let font = FontId::proportional(WORDS);
                painter.layout(breaks::kept(text), font, *colour, WIDEST)
            })
            .collect();
        let width = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
        let height: f32 = galleys.iter().map(|galley| galley.size().y + 1.0).sum();
        (galleys, egui::vec2(width, height - 1.0) + PADDING)
    }

    /// What nothing shines through.
    fn plate_colour(&self) -> Color32 {
        Theme::egui(self.theme.plate).to_opaque()
    }

    /// How large the plate of a line of words is, in window points.
    pub fn size_of_words(&self, text: &str) -> egui::Vec2 {
        let font = FontId::proportional(WORDS);
        let galley = self.painter.layout(breaks::kept(text), font, Color32::WHITE, WIDEST);
        galley.size() + PADDING
    }

    /// Lines of words on a plate whose size and part of the window say where it is.
    fn plate(
        &self,
        painter: &Painter,
        lines: &[(String, Color32)],
        place: impl FnOnce(egui::Vec2, Rect) -> Rect,
    ) {
        if lines.is_empty() {
            return;
        }
        let (galleys, size) = Self::laid_out(painter, lines);
        let rect = place(size, self.room_for_plates(painter));
        painter.rect_filled(rect, 4.0, self.plate_colour());
        let edge = Stroke::new(1.0, Theme::egui(self.theme.line));
        painter.rect_stroke(rect, 4.0, edge, StrokeKind::Inside);
        let mut corner = rect.min + PADDING / 2.0;
        for galley in galleys {
            let height = galley.size().y + 1.0;
            painter.galley(corner, galley, Color32::WHITE);
            corner.y += height;
        }
    }

    /// A side's colour for lines on the table.
    pub fn side(&self, side: SideId) -> Color32 {
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

fn add(painter: &Painter, lines: &Arc<Mesh>) {
    if !lines.is_empty() {
        painter.add(Shape::Mesh(lines.clone()));
    }
}

/// The size of a number in a ring, in window points.
pub const NUMBER: f32 = 18.0;
/// The size of words over the table.
const WORDS: f32 = 13.0;
/// Lines of words are broken there.
const WIDEST: f32 = 300.0;
/// Around words on their plate, both sides together.
const PADDING: egui::Vec2 = egui::vec2(12.0, 6.0);

//! How a die looks: a D10 from above with its kite-shaped face, or an arrow for a direction. One
//! that met its number is solid and bright, one that didn't hollow; the best face has a star, the
//! worst a cross.

use std::ops::RangeInclusive;

use bevy_egui::egui::{
    self, Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, vec2,
};

use crate::{
    app::theme::{SideColours, Theme},
    battle::playable::telling::{Die, Natural},
    table::base::direction,
};

/// The size of a die, in egui points.
pub const SIZE: Vec2 = vec2(26.0, 29.0);

/// The corners of the whole die, of its face and of the lines between the other faces, on a square
/// from -1 to 1 with y downwards.
const OUTLINE: [(f32, f32); 6] =
    [(0.0, -1.0), (0.94, -0.30), (0.94, 0.26), (0.0, 1.0), (-0.94, 0.26), (-0.94, -0.30)];
const KITE: [(f32, f32); 4] = [(0.0, -1.0), (0.66, 0.26), (0.0, 0.66), (-0.66, 0.26)];

/// How far a die still has to tumble, from 1 when it is thrown to 0 when it lies. All dice of a throw
/// together take from 0 to 1; of so many beside each other, each lies a little later than the one before.
pub fn tumble(thrown: f32, place: usize, of: usize) -> f32 {
    const EACH: f32 = 0.7;
    let later = (1.0 - EACH) * place as f32 / of.max(1) as f32;
    let left = 1.0 - ((thrown - later) / EACH).clamp(0.0, 1.0);
    left * left
}

/// Draws a die in the next free place; `left` is what it still has to tumble.
pub fn draw(
    ui: &mut Ui,
    theme: &Theme,
    colours: SideColours,
    die: &Die,
    left: f32,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(SIZE, egui::Sense::hover());
    let pen = Pen::new(ui.painter(), rect.shrink(1.5), left, die.result);
    if die.sides == 360 {
        pen.arrow(theme, colours, die.result);
        return response;
    }
    let lies = left <= 0.0;
    let passed = die.passed().filter(|_| lies);
    pen.body(theme, colours, passed);
    // While it tumbles other numbers flash by.
    let shown = if lies {
        die.result
    } else {
        let step = (left * 13.0) as u16;
        (die.result + step * 7 + 2) % die.sides.max(1) + 1
    };
    let ink = pen.ink(theme, colours, passed);
    let font = FontId::proportional(if shown > 9 { 12.5 } else { 14.0 });
    let middle = pen.at((0.0, 0.0));
    pen.painter.text(middle, Align2::CENTER_CENTER, shown.to_string(), font, ink);
    match die.natural.filter(|_| lies) {
        Some(Natural::Best) => pen.star(theme),
        Some(Natural::Worst) => pen.cross(theme),
        None => {}
    }
    response
}

/// The numbers that dice need, on a rule of ten steps: the good ones are filled, and a notch stands
/// behind the last of them.
pub fn rule(ui: &mut Ui, theme: &Theme, good: &RangeInclusive<i32>) {
    const STEP: f32 = 4.8;
    let (rect, _) = ui.allocate_exact_size(vec2(STEP * 10.0, 12.0), egui::Sense::hover());
    let painter = ui.painter();
    for step in 0..10 {
        let low = rect.left() + step as f32 * STEP;
        let cell = Rect::from_min_max(
            Pos2::new(low, rect.top() + 5.0),
            Pos2::new(low + STEP - 1.5, rect.bottom() - 1.0),
        );
        if good.contains(&(step + 1)) {
            painter.rect_filled(cell, 1.0, Theme::egui(theme.good));
        } else {
            let edge = Stroke::new(1.0, Theme::egui(theme.line));
            painter.rect_stroke(cell, 1.0, edge, egui::StrokeKind::Inside);
        }
    }
    let x = rect.left() + (*good.end()).clamp(0, 10) as f32 * STEP - 0.75;
    let notch = [(x - 4.0, rect.top()), (x + 4.0, rect.top()), (x, rect.top() + 5.5)];
    let notch = notch.map(|(x, y)| Pos2::new(x, y)).to_vec();
    painter.add(Shape::convex_polygon(notch, Theme::egui(theme.accent), Stroke::NONE));
}

struct Pen<'a> {
    painter: &'a Painter,
    middle: Pos2,
    half: Vec2,
    turn: egui::emath::Rot2,
}

impl<'a> Pen<'a> {
    fn new(painter: &'a Painter, rect: Rect, left: f32, result: u16) -> Self {
        // Neighbours turn different ways.
        let way = if result.is_multiple_of(2) { 1.0 } else { -1.0 };
        let turn = egui::emath::Rot2::from_angle(left * 5.0 * way);
        let lift = vec2(left * 9.0 * way, -left * 12.0);
        Self { painter, middle: rect.center() + lift, half: rect.size() / 2.0, turn }
    }

    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.middle + self.turn * vec2(x * self.half.x, y * self.half.y)
    }

    fn shape(&self, corners: &[(f32, f32)], fill: Color32, edge: Stroke) {
        let corners = corners.iter().map(|&corner| self.at(corner)).collect();
        self.painter.add(Shape::convex_polygon(corners, fill, edge));
    }

    fn ink(&self, theme: &Theme, colours: SideColours, passed: Option<bool>) -> Color32 {
        if passed == Some(false) { Theme::egui(theme.faint) } else { Theme::egui(colours.ink) }
    }

    /// The solid: faces in three lights, or only its edges if it failed.
    fn body(&self, theme: &Theme, colours: SideColours, passed: Option<bool>) {
        let failed = passed == Some(false);
        let edge = match passed {
            Some(true) => Stroke::new(1.8, Theme::egui(theme.good)),
            Some(false) => Stroke::new(1.2, Theme::egui(theme.faint)),
            None => Stroke::new(1.2, Theme::egui(colours.rim)),
        };
        if failed {
            self.shape(&OUTLINE, Theme::egui(theme.sunken), edge);
            return;
        }
        let face = Theme::egui(colours.face);
        let shade = |light: f32| {
            let part = |part: u8| (f32::from(part) * light) as u8;
            Color32::from_rgb(part(face.r()), part(face.g()), part(face.b()))
        };
        self.shape(&OUTLINE, shade(0.74), Stroke::NONE);
        // The upper left faces the light.
        self.shape(&[KITE[0], KITE[3], OUTLINE[4], OUTLINE[5]], shade(0.90), Stroke::NONE);
        self.shape(&[KITE[3], KITE[2], OUTLINE[3], OUTLINE[4]], shade(0.66), Stroke::NONE);
        self.shape(&KITE, face, Stroke::new(0.7, shade(0.55)));
        self.shape(&OUTLINE, Color32::TRANSPARENT, edge);
    }

    /// A small star at the upper right: the best face.
    fn star(&self, theme: &Theme) {
        let colour = Theme::egui(theme.selected);
        let middle = self.at((0.72, -0.72));
        let points: Vec<Pos2> = (0..10)
            .map(|i| {
                let out = if i % 2 == 0 { 5.5 } else { 2.4 };
                let angle = (i as f32 - 2.5) / 10.0 * std::f32::consts::TAU;
                middle + Vec2::angled(angle) * out
            })
            .collect();
        self.painter.circle_filled(middle, 6.0, Theme::egui(theme.plate));
        // Its arms from the middle, since it isn't convex.
        for i in (0..10).step_by(2) {
            let arm = vec![middle, points[(i + 9) % 10], points[i], points[(i + 1) % 10]];
            self.painter.add(Shape::convex_polygon(arm, colour, Stroke::NONE));
        }
    }

    /// A small cross at the upper right: the worst face.
    fn cross(&self, theme: &Theme) {
        let colour = Theme::egui(theme.bad);
        let middle = self.at((0.72, -0.72));
        self.painter.circle_filled(middle, 5.5, Theme::egui(theme.plate));
        for sign in [1.0, -1.0] {
            let arm = vec2(3.0, 3.0 * sign);
            self.painter.line_segment([middle - arm, middle + arm], Stroke::new(2.0, colour));
        }
    }

    /// A direction on the table, as an arrow in a disc.
    fn arrow(&self, theme: &Theme, colours: SideColours, degrees: u16) {
        let radius = self.half.x;
        let edge = Stroke::new(1.2, Theme::egui(colours.rim));
        self.painter.circle(self.middle, radius, Theme::egui(colours.face), edge);
        let way = direction(f32::from(degrees));
        // The window's y goes down.
        let way = self.turn * vec2(way.x, -way.y);
        let ink = Theme::egui(colours.ink);
        let (tail, tip) = (self.middle - way * radius * 0.62, self.middle + way * radius * 0.72);
        let neck = tip - way * radius * 0.62;
        self.painter.line_segment([tail, neck], Stroke::new(2.4, ink));
        let wide = way.rot90() * radius * 0.40;
        let head = vec![tip, neck + wide, neck - wide];
        self.painter.add(Shape::convex_polygon(
            head,
            ink,
            Stroke::new(0.5, Theme::egui(theme.edge)),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_come_to_rest_one_after_the_other() {
        assert!(tumble(0.0, 0, 1) > 0.99);
        assert_eq!(tumble(0.8, 0, 9), 0.0);
        assert!(tumble(0.6, 8, 9) > tumble(0.6, 0, 9));
        for many in [1, 9, 60] {
            assert!(tumble(1.0, many - 1, many) < 1e-6, "the last of {many} lies in time");
        }
    }
}

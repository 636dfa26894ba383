//! Buttons: an icon that says its word and key under it, one that is only the icon, one of a menu, and
//! a word alone for what is chosen among others. All of them are found by their word, whether it is
//! written or not.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui,
    Vec2, Widget, WidgetInfo, WidgetType, pos2, vec2,
};

use super::{icons::Icon, panel};
use crate::app::third_party::egui::sized;

/// How a button is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The icon above its word, the key in the corner.
    Tall,
    /// The icon alone.
    Square,
    /// Icon, word and key in a row.
    Row,
    /// The key and then the word, without an icon.
    Word,
}

/// A button with an icon, a word, or both.
#[derive(Clone, Debug)]
pub struct Press<'a> {
    icon: Option<Icon>,
    word: &'a str,
    key: &'a str,
    shape: Shape,
    selected: bool,
    ink: Option<Color32>,
    size: Vec2,
    loud: bool,
}

impl<'a> Press<'a> {
    /// The icon above its word, with the key in the corner. In a small window all of it is smaller.
    pub fn tall(icon: Icon, word: &'a str, key: &'a str) -> Self {
        Self::new(Some(icon), word, key, Shape::Tall, vec2(46.0, 0.0))
    }

    /// The icon alone, so many points wide; whoever shows it shows the word on hovering.
    pub fn square(icon: Icon, word: &'a str, width: f32) -> Self {
        Self::new(Some(icon), word, "", Shape::Square, vec2(width, width))
    }

    /// Icon, word and key in a row.
    pub fn row(icon: Icon, word: &'a str, key: &'a str) -> Self {
        Self::new(Some(icon), word, key, Shape::Row, vec2(0.0, 26.0))
    }

    /// A word with its key before it, for a choice among several.
    pub fn word(word: &'a str, key: &'a str) -> Self {
        Self::new(None, word, key, Shape::Word, Vec2::ZERO)
    }

    fn new(icon: Option<Icon>, word: &'a str, key: &'a str, shape: Shape, size: Vec2) -> Self {
        Self { icon, word, key, shape, selected: false, ink: None, size, loud: false }
    }

    /// Whether it is switched on.
    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// Another colour for icon and word.
    #[must_use]
    pub fn ink(mut self, ink: Color32) -> Self {
        self.ink = Some(ink);
        self
    }

    /// At least so large.
    #[must_use]
    pub fn at_least(mut self, size: Vec2) -> Self {
        self.size = self.size.max(size);
        self
    }

    /// The one that is wanted most: brass instead of leather.
    #[must_use]
    pub fn loud(mut self) -> Self {
        self.loud = true;
        self
    }
}

/// The width of an icon in a row or above its word, in egui points.
const ICON: f32 = 18.0;
/// The same above its word in a small window, in egui points.
const SMALL_ICON: f32 = 13.0;

impl Press<'_> {
    /// The fonts of its word and of its key.
    fn fonts(&self, ui: &Ui) -> (FontId, FontId) {
        let word = FontId::proportional(match self.shape {
            Shape::Tall | Shape::Square => sized(ui, 11.5),
            Shape::Row => sized(ui, 13.5),
            Shape::Word => sized(ui, 13.0),
        });
        (word, FontId::proportional(sized(ui, 11.0)))
    }

    /// How large it comes out, in egui points.
    pub fn measured(&self, ui: &Ui) -> Vec2 {
        let (word, key) = self.fonts(ui);
        let measure = |text: &str, font: &FontId| {
            ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size()
        };
        let (words, keys) = (measure(self.word, &word), measure(self.key, &key));
        let icon = icon_width(ui);
        let keys = if self.key.is_empty() { Vec2::ZERO } else { keys + vec2(8.0, 0.0) };
        let wanted = match self.shape {
            Shape::Tall => {
                let wide = words.x.max(icon + 2.0 * keys.x + 4.0) + 8.0;
                vec2(wide, icon + 2.0 * around_icon(ui) + words.y)
            }
            Shape::Square => Vec2::ZERO,
            Shape::Row => {
                let beside = if self.key.is_empty() { 0.0 } else { keys.x + 8.0 };
                vec2(ICON + 8.0 + words.x + beside + 18.0, words.y + 10.0)
            }
            Shape::Word => {
                let before = if self.key.is_empty() { 0.0 } else { keys.x + 5.0 };
                vec2(before + words.x + 14.0, word_height(ui))
            }
        };
        wanted.max(self.size)
    }
}

/// The width of an icon above its word, in egui points.
fn icon_width(ui: &Ui) -> f32 {
    if panel::is_small(ui.ctx()) { SMALL_ICON } else { ICON }
}

/// What is above and below an icon above its word, in egui points.
fn around_icon(ui: &Ui) -> f32 {
    if panel::is_small(ui.ctx()) { 3.5 } else { 6.0 }
}

impl Widget for Press<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let (word, key) = self.fonts(ui);
        let icon = icon_width(ui);
        let (rect, response) = ui.allocate_exact_size(self.measured(ui), Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), self.selected, self.word)
        });
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let visuals = ui.style().interact_selectable(&response, self.selected);
        let (mut fill, mut edge) = (visuals.weak_bg_fill, visuals.bg_stroke);
        let mut ink = self.ink.unwrap_or_else(|| ui.visuals().text_color());
        if self.selected {
            fill = ui.visuals().selection.bg_fill;
            edge = ui.visuals().selection.stroke;
        }
        if self.loud && ui.is_enabled() {
            let brass = ui.visuals().hyperlink_color;
            let lit = response.hovered() || response.has_focus();
            fill = if lit { brass } else { brass.gamma_multiply(0.85) };
            edge = Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, brass);
            ink = ui.visuals().extreme_bg_color;
        }
        if self.shape == Shape::Square && !self.selected && !response.hovered() {
            fill = Color32::TRANSPARENT;
            edge = Stroke::NONE;
        }
        // On brass faint words would drown.
        let on_brass = self.selected || self.loud;
        let key_ink = if on_brass { ink } else { ui.visuals().weak_text_color() };
        let painter = ui.painter();
        painter.rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
        let square = |centre: Pos2, width: f32| Rect::from_center_size(centre, Vec2::splat(width));
        let paint = |place: Rect| {
            if let Some(icon) = self.icon {
                icon.paint(painter, place, ink);
            }
        };
        match self.shape {
            Shape::Tall => {
                let above = around_icon(ui);
                let icon = square(pos2(rect.center().x, rect.top() + icon / 2.0 + above), icon);
                paint(icon);
                let at = pos2(rect.center().x, rect.bottom() - 3.0);
                painter.text(at, Align2::CENTER_BOTTOM, self.word, word, ink);
                let corner = rect.right_top() + vec2(-3.0, 3.0);
                key_cap(ui, corner, Align2::RIGHT_TOP, self.key, &key, key_ink);
            }
            Shape::Square => {
                paint(square(rect.center(), (rect.width() * 0.6).min(22.0)));
            }
            Shape::Row => {
                let icon = square(pos2(rect.left() + 8.0 + ICON / 2.0, rect.center().y), ICON);
                paint(icon);
                let at = pos2(icon.right() + 8.0, rect.center().y);
                painter.text(at, Align2::LEFT_CENTER, self.word, word, ink);
                let corner = pos2(rect.right() - 6.0, rect.center().y);
                key_cap(ui, corner, Align2::RIGHT_CENTER, self.key, &key, key_ink);
            }
            Shape::Word => {
                let left = pos2(rect.left() + 7.0, rect.center().y);
                key_cap(ui, left, Align2::LEFT_CENTER, self.key, &key, key_ink);
                let right = pos2(rect.right() - 7.0, rect.center().y);
                painter.text(right, Align2::RIGHT_CENTER, self.word, word, ink);
            }
        }
        response
    }
}

/// How high a button with a word alone is: as high as fingers need where they press.
pub fn word_height(ui: &Ui) -> f32 {
    sized(ui, 25.0).max(ui.spacing().interact_size.y)
}

/// A key as it looks: its name in a rim.
fn key_cap(ui: &Ui, at: Pos2, pivot: Align2, key: &str, font: &FontId, ink: Color32) {
    if key.is_empty() {
        return;
    }
    let painter = ui.painter();
    let galley = painter.layout_no_wrap(key.to_owned(), font.clone(), ink);
    let rect = pivot.anchor_size(at, galley.size() + vec2(8.0, 0.0));
    let line = Stroke::new(1.0, ink.gamma_multiply(0.55));
    painter.rect_stroke(rect, CornerRadius::same(3), line, StrokeKind::Inside);
    painter.galley(rect.min + vec2(4.0, 0.0), galley, ink);
}

/// Shows a key's name in a rim among words.
pub fn key_shown(ui: &mut Ui, key: &str, ink: Color32) -> Response {
    let font = FontId::proportional(sized(ui, 11.5));
    let size = ui.painter().layout_no_wrap(key.to_owned(), font.clone(), ink).size();
    let (rect, response) = ui.allocate_exact_size(size + vec2(8.0, 2.0), Sense::hover());
    key_cap(ui, rect.center(), Align2::CENTER_CENTER, key, &font, ink);
    response
}

/// How wide the place of a number is before what it chooses, in egui points.
pub const KEY_WIDTH: f32 = 36.0;

/// The number of a choice in its rim, in brass where it can be chosen.
pub fn numbered(ui: &Ui, at: Pos2, number: &str, enabled: bool) {
    let font = FontId::proportional(sized(ui, 12.5));
    let visuals = ui.visuals();
    let ink = if enabled { visuals.hyperlink_color } else { visuals.weak_text_color() };
    key_cap(ui, at, Align2::CENTER_CENTER, number, &font, ink);
}

/// An answer as wide as there is room, with its number; long ones take more lines.
pub fn wide(ui: &mut Ui, text: &str, number: Option<&str>, marked: bool, high: f32) -> Response {
    let font = FontId::proportional(sized(ui, 14.5));
    let width = ui.available_width();
    let ink = ui.visuals().text_color();
    let galley = ui.painter().layout(text.to_owned(), font, ink, width - 46.0);
    let size = vec2(width, (galley.size().y + 12.0).max(high));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), marked, text));
    let visuals = ui.style().interact_selectable(&response, marked);
    let (fill, edge) = match marked {
        true => (ui.visuals().selection.bg_fill, ui.visuals().selection.stroke),
        false => (visuals.weak_bg_fill, visuals.bg_stroke),
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
    let left = if let Some(number) = number {
        numbered(ui, pos2(rect.left() + KEY_WIDTH / 2.0, rect.center().y), number, true);
        rect.left() + KEY_WIDTH
    } else {
        rect.left() + 12.0
    };
    painter.galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, ink);
    response
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput, Shape};

    use super::*;

    /// The colours of the words of a button, by what they say.
    fn inks(press: &Press) -> Vec<(String, Color32)> {
        let ctx = Context::default();
        let mut output = ctx.run_ui(RawInput::default(), |ui| drop(ui.add(press.clone())));
        output.textures_delta.clear();
        let texts = output.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), text.fallback_color)),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn the_key_on_brass_is_as_dark_as_the_word() {
        let shapes = [
            Press::tall(Icon::Done, "End activation", "E"),
            Press::row(Icon::Done, "End activation", "E"),
            Press::word("End activation", "E"),
        ];
        for press in shapes {
            for brass in [press.clone().loud(), press.clone().selected(true)] {
                let inks = inks(&brass);
                let [(_, one), (_, other)] = &inks[..] else { panic!("{inks:?}") };
                assert_eq!(one, other, "{inks:?} of {brass:?}");
            }
            let plain = inks(&press);
            assert_ne!(plain[0].1, plain[1].1, "elsewhere the key steps back: {plain:?}");
        }
    }
}

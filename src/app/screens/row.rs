//! A row of a list that is chosen from: a table in small, a name, and a few lines about it.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind,
    WidgetInfo, WidgetType, pos2, vec2,
};

use crate::app::{
    pictures::{Contents, Pictures, Size, Subject},
    theme::Theme,
    third_party::egui::sized,
};

/// What a row says.
pub(super) struct Row<'a> {
    /// What it is called; buttons are found by it.
    pub(super) name: &'a str,
    /// A word or two beside the name, in brass.
    pub(super) mark: &'a str,
    /// What else there is to say, a line each.
    pub(super) lines: Vec<Line>,
    /// Whether something is wrong with it.
    pub(super) is_broken: bool,
    /// Whether it is the one that is chosen.
    pub(super) is_picked: bool,
    /// Whether Tab stops at it. The arrow keys lead to it anyway.
    pub(super) is_tab_stop: bool,
    /// The table in small, once it is known.
    pub(super) picture: Option<(Subject, Arc<Contents>)>,
}

/// A line under the name.
pub(super) struct Line {
    text: String,
    colour: Color32,
}

/// The size of the picture, in egui points.
const PICTURE: egui::Vec2 = vec2(90.0, 60.0);
/// The same in a narrow row.
const SMALL_PICTURE: egui::Vec2 = vec2(48.0, 48.0);
/// A row is narrow below this width, in egui points.
const NARROW: f32 = 260.0;
/// Between the edge, the picture and the words, in egui points.
const MARGIN: f32 = 6.0;
/// The size of the name and of the lines, in egui points.
const SIZES: (f32, f32) = (15.0, 11.5);
/// From line to line, as a multiple of its size.
const LEADING: f32 = 1.36;

impl Line {
    /// A line in a colour.
    pub(super) fn new(text: impl Into<String>, colour: bevy::color::Color) -> Self {
        Self { text: text.into(), colour: Theme::egui(colour) }
    }
}

/// How high a row with so many lines is, in egui points.
pub(super) fn height(ui: &egui::Ui, lines: usize) -> f32 {
    let words = sized(ui, SIZES.0) * LEADING + sized(ui, SIZES.1) * LEADING * lines as f32;
    (words + 2.0 * MARGIN).max(PICTURE.y + 2.0 * MARGIN)
}

/// Keeps the place of a row with so many lines that isn't known yet.
pub(super) fn place(ui: &mut egui::Ui, width: f32, lines: usize) {
    let (rect, _) = ui.allocate_exact_size(vec2(width, height(ui, lines)), Sense::hover());
    let (fill, edge) = (ui.visuals().faint_bg_color, ui.visuals().window_stroke);
    ui.painter().rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
}

/// The line beside which a row has its mark: the name's, 0, or the first below it that leaves it room of so
/// much; the name's if none does. Nothing for a row without one.
fn mark_line(row: &Row, room: f32, name: f32, wide: impl Fn(&Line) -> f32) -> Option<usize> {
    let widths = std::iter::once(name).chain(row.lines.iter().map(wide));
    let fits = widths.into_iter().position(|width| width <= room);
    (!row.mark.is_empty()).then(|| fits.unwrap_or_default())
}

/// Shows a row with room for so many lines, as wide as that.
pub(super) fn show(
    ui: &mut egui::Ui,
    width: f32,
    lines: usize,
    row: Row,
    pictures: &mut Pictures,
    theme: &Theme,
) -> Response {
    let has_keyboard = ui.memory(|memory| memory.has_focus(ui.next_auto_id()));
    let sense = if row.is_tab_stop || has_keyboard { Sense::click() } else { Sense::CLICK };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height(ui, lines)), sense);
    response.widget_info(|| {
        WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), row.is_picked, row.name)
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let (fill, edge) = if row.is_picked {
        (ui.visuals().selection.bg_fill, ui.visuals().selection.stroke)
    } else if response.hovered() || response.has_focus() {
        (Theme::egui(theme.hovered), Stroke::new(1.0, Theme::egui(theme.accent)))
    } else {
        (ui.visuals().faint_bg_color, ui.visuals().window_stroke)
    };
    ui.painter().rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let picture = if width < NARROW { SMALL_PICTURE } else { PICTURE };
    let words = Rect::from_min_max(
        pos2(rect.left() + picture.x + 2.0 * MARGIN, rect.top() + MARGIN),
        rect.max - vec2(MARGIN, MARGIN),
    );
    let wide = |text: &str, size: f32| {
        let font = FontId::proportional(sized(ui, size));
        ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x
    };
    let (name, mark) = (wide(row.name, SIZES.0), wide(row.mark, SIZES.1));
    let mark_line =
        mark_line(&row, words.width() - mark - MARGIN, name, |line| wide(&line.text, SIZES.1));
    let ink = Theme::egui(if row.is_broken { theme.bad } else { theme.text });
    let mut top = words.top();
    let mut write = |text: &str, size: f32, right: f32, colour: Color32| {
        let font = FontId::proportional(sized(ui, size));
        let high = font.size * LEADING;
        let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, colour);
        job.wrap = egui::text::TextWrapping::truncate_at_width((right - words.left()).max(0.0));
        let galley = ui.painter().layout_job(job);
        let at = pos2(words.left(), top + (high - galley.size().y) / 2.0);
        ui.painter().galley(at, galley, colour);
        top += high;
    };
    let beside_mark = words.right() - mark - MARGIN;
    let right = |line: usize| if mark_line == Some(line) { beside_mark } else { words.right() };
    write(row.name, SIZES.0, right(0), ink);
    for (place, line) in (1..).zip(&row.lines) {
        // Faint words would drown in the colour of what is picked.
        let colour = if row.is_picked { Theme::egui(theme.text) } else { line.colour };
        write(&line.text, SIZES.1, right(place), colour);
    }
    if let Some(line) = mark_line {
        let (name, other) = (sized(ui, SIZES.0) * LEADING, sized(ui, SIZES.1) * LEADING);
        let middle = match line.checked_sub(1) {
            None => name / 2.0,
            Some(line) => name + other * (line as f32 + 0.5),
        };
        let font = FontId::proportional(sized(ui, SIZES.1));
        let at = pos2(words.right(), words.top() + middle);
        let brass = Theme::egui(theme.accent);
        ui.painter().text(at, Align2::RIGHT_CENTER, row.mark, font, brass);
    }
    if let Some((subject, contents)) = &row.picture {
        let left = rect.left() + MARGIN;
        let room = Rect::from_min_size(pos2(left, rect.center().y - picture.y / 2.0), picture);
        pictures.paint(ui, subject, contents, Size::Small, room);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stands_where_it_cuts_no_word() {
        let line = |text: &str| Line { text: text.to_owned(), colour: Color32::WHITE };
        let row = |mark| Row {
            name: "Duel at the Wall",
            mark,
            lines: vec![line("long enough to fill it"), line("short")],
            is_broken: false,
            is_picked: false,
            is_tab_stop: false,
            picture: None,
        };
        let at = |mark, room: f32, name: f32| {
            mark_line(&row(mark), room, name, |line| line.text.len() as f32)
        };
        assert_eq!(at("Begin here", 100.0, 90.0), Some(0), "beside the name");
        assert_eq!(at("Begin here", 80.0, 90.0), Some(1));
        assert_eq!(at("Begin here", 20.0, 90.0), Some(2));
        assert_eq!(at("Begin here", 2.0, 90.0), Some(0), "there is room nowhere");
        assert_eq!(at("", 100.0, 90.0), None);
    }
}

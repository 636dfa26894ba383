//! A level as a card in the list: its picture in small, its name, how large it is and how long it
//! lasts.

use bevy_egui::egui::{
    self, Align2, CornerRadius, FontId, Response, Sense, Stroke, StrokeKind, WidgetInfo,
    WidgetType, vec2,
};

use super::{
    about,
    entries::Entry,
    pictures::{Pictures, Size},
};
use crate::app::{theme::Theme, third_party::egui::sized};

/// How wide a card is at least, in egui points.
pub(super) const WIDTH: f32 = 270.0;
/// How high it is.
const HEIGHT: f32 = 70.0;
/// The size of the picture.
const PICTURE: egui::Vec2 = vec2(90.0, 60.0);

/// Shows it.
pub(super) fn show(
    ui: &mut egui::Ui,
    entry: &Entry,
    picked: bool,
    pictures: &mut Pictures,
    theme: &Theme,
) -> Response {
    let size = vec2(ui.available_width().max(WIDTH) - 4.0, HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = entry.name();
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), picked, name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let (fill, edge) = if picked {
        (ui.visuals().selection.bg_fill, ui.visuals().selection.stroke)
    } else if response.hovered() || response.has_focus() {
        (Theme::egui(theme.hovered), Stroke::new(1.0, Theme::egui(theme.accent)))
    } else {
        (ui.visuals().faint_bg_color, ui.visuals().window_stroke)
    };
    ui.painter().rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    let left = rect.left() + PICTURE.x + 12.0;
    let text = |at: egui::Pos2, text: &str, size: f32, colour| {
        let font = FontId::proportional(sized(ui, size));
        ui.painter().with_clip_rect(rect).text(at, Align2::LEFT_CENTER, text, font, colour);
    };
    let first = egui::pos2(left, rect.top() + 20.0);
    if entry.errors().is_some() {
        text(first, &format!("{name}: broken"), 15.0, Theme::egui(theme.bad));
        return response;
    }
    let Some(read) = entry.read() else {
        text(first, name, 15.0, Theme::egui(theme.faint));
        return response;
    };
    text(first, name, 15.0, Theme::egui(theme.text));
    // Faint words would drown in the colour of what is picked.
    let faint = Theme::egui(if picked { theme.text } else { theme.faint });
    text(egui::pos2(left, rect.top() + 39.0), &about::facts(&read.level), 11.5, faint);
    text(egui::pos2(left, rect.top() + 55.0), &about::worth(&read.armies), 11.5, faint);
    let room = egui::Rect::from_min_size(rect.min + vec2(5.0, 5.0), PICTURE);
    pictures.paint(ui, &entry.id, &read.level, Size::Card, room);
    response
}

//! A unit as a small plate to press: its side's colour, its name, how many it counts, and what is
//! the matter with it.

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind,
    WidgetInfo, WidgetType, vec2,
};

use super::{
    card::compared,
    course::{Course, InShort},
    hints::meanings,
    icons::Icon,
    panel,
};
use crate::{
    app::{theme::Theme, third_party::egui::sized},
    battle::{
        BattleWorld, SideId, UnitId,
        playable::showing::{Mark, Sign},
    },
};

/// Shows a unit's plate.
pub fn unit(
    world: &World,
    ui: &mut egui::Ui,
    theme: &Theme,
    unit: UnitId,
    selected: bool,
) -> Response {
    let side = world.side_of(unit);
    let colours = theme.side(side);
    let name = world.unit_name(unit);
    let InShort { strength, signs } =
        world.resource::<Course>().unit(unit).cloned().unwrap_or_default();
    let count = strength.to_string();
    let shown: Vec<(Sign, (Icon, Color))> =
        signs.into_iter().filter_map(|sign| Some((sign, picture(sign, theme)?))).collect();
    let font = FontId::proportional(sized(ui, 13.0));
    let small = FontId::proportional(sized(ui, 11.5));
    let width = |text: &str, font: &FontId| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE);
        galley.size().x
    };
    let (words, number) = (width(name, &font), width(&count, &small));
    let wide = 12.0 + words + 6.0 + number + 8.0 + 15.0 * shown.len() as f32;
    let high = height(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, high), Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(WidgetType::Button, ui.is_enabled(), selected, name));
    if response.hovered() {
        compared::point_at(ui.ctx(), unit);
    }
    let visuals = ui.style().interact_selectable(&response, selected);
    let (fill, edge) = if selected {
        (ui.visuals().selection.bg_fill, ui.visuals().selection.stroke)
    } else if response.hovered() {
        (visuals.weak_bg_fill, visuals.bg_stroke)
    } else {
        (ui.visuals().faint_bg_color, Stroke::new(1.0, ui.visuals().window_stroke.color))
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
    bar(painter, rect, Theme::egui(colours.rim), side);
    let ink = Theme::egui(if selected { theme.text } else { colours.text });
    let middle = rect.center().y;
    let mut x = rect.left() + 12.0;
    painter.text(egui::pos2(x, middle), Align2::LEFT_CENTER, name, font, ink);
    x += words + 6.0;
    let faint = Theme::egui(theme.faint);
    painter.text(egui::pos2(x, middle), Align2::LEFT_CENTER, &count, small, faint);
    x += number + 10.0;
    for (_, (icon, colour)) in &shown {
        let square = Rect::from_center_size(egui::pos2(x, middle), vec2(13.0, 13.0));
        icon.paint(painter, square, Theme::egui(*colour));
        x += 15.0;
    }
    if shown.is_empty() {
        return response;
    }
    let marks: Vec<Mark> = shown.iter().map(|(sign, _)| Mark::State(*sign)).collect();
    response.on_hover_ui(|ui| meanings(world, ui, &marks))
}

/// The icon of a sign that matters to whoever gives orders, and its colour.
fn picture(sign: Sign, theme: &Theme) -> Option<(Icon, Color)> {
    match sign {
        Sign::Hourglass => Some((Icon::Hold, theme.warning)),
        Sign::Flash | Sign::Exclamation => Some((Icon::Panic, theme.bad)),
        Sign::Spark => Some((Icon::Spark, theme.selected)),
        Sign::Tick | Sign::Figure | Sign::Ball => None,
    }
}

/// How high plates are, in egui points.
pub fn height(ui: &egui::Ui) -> f32 {
    if panel::is_narrow(ui.ctx()) { panel::finger(ui.ctx()) } else { sized(ui, 25.0) }
}

/// The side's colour along the left edge: whole for the first side, in teeth for the second.
fn bar(painter: &egui::Painter, rect: Rect, colour: Color32, side: SideId) {
    let bar = Rect::from_min_size(rect.min, vec2(6.0, rect.height())).shrink2(vec2(1.0, 1.0));
    if side == SideId(0) {
        painter.rect_filled(bar, CornerRadius::same(3), colour);
        return;
    }
    let teeth = 4_u8;
    let high = bar.height() / f32::from(teeth);
    for tooth in 0..teeth {
        let top = bar.top() + high * f32::from(tooth);
        let points = vec![
            egui::pos2(bar.left(), top),
            egui::pos2(bar.right() + 1.0, top + high / 2.0),
            egui::pos2(bar.left(), top + high),
        ];
        painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
    }
}

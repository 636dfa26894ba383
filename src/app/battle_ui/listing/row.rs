//! The rows of a list, and the widths of its columns.

use std::sync::Arc;

use bevy::prelude::World;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontId, Galley, Response, Sense, StrokeKind, WidgetInfo,
    WidgetType, pos2, vec2,
};

use crate::{
    app::{
        battle_ui::{
            breaks,
            hints::hint_of_row,
            panel,
            press::{KEY_WIDTH, numbered},
        },
        seat::Game,
        theme::Theme,
        third_party::egui::sized,
    },
    battle::playable::acting::{Listing, Row},
};

/// Between columns, in egui points.
const GAP: f32 = 14.0;
/// At the edges of a row, in egui points.
const EDGE: f32 = 10.0;

/// How the rows of a list are laid out: in columns, or with their details in a line of their own.
pub struct Form {
    /// How wide each column is, that of names first, in egui points; none where they have no room.
    columns: Option<Vec<f32>>,
}

/// What a row shows besides its words.
#[derive(Clone, Copy)]
pub struct Marks<'a> {
    /// The number that chooses it.
    pub key: Option<&'a str>,
    /// Whether it is chosen already.
    pub marked: bool,
}

fn name_font(ui: &egui::Ui) -> FontId {
    FontId::proportional(sized(ui, 14.5))
}

fn font(ui: &egui::Ui) -> FontId {
    FontId::proportional(sized(ui, 13.0))
}

fn small(ui: &egui::Ui) -> FontId {
    FontId::proportional(sized(ui, 11.5))
}

fn width(ui: &egui::Ui, text: &str, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x
}

impl Form {
    /// That in which a list has room.
    pub fn new(ui: &egui::Ui, listing: &Listing<Game>) -> Self {
        let heads = std::iter::once(listing.what).chain(listing.columns.iter().copied());
        let mut columns: Vec<f32> = heads.map(|head| width(ui, head, small(ui))).collect();
        for row in listing.sections.iter().flat_map(|section| &section.rows) {
            let name = width(ui, &row.choice.text, name_font(ui));
            let details = row.details.iter().map(|text| width(ui, text, font(ui)));
            for (column, wide) in columns.iter_mut().zip(std::iter::once(name).chain(details)) {
                *column = column.max(wide);
            }
        }
        let gaps = GAP * columns.len().saturating_sub(1) as f32;
        let wanted = KEY_WIDTH + columns.iter().sum::<f32>() + gaps + EDGE;
        let fits = wanted <= ui.available_width() && !panel::is_narrow(ui.ctx());
        Self { columns: fits.then_some(columns) }
    }

    /// The left edge of each column, from the left edge of a row.
    fn edges(columns: &[f32]) -> impl Iterator<Item = f32> {
        columns.iter().scan(KEY_WIDTH, |left, wide| {
            let here = *left;
            *left += wide + GAP;
            Some(here)
        })
    }

    /// What the columns are called, above them.
    pub fn heads(&self, ui: &mut egui::Ui, theme: &Theme, listing: &Listing<Game>) {
        let Some(columns) = &self.columns else { return };
        let high = ui.text_style_height(&egui::TextStyle::Small);
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), high), Sense::hover());
        let heads = std::iter::once(&listing.what).chain(&listing.columns);
        for (left, head) in Self::edges(columns).zip(heads) {
            let at = pos2(rect.left() + left, rect.center().y);
            let ink = Theme::egui(theme.faint);
            ui.painter().text(at, egui::Align2::LEFT_CENTER, *head, small(ui), ink);
        }
    }

    /// A row; it can be pressed unless something speaks against the choice, and tells more on hovering.
    pub fn row(
        &self,
        world: &World,
        ui: &mut egui::Ui,
        theme: &Theme,
        listing: &Listing<Game>,
        row: &Row<Game>,
        Marks { key, marked }: Marks,
    ) -> Response {
        let enabled = row.choice.why_not.is_none();
        let (text, faint) = (Theme::egui(theme.text), Theme::egui(theme.faint));
        let ink = if enabled { text } else { faint };
        let wide = ui.available_width();
        let left = if key.is_some() || self.columns.is_some() { KEY_WIDTH } else { EDGE };
        let inside = (wide - left - EDGE).max(20.0);
        let wrapped = |words: String, font: FontId, ink: Color32| {
            ui.painter().layout(words, font, ink, inside)
        };
        let name = wrapped(row.choice.text.clone(), name_font(ui), ink);
        let mut below: Vec<Arc<Galley>> = Vec::new();
        if self.columns.is_none() {
            below.push(wrapped(in_a_line(listing, row), small(ui), faint));
        }
        if let Some(why_not) = &row.choice.why_not {
            below.push(wrapped(why_not.clone(), small(ui), Theme::egui(theme.bad)));
        } else if let Some(remark) = &row.remark {
            let ink = Theme::egui(theme.tone(remark.tone));
            below.push(wrapped(remark.text.clone(), small(ui), ink));
        }
        let high = name.size().y + below.iter().map(|words| words.size().y).sum::<f32>() + 10.0;
        let least = if panel::is_narrow(ui.ctx()) { panel::finger(ui.ctx()) } else { 28.0 };
        let size = vec2(wide, high.max(least));
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| {
            WidgetInfo::selected(WidgetType::Button, enabled, marked, &row.choice.text)
        });
        let visuals = ui.style().interact_selectable(&response, marked);
        let (fill, edge) = match (marked, enabled) {
            (true, _) => (ui.visuals().selection.bg_fill, ui.visuals().selection.stroke),
            (false, true) => (visuals.weak_bg_fill, visuals.bg_stroke),
            (false, false) => (Color32::TRANSPARENT, ui.visuals().window_stroke),
        };
        let painter = ui.painter();
        painter.rect(rect, CornerRadius::same(4), fill, edge, StrokeKind::Inside);
        let mut top = rect.center().y - (high - 10.0) / 2.0;
        let middle = top + name.size().y / 2.0;
        if let Some(key) = key {
            numbered(ui, pos2(rect.left() + KEY_WIDTH / 2.0, middle), key, enabled);
        }
        top += name.size().y;
        painter.galley(pos2(rect.left() + left, top - name.size().y), name, ink);
        if let Some(columns) = &self.columns {
            for (left, words) in Self::edges(columns).skip(1).zip(&row.details) {
                let words = if words.is_empty() { "–" } else { words };
                let at = pos2(rect.left() + left, middle);
                painter.text(at, egui::Align2::LEFT_CENTER, words, font(ui), ink);
            }
        }
        for words in below {
            let high = words.size().y;
            painter.galley(pos2(rect.left() + left, top), words, faint);
            top += high;
        }
        hint_of_row(world, response, &row.notes, &row.term, row.choice.why_not.as_deref())
    }
}

/// All details in a line, each after the name of its column.
fn in_a_line(listing: &Listing<Game>, row: &Row<Game>) -> String {
    let told = listing.columns.iter().zip(&row.details).filter(|(_, detail)| !detail.is_empty());
    let told = told.map(|(column, detail)| format!("{} {detail}", column.to_lowercase()));
    breaks::kept(&told.collect::<Vec<_>>().join(" · "))
}

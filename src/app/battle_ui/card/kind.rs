//! The kinds of a unit's models on its card: numbers, arms and abilities.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, RichText};

use super::badge;
use crate::{
    app::{
        battle_ui::{breaks, hints::explain, icons::Icon},
        theme::Theme,
        third_party::egui::sized,
    },
    battle::playable::showing::{Arm, ArmsPart, Kind, Label},
};

/// The name of a kind, and of how many models it is.
pub(super) fn title(kind: &Kind) -> String {
    match kind.count {
        1 => kind.name.clone(),
        count => breaks::kept(&format!("{} · {count}", kind.name)),
    }
}

/// Numbers, arms and abilities, each with what it means on hovering.
pub(super) fn show(world: &World, ui: &mut egui::Ui, theme: &Theme, kind: &Kind) {
    characteristics(world, ui, theme, &kind.characteristics);
    for part in &kind.parts {
        arms_part(world, ui, theme, part);
    }
    let faint = Theme::egui(theme.faint);
    if let Some(together) = &kind.together {
        let text = RichText::new(&together.text).small().color(faint);
        explain(world, ui.label(text), &together.term);
    }
    if !kind.abilities.is_empty() {
        ui.add_space(2.0);
        abilities_row(world, ui, theme, &kind.abilities);
    }
    row(world, ui, faint, &kind.facts);
}

/// Facts one beside the other.
pub(super) fn row(world: &World, ui: &mut egui::Ui, colour: Color32, facts: &[Label]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 1.0);
        for (place, fact) in facts.iter().enumerate() {
            let text = breaks::fact(&fact.text, place + 1 == facts.len());
            let text = RichText::new(text).color(colour).small();
            explain(world, ui.label(text), &fact.term);
        }
    });
}

/// Characteristics, each under its letters.
fn characteristics(world: &World, ui: &mut egui::Ui, theme: &Theme, cells: &[Cell]) {
    let rows = [Row { cells, faint: false }];
    table(world, ui, theme, &rows);
}

/// The letters of a characteristic and its value.
pub(super) type Cell = (&'static str, String);

/// Characteristics of somebody in a table.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// What there is of them.
    pub cells: &'a [Cell],
    /// Whether it is only there to compare.
    pub faint: bool,
}

/// Rows of characteristics under the letters that any of them has: what can be compared stands one
/// below the other.
pub(super) fn table(world: &World, ui: &mut egui::Ui, theme: &Theme, rows: &[Row]) {
    let columns = letters_of(rows);
    let (letters, numbers) = (sized(ui, 11.0), sized(ui, 14.0));
    let high = letters + 6.0 + (numbers + 6.0) * rows.len() as f32;
    let (rect, _) =
        ui.allocate_exact_size(egui::vec2(ui.available_width(), high), egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, ui.visuals().extreme_bg_color);
    let wide = rect.width() / columns.len().max(1) as f32;
    let faint = Theme::egui(theme.faint);
    for (place, &name) in columns.iter().enumerate() {
        let left = rect.left() + wide * place as f32;
        let size = egui::vec2(wide, rect.height());
        let cell = egui::Rect::from_min_size(egui::pos2(left, rect.top()), size);
        let response = ui.interact(cell, ui.id().with(("number", name)), egui::Sense::hover());
        let plain = if response.hovered() { theme.accent } else { theme.text };
        let font = egui::FontId::proportional;
        let painter = ui.painter();
        let mut at = egui::pos2(cell.center().x, cell.top() + 3.0);
        painter.text(at, egui::Align2::CENTER_TOP, name, font(letters), faint);
        at.y += letters + 3.0;
        for row in rows {
            let known = row.cells.iter().find(|(known, _)| *known == name);
            let value = known.map_or("–", |(_, value)| value);
            let ink = if row.faint { faint } else { Theme::egui(plain) };
            painter.text(at, egui::Align2::CENTER_TOP, value, font(numbers), ink);
            at.y += numbers + 6.0;
        }
        explain(world, response, name);
    }
}

/// The letters of all rows, those of the fullest in its order first.
fn letters_of(rows: &[Row]) -> Vec<&'static str> {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.cells.len()));
    let mut letters: Vec<&'static str> = Vec::new();
    for (name, _) in rows.into_iter().flat_map(|row| row.cells) {
        if !letters.contains(name) {
            letters.push(name);
        }
    }
    letters
}

/// Abilities one beside the other, each with what it does on hovering.
fn abilities_row(world: &World, ui: &mut egui::Ui, theme: &Theme, abilities: &[Label]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 3.0);
        for ability in abilities {
            let badge = badge(ui, &ability.text, Theme::egui(theme.accent));
            explain(world, badge, &ability.term);
        }
    });
}

/// The arms of a model, or of one of those who share its base, with the numbers of that one.
fn arms_part(world: &World, ui: &mut egui::Ui, theme: &Theme, part: &ArmsPart) {
    if let Some((name, numbers)) = &part.wielder {
        ui.separator();
        ui.label(RichText::new(name).strong().color(Theme::egui(theme.accent)));
        explain(world, ui.label(RichText::new(breaks::kept(&numbers.text)).small()), &numbers.term);
        if !part.abilities.is_empty() {
            abilities_row(world, ui, theme, &part.abilities);
        }
    }
    for arm in &part.arms {
        arm_lines(world, ui, theme, arm);
    }
}

/// A weapon: its name, its numbers and its rules, each with what it means on hovering.
fn arm_lines(world: &World, ui: &mut egui::Ui, theme: &Theme, arm: &Arm) {
    let faint = Theme::egui(theme.faint);
    ui.add_space(1.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 1.0);
        let icon = if arm.shot { Icon::Shoot } else { Icon::Fight };
        icon.show(ui, 13.0, faint);
        ui.label(RichText::new(&arm.name).strong());
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(6.0, 1.0);
        for rule in &arm.rules {
            let label = ui.label(RichText::new(&rule.text).small().color(faint));
            explain(world, label, &rule.term);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_stands_under_the_same_letters() {
        let cells = |letters: &[&'static str]| -> Vec<Cell> {
            letters.iter().map(|&name| (name, "4".to_owned())).collect()
        };
        let (engine, men) = (cells(&["ST", "T"]), cells(&["AC", "ST", "T", "AR"]));
        let rows = [Row { cells: &engine, faint: false }, Row { cells: &men, faint: true }];
        assert_eq!(letters_of(&rows), ["AC", "ST", "T", "AR"]);
    }
}

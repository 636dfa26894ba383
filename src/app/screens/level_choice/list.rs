//! The list of levels: a row each, those to begin with first. Until it is known which those are, the rows have no
//! names, so that none of them moves.

use bevy_egui::egui::{self, ScrollArea};

use super::{LevelList, about, entries::Entry};
use crate::app::{
    focus,
    pictures::{Pictures, Subject},
    screens::row::{self, Line, Row},
    theme::Theme,
};

/// How many lines a level has under its name.
const LINES: usize = 3;

/// The levels in rows; true if one was chosen to be played at once.
pub(super) fn show(
    ui: &mut egui::Ui,
    choice: &mut LevelList,
    pictures: &mut Pictures,
    theme: &Theme,
) -> bool {
    let before = choice.picked.clone();
    let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
    // After a click on something else nothing has the keyboard: Enter is still that of Begin.
    let mut begins = entered && ui.memory(|memory| memory.focused().is_none());
    let first = choice.levels.first().map(|entry| entry.id.clone());
    let rows = ScrollArea::vertical().id_salt("levels").auto_shrink([false, false]);
    rows.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        // The bar of the list lies over no words.
        let width = ui.available_width() - 8.0;
        if !choice.levels.are_read() {
            (0..choice.levels.count()).for_each(|_| row::place(ui, width, LINES));
            return;
        }
        let mut picked = None;
        let mut shown = Vec::new();
        for entry in choice.levels.iter() {
            let is_picked = choice.picked == entry.id;
            let mark = if first.as_ref() == Some(&entry.id) { "Begin here" } else { "" };
            let row = described(entry, is_picked, mark, theme);
            let row = row::show(ui, width, LINES, row, pictures, theme);
            if choice.gives_keyboard && is_picked {
                // Somebody may be writing already.
                if !ui.ctx().text_edit_focused() {
                    row.request_focus();
                }
                row.scroll_to_me(None);
                choice.gives_keyboard = false;
            }
            if row.clicked() || focus::has_come_to(&row) && !egui::Popup::is_any_open(ui.ctx()) {
                picked = Some(entry.id.clone());
            }
            begins |= row.double_clicked() || (row.has_focus() && entered && before == entry.id);
            shown.push(row);
        }
        focus::walk(ui, &shown);
        choice.picked = picked.unwrap_or_else(|| before.clone());
        focus::keep_in_sight(ui);
    });
    choice.fresh = false;
    begins
}

/// What the row of a level says.
fn described<'a>(entry: &'a Entry, is_picked: bool, mark: &'a str, theme: &Theme) -> Row<'a> {
    let lines = match (entry.read(), entry.errors()) {
        (Some(read), _) => vec![
            Line::new(about::facts(&read.level), theme.text),
            Line::new(about::strength(&read.armies), theme.faint),
            Line::new(about::worth(&read.armies), theme.faint),
        ],
        (None, Some(_)) => vec![Line::new("This level can't be played", theme.bad)],
        // It isn't listed yet.
        (None, None) => Vec::new(),
    };
    let picture =
        entry.read().map(|read| (Subject::Level(entry.id.clone()), read.contents.clone()));
    let is_broken = entry.errors().is_some();
    // The list is one stop of Tab: to pass it chooses nothing.
    let is_tab_stop = is_picked;
    Row { name: entry.name(), mark, lines, is_broken, is_picked, is_tab_stop, picture }
}

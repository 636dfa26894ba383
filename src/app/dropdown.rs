//! A button with a list below it in which one thing is chosen: with the pointer, or with keys, which walk
//! through the list and go back to the button when it closes.

use bevy_egui::egui::{self, ComboBox};

use super::focus;

/// A row of the list.
pub struct Row<T> {
    /// What is chosen by it.
    pub value: T,
    /// What it is called.
    pub name: String,
    /// What it means, if that has to be said.
    pub about: &'static str,
}

impl<T> Row<T> {
    /// A row that explains itself.
    pub fn new(value: T, name: impl Into<String>) -> Self {
        Self { value, name: name.into(), about: "" }
    }
}

/// Shows the button, and its list while that is open; gives the button back.
pub fn show<T: PartialEq>(
    ui: &mut egui::Ui,
    button: ComboBox,
    chosen: &mut T,
    rows: impl IntoIterator<Item = Row<T>>,
) -> egui::Response {
    let shown = button.show_ui(ui, |ui| {
        let mut present = None;
        let mut responses = Vec::new();
        for Row { value, name, about } in rows {
            let is_present = value == *chosen;
            let mut row = ui.selectable_value(chosen, value, name);
            if !about.is_empty() {
                row = row.on_hover_text(about);
            }
            present = present.or_else(|| is_present.then(|| row.clone()));
            responses.push(row);
        }
        // As long as the list is open, the keyboard is in it.
        if !responses.iter().any(egui::Response::has_focus)
            && let Some(present) = present.as_ref().or(responses.first())
        {
            present.request_focus();
        }
        focus::walk(ui, &responses);
        focus::keep_in_sight(ui);
        // A click closes it anyway, a key doesn't.
        if responses.iter().any(egui::Response::clicked) {
            ui.close();
        }
    });
    give_keyboard_back(&shown.response, shown.inner.is_some());
    shown.response
}

/// Gives the keyboard back to the button of a list that a key has just closed.
fn give_keyboard_back(button: &egui::Response, is_open: bool) {
    let place = button.id.with("was open");
    let was_open: bool =
        button.ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(place), is_open));
    if was_open && !is_open && focus::keys_were_used_last(&button.ctx) {
        button.request_focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::third_party::egui::pressed;

    /// Shows a list of three in a frame in which these keys are pressed; what is chosen then, and what has
    /// the keyboard.
    fn frame(ctx: &egui::Context, chosen: &mut u32, keys: &[egui::Key]) -> Option<egui::Id> {
        let events = keys.iter().map(|&key| pressed(key)).collect();
        let input = egui::RawInput { events, ..Default::default() };
        let mut output = ctx.run_ui(input, |ui| {
            let rows = (1..=3).map(|number| Row::new(number, number.to_string()));
            show(ui, ComboBox::from_id_salt("list"), chosen, rows);
            let _ = ui.button("Another");
            focus::keep_in_sight(ui);
        });
        output.textures_delta.clear();
        ctx.memory(|memory| memory.focused())
    }

    #[test]
    fn a_list_that_a_key_closes_gives_the_keyboard_back_to_its_button() {
        for (closes, expected) in [(egui::Key::Enter, 3), (egui::Key::Escape, 2)] {
            let ctx = egui::Context::default();
            let mut chosen = 2;
            let mut press = |key: egui::Key| {
                frame(&ctx, &mut chosen, &[key]);
                (0..3).fold(None, |_, _| frame(&ctx, &mut chosen, &[]))
            };
            let button = press(egui::Key::Tab);
            assert!(button.is_some(), "its button has the keyboard");
            let row = press(egui::Key::Enter);
            assert!(row.is_some() && row != button, "the list has it");
            assert_ne!(press(egui::Key::ArrowDown), row);
            assert_eq!(press(closes), button, "{closes:?}");
            assert_eq!(chosen, expected, "{closes:?}");
        }
    }
}

//! What is asked about a kept battle before something is done with it: whether it is to be deleted for
//! good, and what it shall be called.

use bevy_egui::egui::{self, RichText, TextEdit};

use crate::app::{
    battle_ui::{icons::Icon, panel, press::Press},
    storage,
    theme::Theme,
};

/// A question that is open.
pub(super) enum Ask {
    /// Whether one is deleted.
    Delete {
        /// The name it is kept under.
        name: String,
        /// The question was not shown yet.
        fresh: bool,
    },
    /// What one is called from now on.
    Rename {
        /// The name it is kept under.
        name: String,
        /// What was written so far.
        title: String,
        /// The field was not shown yet.
        fresh: bool,
    },
}

/// What was decided.
pub(super) enum Decided {
    /// To leave everything as it is.
    Nothing,
    /// To throw one away.
    Delete(String),
    /// To give one another name.
    Rename(String, String),
}

impl Ask {
    /// Asks whether one is to be deleted.
    pub(super) fn delete(name: &str) -> Self {
        Self::Delete { name: name.to_owned(), fresh: true }
    }

    /// Asks what one shall be called.
    pub(super) fn rename(name: &str) -> Self {
        let title = storage::title(name).to_owned();
        Self::Rename { name: name.to_owned(), title, fresh: true }
    }

    /// Shows the question; what was decided, once it is.
    pub(super) fn show(&mut self, ctx: &egui::Context, theme: &Theme) -> Option<Decided> {
        match self {
            Self::Delete { name, fresh } => ask_delete(ctx, name, fresh),
            Self::Rename { name, title, fresh } => ask_name(ctx, theme, name, title, fresh),
        }
    }
}

/// The width of a question, in egui points.
const WIDTH: f32 = 420.0;
/// The height of its buttons, in egui points.
const HIGH: f32 = 36.0;

fn ask_delete(ctx: &egui::Context, name: &str, fresh: &mut bool) -> Option<Decided> {
    let mut decided = None;
    let modal = panel::modal(ctx, "delete", WIDTH, |ui| {
        panel::title(ui, "Delete this battle?");
        ui.label(RichText::new(storage::title(name)).strong());
        ui.label("It can't be brought back.");
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            let keep = Press::row(Icon::Undo, "Keep it", "").at_least(egui::vec2(0.0, HIGH));
            let keep = ui.add(keep);
            if std::mem::take(fresh) {
                // For Enter, whatever had the keyboard before.
                keep.request_focus();
            }
            if keep.clicked() {
                decided = Some(Decided::Nothing);
            }
            let delete = Press::row(Icon::Close, "Delete it", "").at_least(egui::vec2(0.0, HIGH));
            if ui.add(delete).clicked() {
                decided = Some(Decided::Delete(name.to_owned()));
            }
        });
    });
    decided.or_else(|| modal.should_close().then_some(Decided::Nothing))
}

fn ask_name(
    ctx: &egui::Context,
    theme: &Theme,
    name: &str,
    title: &mut String,
    fresh: &mut bool,
) -> Option<Decided> {
    let mut decided = None;
    let modal = panel::modal(ctx, "rename", WIDTH, |ui| {
        panel::title(ui, "Rename this battle");
        let field = TextEdit::singleline(title).char_limit(storage::LONGEST_TITLE);
        let field = ui.add(field.desired_width(f32::INFINITY));
        if std::mem::take(fresh) {
            field.request_focus();
        }
        let wanted = storage::name_of(title);
        // As high with a problem as without: nothing jumps.
        let problem = wanted.as_ref().err().map_or(" ", String::as_str);
        ui.label(RichText::new(problem).small().color(Theme::egui(theme.bad)));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        ui.horizontal_wrapped(|ui| {
            let done = Press::row(Icon::Done, "Rename", "").loud().at_least(egui::vec2(0.0, HIGH));
            let done = ui.add_enabled(wanted.is_ok(), done).clicked();
            if let Ok(wanted) = wanted
                && (done || entered)
            {
                decided = Some(if wanted == name {
                    Decided::Nothing
                } else {
                    Decided::Rename(name.to_owned(), wanted)
                });
            }
            let keep = Press::row(Icon::Close, "Keep the name", "");
            if ui.add(keep.at_least(egui::vec2(0.0, HIGH))).clicked() {
                decided = Some(Decided::Nothing);
            }
        });
    });
    decided.or_else(|| modal.should_close().then_some(Decided::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::third_party::egui::pressed;

    #[test]
    fn enter_keeps_a_battle_that_was_about_to_be_deleted() {
        let (ctx, theme) = (egui::Context::default(), Theme::default());
        let mut ask = Ask::delete("mine.ron");
        let mut decided = None;
        for key in [None, None, Some(egui::Key::Enter), None] {
            let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 600.0));
            let input = egui::RawInput {
                events: key.map(pressed).into_iter().collect(),
                screen_rect: Some(screen),
                ..egui::RawInput::default()
            };
            let mut output = ctx.run_ui(input, |ui| {
                let now = ask.show(ui.ctx(), &theme);
                decided = decided.take().or(now);
            });
            output.textures_delta.clear();
        }
        assert!(matches!(decided, Some(Decided::Nothing)));
    }
}

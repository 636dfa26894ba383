//! A box that says what went wrong and stays until it is read. Nothing is lost meanwhile.

use std::fmt::Display;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use crate::app::{OverTable, battle_ui::panel, focus};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MessageBox>();
    app.add_systems(
        EguiPrimaryContextPass,
        show.run_if(resource_exists::<MessageBox>).in_set(OverTable::Panels),
    );
}

/// What is to be read.
#[derive(Resource, Clone, Debug, Default)]
pub struct MessageBox {
    message: Option<(String, Vec<String>)>,
}

impl MessageBox {
    /// Shows a title and lines under it; adds to what is shown already.
    pub fn errors(&mut self, title: &str, errors: &[impl Display]) {
        let lines = errors.iter().map(ToString::to_string);
        match &mut self.message {
            Some((_, shown)) => shown.extend(lines),
            None => self.message = Some((title.to_owned(), lines.collect())),
        }
    }

    /// Whether something is being shown.
    pub fn is_open(&self) -> bool {
        self.message.is_some()
    }

    /// What is being shown.
    pub fn lines(&self) -> &[String] {
        self.message.as_ref().map_or(&[], |(_, lines)| lines)
    }
}

fn show(mut contexts: EguiContexts, mut message: ResMut<MessageBox>) -> Result {
    let Some((title, lines)) = &message.message else { return Ok(()) };
    let context = contexts.ctx_mut()?;
    let mut read = false;
    let modal = panel::modal(context, "message", 560.0, |ui| {
        panel::title(ui, title);
        ui.separator();
        let high = panel::at_most_high(context, 360.0);
        egui::ScrollArea::vertical().max_height(high).show(ui, |ui| {
            for line in lines {
                ui.label(line);
            }
            focus::scroll_by_keys(ui);
        });
        ui.separator();
        let close = ui.button("Close");
        if ui.memory(|memory| memory.focused().is_none()) {
            // For Enter.
            close.request_focus();
        }
        read = close.clicked();
    });
    if read || modal.should_close() {
        message.message = None;
    }
    Ok(())
}

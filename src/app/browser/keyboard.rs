//! The keyboard of a phone or tablet comes with the focus of a field of the page and goes with it.
//! bevy_egui moves that focus when a finger goes up, by what the frame before has shown: too early
//! for a tap that begins and ends within one frame.

use bevy::prelude::*;
use bevy_egui::{EguiOutput, PrimaryEguiContext, text_agent::update_text_agent};

use super::page;
use crate::app::touch::Fingers;

pub(super) fn plugin(app: &mut App) {
    if has_own_keyboard() {
        app.add_systems(Last, follow_field.run_if(by_finger));
    }
}

/// The field that bevy_egui types through.
const FIELD: &str = "egui_text_agent";

/// Whether the device shows a keyboard on its screen, and lets a page ask for it at any time: what
/// Safari takes only from a touch is left to bevy_egui.
fn has_own_keyboard() -> bool {
    let agent = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
    agent.is_some_and(|agent| agent.contains("Android"))
}

fn by_finger(fingers: Res<Fingers>) -> bool {
    fingers.are_the_pointer()
}

/// The keyboard is there as long as a text is edited.
fn follow_field(outputs: Query<&EguiOutput, With<PrimaryEguiContext>>) {
    let Ok(output) = outputs.single() else { return };
    let edits = output.platform_output.ime.is_some();
    if edits == (page::focused().as_deref() == Some(FIELD)) {
        return;
    }
    update_text_agent(edits);
    if !edits {
        page::focus_canvas();
    }
}

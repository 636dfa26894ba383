//! The keyboard of a phone or tablet comes with the focus of a field of the page and goes with it.
//! bevy_egui moves that focus when a finger goes up, by what the frame before has shown: too early
//! for a tap that begins and ends within one frame. Only where the browser calls itself one of
//! Android, iPhone, iPad or iPod is there such a keyboard; that an iPad does the page sees to.

use bevy::prelude::*;
use bevy_egui::{EguiOutput, PrimaryEguiContext, text_agent::update_text_agent};

use super::page;
use crate::app::touch::Fingers;

pub(super) fn plugin(app: &mut App) {
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        // bevy_egui makes its field only for windows that begin with this, but what the browser
        // does with keys is the page's to say.
        window.prevent_default_event_handling = false;
    }
    let agent = web_sys::window().and_then(|window| window.navigator().user_agent().ok());
    let is = |name: &str| agent.as_ref().is_some_and(|agent| agent.contains(name));
    if is("Android") {
        app.add_systems(Last, follow_field.run_if(by_finger));
    } else if !(is("iPhone") || is("iPad") || is("iPod")) {
        app.add_systems(Last, leave_field.run_if(by_finger));
    }
}

/// The field that bevy_egui types through.
const FIELD: &str = "egui_text_agent";

fn field_has_focus() -> bool {
    page::focused().as_deref() == Some(FIELD)
}

fn by_finger(fingers: Res<Fingers>) -> bool {
    fingers.are_the_pointer()
}

/// The keyboard is there as long as a text is edited. Safari takes that only from a touch, so there
/// it is left to bevy_egui.
fn follow_field(outputs: Query<&EguiOutput, With<PrimaryEguiContext>>) {
    let Ok(output) = outputs.single() else { return };
    let edits = output.platform_output.ime.is_some();
    if edits == field_has_focus() {
        return;
    }
    update_text_agent(edits);
    if !edits {
        page::focus_canvas();
    }
}

/// Where there are keys to press beside the touch screen, they belong to the canvas.
fn leave_field() {
    if field_has_focus() {
        page::focus_canvas();
    }
}

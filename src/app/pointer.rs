//! Where the pointer is on the table and what it does there, apart from panels.

use bevy::{input::InputSystems, prelude::*, window::PrimaryWindow};
use bevy_egui::{EguiContext, PrimaryEguiContext, egui, input::EguiWantsInput};

use super::{
    battle_ui::toast::Toasts,
    camera::View,
    layer::is_panel,
    touch::{Fingers, TREMBLE},
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>();
    app.add_systems(PreUpdate, follow_pointer.after(InputSystems));
}

/// The pointer, in window points and in inches on the table. All of it is of this frame.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Pointer {
    /// In logical window pixels from the upper left; none outside the window.
    pub screen: Option<Vec2>,
    /// On the table, in inches; also off the table's edge.
    pub table: Option<Vec2>,
    /// Whether a panel is under it or holds it.
    pub over_panel: bool,
    /// The main button was pressed and released at one spot on the table in this frame.
    pub clicked: bool,
    /// As `clicked`, twice in a short time.
    pub double_clicked: bool,
    /// The second button was pressed and released at one spot on the table in this frame.
    pub right_clicked: bool,
    /// Where the main button went down on the table, in inches, while it is held.
    pub pressed_at: Option<Vec2>,
    /// The main button is held and the pointer has left the spot.
    pub dragging: bool,
    /// A drag of the main button ended in this frame; `pressed_at` still says where it began.
    pub dropped: bool,
    /// It is a finger.
    pub finger: bool,
    /// How far a finger moved in this frame, in logical window pixels.
    pub moved: Vec2,
}

impl Pointer {
    /// Where it is on the table, unless a panel is in the way.
    pub fn on_table(&self) -> Option<Vec2> {
        self.table.filter(|_| !self.over_panel)
    }
}

/// So many points away from where it went down, a press is a drag.
const DRAG_AFTER: f32 = 5.0;
/// Two clicks within so many seconds are a double click.
const DOUBLE_CLICK: f32 = 0.35;

/// What was pressed before.
#[derive(Default)]
pub(super) struct Presses {
    left: Option<(Vec2, Vec2)>,
    right: Option<Vec2>,
    dragging: bool,
    last_click: Option<(f32, Vec2)>,
}

/// The main button, of a mouse or a finger.
struct Main {
    just_pressed: bool,
    held: bool,
    /// It went up where that counts: a finger that rested or made room for a second doesn't.
    released: bool,
    /// How far a press may move and still be a click.
    slack: f32,
}

/// Looks where the pointer is. What panels want they have said in the frame before.
pub(super) fn follow_pointer(
    windows: Query<&Window, With<PrimaryWindow>>,
    view: Res<View>,
    buttons: Res<ButtonInput<MouseButton>>,
    fingers: Res<Fingers>,
    egui: Option<Res<EguiWantsInput>>,
    messages: Option<Res<Toasts>>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    time: Res<Time<Real>>,
    mut pointer: ResMut<Pointer>,
    mut presses: Local<Presses>,
) {
    let Ok(window) = windows.single() else { return };
    let finger = fingers.are_the_pointer();
    let screen = fingers.at.or_else(|| window.cursor_position());
    let table = screen.map(|at| view.table_at(at));
    let mut over_panel = egui.is_some_and(|egui| egui.wants_any_pointer_input());
    if let (Ok(mut context), Some(at)) = (contexts.single_mut(), screen) {
        // Panels learn of a finger only when it is down already, and of a mouse that was quicker
        // than a frame as late.
        let on_panel = is_on_panel(context.get_mut(), &view, at);
        // A message that leads somewhere isn't a panel for egui, as nothing in its layer is.
        let on_message = messages.is_some_and(|shown| shown.leads_to(view.point_at(at)).is_some());
        over_panel = on_panel || on_message || (over_panel && !finger);
    }
    *pointer = Pointer { screen, table, over_panel, finger, moved: fingers.moved, ..default() };
    let (Some(screen), Some(table)) = (screen, table) else {
        *presses = Presses::default();
        return;
    };
    let main = if finger {
        Main {
            just_pressed: fingers.just_pressed,
            held: fingers.press(),
            released: fingers.just_released,
            slack: TREMBLE,
        }
    } else {
        Main {
            just_pressed: buttons.just_pressed(MouseButton::Left),
            held: buttons.pressed(MouseButton::Left),
            released: true,
            slack: DRAG_AFTER,
        }
    };
    if main.just_pressed && !over_panel {
        presses.left = Some((screen, table));
        presses.dragging = false;
    }
    if buttons.just_pressed(MouseButton::Right) && !over_panel {
        presses.right = Some(screen);
    }
    if let Some((from, at)) = presses.left {
        presses.dragging |= from.distance(screen) > main.slack;
        pointer.pressed_at = Some(at);
        pointer.dragging = presses.dragging;
        if !main.held {
            presses.left = None;
            if !main.released {
                pointer.pressed_at = None;
                pointer.dragging = false;
                return;
            }
            pointer.clicked = !presses.dragging;
            pointer.dropped = presses.dragging;
            let now = time.elapsed_secs();
            pointer.double_clicked = pointer.clicked
                && presses.last_click.is_some_and(|(then, there)| {
                    now - then < DOUBLE_CLICK && there.distance(screen) < main.slack
                });
            presses.last_click = pointer.clicked.then_some((now, screen));
        }
    }
    if let Some(from) = presses.right
        && !buttons.pressed(MouseButton::Right)
    {
        pointer.right_clicked = from.distance(screen) <= DRAG_AFTER;
        presses.right = None;
    }
}

/// Whether a panel or a box lies at a logical window pixel.
fn is_on_panel(context: &egui::Context, view: &View, at: Vec2) -> bool {
    let layer = context.layer_id_at(view.point_at(at));
    layer.is_some_and(is_panel)
}

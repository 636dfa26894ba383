//! Where the pointer is on the table and what it does there, apart from panels.

use bevy::{input::InputSystems, prelude::*, window::PrimaryWindow};
use bevy_egui::input::EguiWantsInput;

use super::camera::View;

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

/// Looks where the pointer is; panels have said what they want in the frame before.
pub(super) fn follow_pointer(
    windows: Query<&Window, With<PrimaryWindow>>,
    view: Res<View>,
    buttons: Res<ButtonInput<MouseButton>>,
    egui: Option<Res<EguiWantsInput>>,
    time: Res<Time<Real>>,
    mut pointer: ResMut<Pointer>,
    mut presses: Local<Presses>,
) {
    let Ok(window) = windows.single() else { return };
    let screen = window.cursor_position();
    let table = screen.map(|at| view.table_at(at));
    let over_panel = egui.is_some_and(|egui| egui.wants_any_pointer_input());
    *pointer = Pointer { screen, table, over_panel, ..default() };
    let (Some(screen), Some(table)) = (screen, table) else {
        *presses = Presses::default();
        return;
    };
    if buttons.just_pressed(MouseButton::Left) && !over_panel {
        presses.left = Some((screen, table));
        presses.dragging = false;
    }
    if buttons.just_pressed(MouseButton::Right) && !over_panel {
        presses.right = Some(screen);
    }
    if let Some((from, at)) = presses.left {
        presses.dragging |= from.distance(screen) > DRAG_AFTER;
        pointer.pressed_at = Some(at);
        pointer.dragging = presses.dragging;
        if !buttons.pressed(MouseButton::Left) {
            pointer.clicked = !presses.dragging;
            pointer.dropped = presses.dragging;
            let now = time.elapsed_secs();
            pointer.double_clicked = pointer.clicked
                && presses.last_click.is_some_and(|(then, there)| {
                    now - then < DOUBLE_CLICK && there.distance(screen) < DRAG_AFTER
                });
            presses.last_click = pointer.clicked.then_some((now, screen));
            presses.left = None;
        }
    }
    if let Some(from) = presses.right
        && !buttons.pressed(MouseButton::Right)
    {
        pointer.right_clicked = from.distance(screen) <= DRAG_AFTER;
        presses.right = None;
    }
}

//! Where the pointer is on the table and what it does there, apart from panels. What a button does is
//! meant where the pointer was at that moment, however long the frame is in which it happens.

mod presses;

use std::collections::VecDeque;

use bevy::{
    ecs::system::SystemParam,
    input::InputSystems,
    prelude::*,
    window::{PrimaryWindow, WindowEvent},
};
use bevy_egui::{EguiContext, PrimaryEguiContext, input::EguiWantsInput};

use self::presses::{Deed, Done, Gesture, Presses};
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

/// The pointer, in window points and in inches on the table. All of it is of this frame: in one in which
/// a click or a drag ends, the pointer is where that ended.
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
    /// The place to which a message leads that is under it, with nothing over that.
    pub message: Option<Vec2>,
    /// The place to which a message leads on which the main button went down in this frame.
    pub led: Option<Vec2>,
}

impl Pointer {
    /// Where it is on the table, unless a panel is in the way.
    pub fn on_table(&self) -> Option<Vec2> {
        self.table.filter(|_| !self.over_panel)
    }
}

/// So many points away from where it went down, a press is a drag.
const DRAG_AFTER: f32 = 5.0;

/// What the pointer has done and nobody has answered yet.
#[derive(Default)]
pub(super) struct Hand {
    /// Where the mouse was last.
    mouse: Option<Vec2>,
    /// What the mouse has done since. What comes after a click or a drag waits for the next frame.
    waiting: VecDeque<Deed>,
    presses: Presses,
}

impl Hand {
    /// Takes up what the mouse has done in this frame, in its order.
    fn read<'a>(
        &mut self,
        events: impl Iterator<Item = &'a WindowEvent>,
        window: &Window,
        when: f32,
    ) {
        for event in events {
            let done = match event {
                WindowEvent::CursorMoved(moved) => {
                    self.mouse = Some(moved.position);
                    Done::Moved
                }
                WindowEvent::MouseButtonInput(input) => Done::of(input),
                _ => continue,
            };
            if let Some(at) = self.mouse {
                self.waiting.push_back(Deed { at, done, when });
            }
        }
        self.mouse = window.cursor_position();
        let comes_to_rest = self.mouse.map(|at| Deed { at, done: Done::Moved, when });
        self.waiting.extend(comes_to_rest);
    }

    /// What a finger does in this frame, in the same words. One that rested or made room for a second
    /// presses nothing.
    fn read_finger(&mut self, fingers: &Fingers, at: Vec2, when: f32) {
        let main = MouseButton::Left;
        let pressed = fingers.just_pressed.then_some(Done::Pressed(main));
        let released = fingers.just_released.then_some(Done::Released(main));
        let all = [pressed, Some(Done::Moved), released].into_iter().flatten();
        self.waiting = all.map(|done| Deed { at, done, when }).collect();
    }

    /// Does what waits until a click or a drag is over; what that was, and where.
    fn take_up(&mut self, slack: f32, mut under: impl FnMut(Vec2) -> Under) -> Taken {
        let mut taken = Taken::default();
        while let Some(deed) = self.waiting.pop_front() {
            let Under { over_panel, table, message } = under(deed.at);
            if deed.done == Done::Pressed(MouseButton::Left) {
                taken.led = message.or(taken.led);
            }
            let ground = (!over_panel).then_some(table);
            if let Some(gesture) = self.presses.take(&deed, ground, slack) {
                taken.gesture = Some((gesture, deed.at));
                break;
            }
        }
        taken
    }
}

/// What a frame has taken up of what the pointer did.
#[derive(Default)]
struct Taken {
    /// The click or drag that has ended, and where.
    gesture: Option<(Gesture, Vec2)>,
    /// Where a message leads that was pressed.
    led: Option<Vec2>,
}

/// What is at a place of the window.
struct Under {
    over_panel: bool,
    /// The place on the table, in inches.
    table: Vec2,
    /// Where a message leads that lies there, with nothing over it.
    message: Option<Vec2>,
}

/// What lies over the table.
#[derive(SystemParam)]
pub(super) struct Covers<'w, 's> {
    view: Res<'w, View>,
    egui: Option<Res<'w, EguiWantsInput>>,
    messages: Option<Res<'w, Toasts>>,
    contexts: Query<'w, 's, &'static mut EguiContext, With<PrimaryEguiContext>>,
}

impl Covers<'_, '_> {
    /// What is at a place, as panels were in the frame before.
    fn under(&mut self, at: Vec2, finger: bool) -> Under {
        let (point, table) = (self.view.point_at(at), self.view.table_at(at));
        let on_panel = self.contexts.single_mut().is_ok_and(|mut context| {
            let layer = context.get_mut().layer_id_at(point);
            layer.is_some_and(is_panel)
        });
        // A message that leads somewhere isn't a panel for egui, as nothing in its layer is.
        let messages = self.messages.as_ref().filter(|_| !on_panel);
        let message = messages.and_then(|shown| shown.leads_to(point));
        let held = self
            .egui
            .as_ref()
            .is_some_and(|egui| !finger && (egui.is_using_pointer() || egui.is_popup_open()));
        Under { over_panel: on_panel || message.is_some() || held, table, message }
    }
}

/// Looks where the pointer is, and what it did. What panels want they have said in the frame before.
pub(super) fn follow_pointer(
    windows: Query<&Window, With<PrimaryWindow>>,
    mut events: MessageReader<WindowEvent>,
    buttons: Res<ButtonInput<MouseButton>>,
    fingers: Res<Fingers>,
    time: Res<Time<Real>>,
    mut covers: Covers,
    mut pointer: ResMut<Pointer>,
    mut hand: Local<Hand>,
) {
    let Ok(window) = windows.single() else { return };
    let finger = fingers.are_the_pointer();
    let now = time.elapsed_secs();
    hand.read(events.read(), window, now);
    if let Some(at) = fingers.at {
        hand.read_finger(&fingers, at, now);
    }
    let slack = if finger { TREMBLE } else { DRAG_AFTER };
    let Taken { gesture, led } = hand.take_up(slack, |at| covers.under(at, finger));
    let ended = gesture.map(|(_, at)| at);
    let Some(screen) = ended.or(fingers.at).or(window.cursor_position()) else {
        *hand = Hand::default();
        *pointer = Pointer { finger, led, ..default() };
        return;
    };
    let held = if finger { fingers.press() } else { buttons.pressed(MouseButton::Left) };
    if ended.is_none() && !held {
        // It went up where that doesn't count.
        hand.presses.forget_main();
    }
    let Under { over_panel, table, message } = covers.under(screen, finger);
    // Panels learn of a finger only when it is down already.
    let wanted = covers.egui.as_ref().is_some_and(|egui| egui.wants_any_pointer_input());
    let over_panel = over_panel || (wanted && !finger && ended.is_none());
    let press = hand.presses.main();
    let (click, twice, right, drop) = match gesture.map(|(gesture, _)| gesture) {
        None => (None, false, false, None),
        Some(Gesture::Click { from, twice }) => (Some(from), twice, false, None),
        Some(Gesture::RightClick) => (None, false, true, None),
        Some(Gesture::Drop { from }) => (None, false, false, Some(from)),
    };
    *pointer = Pointer {
        screen: Some(screen),
        table: Some(table),
        over_panel,
        clicked: click.is_some(),
        double_clicked: twice,
        right_clicked: right,
        pressed_at: click.or(drop).or(press.map(|press| press.table)),
        dragging: drop.is_some() || press.is_some_and(|press| press.dragging),
        dropped: drop.is_some(),
        finger,
        moved: fingers.moved,
        message,
        led,
    };
}

#[cfg(test)]
mod tests;

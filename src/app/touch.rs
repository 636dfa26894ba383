//! What fingers on a touch screen mean: one of them is the pointer with its main button, held still
//! it only looks, two of them push and stretch the table.

use bevy::{
    input::{
        InputSystems,
        touch::{TouchInput, TouchPhase},
    },
    prelude::*,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fingers>();
    app.add_systems(
        PreUpdate,
        read_fingers.after(InputSystems).before(super::pointer::follow_pointer),
    );
}

/// So long a finger has to rest to look instead of pressing, in seconds.
pub const REST: f32 = 0.45;
/// A frame counts for so long at most: in a slow one a finger may have gone up unseen. Seconds.
pub const LONGEST_FRAME: f32 = 0.2;
/// So far a finger may tremble and still rest, in logical pixels.
pub const TREMBLE: f32 = 12.0;

/// The fingers on the screen and what they do in this frame.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Fingers {
    down: Vec<Finger>,
    /// The one that is the pointer.
    first: Option<First>,
    /// Where the pointer is, also after the finger has gone; none once a mouse moves.
    pub at: Option<Vec2>,
    /// It went down in this frame.
    pub just_pressed: bool,
    /// It went up in this frame, having neither rested nor made room for a second.
    pub just_released: bool,
    /// How far it moved in this frame, in logical pixels.
    pub moved: Vec2,
    /// What two of them do in this frame.
    pub stretch: Option<Stretch>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Finger {
    id: u64,
    at: Vec2,
}

/// The first finger of a gesture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct First {
    id: u64,
    from: Vec2,
    seconds: f32,
    wandered: bool,
    presses: bool,
}

/// Two fingers that moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The middle between them, in logical pixels.
    pub middle: Vec2,
    /// How far the middle moved.
    pub moved: Vec2,
    /// By which factor they moved apart.
    pub factor: f32,
}

impl Fingers {
    /// Whether the pointer is a finger at the moment, or was the last thing that pointed.
    pub fn are_the_pointer(&self) -> bool {
        self.at.is_some()
    }

    /// Whether a finger presses as a mouse's main button does.
    pub fn press(&self) -> bool {
        self.first.is_some_and(|first| first.presses)
    }

    fn begin_frame(&mut self) {
        self.just_pressed = false;
        self.just_released = false;
        self.moved = Vec2::ZERO;
        self.stretch = None;
    }

    /// The frame was so long, and all that fingers did in it is known: one that is down still, and
    /// was before, has rested for as long.
    fn end_frame(&mut self, seconds: f32) {
        if let Some(first) = self.first.as_mut().filter(|_| !self.just_pressed) {
            first.seconds += seconds.min(LONGEST_FRAME);
            first.presses &= first.wandered || first.seconds < REST;
        }
    }

    fn begin(&mut self, id: u64, at: Vec2) {
        self.down.retain(|finger| finger.id != id);
        self.down.push(Finger { id, at });
        if self.down.len() == 1 {
            self.first = Some(First { id, from: at, seconds: 0.0, wandered: false, presses: true });
            self.at = Some(at);
            self.just_pressed = true;
        } else if let Some(first) = &mut self.first {
            // A second finger: neither of them presses any more.
            first.presses = false;
        }
    }

    fn wander(&mut self, id: u64, at: Vec2) {
        let before = self.pair();
        let Some(finger) = self.down.iter_mut().find(|finger| finger.id == id) else { return };
        let by = at - finger.at;
        finger.at = at;
        if let (Some((a, b)), Some((c, d))) = (before, self.pair()) {
            let now = Stretch {
                middle: (c + d) / 2.0,
                moved: (c + d - a - b) / 2.0,
                factor: (c.distance(d) / a.distance(b).max(1.0)).clamp(0.5, 2.0),
            };
            let sum = self.stretch.map_or(now, |so_far| Stretch {
                moved: so_far.moved + now.moved,
                factor: so_far.factor * now.factor,
                ..now
            });
            self.stretch = Some(sum);
        } else if let Some(first) = self.first.as_mut().filter(|first| first.id == id) {
            first.wandered |= first.from.distance(at) > TREMBLE;
            self.at = Some(at);
            self.moved += by;
        }
    }

    fn end(&mut self, id: u64, cancelled: bool) {
        self.down.retain(|finger| finger.id != id);
        if let Some(first) = self.first.filter(|first| first.id == id) {
            self.just_released = first.presses && !cancelled;
            self.first = None;
        }
    }

    /// The first two fingers.
    fn pair(&self) -> Option<(Vec2, Vec2)> {
        match self.down[..] {
            [a, b, ..] => Some((a.at, b.at)),
            _ => None,
        }
    }
}

/// Reads what fingers do in this frame.
pub fn read_fingers(
    mut touches: MessageReader<TouchInput>,
    mut mouse: MessageReader<CursorMoved>,
    time: Res<Time<Real>>,
    mut fingers: ResMut<Fingers>,
) {
    let mut now = fingers.clone();
    if mouse.read().next().is_some() && now.down.is_empty() {
        now.at = None;
    }
    now.begin_frame();
    for touch in touches.read() {
        match touch.phase {
            TouchPhase::Started => now.begin(touch.id, touch.position),
            TouchPhase::Moved => now.wander(touch.id, touch.position),
            TouchPhase::Ended => now.end(touch.id, false),
            TouchPhase::Canceled => now.end(touch.id, true),
        }
    }
    now.end_frame(time.delta_secs());
    fingers.set_if_neq(now);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;

    use super::*;

    fn at(x: f32, y: f32) -> Vec2 {
        Vec2::new(x, y)
    }

    /// A frame in which no finger does anything.
    fn pass(fingers: &mut Fingers, seconds: f32) {
        fingers.begin_frame();
        fingers.end_frame(seconds);
    }

    #[test]
    fn a_tap_presses_and_releases_even_within_one_frame() {
        let mut fingers = Fingers::default();
        fingers.begin(7, at(10.0, 10.0));
        assert!(fingers.just_pressed && fingers.press());
        fingers.wander(7, at(14.0, 10.0));
        fingers.end(7, false);
        assert!(fingers.just_pressed && fingers.just_released && !fingers.press());
        fingers.begin_frame();
        assert!(!fingers.just_pressed && !fingers.just_released);
        assert_eq!(fingers.at, Some(at(14.0, 10.0)), "the pointer stays where the finger was");
    }

    #[test]
    fn a_finger_that_rests_looks_and_does_not_press() {
        let mut fingers = Fingers::default();
        fingers.begin(1, at(50.0, 50.0));
        for _ in 0..4 {
            pass(&mut fingers, 0.1);
            assert!(fingers.press());
        }
        pass(&mut fingers, 0.1);
        assert!(!fingers.press());
        fingers.end(1, false);
        assert!(!fingers.just_released);
    }

    #[test]
    fn a_finger_that_wanders_presses_as_long_as_it_likes() {
        let mut fingers = Fingers::default();
        fingers.begin(1, at(50.0, 50.0));
        fingers.wander(1, at(50.0 + TREMBLE * 2.0, 50.0));
        assert_eq!(fingers.moved, at(TREMBLE * 2.0, 0.0));
        (0..9).for_each(|_| pass(&mut fingers, 0.2));
        assert!(fingers.press());
        fingers.end(1, false);
        assert!(fingers.just_released);
    }

    #[test]
    fn two_fingers_push_and_stretch_and_press_nothing() {
        let mut fingers = Fingers::default();
        fingers.begin(1, at(100.0, 100.0));
        fingers.begin(2, at(200.0, 100.0));
        assert!(!fingers.press());
        fingers.wander(2, at(300.0, 100.0));
        let stretch = fingers.stretch.unwrap();
        assert_eq!(stretch.middle, at(200.0, 100.0));
        assert_eq!(stretch.moved, at(50.0, 0.0));
        assert!((stretch.factor - 2.0).abs() < 1e-6);
        fingers.end(1, false);
        fingers.end(2, false);
        assert!(!fingers.just_released);
        // The finger that is left doesn't become the pointer.
        fingers.begin(3, at(1.0, 1.0));
        fingers.begin(4, at(2.0, 2.0));
        fingers.end(3, false);
        pass(&mut fingers, 0.1);
        fingers.wander(4, at(60.0, 60.0));
        assert!(!fingers.press() && fingers.stretch.is_none());
        assert_eq!(fingers.moved, Vec2::ZERO);
    }

    #[test]
    fn a_touch_that_the_system_takes_away_releases_nothing() {
        let mut fingers = Fingers::default();
        fingers.begin(1, at(10.0, 10.0));
        fingers.end(1, true);
        assert!(!fingers.just_released && !fingers.press());
    }

    /// An app that runs nothing but fingers, whose frames take so long.
    fn app(frame: Duration) -> App {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).add_plugins(plugin);
        app.add_message::<TouchInput>().add_message::<CursorMoved>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        app.update();
        app
    }

    fn touch(app: &mut App, phase: TouchPhase) {
        let (window, position) = (Entity::PLACEHOLDER, at(50.0, 50.0));
        app.world_mut().write_message(TouchInput { phase, position, window, force: None, id: 1 });
    }

    #[test]
    fn a_tap_in_slow_frames_is_a_tap() {
        // Up in the frame after, and two after, each of three quarters of a second.
        for between in [0, 1] {
            let mut app = app(Duration::from_millis(750));
            touch(&mut app, TouchPhase::Started);
            app.update();
            assert!(app.world().resource::<Fingers>().just_pressed);
            (0..between).for_each(|_| app.update());
            touch(&mut app, TouchPhase::Ended);
            app.update();
            assert!(app.world().resource::<Fingers>().just_released, "{between} frames between");
        }
    }

    #[test]
    fn a_finger_rests_in_slow_frames_too() {
        let mut app = app(Duration::from_millis(750));
        touch(&mut app, TouchPhase::Started);
        (0..4).for_each(|_| app.update());
        assert!(!app.world().resource::<Fingers>().press());
        touch(&mut app, TouchPhase::Ended);
        app.update();
        assert!(!app.world().resource::<Fingers>().just_released);
    }
}

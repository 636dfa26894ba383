//! What keys do that are held: those that take a step take it again and again, those that push go on
//! pushing, both faster with time. How long and how fast is said here and nowhere else.

use bevy::prelude::*;
use leafwing_input_manager::prelude::ActionState;

use super::{AppSystems, third_party::leafwing::Action};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Held>();
    app.add_systems(Update, count.before(AppSystems::ReadInput));
}

/// The actions that take a step, and another while their key is held.
pub const STEPS: [Action; 6] = [
    Action::NudgeUp,
    Action::NudgeDown,
    Action::NudgeLeft,
    Action::NudgeRight,
    Action::RotateLeft,
    Action::RotateRight,
];
/// The actions that push as long as their key is held.
const PUSHES: [Action; 6] = [
    Action::PanUp,
    Action::PanDown,
    Action::PanLeft,
    Action::PanRight,
    Action::ZoomIn,
    Action::ZoomOut,
];

/// After so many seconds a held key takes its second step.
const PATIENCE: f32 = 0.35;
/// Steps in a second, at first and at last.
const PACE: (f32, f32) = (7.0, 24.0);
/// How strongly a key pushes, at first and at last.
const PUSH: (f32, f32) = (0.8, 2.6);
/// So many seconds it takes to become as fast as that.
const GROWS: f32 = 1.6;
/// A frame counts for so long at most, in seconds: a key may have gone up unseen.
const LONGEST_FRAME: f32 = 0.1;

/// How long keys have been held, in seconds: at the end of the frame before, and now.
#[derive(Resource, Clone, Debug, Default)]
pub struct Held {
    spans: Vec<(Action, f32, f32)>,
}

impl Held {
    /// How many steps more a held key takes in this frame; its first one was the press.
    pub fn more_steps(&self, action: Action) -> u32 {
        self.span(action).map_or(0, |(before, now)| steps_until(now) - steps_until(before))
    }

    /// How strongly a key pushes in this frame; 0 if it isn't held.
    pub fn push(&self, action: Action) -> f32 {
        self.span(action).map_or(0.0, |(_, now)| between(PUSH, now))
    }

    fn span(&self, action: Action) -> Option<(f32, f32)> {
        let span = self.spans.iter().find(|(held, ..)| *held == action);
        span.map(|&(_, before, now)| (before, now))
    }

    fn hold(&mut self, action: Action, seconds: f32) {
        match self.spans.iter_mut().find(|(held, ..)| *held == action) {
            Some((_, before, now)) => (*before, *now) = (*now, *now + seconds),
            None => self.spans.push((action, 0.0, 0.0)),
        }
    }
}

fn count(
    actions: Single<&ActionState<Action>>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut held: ResMut<Held>,
) {
    let seconds = time.delta_secs().min(LONGEST_FRAME);
    // Whoever lets go of Shift before the arrow doesn't mean to push the table.
    let begins = keys.get_just_pressed().next().is_some();
    for action in STEPS.into_iter().chain(PUSHES) {
        if actions.pressed(&action) && (begins || held.span(action).is_some()) {
            held.hold(action, seconds);
        } else {
            held.spans.retain(|(other, ..)| *other != action);
        }
    }
}

/// What has grown from the first value to the second after so many seconds.
fn between((first, last): (f32, f32), seconds: f32) -> f32 {
    first + (last - first) * (seconds / GROWS).clamp(0.0, 1.0)
}

/// How many steps a key has taken that was held for so long, besides the first.
fn steps_until(seconds: f32) -> u32 {
    let running = seconds - PATIENCE;
    if running < 0.0 {
        return 0;
    }
    // The pace grows evenly, so what was done on the way is its mean.
    let growing = running.min(GROWS);
    let grown = growing * (PACE.0 + between(PACE, growing)) / 2.0;
    let beyond = (running - growing) * PACE.1;
    1 + (grown + beyond) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_is_one_step_and_a_held_key_takes_more_and_more() {
        assert_eq!(steps_until(0.0), 0);
        assert_eq!(steps_until(PATIENCE - 0.01), 0);
        assert_eq!(steps_until(PATIENCE), 1);
        let in_second = |from: f32| steps_until(from + 1.0) - steps_until(from);
        let first = in_second(PATIENCE);
        assert!((PACE.0 as u32..=PACE.1 as u32).contains(&first), "{first}");
        assert!(in_second(PATIENCE + 0.8) > first);
        assert_eq!(in_second(PATIENCE + GROWS), PACE.1 as u32);
        assert_eq!(in_second(60.0), PACE.1 as u32, "it gets no faster");
    }

    #[test]
    fn however_long_frames_are_as_many_steps_are_taken() {
        let held_for = |frame: f32, frames: u32| {
            let mut held = Held::default();
            held.hold(Action::NudgeUp, 0.0);
            let mut steps = held.more_steps(Action::NudgeUp);
            for _ in 0..frames {
                held.hold(Action::NudgeUp, frame);
                steps += held.more_steps(Action::NudgeUp);
            }
            steps
        };
        let (fine, coarse) = (held_for(1.0 / 128.0, 256), held_for(1.0 / 16.0, 32));
        assert_eq!(fine, steps_until(2.0));
        assert_eq!(coarse, fine);
    }

    #[test]
    fn a_push_grows_and_ends_with_the_key() {
        let mut held = Held::default();
        assert_eq!(held.push(Action::PanUp), 0.0);
        held.hold(Action::PanUp, 0.0);
        assert_eq!(held.push(Action::PanUp), PUSH.0);
        held.hold(Action::PanUp, GROWS / 2.0);
        let half = held.push(Action::PanUp);
        assert!(half > PUSH.0 && half < PUSH.1);
        held.hold(Action::PanUp, GROWS * 5.0);
        assert_eq!(held.push(Action::PanUp), PUSH.1);
        assert_eq!(held.push(Action::PanDown), 0.0);
        held.spans.clear();
        assert_eq!(held.push(Action::PanUp), 0.0);
    }
}

//! What happens within one frame is meant where it happened.

use bevy::{
    input::{ButtonState, mouse::MouseButtonInput},
    prelude::*,
    window::{CursorMoved, WindowEvent},
};

use super::{Hand, Under, presses::Gesture};

const SLACK: f32 = 5.0;

fn moved(x: f32) -> WindowEvent {
    let (window, position) = (Entity::PLACEHOLDER, Vec2::new(x, 50.0));
    WindowEvent::CursorMoved(CursorMoved { window, position, delta: None })
}

fn button(button: MouseButton, state: ButtonState) -> WindowEvent {
    WindowEvent::MouseButtonInput(MouseButtonInput { button, state, window: Entity::PLACEHOLDER })
}

fn click(with: MouseButton) -> [WindowEvent; 2] {
    [button(with, ButtonState::Pressed), button(with, ButtonState::Released)]
}

/// What the frames come to of which the first has these events: the table is as large as the window, and
/// a panel covers all of it from 300 on.
fn ended(events: &[WindowEvent]) -> Vec<(Gesture, f32)> {
    let mut hand = Hand::default();
    hand.read(events.iter(), &Window::default(), 1.0);
    let under = |at: Vec2| Under { over_panel: at.x > 300.0, table: at, message: None };
    let frames = (0..6).filter_map(|_| hand.take_up(SLACK, under).gesture);
    frames.map(|(gesture, at)| (gesture, at.x)).collect()
}

#[test]
fn a_click_is_meant_where_the_pointer_was_and_not_where_it_has_gone_since() {
    for with in [MouseButton::Left, MouseButton::Right] {
        let frame = [vec![moved(100.0)], click(with).to_vec(), vec![moved(250.0)]].concat();
        let [(gesture, at)] = ended(&frame)[..] else { panic!("{:?}", ended(&frame)) };
        assert_eq!(at, 100.0, "{gesture:?}");
        assert!(!matches!(gesture, Gesture::Drop { .. }), "{gesture:?}");
    }
}

#[test]
fn a_click_on_a_panel_is_none_on_the_table_wherever_the_pointer_ends() {
    let left = || click(MouseButton::Left).to_vec();
    let to_table = [vec![moved(400.0)], left(), vec![moved(100.0)]].concat();
    assert_eq!(ended(&to_table), []);
    let to_panel = [vec![moved(100.0)], left(), vec![moved(400.0)]].concat();
    assert_eq!(ended(&to_panel).len(), 1);
}

#[test]
fn what_follows_a_click_in_the_same_frame_comes_after_it() {
    let left = || click(MouseButton::Left).to_vec();
    let apart = [vec![moved(100.0)], left(), vec![moved(200.0)], left()].concat();
    let places: Vec<f32> = ended(&apart).into_iter().map(|(_, at)| at).collect();
    assert_eq!(places, [100.0, 200.0]);
    let double = [vec![moved(100.0)], left(), left()].concat();
    let twice = ended(&double).into_iter().map(|(gesture, _)| gesture);
    let twice: Vec<bool> =
        twice.map(|gesture| matches!(gesture, Gesture::Click { twice: true, .. })).collect();
    assert_eq!(twice, [false, true]);
}

#[test]
fn a_drag_within_a_frame_is_one() {
    let [down, up] = click(MouseButton::Left);
    let dragged = ended(&[moved(100.0), down, moved(200.0), up, moved(250.0)]);
    assert_eq!(dragged, [(Gesture::Drop { from: Vec2::new(100.0, 50.0) }, 200.0)]);
    let [down, up] = click(MouseButton::Right);
    assert_eq!(ended(&[moved(100.0), down, moved(200.0), up]), [], "it has pushed the table");
}

#[test]
fn buttons_of_which_nobody_knows_where_they_went_down_do_nothing() {
    assert_eq!(ended(&click(MouseButton::Left)), []);
}

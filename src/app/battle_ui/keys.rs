//! Keys and the pointer's buttons become verbs, selections and orders.

use bevy::{input::mouse::AccumulatedMouseScroll, prelude::*};
use bevy_egui::input::EguiWantsInput;
use leafwing_input_manager::prelude::ActionState;

use super::{
    aim::{self, Aim, Hover},
    command::{Command, why_not},
    controls, decision, draft, giving,
    log::LogLines,
    mode::{Mode, Selection},
    offered,
    open_panels::OpenPanels,
    overlays::Overlays,
    select,
};
use crate::{
    app::{
        camera::View,
        loading::Loading,
        pointer::Pointer,
        screens::{load_box::LoadBox, message_box::MessageBox, settings_box::SettingsBox},
        seat::Game,
        third_party::leafwing::{Action, tapped},
    },
    battle::playable::{
        Acting,
        acting::{Gesture, Situation},
    },
};

/// How far one press of a key moves the aim, in inches.
const NUDGE: f32 = 0.5;
/// How far one press of a key turns the facing, in degrees.
const ROTATION: f32 = 15.0;

/// Reads keys, as far as no text field does.
pub fn read_keys(world: &mut World) {
    if world.resource::<EguiWantsInput>().wants_any_keyboard_input() {
        return;
    }
    let mut states = world.query::<&ActionState<Action>>();
    let Ok(state) = states.single(world) else { return };
    let mut pressed: Vec<Action> = state.get_just_pressed();
    for tap in tapped(world) {
        if !pressed.contains(&tap) {
            pressed.push(tap);
        }
    }
    if world.resource::<OpenPanels>().help {
        if pressed.contains(&Action::Help) {
            world.resource_mut::<OpenPanels>().help = false;
        }
        return;
    }
    if world.resource::<OpenPanels>().menu || box_is_open(world) {
        // What is under a box takes no keys; the menu is closed by those that open it.
        if pressed.iter().any(|action| matches!(action, Action::Cancel | Action::Menu)) {
            world.resource_mut::<OpenPanels>().menu = false;
        }
        return;
    }
    if decision::read_keys(world, &pressed) {
        return;
    }
    if let Some(number) = controls::number(world)
        && controls::take(world, number)
    {
        return;
    }
    for action in pressed {
        press(world, action);
    }
}

/// Whether Shift is held.
pub fn shift(world: &World) -> bool {
    let held = world.resource::<ButtonInput<KeyCode>>();
    held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight])
}

/// Whether a box lies over everything else.
fn box_is_open(world: &World) -> bool {
    world.resource::<MessageBox>().is_open()
        || world.resource::<SettingsBox>().open
        || world.resource::<LoadBox>().is_open()
        || world.contains_resource::<Loading>()
}

/// What a key does, by its meaning.
pub fn press(world: &mut World, action: Action) {
    let nudge = |world: &mut World, x: f32, y: f32| aim::nudge(world, Vec2::new(x, y) * NUDGE);
    match action {
        Action::Confirm => {
            let marks = shift(world);
            giving::confirm(world, Gesture { confirms: true, marks });
        }
        Action::Cancel => {
            let closed = world.resource_mut::<OpenPanels>().close_help();
            if !closed && !world.resource_mut::<LogLines>().let_go() {
                giving::back(world);
            }
        }
        Action::NextUnit => select::next(world, 1),
        Action::PreviousUnit => select::next(world, -1),
        Action::NextModel => select::next_model(world, 1),
        Action::PreviousModel => select::next_model(world, -1),
        Action::RotateLeft => aim::rotate(world, ROTATION),
        Action::RotateRight => aim::rotate(world, -ROTATION),
        Action::NudgeUp => nudge(world, 0.0, 1.0),
        Action::NudgeDown => nudge(world, 0.0, -1.0),
        Action::NudgeLeft => nudge(world, -1.0, 0.0),
        Action::NudgeRight => nudge(world, 1.0, 0.0),
        Action::Overlay(place) => {
            world.resource_mut::<Overlays>().toggle(usize::from(place));
        }
        Action::ShowLog => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.log = !shown.log;
        }
        Action::ShowDice => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.dice = !shown.dice;
        }
        Action::ShowCard => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.card = !shown.card;
        }
        Action::Help => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.help = !shown.help;
        }
        Action::Verb(_)
        | Action::Scope
        | Action::Measure
        | Action::Undo
        | Action::Save
        | Action::Load => {
            if let Some(command) = Command::of(action) {
                giving::act(world, command);
            }
        }
        Action::Menu => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.menu = !shown.menu;
        }
        // The camera and the animations read these themselves.
        Action::PanUp
        | Action::PanDown
        | Action::PanLeft
        | Action::PanRight
        | Action::ZoomIn
        | Action::ZoomOut
        | Action::FitTable
        | Action::Skip => {}
    }
}

/// Reads clicks and drags on the table.
pub fn read_pointer(world: &mut World) {
    if world.resource::<OpenPanels>().menu || box_is_open(world) {
        return;
    }
    let pointer = *world.resource::<Pointer>();
    let mode = world.resource::<Mode>().clone();
    let shift = shift(world);
    if mode.places() && shift {
        // With Shift the wheel turns the facing; some systems make it a sideways wheel then.
        let scroll = world.resource::<AccumulatedMouseScroll>().delta;
        let notches = scroll.x + scroll.y;
        if notches != 0.0 {
            aim::rotate(world, notches.signum() * ROTATION);
        }
    }
    if pointer.right_clicked {
        giving::back(world);
        return;
    }
    if pointer.finger && !mode.places() && (pointer.dragging || pointer.dropped) {
        let held = mode == Mode::Select
            && pointer.pressed_at.is_some_and(|at| aim::grabbed(world, at))
            && moving(world).is_some();
        if !held {
            // There is no second button to push the table with.
            world.resource_mut::<View>().push(pointer.moved);
            return;
        }
    }
    // Whoever takes hold of a model of the active unit begins to move it.
    if mode == Mode::Select
        && pointer.dragging
        && pointer.pressed_at.is_some_and(|at| aim::grabbed(world, at))
        && let Some(moves) = moving(world)
    {
        giving::act(world, moves);
        return;
    }
    let gesture = Gesture { confirms: false, marks: shift };
    if mode.places() && (pointer.clicked || pointer.dropped) {
        aim::follow(world);
        giving::press(world, gesture);
        return;
    }
    if !pointer.clicked {
        return;
    }
    match &mode {
        Mode::Measure { .. } => {
            let from = world.resource::<Aim>().at;
            *world.resource_mut::<Mode>() = Mode::Measure { from };
        }
        Mode::Prepare(_) => {
            if giving::press(world, gesture) {
                select_hovered(world);
            }
        }
        Mode::Select => {
            select_hovered(world);
            if pointer.double_clicked
                && world.resource::<Selection>().unit.is_some()
                && world.resource::<Hover>().unit.is_some()
                && matches!(offered::situation(world), Situation::Choosing { .. })
            {
                giving::confirm(world, gesture);
            }
        }
    }
}

/// What taking hold of a model of the active unit does, if it can be done now.
fn moving(world: &World) -> Option<Command> {
    let moves = Command::Verb(Game::dragging_verb());
    why_not(world, moves).is_none().then_some(moves)
}

/// A click on a unit selects it; another click on it selects the model.
fn select_hovered(world: &mut World) {
    let hover = *world.resource::<Hover>();
    let present = *world.resource::<Selection>();
    let wanted = match hover.unit {
        None => Selection::default(),
        Some(unit) if present.unit == Some(unit) => {
            Selection { unit: Some(unit), model: hover.model }
        }
        Some(unit) => Selection { unit: Some(unit), model: None },
    };
    *world.resource_mut::<Selection>() = wanted;
}

/// Keys, pointer and draft, in the order in which they need each other.
pub fn read_input(world: &mut World) {
    super::mode::settle(world);
    super::next_up::take_up(world);
    decision::settle(world);
    aim::follow(world);
    read_keys(world);
    read_pointer(world);
    draft::update(world, false);
}

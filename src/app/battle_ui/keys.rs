//! Keys and the pointer's buttons become verbs, selections and orders.

use bevy::{input::mouse::AccumulatedMouseScroll, prelude::*};
use bevy_egui::input::EguiWantsInput;
use leafwing_input_manager::prelude::ActionState;

use super::{
    aim::{self, Aim, Hover},
    amounts,
    command::{Command, why_not},
    controls, decision, draft, giving, likely,
    log::LogLines,
    mode::{Mode, Selection, focus},
    offered,
    open_panels::OpenPanels,
    overlays::Overlays,
    select,
    toast::Toasts,
};
use crate::{
    app::{
        camera::View,
        held::{self, Held},
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

/// How far one press of a key moves the aim where no model is moved, in inches.
const NUDGE: f32 = 0.5;
/// How far one press of a key moves the aim while Ctrl is held, in inches.
const FINE_NUDGE: f32 = 0.1;
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
    if world.resource::<OpenPanels>().score {
        let closes = |action: &Action| matches!(action, Action::ShowScore | Action::Confirm);
        if pressed.iter().any(closes) {
            world.resource_mut::<OpenPanels>().score = false;
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
    if amounts::read_numbers(world) {
        return;
    }
    if let Some(number) = controls::number(world)
        && controls::take(world, number)
    {
        return;
    }
    let again = again(world);
    for action in pressed.into_iter().chain(again) {
        press(world, action);
    }
}

/// The steps that held keys take once more.
fn again(world: &World) -> Vec<Action> {
    let held = world.resource::<Held>();
    let more = |action| std::iter::repeat_n(action, held.more_steps(action) as usize);
    held::STEPS.into_iter().flat_map(more).collect()
}

/// Whether Shift is held.
pub fn shift(world: &World) -> bool {
    let held = world.resource::<ButtonInput<KeyCode>>();
    held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight])
}

/// Whether Ctrl is held.
fn control(world: &World) -> bool {
    let held = world.resource::<ButtonInput<KeyCode>>();
    held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight])
}

/// Moves the aim by a key: by what an action is worth where somebody is moved, else by half an inch,
/// with Ctrl by a tenth. Where an amount without a direction is chosen, that grows or shrinks
/// instead.
fn nudge(world: &mut World, toward: Vec2) {
    let fine = control(world);
    let intent = world.resource::<Mode>().intent();
    let stride = || intent.and_then(|intent| Game::stride(world, focus(world), intent));
    let far = if fine { FINE_NUDGE } else { stride().map_or(NUDGE, |stride| stride.0) };
    let by = toward * far;
    let nudged = intent.and_then(|intent| Game::nudged(world, focus(world), intent, by));
    if let Some(nudged) = nudged {
        *world.resource_mut::<Mode>() = Mode::Prepare(nudged);
    } else if !amounts::nudge(world, toward, fine) {
        aim::nudge(world, by);
    }
}

/// Whether a box lies over everything else.
pub(super) fn box_is_open(world: &World) -> bool {
    world.resource::<MessageBox>().is_open()
        || world.resource::<SettingsBox>().open
        || world.resource::<LoadBox>().is_open()
        || world.contains_resource::<Loading>()
}

/// What a key does, by its meaning.
pub fn press(world: &mut World, action: Action) {
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
        Action::NudgeUp => nudge(world, Vec2::Y),
        Action::NudgeDown => nudge(world, -Vec2::Y),
        Action::NudgeLeft => nudge(world, -Vec2::X),
        Action::NudgeRight => nudge(world, Vec2::X),
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
        Action::ShowScore => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.score = !shown.score;
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
        // The camera, the animations and the window read these themselves.
        Action::PanUp
        | Action::PanDown
        | Action::PanLeft
        | Action::PanRight
        | Action::ZoomIn
        | Action::ZoomOut
        | Action::FitTable
        | Action::Skip
        | Action::FullScreen => {}
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
    if pointer.right_clicked || (pointer.finger && pointer.clicked) {
        likely::settle(world);
    }
    if pointer.right_clicked {
        if likely::is_meant(world) {
            likely::commit(world);
        } else {
            giving::back(world);
        }
        return;
    }
    // A finger pushes the table then.
    if mode == Mode::Select
        && pointer.dragging
        && !pointer.finger
        && let Some(why) = pointer.pressed_at.and_then(|at| held_fast(world, at))
    {
        let beside = pointer.table.or(pointer.pressed_at).unwrap_or_default();
        world.resource_mut::<Toasts>().refuse_beside(why, beside);
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
        // A finger has nowhere else to look first at what it would do.
        Mode::Select if pointer.finger && likely::is_meant(world) => likely::prepare(world),
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

/// Why the model that was taken hold of at a point stays there, if it does.
fn held_fast(world: &World, at: Vec2) -> Option<String> {
    Game::held_fast(world, focus(world), aim::model_at(world, at, 0.0)?)
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
    likely::update(world);
    read_keys(world);
    read_pointer(world);
    draft::update(world, false);
}

#[cfg(test)]
mod tests;

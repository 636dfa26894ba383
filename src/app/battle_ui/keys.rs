//! Keys and the pointer's buttons become verbs, selections and orders.

use bevy::{input::mouse::AccumulatedMouseScroll, prelude::*};
use bevy_egui::input::EguiWantsInput;
use leafwing_input_manager::prelude::ActionState;

use super::{
    aim::{self, Aim, Hover},
    choosing, decision,
    log::LogLines,
    mode::{Mode, Selection},
    overlays::Overlays,
    plan, select,
    shown::Shown,
    templates,
    verbs::{self, Verb},
    why_not::why_not,
};
use crate::{
    app::{
        camera::View,
        loading::Loading,
        pointer::Pointer,
        screens::{load_box::LoadBox, message_box::MessageBox, settings_box::SettingsBox},
        third_party::leafwing::{Action, tapped},
    },
    battle::BattleWorld,
    no_quarter::phase::{Phase, phase},
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
    if world.resource::<Shown>().help {
        if pressed.contains(&Action::Help) {
            world.resource_mut::<Shown>().help = false;
        }
        return;
    }
    if world.resource::<Shown>().menu || box_is_open(world) {
        // What is under a box takes no keys; the menu is closed by those that open it.
        if pressed.iter().any(|action| matches!(action, Action::Cancel | Action::Menu)) {
            world.resource_mut::<Shown>().menu = false;
        }
        return;
    }
    if decision::read_keys(world, &pressed) {
        return;
    }
    if let Some(number) = choosing::number(world)
        && choosing::take(world, number)
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
            if !(shift(world) && templates::mark(world)) {
                verbs::confirm(world);
            }
        }
        Action::Cancel => {
            let closed = world.resource_mut::<Shown>().close_help();
            if !closed && !world.resource_mut::<LogLines>().let_go() {
                verbs::back(world);
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
        Action::ShowZones => toggle(world, |overlays| &mut overlays.zones),
        Action::ShowArcs => toggle(world, |overlays| &mut overlays.arcs),
        Action::ShowBands => toggle(world, |overlays| &mut overlays.bands),
        Action::ShowCoherency => toggle(world, |overlays| &mut overlays.coherency),
        Action::ShowSight => toggle(world, |overlays| &mut overlays.sight),
        Action::ShowReach => toggle(world, |overlays| &mut overlays.reach),
        Action::ShowLog => {
            let mut shown = world.resource_mut::<Shown>();
            shown.log = !shown.log;
        }
        Action::ShowDice => {
            let mut shown = world.resource_mut::<Shown>();
            shown.dice = !shown.dice;
        }
        Action::ShowCard => {
            let mut shown = world.resource_mut::<Shown>();
            shown.card = !shown.card;
        }
        Action::Help => {
            let mut shown = world.resource_mut::<Shown>();
            shown.help = !shown.help;
        }
        Action::Move
        | Action::Turn
        | Action::Wheel
        | Action::FormUp
        | Action::Charge
        | Action::Overrun
        | Action::Fight
        | Action::Sweep
        | Action::Shoot
        | Action::Template
        | Action::LoadWeapon
        | Action::Membership
        | Action::ChangePlaces
        | Action::StandUp
        | Action::Rally
        | Action::Hold
        | Action::EndActivation
        | Action::Scope
        | Action::Measure
        | Action::Undo
        | Action::Save
        | Action::Load => {
            if let Some(verb) = Verb::ALL.into_iter().find(|verb| verb.action() == action) {
                verbs::act(world, verb);
            }
        }
        Action::Menu => {
            let mut shown = world.resource_mut::<Shown>();
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

fn toggle(world: &mut World, which: impl Fn(&mut Overlays) -> &mut bool) {
    let mut overlays = world.resource_mut::<Overlays>();
    let shown = which(&mut overlays);
    *shown = !*shown;
}

/// Reads clicks and drags on the table.
pub fn read_pointer(world: &mut World) {
    if world.resource::<Shown>().menu || box_is_open(world) {
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
        verbs::back(world);
        return;
    }
    if pointer.finger && !mode.places() && (pointer.dragging || pointer.dropped) {
        let held = mode == Mode::Select
            && pointer.pressed_at.is_some_and(|at| aim::grabbed(world, at))
            && why_not(world, Verb::Move).is_none();
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
        && why_not(world, Verb::Move).is_none()
    {
        verbs::act(world, Verb::Move);
        return;
    }
    if mode.places() && (pointer.clicked || pointer.dropped) {
        aim::follow(world);
        if shift && templates::mark(world) {
            return;
        }
        verbs::commit(world);
        return;
    }
    if !pointer.clicked {
        return;
    }
    match mode {
        Mode::Overrun { through: None } => {
            if let Some(through) = world.resource::<Hover>().unit {
                *world.resource_mut::<Mode>() = Mode::Overrun { through: Some(through) };
            }
        }
        Mode::Charge { .. } | Mode::Fight { .. } | Mode::Shoot { .. } => {
            let hover = *world.resource::<Hover>();
            let side = world.frame().active.map(|unit| world.side_of(unit));
            let enemy = hover.unit.is_some_and(|unit| Some(world.side_of(unit)) != side);
            if enemy {
                verbs::commit(world);
            } else {
                select_hovered(world);
            }
        }
        Mode::Measure { .. } => {
            let from = world.resource::<Aim>().at;
            *world.resource_mut::<Mode>() = Mode::Measure { from };
        }
        Mode::Select | Mode::Hold => {
            select_hovered(world);
            if pointer.double_clicked
                && world.frame().active.is_none()
                && phase(world) == Phase::Activations
                && world.resource::<Selection>().unit.is_some()
                && world.resource::<Hover>().unit.is_some()
            {
                verbs::act(world, Verb::Activate);
            }
        }
        Mode::Move
        | Mode::Turn
        | Mode::Block(_)
        | Mode::FormUp { .. }
        | Mode::Deploy { .. }
        | Mode::Template(_)
        | Mode::Overrun { through: Some(_) }
        | Mode::LayTerrain { .. }
        | Mode::FollowUp => {}
        Mode::ChangePlaces { .. } => {
            if let Some(model) = world.resource::<Hover>().model {
                verbs::change_places(world, model);
            }
        }
    }
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

/// Keys, pointer and plan, in the order in which they need each other.
pub fn read_input(world: &mut World) {
    super::mode::settle(world);
    super::next_up::take_up(world);
    decision::settle(world);
    aim::follow(world);
    read_keys(world);
    read_pointer(world);
    plan::update(world, false);
}

//! Keys become verbs, selections and orders.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use super::{
    aim, amounts, choosing, clicks,
    command::Command,
    controls, decision, draft, giving, hints_panel, in_hand, lasting, likely,
    listing::{self, OpenListing},
    log::LogLines,
    menu,
    mode::{Mode, Selection, focus},
    open_panels::OpenPanels,
    overlays::Overlays,
    paging::{Paged, Paging},
    panel_keys::{self, InPanels},
    rest, select, toast,
};
use crate::{
    app::{
        animation::Playback,
        computers::{self, hints::Hints},
        held::{self, Held},
        loading::Loading,
        pointer::Pointer,
        screens::{load_box::LoadBox, message_box::MessageBox, settings_box::SettingsBox},
        seat::Game,
        taps::was_held,
        third_party::leafwing::{Action, Begun},
        touch::Fingers,
    },
    battle::playable::{Acting, acting::Gesture},
};

/// How far one press of a key moves the aim where no model is moved, in inches.
const NUDGE: f32 = 0.5;
/// How far one press of a key moves the aim while Ctrl is held, in inches.
const FINE_NUDGE: f32 = 0.1;
/// How far one press of a key turns the facing or swings a wheel, in degrees.
const ROTATION: f32 = 15.0;
/// The same while Ctrl is held, in degrees.
const FINE_ROTATION: f32 = 1.0;

/// Reads keys, as far as no text field does.
pub fn read_keys(world: &mut World) {
    let pressed = world.resource::<Begun>().0.clone();
    if world.resource::<OpenPanels>().menu {
        // One of its entries has the keyboard, but nothing is written there.
        menu::read_keys(world, &pressed);
        return;
    }
    if world.resource::<InPanels>().are_gone_through() {
        // egui's own keys go on within a panel, press, and leave them.
        if pressed.contains(&Action::Panels) {
            panel_keys::go_on(world);
        }
        return;
    }
    if world.resource::<OpenListing>().is_open() && !box_is_open(world) {
        // One of its rows has the keyboard, and nothing is written there either.
        listing::read_keys(world, &pressed);
        return;
    }
    if world.resource::<EguiWantsInput>().wants_any_keyboard_input() {
        return;
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
    if world.resource::<OpenPanels>().players {
        // egui's own keys choose in it and close it.
        return;
    }
    if box_is_open(world) {
        // What is under a box takes no keys.
        return;
    }
    if hints_panel::read_numbers(world) {
        return;
    }
    if pressed.contains(&Action::Hint) {
        giving::act(world, Command::Hint);
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
    // A key that leads back skips what is played, but doesn't hurry anybody who thinks.
    let leads_back = pressed.contains(&Action::Cancel);
    let is_left_out = |action: &Action| leads_back && *action == Action::Skip;
    let pressed = pressed.into_iter().filter(|action| !is_left_out(action));
    for action in pressed.chain(again).collect::<Vec<Action>>() {
        press(world, action);
    }
}

/// The steps that held keys take once more.
fn again(world: &World) -> Vec<Action> {
    let held = world.resource::<Held>();
    let more = |action| std::iter::repeat_n(action, held.more_steps(action) as usize);
    held::STEPS.into_iter().flat_map(more).collect()
}

/// Whether Shift is held, or was in this frame.
pub fn shift(world: &World) -> bool {
    was_held(world.resource(), [KeyCode::ShiftLeft, KeyCode::ShiftRight])
}

/// Whether Ctrl is held, or was in this frame.
fn control(world: &World) -> bool {
    was_held(world.resource(), [KeyCode::ControlLeft, KeyCode::ControlRight])
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

/// Turns what the order in preparation turns, or else the way that models look at the end, by so many
/// steps, counter-clockwise.
pub(super) fn rotate(world: &mut World, steps: f32) {
    let degrees = steps * if control(world) { FINE_ROTATION } else { ROTATION };
    let intent = world.resource::<Mode>().intent();
    match intent.and_then(|intent| Game::rotated(intent, degrees)) {
        Some(rotated) => *world.resource_mut::<Mode>() = Mode::Prepare(rotated),
        None => aim::rotate(world, degrees),
    }
}

/// Does what a command does; a move that begins by a key begins where its unit stands.
fn command(world: &mut World, command: Command) {
    giving::act(world, command);
    let intent = world.resource::<Mode>().intent();
    let moves = intent.is_some_and(|intent| Game::stride(world, focus(world), intent).is_some());
    if moves && matches!(command, Command::Verb(_)) {
        aim::await_keys(world);
    }
}

/// Whether a box lies over everything else.
pub fn box_is_open(world: &World) -> bool {
    world.resource::<MessageBox>().is_open()
        || world.resource::<SettingsBox>().open
        || world.resource::<LoadBox>().is_open()
        || world.contains_resource::<Loading>()
}

/// Whether anything lies over the table that is gone through by keys: a box, a list, one of the pages.
pub fn is_covered(world: &World) -> bool {
    world.resource::<OpenPanels>().covers()
        || world.resource::<OpenListing>().is_open()
        || box_is_open(world)
}

/// What a key does, by its meaning.
pub fn press(world: &mut World, action: Action) {
    match action {
        Action::Confirm => {
            let marks = shift(world);
            giving::confirm(world, Gesture { confirms: true, marks });
        }
        Action::Cancel => {
            world.resource_mut::<Paging>().let_go();
            let closed = world.resource_mut::<OpenPanels>().close_help();
            if closed {
                return;
            }
            if world.resource::<Hints>().are_open() {
                world.resource_mut::<Hints>().close();
            } else if !world.resource_mut::<LogLines>().let_go() {
                step_back(world);
            }
        }
        Action::NextUnit => select::next(world, 1),
        Action::PreviousUnit => select::next(world, -1),
        Action::NextModel => select::next_model(world, 1),
        Action::PreviousModel => select::next_model(world, -1),
        Action::RotateLeft => rotate(world, 1.0),
        Action::RotateRight => rotate(world, -1.0),
        Action::NudgeUp => nudge(world, Vec2::Y),
        Action::NudgeDown => nudge(world, -Vec2::Y),
        Action::NudgeLeft => nudge(world, -Vec2::X),
        Action::NudgeRight => nudge(world, Vec2::X),
        Action::Overlay(place) => {
            world.resource_mut::<Overlays>().toggle(usize::from(place));
        }
        Action::ShowLog => {
            switch(world, Paged::Log, |shown| &mut shown.log);
        }
        Action::ShowDice => {
            switch(world, Paged::Dice, |shown| &mut shown.dice);
        }
        Action::ShowCard => {
            switch(world, Paged::Card, |shown| &mut shown.card);
        }
        Action::ShowScore => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.score = !shown.score;
        }
        Action::ShowLasting => lasting::open(world),
        Action::Panels => panel_keys::go_on(world),
        Action::Help => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.help = !shown.help;
        }
        Action::Verb(_)
        | Action::Scope
        | Action::Measure
        | Action::Hint
        | Action::Undo
        | Action::Save
        | Action::Load => {
            if let Some(wanted) = Command::of(action) {
                command(world, wanted);
            }
        }
        Action::Menu => {
            let mut shown = world.resource_mut::<OpenPanels>();
            shown.menu = !shown.menu;
        }
        Action::Skip => {
            // The same key skips what is being played.
            if !world.resource::<Playback>().is_busy() {
                computers::play_now(world);
            }
        }
        // The camera, the animations and the window read these themselves.
        Action::PanUp
        | Action::PanDown
        | Action::PanLeft
        | Action::PanRight
        | Action::ZoomIn
        | Action::ZoomOut
        | Action::FitTable
        | Action::FullScreen => {}
    }
}

/// Opens or closes a panel by its key; while it is open, it takes the keys that scroll.
fn switch(world: &mut World, panel: Paged, which: fn(&mut OpenPanels) -> &mut bool) {
    let mut shown = world.resource_mut::<OpenPanels>();
    let open = which(&mut shown);
    *open = !*open;
    let open = *open;
    world.resource_mut::<Paging>().switched(panel, open);
}

/// One step back; the menu where there is none.
fn step_back(world: &mut World) {
    if *world.resource::<Mode>() == Mode::Select && choosing::listed_enemies(world).is_some() {
        choosing::list_enemies(world);
        return;
    }
    // The same key skips what is being played.
    let nothing = !world.resource::<Playback>().is_busy()
        && *world.resource::<Mode>() == Mode::Select
        && *world.resource::<Selection>() == Selection::default();
    if nothing {
        world.resource_mut::<OpenPanels>().menu = true;
    } else {
        giving::back(world);
    }
}

/// Keys, pointer and draft, in the order in which they need each other.
pub fn read_input(world: &mut World) {
    if something_is_pressed(world) {
        toast::read_press(world);
    }
    super::mode::settle(world);
    super::next_up::take_up(world);
    decision::settle(world);
    aim::follow(world);
    in_hand::update(world);
    rest::update(world);
    likely::update(world);
    read_keys(world);
    clicks::read_pointer(world);
    draft::update(world, false);
}

/// Whether a key, a button of the mouse or a finger went down in this frame.
fn something_is_pressed(world: &World) -> bool {
    let keys = world.resource::<ButtonInput<KeyCode>>();
    let buttons = world.resource::<ButtonInput<MouseButton>>();
    keys.get_just_pressed().next().is_some()
        || buttons.get_just_pressed().next().is_some()
        || world.resource::<Fingers>().just_pressed
        || world.resource::<Pointer>().led.is_some()
}

#[cfg(test)]
mod tests;

//! Clicks and drags on the table become selections, marks and orders.

use bevy::{input::mouse::AccumulatedMouseScroll, prelude::*};

use super::{
    aim::{self, Aim, Hover},
    command::{Command, why_not},
    giving,
    key_names::with_keys,
    keys::{self, box_is_open, shift},
    likely,
    mode::{Mode, Selection, focus},
    offered,
    open_panels::OpenPanels,
    rest,
    toast::Toasts,
};
use crate::{
    app::{camera::View, orders::OrderQueue, pointer::Pointer, seat::Game},
    battle::playable::{
        Acting,
        acting::{Gesture, Situation},
    },
};

/// What a drag that took hold of a model is about.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drag {
    /// Nothing: there is none, or it means what the mode says.
    #[default]
    Nothing,
    /// A move that it has begun, and that ends with it.
    Move,
    /// Nothing any more: the player has stepped back from the move.
    LeftOff,
}

/// Reads clicks and drags on the table.
pub fn read_pointer(world: &mut World) {
    if world.resource::<OpenPanels>().menu || box_is_open(world) {
        return;
    }
    let pointer = *world.resource::<Pointer>();
    follow_drag(world, &pointer);
    let mut mode = world.resource::<Mode>().clone();
    let shift = shift(world);
    if mode.places() && shift {
        // With Shift the wheel turns the facing; some systems make it a sideways wheel then.
        let scroll = world.resource::<AccumulatedMouseScroll>().delta;
        let notches = scroll.x + scroll.y;
        if notches != 0.0 {
            keys::rotate(world, notches.signum());
        }
    }
    if pointer.right_clicked || (pointer.finger && pointer.clicked) {
        likely::settle(world);
    }
    if pointer.right_clicked {
        right_click(world, &pointer);
        return;
    }
    let mut drag = *world.resource::<Drag>();
    if drag == Drag::LeftOff {
        return;
    }
    // A finger pushes the table then.
    if mode == Mode::Select
        && pointer.dragging
        && !pointer.finger
        && let Some(why) = pointer.pressed_at.and_then(|at| held_fast(world, at))
    {
        refuse_at(world, &pointer, why);
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
        drag = Drag::Move;
        *world.resource_mut::<Drag>() = drag;
        if !pointer.dropped {
            return;
        }
        // It was so quick that it is over already.
        mode = world.resource::<Mode>().clone();
    }
    let gesture = Gesture { confirms: false, marks: shift };
    if mode.places() && (pointer.clicked || pointer.dropped) {
        aim::follow(world);
        giving::press(world, gesture);
        if pointer.dropped && drag == Drag::Move {
            end_move(world);
        }
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
        // The second half of a double click strikes no second blow.
        Mode::Prepare(_) if mode.targets() && rest::is_on(world) => {}
        Mode::Prepare(_) => {
            let before = world.resource::<OrderQueue>().len();
            if giving::press(world, gesture) {
                select_hovered(world);
            } else if world.resource::<OrderQueue>().len() > before {
                rest::begin(world);
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

/// Does what is meant at an enemy, says why nothing can be done to it, or steps back.
fn right_click(world: &mut World, pointer: &Pointer) {
    if likely::is_meant(world) {
        likely::commit(world);
    } else if let Some(why) = likely::nothing(world).map(str::to_owned) {
        refuse_at(world, pointer, why);
    } else if !rest::is_on(world) {
        giving::back(world);
    }
}

/// Says at the pointer why something can't be done.
fn refuse_at(world: &mut World, pointer: &Pointer, why: String) {
    let beside = pointer.table.or(pointer.pressed_at).unwrap_or_default();
    world.resource_mut::<Toasts>().refuse_beside(why, beside);
}

/// Sees what has become of the move that a drag has begun: the player may have stepped back from it, or
/// the drag may have left the window.
fn follow_drag(world: &mut World, pointer: &Pointer) {
    let drag = *world.resource::<Drag>();
    let drags = pointer.dragging || pointer.dropped;
    match drag {
        Drag::Nothing => {}
        Drag::Move if !drags => end_move(world),
        Drag::Move if world.resource::<Mode>().intent().is_none() => {
            *world.resource_mut::<Drag>() = Drag::LeftOff;
        }
        Drag::LeftOff if !drags => *world.resource_mut::<Drag>() = Drag::Nothing,
        Drag::Move | Drag::LeftOff => {}
    }
}

/// Ends the move that a drag has begun, whether the order was given or not.
fn end_move(world: &mut World) {
    *world.resource_mut::<Drag>() = Drag::Nothing;
    if world.resource::<Mode>().intent().is_some() {
        *world.resource_mut::<Mode>() = Mode::Select;
        aim::clear(world);
    }
}

/// What taking hold of a model of the active unit does, if it can be done now.
fn moving(world: &World) -> Option<Command> {
    let moves = Command::Verb(Game::dragging_verb());
    why_not(world, moves).is_none().then_some(moves)
}

/// Why the model that was taken hold of at a point stays there, if it does.
fn held_fast(world: &World, at: Vec2) -> Option<String> {
    let why = Game::held_fast(world, focus(world), aim::model_at(world, at, 0.0)?)?;
    Some(with_keys(world, &why))
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

#[cfg(test)]
mod tests;

//! The one guard against ordering twice: after a click that gave an order at an enemy, or skipped what was
//! played, clicks give no orders for a moment.

use bevy::prelude::*;

use crate::{
    app::{
        animation::{Floater, Floaters, Playback},
        computers,
        orders::OrderQueue,
        pointer::Pointer,
    },
    battle::playable::telling::Mood,
};

/// Until when clicks give no orders, in seconds since the program began.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Rest {
    until: f64,
}

/// How long that is: the second half of a double click is no order. Seconds.
const LONG: f64 = 0.4;
/// What a click says that has skipped something.
const SKIPPED: &str = "Skipped";

/// Begins when a click skips what is being played, and says so there.
pub fn update(world: &mut World) {
    let pointer = *world.resource::<Pointer>();
    let clicked = pointer.clicked || pointer.right_clicked;
    if !clicked || !world.resource::<Playback>().is_busy() {
        return;
    }
    begin(world);
    if let Some(at) = pointer.table {
        let skipped = Floater::new(at, Mood::Plain, SKIPPED);
        world.resource_mut::<Floaters>().say([skipped]);
    }
}

/// A click has given an order.
pub fn begin(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    world.resource_mut::<Rest>().until = now + LONG;
}

/// Whether clicks give no orders for the moment: what was ordered is still to be seen to its end, a click
/// has just given an order or skipped something, or it is a computer's turn.
pub fn is_on(world: &World) -> bool {
    let now = world.resource::<Time<Real>>().elapsed_secs_f64();
    now < world.resource::<Rest>().until
        || !world.resource::<OrderQueue>().is_empty()
        || world.resource::<Playback>().is_busy()
        || computers::awaited(world).is_some()
}

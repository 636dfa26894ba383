//! The columns beside the table: how their height is shared among those who stand in them. None reaches
//! into another, and what each has doesn't depend on what it says.
//!
//! The card has the left column, and that of the unit under the pointer its lower end. In the right one the log stands at the top and the dice below.

use bevy::prelude::*;
use bevy_egui::egui::{self, Rect, pos2, vec2};

use super::{open_panels::OpenPanels, panel};
use crate::app::third_party::egui::text_size;

/// What the last lines of the log take where there is room, in egui points at the usual size of text.
const LAST_LINES: f32 = 214.0;
/// The most that the dice take, in egui points at the usual size of text.
const DICE: f32 = 330.0;
/// The share of the room that is kept for the dice.
const SHARE_OF_DICE: f32 = 0.42;
/// What the whole log needs at least before the dice have any room beside it, in egui points at the
/// usual size of text.
const WHOLE_LOG: f32 = 220.0;
/// What the card of the unit under the pointer takes at least and at most, in egui points at the usual
/// size of text.
const COMPARED: (f32, f32) = (190.0, 220.0);
/// The most of the height of its column that this may be.
const SHARE_OF_COMPARED: f32 = 0.5;
/// Dice with less room than this aren't shown, in egui points.
const TOO_LITTLE: f32 = 60.0;

/// What log and dice have of the height of the right column, in egui points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shares {
    log: f32,
    dice: f32,
}

/// Shares so much height, for text so large: the log may be open as a whole, and dice be switched on
/// or off.
fn share(room: f32, text: f32, open: bool, dice: bool) -> Shares {
    let both = (room - panel::GAP).max(0.0);
    let kept = (both * SHARE_OF_DICE).min(DICE * text);
    let kept = if open { kept.min((both - WHOLE_LOG * text).max(0.0)) } else { kept };
    if !dice || kept < TOO_LITTLE {
        let log = if open { room } else { room.min(LAST_LINES * text) };
        return Shares { log, dice: 0.0 };
    }
    let log = if open { both - kept } else { (both - kept).min(LAST_LINES * text) };
    Shares { log, dice: (both - log).min(DICE * text) }
}

fn shares(world: &World, ctx: &egui::Context) -> Shares {
    let shown = world.resource::<OpenPanels>();
    share(room(ctx).height(), text_size(ctx), shown.log, shown.dice)
}

/// Between the bar above and the orders below, and a little inside the window's edges.
pub fn room(ctx: &egui::Context) -> Rect {
    let window = ctx.content_rect();
    let top = window.top() + panel::bar_height(ctx) + panel::GAP;
    let bottom = (window.bottom() - panel::orders_height(ctx) - panel::GAP).max(top);
    Rect::from_min_max(
        pos2(window.left() + panel::GAP, top),
        pos2(window.right() - panel::GAP, bottom),
    )
}

/// Where the log stands, so wide with its margins.
pub fn of_log(world: &World, ctx: &egui::Context, width: f32) -> Rect {
    let room = room(ctx);
    let size = vec2(width - 2.0 * panel::GAP, shares(world, ctx).log);
    Rect::from_min_size(pos2(room.right() - size.x, room.top()), size)
}

/// Where the dice may lie at most, if there is room for them; they begin at its lower right corner.
pub fn of_dice(world: &World, ctx: &egui::Context) -> Option<Rect> {
    let room = room(ctx);
    let size = vec2(panel::beside(world, ctx) - 2.0 * panel::GAP, shares(world, ctx).dice);
    (size.y > 0.0).then(|| Rect::from_min_size(room.max - size, size))
}

/// Where the card is, with another below it or without.
pub fn of_card(world: &World, ctx: &egui::Context, compared: bool) -> Rect {
    let room = room(ctx);
    let width = panel::beside(world, ctx) - 2.0 * panel::GAP;
    let below = of_compared(world, ctx).filter(|_| compared);
    let bottom = below.map_or(room.bottom(), |below| below.top() - panel::GAP);
    Rect::from_min_max(room.min, pos2(room.left() + width, bottom))
}

/// Where the card of the unit under the pointer may be at most, if there is room for it; it begins at
/// its lower left corner.
pub fn of_compared(world: &World, ctx: &egui::Context) -> Option<Rect> {
    let room = room(ctx);
    let width = panel::beside(world, ctx) - 2.0 * panel::GAP;
    let high = compared_height(room.height(), text_size(ctx))?;
    Some(Rect::from_min_max(
        pos2(room.left(), room.bottom() - high),
        pos2(room.left() + width, room.bottom()),
    ))
}

/// What the card of the unit under the pointer has of so much height, for text so large.
fn compared_height(room: f32, text: f32) -> Option<f32> {
    let (least, most) = (COMPARED.0 * text, COMPARED.1 * text);
    let share = room * SHARE_OF_COMPARED;
    (least <= share).then_some(most.min(share))
}

#[cfg(test)]
mod tests;

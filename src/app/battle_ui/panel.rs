//! Where panels are and how they are framed.

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, Pos2, Rect};

use super::shown::{Before, Shown};
use crate::app::camera::Margins;

/// The height of the turn bar, in egui points.
pub const BAR: f32 = 36.0;
/// The width of the card, in egui points.
pub const CARD: f32 = 236.0;
/// The width of the log, in egui points.
pub const LOG: f32 = 272.0;
/// The height of the orders panel, in egui points.
pub const ORDERS: f32 = 124.0;
/// The same where there is little width and the buttons take more rows.
const TALL_ORDERS: f32 = 190.0;
/// Below this width panels don't stand beside the table but lie over it, one at a time; egui points.
const NARROW: f32 = 720.0;

/// Whether the window is as narrow as an upright phone.
pub fn is_narrow(ctx: &egui::Context) -> bool {
    ctx.content_rect().width() < NARROW
}

/// The height of the orders panel in this window, in egui points.
pub fn orders_height(ctx: &egui::Context) -> f32 {
    if is_narrow(ctx) { TALL_ORDERS } else { ORDERS }
}

/// So wide, or as wide as the window allows; egui points.
pub fn at_most(ctx: &egui::Context, width: f32) -> f32 {
    width.min(ctx.content_rect().width() - 24.0)
}

/// In a narrow window nothing lies over the table at first, and then only what was opened last.
pub fn make_room(world: &mut World, ctx: &egui::Context) {
    let shown = *world.resource::<Shown>();
    let before = world.resource::<Before>().0;
    let after = is_narrow(ctx).then(|| shown.one_of(before));
    if after != before {
        world.resource_mut::<Before>().0 = after;
    }
    world.resource_mut::<Shown>().set_if_neq(after.unwrap_or(shown));
}

/// Tells the camera what panels cover.
pub fn tell_margins(world: &mut World, ctx: &egui::Context) {
    let shown = *world.resource::<Shown>();
    let beside = |there: bool, width: f32| if there && !is_narrow(ctx) { width } else { 0.0 };
    let wanted = Margins {
        left: beside(shown.card, CARD),
        right: beside(shown.right_column(), LOG),
        top: BAR,
        bottom: orders_height(ctx),
    };
    world.resource_mut::<Margins>().set_if_neq(wanted);
}

/// A framed panel in a fixed rectangle.
pub fn fixed<R>(
    ctx: &egui::Context,
    id: &str,
    rect: Rect,
    contents: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(Id::new(id))
        .fixed_pos(rect.min)
        .constrain(false)
        .movable(false)
        .order(egui::Order::Middle);
    area.show(ctx, |ui| {
        let style = ui.style();
        let frame = egui::Frame::new()
            .fill(style.visuals.panel_fill)
            .stroke(style.visuals.window_stroke)
            .inner_margin(egui::Margin::symmetric(8, 5));
        frame
            .show(ui, |ui| {
                // A window manager may make the window smaller than it is allowed to be.
                let inside = (rect.size() - frame.total_margin().sum()).max(egui::Vec2::ZERO);
                ui.set_min_size(inside);
                ui.set_max_size(inside);
                contents(ui)
            })
            .inner
    })
    .inner
}

/// The rectangle between two corners given as distances from the window's edges; negative ones
/// count from the right or the lower edge.
pub fn rect(ctx: &egui::Context, from: (f32, f32), to: (f32, f32)) -> Rect {
    let window = ctx.content_rect();
    let place = |(x, y): (f32, f32)| {
        let x = if x < 0.0 { window.right() + x } else { window.left() + x };
        let y = if y < 0.0 { window.bottom() + y } else { window.top() + y };
        Pos2::new(x, y)
    };
    Rect::from_min_max(place(from), place(to))
}

//! Where panels are and how they are framed.

use bevy::prelude::*;
use bevy_egui::egui::{self, Id, Pos2, Rect};

use super::shown::Shown;
use crate::app::camera::Margins;

/// The height of the turn bar, in egui points.
pub const BAR: f32 = 36.0;
/// The width of the card, in egui points.
pub const CARD: f32 = 236.0;
/// The width of the log, in egui points.
pub const LOG: f32 = 272.0;
/// The height of the orders panel, in egui points.
pub const ORDERS: f32 = 124.0;

/// Tells the camera what panels cover.
pub fn tell_margins(world: &mut World, playing: bool) {
    let shown = *world.resource::<Shown>();
    let wanted = if playing {
        Margins {
            left: if shown.card { CARD } else { 0.0 },
            right: if shown.right_column() { LOG } else { 0.0 },
            top: BAR,
            bottom: ORDERS,
        }
    } else {
        Margins::default()
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

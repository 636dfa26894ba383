//! Missiles in flight: a bright streak with a head, and a spark where it strikes.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Color32, Stroke},
};

use super::Playback;
use crate::app::{camera::View, in_battle};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(in_battle));
}

fn draw(mut contexts: EguiContexts, view: Res<View>, playback: Res<Playback>) -> Result {
    let Some((beat, progress)) = playback.now() else { return Ok(()) };
    let Some((from, to, hit)) = beat.tracer else { return Ok(()) };
    let painter = contexts.ctx_mut()?.layer_painter(egui::LayerId::background());
    // A miss flies on past the target.
    let end = if hit { to } else { to + (to - from).normalize_or_zero() * 1.2 };
    let flight = (progress / 0.75).min(1.0);
    let head = view.point_of(from.lerp(end, flight));
    let tail = view.point_of(from.lerp(end, (flight - 0.22).max(0.0)));
    if flight < 1.0 {
        painter.line_segment([tail, head], Stroke::new(4.0, Color32::from_black_alpha(130)));
        painter.line_segment([tail, head], Stroke::new(2.0, Color32::from_rgb(0xff, 0xee, 0xc0)));
        painter.circle_filled(head, 2.6, Color32::WHITE);
    } else if hit {
        let burst = (progress - 0.75) / 0.25;
        let radius = view.points_per_inch() * (0.15 + 0.4 * burst);
        let fade = Color32::from_rgb(0xff, 0xd2, 0x6a).gamma_multiply(1.0 - burst);
        painter.circle_stroke(view.point_of(to), radius, Stroke::new(2.5, fade));
    }
    Ok(())
}

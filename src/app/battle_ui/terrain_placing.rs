//! Laying the pieces of terrain before the armies are set up, in turns.

use bevy::prelude::*;
use bevy_egui::egui::{self, RichText};

use super::{
    aim::Aim,
    deployment::told,
    details::rotation_buttons,
    icons::Icon,
    key_names::key_name,
    mode::Mode,
    orders_panel::shown_key,
    paint::Canvas,
    plan::Plan,
    press::{Press, word_height},
    toast::Toasts,
    verbs,
};
use crate::{
    app::{theme::Theme, third_party::leafwing::Action},
    battle::{BattleWorld, TerrainId},
    no_quarter::{
        Order,
        phase::{Phase, phase},
        terrain_placing,
    },
    table::Pose,
};

/// The orders panel while terrain is laid.
pub fn panel(world: &mut World, ui: &mut egui::Ui, theme: &Theme) {
    let side = world.frame().side;
    let mode = world.resource::<Mode>().clone();
    ui.horizontal_wrapped(|ui| {
        let colour = Theme::egui(theme.side(side).text);
        let text = format!("{} lay terrain:", world.side_name(side));
        ui.set_row_height(word_height(ui));
        ui.label(RichText::new(text).color(colour).strong());
        for terrain in terrain_placing::unlaid(world) {
            let kind = world.terrain(terrain).map(|piece| piece.kind.clone());
            let name = format!("{} {}", kind.unwrap_or_default(), terrain.0 + 1);
            let same = mode == Mode::LayTerrain { terrain };
            if ui.add(Press::word(&name, "").selected(same)).clicked() && !same {
                verbs::enter(world, Mode::LayTerrain { terrain });
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let Mode::LayTerrain { terrain } = mode else {
            let key = key_name(world, Action::Confirm);
            let press = Press::row(Icon::Table, "Take up the next piece", shown_key(ui, &key));
            if ui.add(press.loud()).clicked() {
                take_up_next(world);
            }
            let text = "Choose a piece, then point at its place.";
            ui.label(RichText::new(text).color(Theme::egui(theme.faint)));
            return;
        };
        rotation_buttons(world, ui);
        let for_me = ui.add(Press::word("Lay it for me", ""));
        if for_me.on_hover_text("Puts it where there is room").clicked() {
            match terrain_placing::find_spot(world, terrain) {
                Some(at) => verbs::give(world, Order::LayTerrain { terrain, at: Some(at) }),
                None => {
                    world.resource_mut::<Toasts>().refuse("There is no room for it.".to_owned())
                }
            }
        }
        let leave_out = ui.add(Press::word("Leave it out", ""));
        let leave_out = leave_out.on_hover_text("It takes no part in the battle");
        if leave_out.clicked() {
            verbs::give(world, Order::LayTerrain { terrain, at: None });
        }
    });
    let mode = world.resource::<Mode>().clone();
    if mode != Mode::Select {
        ui.horizontal_wrapped(|ui| told(world, ui, theme, &mode));
    }
}

/// Begins to lay the first piece that waits.
pub fn take_up_next(world: &mut World) {
    if let Some(&terrain) = terrain_placing::unlaid(world).first() {
        verbs::enter(world, Mode::LayTerrain { terrain });
    }
}

/// Draws the piece where it would lie.
pub fn draw(world: &World, canvas: &Canvas) {
    let Mode::LayTerrain { terrain } = *world.resource::<Mode>() else { return };
    if phase(world) != Phase::Terrain {
        return;
    }
    let aim = world.resource::<Aim>();
    let Some(at) = aim.at else { return };
    draw_piece(world, canvas, terrain, &Pose::new(at, aim.facing.unwrap_or(Vec2::X)));
}

fn draw_piece(world: &World, canvas: &Canvas, terrain: TerrainId, at: &Pose) {
    let Some(footprint) = terrain_placing::footprint_at(world, terrain, at) else { return };
    let refused = world.resource::<Plan>().refused.is_some();
    let colour = if refused { canvas.bad() } else { canvas.good() };
    let outline = footprint.outline(32);
    canvas.wash(&outline, colour.gamma_multiply(0.15));
    canvas.outline(&outline, colour, 2.0);
}

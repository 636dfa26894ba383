//! The title and its menu. Arrow keys or Tab go through it, Enter picks.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Align2, Button, Color32, FontId, RichText},
};

use super::{Screen, load_box::LoadBox, message_box::MessageBox, settings_box::SettingsBox};
use crate::app::{
    running::{self, NextBattle},
    storage,
    theme::Theme,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Kept>();
    app.add_systems(OnEnter(Screen::Title), look_for_saves);
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Title)));
}

/// What there is to go on with.
#[derive(Resource, Default)]
struct Kept {
    last_battle: bool,
    any: bool,
    /// The menu was just opened: its first entry gets the keyboard.
    fresh: bool,
}

fn look_for_saves(mut kept: ResMut<Kept>) {
    let saves = super::load_box::saves();
    *kept = Kept {
        last_battle: saves.iter().any(|name| name == storage::LAST_BATTLE),
        // In the browser the same box imports files.
        any: !saves.is_empty() || cfg!(target_arch = "wasm32"),
        fresh: true,
    };
}

fn show(
    mut contexts: EguiContexts,
    theme: Res<Theme>,
    mut kept: ResMut<Kept>,
    mut screen: ResMut<NextState<Screen>>,
    mut next: ResMut<NextBattle>,
    mut message: ResMut<MessageBox>,
    mut settings: ResMut<SettingsBox>,
    mut load: ResMut<LoadBox>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let window = context.content_rect();
    shade(context, window);
    let left = (window.width() * 0.09).max(if window.width() < 500.0 { 20.0 } else { 40.0 });
    name(context, egui::pos2(left, window.height() * 0.20), &theme);
    egui::Area::new(egui::Id::new("title_menu"))
        .fixed_pos(egui::pos2(left, window.height() * 0.44))
        .show(context, |ui| {
            ui.spacing_mut().item_spacing.y = 9.0;
            let (last_battle, any) = (kept.last_battle, kept.any);
            let mut entry = |ui: &mut egui::Ui, text: &str, enabled: bool| {
                let text = RichText::new(text).size(18.0);
                let button =
                    ui.add_enabled(enabled, Button::new(text).min_size(egui::vec2(250.0, 40.0)));
                if kept.fresh && enabled {
                    button.request_focus();
                    kept.fresh = false;
                }
                button.clicked()
            };
            if last_battle && entry(ui, "Continue", true) {
                match running::saved(storage::LAST_BATTLE) {
                    Ok(beginning) => next.0 = Some(beginning),
                    Err(errors) => message.errors("The last battle can't be loaded", &errors),
                }
            }
            if entry(ui, "New battle", true) {
                screen.set(Screen::LevelChoice);
            }
            if entry(ui, "Load a battle", any) {
                load.open();
            }
            if entry(ui, "Settings", true) {
                settings.open = true;
            }
            if !cfg!(target_arch = "wasm32") && entry(ui, "Quit", true) {
                exit.write(AppExit::Success);
            }
        });
    let small = FontId::proportional(12.0);
    let text = concat!("Version ", env!("CARGO_PKG_VERSION"), "  ·  rules: No Quarter 2.5a");
    let at = egui::pos2(left, window.bottom() - 26.0);
    background(context).text(at, Align2::LEFT_CENTER, text, small, Theme::egui(theme.faint));
    Ok(())
}

fn background(context: &egui::Context) -> egui::Painter {
    context.layer_painter(egui::LayerId::background())
}

/// Darkens the backdrop to the left, where the menu is.
fn shade(context: &egui::Context, window: egui::Rect) {
    let mut mesh = egui::Mesh::default();
    let columns = [(0.0, 235), (0.30, 215), (0.52, 95), (0.75, 30), (1.0, 60)];
    for (share, alpha) in columns {
        let x = window.left() + window.width() * share;
        let colour = Color32::from_rgba_unmultiplied(14, 11, 8, alpha);
        mesh.colored_vertex(egui::pos2(x, window.top()), colour);
        mesh.colored_vertex(egui::pos2(x, window.bottom()), colour);
    }
    for column in 0..columns.len() as u32 - 1 {
        let a = column * 2;
        mesh.add_triangle(a, a + 1, a + 2);
        mesh.add_triangle(a + 1, a + 3, a + 2);
    }
    background(context).add(mesh);
}

/// The game's name, letter by letter, with a rule and a line of words under it.
fn name(context: &egui::Context, at: egui::Pos2, theme: &Theme) {
    let painter = background(context);
    let gold = Theme::egui(theme.accent);
    let mut x = at.x;
    // On an upright phone the letters are as large as fit.
    let size = ((context.content_rect().width() - at.x) / 7.0).min(76.0);
    for letter in "IRONRANK".chars() {
        let galley = painter.layout_no_wrap(letter.to_string(), FontId::proportional(size), gold);
        for (off, colour) in [(3.0, Color32::from_black_alpha(200)), (0.0, gold)] {
            let place = egui::pos2(x + off, at.y + off);
            painter.galley_with_override_text_color(place, galley.clone(), colour);
        }
        x += galley.size().x + size * 0.09;
    }
    let y = at.y + size * 1.26;
    let line = egui::Stroke::new(2.0, gold.gamma_multiply(0.8));
    painter.hline(at.x + 2.0..=x - 12.0, y, line);
    for end in [at.x + 2.0, x - 12.0] {
        painter.circle_filled(egui::pos2(end, y), 4.0, gold);
    }
    painter.text(
        egui::pos2(at.x + 2.0, y + 22.0),
        Align2::LEFT_CENTER,
        "Tabletop battles by the book. No grid: everything in inches.",
        FontId::proportional(if size < 60.0 { 12.0 } else { 17.0 }),
        Theme::egui(theme.text),
    );
}

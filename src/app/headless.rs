//! The app for tests and benches: without a window and a renderer, and with a level that fills it.

use bevy::{
    log::LogPlugin,
    prelude::*,
    render::{RenderPlugin, settings::WgpuSettings},
    winit::WinitPlugin,
};

#[cfg(test)]
use bevy_egui::{
    EguiOutput, PrimaryEguiContext,
    egui::{
        self,
        accesskit::{Node, Role},
    },
};

#[cfg(test)]
use super::third_party::egui::context;
use super::{
    AppOptions,
    loading::Loading,
    running::{Beginning, NextBattle},
    seat::Level,
    settings,
};
use crate::battle::UnitId;

/// The app with neither a window on a screen nor a renderer, for tests and benches that count and
/// measure what it does in a frame. Each `update` is one.
/// The settings are the usual ones, whatever the player's are.
pub fn headless(mut options: AppOptions) -> App {
    options.settings.get_or_insert_default();
    let mut app = App::new();
    let renderer = WgpuSettings { backends: None, ..default() };
    let renderer = RenderPlugin { render_creation: renderer.into(), ..default() };
    app.insert_resource(options);
    app.add_plugins(settings::plugin);
    let primary_window = Some(super::window(app.world().resource(), app.world().resource()));
    let window = WindowPlugin { primary_window, ..default() };
    let plugins = DefaultPlugins.set(window).set(renderer);
    app.add_plugins(plugins.disable::<WinitPlugin>().disable::<LogPlugin>());
    super::plugin(&mut app);
    app.finish();
    app.cleanup();
    app
}

/// Begins a battle of a level in an app, and waits until it is loaded.
pub fn begin_battle(app: &mut App, level: Level, seed: u64) {
    app.world_mut().resource_mut::<NextBattle>().0 = Some(Beginning::usual(level, seed));
    app.update();
    while app.world().contains_resource::<Loading>() {
        app.update();
    }
}

/// What can be pressed after the last frame: its name, and where it is in egui points.
#[cfg(test)]
pub fn buttons(app: &mut App) -> Vec<(String, egui::Rect)> {
    let is_button = |node: &Node| node.role() == Role::Button;
    nodes(app, |node| node.label().filter(|_| is_button(node)).map(str::to_owned))
}

/// What can be read after the last frame besides the names of buttons, and where it is in egui points.
#[cfg(test)]
pub fn words(app: &mut App) -> Vec<(String, egui::Rect)> {
    let is_label = |node: &Node| node.role() == Role::Label;
    nodes(app, |node| node.value().filter(|_| is_label(node)).map(str::to_owned))
}

/// What is found in the panels of another frame, and where.
#[cfg(test)]
fn nodes(app: &mut App, found: impl Fn(&Node) -> Option<String>) -> Vec<(String, egui::Rect)> {
    let Some(ctx) = context(app.world_mut()) else { return Vec::new() };
    ctx.enable_accesskit();
    app.update();
    let world = app.world_mut();
    let mut outputs = world.query_filtered::<&EguiOutput, With<PrimaryEguiContext>>();
    let output = outputs.single(world).expect("the window has a context");
    let update = output.platform_output.accesskit_update.as_ref();
    let nodes = update.map(|update| update.nodes.iter()).into_iter().flatten();
    let corner = |x: f64, y: f64| egui::pos2(x as f32, y as f32);
    let place = |node: &Node| {
        let bounds = node.bounds()?;
        let (low, high) = (corner(bounds.x0, bounds.y0), corner(bounds.x1, bounds.y1));
        Some(egui::Rect::from_min_max(low, high))
    };
    nodes.filter_map(|(_, node)| Some((found(node)?, place(node)?))).collect()
}

/// The unit of [`crowd`] that has bows and stands in the first line.
pub const ARCHERS: UnitId = UnitId(2);

/// A level with 400 models: sixteen units of 25, eight a side, face to face, one of archers.
pub fn crowd() -> Level {
    let unit = |side: &str, profile: &str, x: f32, y: f32, facing: f32| {
        format!(
            r#"(side: "{side}", name: "{side} {x}", profile: "{profile}", count: 25,
                formation: Ranked(frontage: 5), place: At({x}, {y}, {facing})),"#
        )
    };
    let places = [6.0, 14.5, 23.0, 31.5, 40.0, 48.5, 57.0, 65.5];
    let armed = |place: u32| if UnitId(place) == ARCHERS { "wood_elf_archer" } else { "spearman" };
    let near = (0..).zip(places).map(|(i, x)| unit("Near", armed(i), x, 12.0, 90.0));
    let near: String = near.collect();
    let far = places.map(|x| unit("Far", "orc_bruiser", x, 36.0, 270.0)).concat();
    let text = format!(
        r#"(name: "Crowd", table: (width: 72, depth: 48),
            sides: [(name: "Near", edge: South), (name: "Far", edge: North)],
            units: [{near}{far}], turns: Fixed(6))"#
    );
    Level::read("crowd.ron", &text).expect("the level is written here")
}

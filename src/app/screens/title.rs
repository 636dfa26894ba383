//! The title and its menu. Arrow keys or Tab go through it, Enter picks.

use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, Align2, FontId},
};

use super::{
    Screen, lettering, load_box::LoadBox, message_box::MessageBox, settings_box::SettingsBox,
};
use crate::{
    app::{
        OverTable,
        battle_ui::{icons::Icon, open_panels::OpenPanels, press::Press},
        focus, full_screen,
        layer::Layer,
        loading::Loading,
        running::{self, NextBattle},
        seat::Game,
        storage,
        theme::Theme,
    },
    battle::Showing,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Kept>().init_resource::<Keyboard>();
    app.add_systems(OnEnter(Screen::Title), (look_for_saves, begin_at_the_top));
    // Battles may have been thrown away, or have come from files.
    let changed = in_state(Screen::Title).and_then(resource_changed::<LoadBox>);
    app.add_systems(Update, look_for_saves.run_if(changed));
    app.add_systems(
        EguiPrimaryContextPass,
        show.run_if(in_state(Screen::Title)).in_set(OverTable::Panels),
    );
}

/// What there is to go on with.
#[derive(Resource, Default)]
struct Kept {
    last_battle: bool,
    any: bool,
}

/// Which entry of the menu has the keyboard.
#[derive(Resource, Default)]
struct Keyboard {
    /// The entry that had it last, by what it says: after a box was closed it has it again. At first none
    /// has had it.
    at: Option<&'static str>,
}

fn begin_at_the_top(mut keyboard: ResMut<Keyboard>) {
    keyboard.at = None;
}

fn look_for_saves(mut kept: ResMut<Kept>) {
    let saves = super::load_box::saves();
    *kept = Kept {
        last_battle: saves.iter().any(|name| name == storage::LAST_BATTLE),
        // In the browser the same box imports files.
        any: !saves.is_empty() || cfg!(target_arch = "wasm32"),
    };
}

fn show(
    mut contexts: EguiContexts,
    theme: Res<Theme>,
    kept: Res<Kept>,
    mut keyboard: ResMut<Keyboard>,
    mut screen: ResMut<NextState<Screen>>,
    mut next: ResMut<NextBattle>,
    mut message: ResMut<MessageBox>,
    mut settings: ResMut<SettingsBox>,
    mut load: ResMut<LoadBox>,
    mut exit: MessageWriter<AppExit>,
    loading: Option<Res<Loading>>,
    panels: Res<OpenPanels>,
    mut commands: Commands,
    mut shown: Local<bool>,
) -> Result {
    // Who starts with a battle needn't see a menu until it is on the table.
    if loading.is_some() && !*shown {
        return Ok(());
    }
    *shown = true;
    let context = contexts.ctx_mut()?;
    let window = context.content_rect();
    // Enter picks an entry also after a box was closed or something else was clicked.
    let boxed = message.is_open() || settings.open || load.is_open() || panels.help;
    let gives = !boxed && context.memory(|memory| memory.focused().is_none());
    let place = Place::within(window);
    shade(context, window, place.upright, &theme);
    name(context, &place, &theme);
    egui::Area::new(egui::Id::new("title_menu"))
        .fixed_pos(egui::pos2(place.left, place.menu))
        .show(context, |ui| {
            ui.spacing_mut().item_spacing.y = GAP;
            let (last_battle, any) = (kept.last_battle, kept.any);
            let before = keyboard.at;
            let mut first = true;
            // What gets the keyboard: the entry that had it, or else the first.
            let mut taker: Option<egui::Response> = None;
            let mut entries = Vec::new();
            let mut entry = |ui: &mut egui::Ui, icon: Icon, text: &'static str, enabled: bool| {
                let press =
                    Press::row(icon, text, "").at_least(egui::vec2(place.wide, place.entry));
                let press = if first { press.loud() } else { press };
                first = false;
                let button = ui.add_enabled(enabled, press);
                if button.has_focus() || button.clicked() {
                    keyboard.at = Some(text);
                }
                if boxed {
                    // What lies over the menu has it meanwhile.
                    button.surrender_focus();
                }
                if enabled && (taker.is_none() || before == Some(text)) {
                    taker = Some(button.clone());
                }
                let clicked = button.clicked();
                if enabled {
                    entries.push(button);
                }
                clicked
            };
            if last_battle && entry(ui, Icon::Activate, "Continue", true) {
                match running::saved(storage::LAST_BATTLE) {
                    Ok(beginning) => next.0 = Some(beginning),
                    Err(errors) => message.errors("The last battle can't be loaded", &errors),
                }
            }
            if entry(ui, Icon::Fight, "New battle", true) {
                screen.set(Screen::LevelChoice);
            }
            if entry(ui, Icon::Load, "Load a battle", any) {
                load.open();
            }
            if entry(ui, Icon::Settings, "Settings", true) {
                settings.open = true;
            }
            if !cfg!(target_arch = "wasm32") {
                if entry(ui, Icon::Leave, "Quit", true) {
                    exit.write(AppExit::Success);
                }
            } else if full_screen::is_possible()
                && entry(ui, Icon::FullScreen, full_screen::NAME, true)
            {
                commands.queue(full_screen::toggle);
            }
            if let Some(taker) = taker.filter(|_| gives) {
                taker.request_focus();
            }
            focus::walk_round(ui, &entries);
        });
    if place.low {
        return Ok(());
    }
    let small = FontId::proportional(11.5);
    let text = format!("Version {}  ·  rules: {}", env!("CARGO_PKG_VERSION"), Game::TITLE);
    let at = egui::pos2(place.left, window.bottom() - 18.0);
    background(context).text(at, Align2::LEFT_CENTER, text, small, Theme::egui(theme.faint));
    Ok(())
}

/// Where everything is.
struct Place {
    /// Whether the window is higher than wide.
    upright: bool,
    /// The left edge of all.
    left: f32,
    /// The upper edge of the name.
    top: f32,
    /// The height of its letters.
    letters: f32,
    /// The upper edge of the menu.
    menu: f32,
    /// How wide the menu is.
    wide: f32,
    /// How high its entries are.
    entry: f32,
    /// Whether the window has no height for more than the name and the menu.
    low: bool,
}

/// Between the entries of the menu, in egui points.
const GAP: f32 = 8.0;
/// The most entries there are.
const ENTRIES: f32 = 5.0;

impl Place {
    fn within(window: egui::Rect) -> Self {
        let upright = window.width() < window.height();
        let left = if upright { 24.0 } else { (window.width() * 0.08).max(36.0) };
        let room = if upright { window.width() - 2.0 * left } else { window.width() * 0.46 };
        let letters = (room / lettering::width()).min(window.height() * 0.17);
        let wide = if upright { room } else { 290.0 };
        let top = window.height() * if upright { 0.12 } else { 0.15 };
        // All entries and the version have to fit below.
        let highest = window.height() - ENTRIES * (44.0 + GAP) - 40.0;
        if highest < top + letters + 62.0 {
            let top = 10.0;
            let letters = letters.min(window.height() * 0.12);
            let menu = top + letters + 12.0;
            let entry = ((window.height() - menu) / ENTRIES - GAP).clamp(12.0, 44.0);
            return Self { upright, left, top, letters, menu, wide, entry, low: true };
        }
        let menu = (top + letters + 86.0).min(highest);
        Self { upright, left, top, letters, menu, wide, entry: 44.0, low: false }
    }
}

fn background(context: &egui::Context) -> egui::Painter {
    Layer::Title.painter(context)
}

/// Darkens the backdrop where name and menu are: to the left, or all of an upright window.
fn shade(context: &egui::Context, window: egui::Rect, upright: bool, theme: &Theme) {
    let mut mesh = egui::Mesh::default();
    let columns = match upright {
        true => [(0.0, 0.75), (0.30, 0.75), (0.52, 0.75), (0.75, 0.75), (1.0, 0.75)],
        false => [(0.0, 0.92), (0.30, 0.84), (0.52, 0.41), (0.75, 0.12), (1.0, 0.24)],
    };
    for (share, alpha) in columns {
        let x = window.left() + window.width() * share;
        let colour = Theme::egui(theme.edge.with_alpha(alpha));
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

/// The game's name, a brass rule with a diamond in it, and a line of words under it.
fn name(context: &egui::Context, place: &Place, theme: &Theme) {
    let painter = background(context);
    let brass = Theme::egui(theme.accent);
    lettering::paint(&painter, egui::pos2(place.left, place.top), place.letters, theme);
    if place.low {
        return;
    }
    let wide = lettering::width() * place.letters;
    let y = place.top + place.letters + 20.0;
    let middle = egui::pos2(place.left + wide / 2.0, y);
    let line = egui::Stroke::new(1.5, brass);
    painter.hline(place.left..=middle.x - 14.0, y, line);
    painter.hline(middle.x + 14.0..=place.left + wide, y, line);
    let diamond = [(0.0, -7.0), (9.0, 0.0), (0.0, 7.0), (-9.0, 0.0)];
    let diamond = diamond.map(|(x, y)| middle + egui::vec2(x, y)).to_vec();
    painter.add(egui::Shape::convex_polygon(diamond, brass, egui::Stroke::NONE));
    painter.text(
        egui::pos2(middle.x, y + 22.0),
        Align2::CENTER_CENTER,
        "Tabletop battles by the book, without a grid",
        FontId::proportional(if wide < 400.0 { 14.0 } else { 17.0 }),
        Theme::egui(theme.text),
    );
}

#[cfg(test)]
mod tests {
    use bevy::input::{
        ButtonState,
        keyboard::{Key, KeyboardInput, NativeKey},
    };

    use super::*;
    use crate::app::{AppOptions, headless, third_party::egui as panels};

    /// Whoever has opened a box from the menu by a key, and closes it with Escape.
    #[test]
    fn a_box_that_is_closed_gives_the_keyboard_back_to_the_entry_that_opened_it() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        // As if battles had been saved.
        let saved = |mut kept: ResMut<Kept>| kept.any = true;
        app.add_systems(Update, saved.after(look_for_saves));
        (0..5).for_each(|_| app.update());
        let focused = |app: &mut App| {
            (0..4).for_each(|_| app.update());
            let ctx = panels::context(app.world_mut()).unwrap();
            ctx.memory(|memory| memory.focused())
        };
        let first = focused(&mut app);
        assert!(first.is_some());
        let opened = |app: &App| {
            let world = app.world();
            (world.resource::<LoadBox>().is_open(), world.resource::<SettingsBox>().open)
        };
        let mut boxes = Vec::new();
        for _ in 0..5 {
            panels::press(app.world_mut(), egui::Key::ArrowDown);
            let entry = focused(&mut app);
            if entry == first {
                // After the last entry comes the first again.
                break;
            }
            let name = app.world().resource::<Keyboard>().at;
            if !matches!(name, Some("Load a battle" | "Settings")) {
                continue;
            }
            panels::press(app.world_mut(), egui::Key::Enter);
            let inside = focused(&mut app);
            boxes.push(opened(&app));
            assert_ne!(inside, entry, "{name:?}: the box has it now, if anything");
            panels::press(app.world_mut(), egui::Key::Escape);
            assert_eq!(focused(&mut app), entry, "{name:?} has it again");
            assert_eq!(opened(&app), (false, false));
        }
        assert_eq!(boxes, [(true, false), (false, true)]);
    }

    #[test]
    fn the_key_for_help_opens_the_list_of_keys_and_closes_it() {
        let mut app = headless(AppOptions { exit: true, ..default() });
        (0..5).for_each(|_| app.update());
        let mut press = |key_code: KeyCode| {
            for state in [ButtonState::Pressed, ButtonState::Released] {
                let logical_key = Key::Unidentified(NativeKey::Unidentified);
                let (text, repeat, window) = (None, false, Entity::PLACEHOLDER);
                let input = KeyboardInput { key_code, logical_key, state, text, repeat, window };
                app.world_mut().write_message(input);
                (0..3).for_each(|_| app.update());
            }
            app.world().resource::<OpenPanels>().help
        };
        assert!(press(KeyCode::F1), "as in a battle");
        assert!(!press(KeyCode::F1), "the same key closes it");
    }

    #[test]
    fn name_and_menu_fit_into_every_window() {
        for (wide, high) in [(1280.0, 720.0), (512.0, 288.0), (390.0, 844.0), (844.0, 390.0)] {
            let size = egui::vec2(wide, high);
            let place = Place::within(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
            assert!(place.top + place.letters < place.menu, "{size}");
            assert!(place.menu + ENTRIES * (place.entry + GAP) <= high, "{size}");
            assert!(place.left + place.wide <= wide, "{size}");
            assert_eq!(place.low, high < 400.0, "{size}");
        }
    }
}

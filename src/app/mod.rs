//! The window: reads the components of a battle, gives its orders and plays its events. It
//! knows everything above it; nothing knows it.
//!
//! For whoever adds a panel or an overlay:
//! - The rule system is [`seat::Game`]. Panels ask it for descriptions, which are plain values of
//!   [`crate::battle::playable`], and hand its orders and answers back as they got them.
//! - Give an order with [`orders::OrderQueue::give`]; it is executed in
//!   [`AppSystems::GiveOrders`] once no event is being played. A refused one lies in
//!   [`orders::Refused`] until the next order. Undo waits in the same queue: [`orders::Wish`].
//! - The battle is in the app's own world. Systems that ask rules take `&World` or are
//!   exclusive; [`crate::battle::BattleWorld`] reads it. Run them with [`in_battle`].
//! - What tokens show lags behind the rules while events are played: a
//!   [`tokens::Token`] has a [`tokens::Appearance`] pose; [`crate::table::Pose`] on the model is the
//!   rules' truth. [`animation::Playback::is_busy`] tells whether something is being played.
//! - [`pointer::Pointer`] says where on the table the pointer is and what it clicked;
//!   [`camera::View`] turns table inches into egui points and back.
//! - Keys are [`third_party::leafwing::Action`]s; those that begin in a frame are
//!   [`third_party::leafwing::Begun`]. What goes on while a key is held asks [`held::Held`].
//! - What is to be heard is a [`sound::Heard`].
//! - egui panels go into `EguiPrimaryContextPass`; exclusive systems there get the context
//!   from [`third_party::egui::context`]. A panel at the window's edge tells its width to
//!   [`camera::Margins`], so that the table is fitted into what is left.
//! - A battle that begins, or is loaded, triggers [`running::BattleBegan`]; observers dress it.
//! - Colours are in [`theme::Theme`]; what covers what, on the table and over it, is in [`layer`].
//! - Shapes of many colours that are drawn often: [`drawing::Drawing`] makes one mesh of them.

pub mod animation;
pub mod battle_ui;
pub mod board;
#[cfg(target_arch = "wasm32")]
pub mod browser;
pub mod camera;
pub mod computers;
pub mod curtain;
pub mod drawing;
pub mod dropdown;
pub mod focus;
pub mod full_screen;
#[cfg(not(target_arch = "wasm32"))]
mod headless;
pub mod held;
mod keeping;
pub mod layer;
pub mod loading;
pub mod noise;
pub mod options;
pub mod orders;
pub mod pictures;
pub mod pipelines;
pub mod pointer;
pub mod running;
pub mod screens;
#[cfg(not(target_arch = "wasm32"))]
pub mod screenshot;
pub mod script;
pub mod seat;
pub mod settings;
pub mod sound;
pub mod storage;
mod taps;
pub mod theme;
pub mod third_party;
pub mod tokens;
pub mod touch;
pub mod window_place;

#[cfg(not(target_arch = "wasm32"))]
use bevy::window::WindowResolution;
use bevy::{
    ecs::schedule::{ScheduleLabel, SingleThreadedExecutor},
    prelude::*,
    window::PresentMode,
};
use bevy_egui::EguiPrimaryContextPass;

#[cfg(not(target_arch = "wasm32"))]
pub use headless::{ARCHERS, begin_battle, crowd, headless};
#[cfg(test)]
use headless::{buttons, words};
pub use options::AppOptions;
pub use screens::Screen;
use settings::Settings;

/// What happens in a frame, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppSystems {
    /// Keys, pointer and panels become intents: the camera moves, orders are queued.
    ReadInput,
    /// Queued orders are executed by the rules, and battles begun, undone or loaded.
    GiveOrders,
    /// Events that have not been shown yet are animated.
    PlayEvents,
    /// Pictures are brought up to date with components and animations.
    Redraw,
}

/// What is painted over the table and around it, in `EguiPrimaryContextPass`, in this order: each
/// makes way for what was there before. What covers what is said by [`layer::Layer`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverTable {
    /// What the rules measure, as lines.
    Contours,
    /// The labels of units.
    Banners,
    /// Arrows, fire and smoke.
    Effects,
    /// Short results over models.
    Words,
    /// Cards, orders, log and dice; other screens and boxes.
    Panels,
    /// The ring around the control that has the keyboard, once all controls are there.
    Ring,
}

/// Opens the window and runs until it is closed.
pub fn run(options: AppOptions) -> AppExit {
    let mut app = App::new();
    app.insert_resource(options);
    // The window begins where it was left.
    app.add_plugins(settings::plugin);
    let primary_window = Some(window(app.world().resource(), app.world().resource()));
    let plugins = DefaultPlugins.set(WindowPlugin { primary_window, ..default() });
    // The page tells about panics in its own way.
    #[cfg(target_arch = "wasm32")]
    let plugins = plugins.disable::<bevy::app::PanicHandlerPlugin>();
    app.add_plugins(plugins);
    plugin(&mut app);
    app.add_plugins(sound::loud);
    #[cfg(not(target_arch = "wasm32"))]
    app.add_plugins(window_place::plugin);
    app.run()
}

#[cfg(not(target_arch = "wasm32"))]
fn window(options: &AppOptions, settings: &Settings) -> Window {
    use window_place::{LEAST, USUAL, WindowPlace};
    // A picture is as large as it was the last time.
    let asked = options.size.or(options.screenshot.as_ref().map(|_| USUAL));
    let place = match asked {
        Some(size) => WindowPlace { size: Some(size), ..default() },
        None => settings.window,
    };
    let (width, height) = options.size.unwrap_or(place.size_to_begin_with());
    // Whoever asks for a smaller window gets it.
    let resize_constraints = WindowResizeConstraints {
        min_width: width.min(LEAST.0) as f32,
        min_height: height.min(LEAST.1) as f32,
        ..default()
    };
    Window {
        title: "Ironrank".to_owned(),
        resolution: WindowResolution::new(width, height),
        position: place.position(),
        mode: place.mode(),
        resize_constraints,
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

/// The page decides how large the canvas is, and which keys stay with the browser.
#[cfg(target_arch = "wasm32")]
fn window(_: &AppOptions, _: &Settings) -> Window {
    Window {
        title: "Ironrank".to_owned(),
        canvas: Some(browser::CANVAS.to_owned()),
        fit_canvas_to_parent: true,
        // Until the field is there that phones type through (`browser::keyboard`).
        prevent_default_event_handling: true,
        present_mode: PresentMode::AutoVsync,
        ..default()
    }
}

/// Everything but the window itself, its settings and its speaker.
fn plugin(app: &mut App) {
    use AppSystems::{GiveOrders, PlayEvents, ReadInput, Redraw};
    app.init_state::<Screen>();
    app.configure_sets(Update, (ReadInput, GiveOrders, PlayEvents, Redraw).chain());
    let painted = (
        OverTable::Contours,
        OverTable::Banners,
        OverTable::Effects,
        OverTable::Words,
        OverTable::Panels,
        OverTable::Ring,
    );
    app.configure_sets(EguiPrimaryContextPass, painted.chain());
    app.add_plugins((theme::plugin, third_party::plugin, layer::plugin));
    app.add_plugins((
        touch::plugin,
        held::plugin,
        taps::plugin,
        pointer::plugin,
        camera::plugin,
        orders::plugin,
        computers::plugin,
        running::plugin,
        full_screen::plugin,
    ));
    app.add_plugins((curtain::plugin, pipelines::plugin, loading::plugin, keeping::plugin));
    app.add_plugins((board::plugin, tokens::plugin, animation::plugin, sound::plugin));
    app.add_plugins((screens::plugin, battle_ui::plugin, pictures::plugin, focus::plugin));
    app.add_plugins(script::plugin);
    #[cfg(not(target_arch = "wasm32"))]
    app.add_plugins(screenshot::plugin);
    #[cfg(target_arch = "wasm32")]
    app.add_plugins(browser::plugin);
    stay_on_one_thread(app);
}

/// The systems of a frame are many and small: to hand them out to threads takes several times as
/// long as they do (docs/performance.md). The renderer keeps its own thread.
fn stay_on_one_thread(app: &mut App) {
    let frame = [
        First.intern(),
        PreUpdate.intern(),
        StateTransition.intern(),
        RunFixedMainLoop.intern(),
        Update.intern(),
        SpawnScene.intern(),
        PostUpdate.intern(),
        EguiPrimaryContextPass.intern(),
        Last.intern(),
    ];
    for schedule in frame {
        app.edit_schedule(schedule, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    }
}

/// Whether a battle is on the table.
pub fn in_battle(screen: Res<State<Screen>>) -> bool {
    screen.get().has_battle()
}

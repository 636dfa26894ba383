//! Whether everything that has to be pressed is within the window on each screen, in windows of all
//! kinds of sizes.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{Screen, load_box::LoadBox, settings_box::SettingsBox};
use crate::{
    app::{
        AppOptions,
        battle_ui::{link, open_panels::OpenPanels, panel, score, turn_bar},
        buttons, headless,
        loading::Loading,
        orders::OrderQueue,
        running::{Beginning, NextBattle},
        seat::Game,
        settings::{AnimationSpeed, Settings},
        third_party::egui::context,
    },
    battle::{Acting, SideId, levels},
};

/// Width and height in pixels, and the size of the interface: the usual window, the same for somebody
/// who sees badly, a very low one, a small phone.
const WINDOWS: [((u32, u32), f32); 4] =
    [((1280, 720), 1.0), ((1280, 720), 2.5), ((1280, 360), 1.0), ((320, 640), 1.0)];

/// Asserts that buttons are there and whole.
fn assert_whole(app: &mut App, place: &str, names: &[&str]) {
    (0..4).for_each(|_| app.update());
    let there = buttons(app);
    let ctx = context(app.world_mut()).unwrap();
    let window = ctx.content_rect().expand(0.5);
    for name in names {
        let Some((_, rect)) = there.iter().find(|(label, _)| label == name) else {
            let labels: Vec<&String> = there.iter().map(|(label, _)| label).collect();
            panic!("{place} in {window:?}: no {name:?} among {labels:?}");
        };
        assert!(window.contains_rect(*rect), "{place}: {name:?} at {rect:?} in {window:?}");
    }
}

fn update_until(app: &mut App, what: &str, is_so: impl Fn(&World) -> bool) {
    for _ in 0..2000 {
        app.update();
        if is_so(app.world()) {
            return;
        }
    }
    panic!("{what} never comes");
}

fn is_at(screen: Screen) -> impl Fn(&World) -> bool {
    move |world| *world.resource::<State<Screen>>().get() == screen
}

#[test]
fn every_screen_fits_into_every_window() {
    for (size, scale) in WINDOWS {
        let settings = Settings { speed: AnimationSpeed::Off, ..default() };
        let mut app = headless(AppOptions {
            exit: true,
            size: Some(size),
            scale: Some(scale),
            settings: Some(settings),
            ..default()
        });
        let entries = ["New battle", "Load a battle", "Settings", "Quit"];
        assert_whole(&mut app, "the title", &entries);
        app.world_mut().resource_mut::<SettingsBox>().open = true;
        assert_whole(&mut app, "the settings", &["Display", "Keys", "Restore defaults", "Done"]);
        app.world_mut().resource_mut::<SettingsBox>().open = false;
        app.world_mut().resource_mut::<LoadBox>().open();
        assert_whole(&mut app, "the list of battles", &["Close"]);
        app.world_mut().resource_mut::<LoadBox>().close();

        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelChoice);
        update_until(&mut app, "the choice of level", is_at(Screen::LevelChoice));
        assert_whole(&mut app, "the choice of level", &["Back", "Begin"]);

        let level = levels::find("duel-at-the-wall", None).unwrap();
        let beginning = Beginning::usual(level, 1);
        app.world_mut().resource_mut::<NextBattle>().0 = Some(beginning);
        update_until(&mut app, "the battle", |world| {
            is_at(Screen::Battle)(world) && !world.contains_resource::<Loading>()
        });
        let bar = ["Menu", "Keys", "Dice", "Log", "Card", "Undo", "Next unit", "Previous unit"];
        (0..12).for_each(|_| app.update());
        assert_whole(&mut app, "the turn bar", &bar);
        let points = score::spoken(app.world());
        assert_whole(&mut app, "the turn bar", &[&points]);
        let ctx = context(app.world_mut()).unwrap();
        assert!(turn_bar::is_whole(&ctx), "who is awaited, at {size:?} and {scale}");
        assert_table_is_seen(&mut app);
        app.world_mut().resource_mut::<OpenPanels>().menu = true;
        assert_whole(&mut app, "the menu", &["Resume", "Save"]);
        app.world_mut().resource_mut::<OpenPanels>().menu = false;
        app.world_mut().resource_mut::<OpenPanels>().score = true;
        assert_whole(&mut app, "the score", &["Close"]);
        app.world_mut().resource_mut::<OpenPanels>().score = false;
        app.world_mut().resource_mut::<OpenPanels>().help = true;
        assert_whole(&mut app, "the keys", &["Close"]);
        app.world_mut().resource_mut::<OpenPanels>().help = false;

        app.world_mut().resource_mut::<OrderQueue>().give(Game::concession(SideId(0)));
        update_until(&mut app, "the result", is_at(Screen::Result));
        let next = ["Again", "Sides swapped", "Other dice", "Look at the table"];
        assert_whole(&mut app, "the result", &next);
        let others = ["New battle", "Quit to title", "Save replay", link::NAME];
        assert_whole(&mut app, "the result", &others);
    }
}

/// Asserts that panels leave the table a good part of the window.
fn assert_table_is_seen(app: &mut App) {
    let ctx = context(app.world_mut()).unwrap();
    let window = ctx.content_rect();
    let left = window.height() - panel::bar_height(&ctx) - panel::orders_height(&ctx);
    assert!(left >= window.height() * 0.4, "{left} points are left of {window:?}");
    let orders = ctx.memory(|memory| memory.area_rect(egui::Id::new("orders"))).unwrap();
    assert!(orders.height() <= window.height() * 0.5, "{orders:?} in {window:?}");
}

//! Whether what opens in a battle is whole and lies over nothing else that has to be read, in windows of all
//! kinds of sizes. What each screen shows at once, `screens::fitting` looks at.

use bevy::{prelude::*, window::PrimaryWindow};
use bevy_egui::egui::{Id, Rect};

use crate::{
    app::{
        battle_ui::{
            command::Command,
            giving,
            listing::OpenListing,
            open_panels::OpenPanels,
            panel,
            player::{ARCHERS, MAGE, Player},
        },
        buttons,
        seat::Game,
        settings::Settings,
        third_party::egui::context,
        words,
    },
    battle::{BattleWorld, Mapping, Pending, Telling},
    no_quarter::{Holding, StandingOrder},
};

/// Width and height in pixels, and the size of the interface: a phone, a small one, the usual window for
/// somebody who sees badly, and a very low one.
const WINDOWS: [((f32, f32), f32); 4] =
    [((390.0, 844.0), 1.0), ((320.0, 640.0), 1.0), ((1280.0, 720.0), 2.5), ((1280.0, 360.0), 1.0)];

/// Gives the window another size, and the interface.
fn resize(player: &mut Player, (wide, high): (f32, f32), scale: f32) {
    let world = player.app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).expect("there is one");
    window.resolution.set(wide, high);
    world.resource_mut::<Settings>().ui_scale = scale;
    player.wait(8);
}

/// A unit acts, in a window of a size.
fn acting(unit: &str, (size, scale): ((f32, f32), f32)) -> Player {
    let mut player = Player::of(unit);
    player.key(KeyCode::Tab);
    player.key(KeyCode::Enter);
    assert!(player.world().frame().active.is_some());
    resize(&mut player, size, scale);
    player
}

/// Where an area of egui is, and the window.
fn area(player: &mut Player, name: &str) -> (Rect, Rect) {
    let ctx = context(player.app.world_mut()).expect("there is a window");
    let rect = ctx.memory(|memory| memory.area_rect(Id::new(name)));
    (rect.unwrap_or_else(|| panic!("{name} isn't shown")), ctx.content_rect())
}

/// Asserts that an area lies within the window.
fn assert_within(player: &mut Player, name: &str) {
    let (rect, window) = area(player, name);
    assert!(window.expand(0.5).contains_rect(rect), "{name} at {rect} in {window}");
}

/// Asserts that an area is within the window and under its turn bar, whose words stay in sight.
fn assert_under_bar(player: &mut Player, name: &str) {
    assert_within(player, name);
    let (rect, window) = area(player, name);
    let ctx = context(player.app.world_mut()).expect("there is a window");
    let bar = window.top() + panel::bar_height(&ctx);
    assert!(rect.top() >= bar - 0.5, "{name} at {rect} lies over the bar, which ends at {bar}");
}

/// Asserts that buttons are there and whole.
fn assert_pressed(player: &mut Player, place: &str, names: &[&str]) {
    let there = buttons(&mut player.app);
    let ctx = context(player.app.world_mut()).expect("there is a window");
    let window = ctx.content_rect().expand(0.5);
    for name in names {
        let found = there.iter().find(|(label, _)| label == name);
        let (_, rect) = found.unwrap_or_else(|| panic!("{place}: no {name:?} in {there:?}"));
        assert!(window.contains_rect(*rect), "{place}: {name:?} at {rect} in {window}");
    }
}

/// Asserts that words of the orders panel that begin so are whole.
fn assert_told(player: &mut Player, beginnings: &[&str]) {
    let told = words(&mut player.app);
    let (panel, _) = area(player, "orders");
    let begins = |text: &str| beginnings.iter().any(|beginning| text.starts_with(beginning));
    let (text, rect) = told
        .iter()
        .find(|(text, rect)| begins(text) && panel.intersects(*rect))
        .unwrap_or_else(|| panic!("none of {beginnings:?} in {told:?}"));
    assert!(panel.expand(0.5).contains_rect(*rect), "{text:?} at {rect} in {panel}");
}

#[test]
fn sheets_leave_the_turn_bar_in_sight() {
    let sheets: [(&str, fn(&mut OpenPanels) -> &mut bool); 3] = [
        ("log", |open| &mut open.log),
        ("dice", |open| &mut open.dice),
        ("card", |open| &mut open.card),
    ];
    for window in &WINDOWS[..3] {
        let mut player = acting(ARCHERS, *window);
        for (name, which) in sheets {
            *which(&mut player.app.world_mut().resource_mut::<OpenPanels>()) = true;
            player.wait(4);
            assert_under_bar(&mut player, name);
            assert_pressed(&mut player, name, &["Close"]);
            *which(&mut player.app.world_mut().resource_mut::<OpenPanels>()) = false;
            player.wait(4);
        }
    }
}

#[test]
fn boxes_of_a_battle_are_whole_in_every_window() {
    for window in WINDOWS {
        let mut player = acting(ARCHERS, window);
        player.app.world_mut().resource_mut::<OpenPanels>().players = true;
        player.wait(4);
        assert_within(&mut player, "players");
        assert_pressed(&mut player, "Players", &["Close"]);
        let mut player = acting(MAGE, window);
        player.key(KeyCode::F7);
        assert!(player.world().resource::<OpenListing>().is_open(), "spells are listed");
        assert_within(&mut player, "listing");
        assert_pressed(&mut player, "the list of spells", &["Close"]);
    }
}

#[test]
fn questions_are_whole_in_every_window() {
    for (size, scale) in WINDOWS {
        let mut player = Player::before(ARCHERS, ARCHERS, 14.0);
        let (own, enemy) = player.units();
        player.app.world_mut().set_unit(enemy, Holding(Some(StandingOrder::Ask)));
        let (_, at) = player.first(own);
        player.double_click(at);
        let ahead = player.world().facing(own);
        player.drag(at, at + ahead * 2.0);
        let asked = player.world().resource::<Pending<Game>>().0.clone().expect("a response");
        resize(&mut player, size, scale);
        // Where it is a box, a player can drag it away from what it lies over.
        match (size, scale) {
            ((..720.0, _), 1.0) => assert_under_bar(&mut player, "decision"),
            _ => assert_within(&mut player, "decision"),
        }
        let replies = Game::asking(player.world(), &asked).replies;
        let replies: Vec<&str> = replies.iter().map(|reply| reply.text.as_str()).collect();
        // What has no room scrolls.
        let whole = if scale > 1.0 { 1 } else { replies.len() };
        assert_pressed(&mut player, "the question", &replies[..whole]);
    }
}

#[test]
fn hints_say_what_they_are_about_in_every_window() {
    for window in WINDOWS {
        let mut player = acting(ARCHERS, window);
        giving::act(player.app.world_mut(), Command::Hint);
        player.wait(2);
        let said = ["Thinking of", "The best plans now", "No plan seems worth"];
        assert_told(&mut player, &said);
        assert_pressed(&mut player, "hints", &["Close"]);
    }
}

#[test]
fn what_to_do_next_is_whole_where_fingers_press_and_so_are_the_switches_on_a_phone() {
    for window in &WINDOWS[..2] {
        let mut player = acting(ARCHERS, *window);
        assert_told(&mut player, &["Drag a model"]);
    }
    let mut player = acting(ARCHERS, WINDOWS[0]);
    let switches: Vec<&str> = Game::overlays().iter().map(|overlay| overlay.name).collect();
    assert_pressed(&mut player, "switches of overlays", &switches);
}

//! Panels keep their place through battles that fill log and tray.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy_egui::egui::{self, Rect};

use super::*;
use crate::{
    app::{
        AppOptions,
        battle_ui::{aim, mode::Selection, orders_panel},
        begin_battle,
        camera::Margins,
        headless,
        layer::Layer,
        orders::OrderQueue,
        seat::Game,
        settings::{AnimationSpeed, Settings},
        third_party::egui::context,
    },
    battle::{BattleWorld, levels},
    lab::{Bout, play},
};

/// Where a panel is, if it is shown.
fn panel(ctx: &egui::Context, name: &str) -> Option<Rect> {
    let layer = Layer::Panels.of_area(name);
    ctx.memory(|memory| {
        let shown = memory.areas().visible_last_frame(&layer);
        memory.area_rect(layer.id).filter(|_| shown)
    })
}

/// Plays a random battle of a level in a window of a size, and looks at it after each order.
fn watch(level: &str, size: (u32, u32), text_size: f32, mut look: impl FnMut(&mut World)) {
    let level = levels::find(level, None).expect("an embedded level");
    let played = play(Bout::<Game>::random(&level, 7)).expect("the level can be played");
    let settings = Settings { speed: AnimationSpeed::Off, text_size, ..Settings::default() };
    let options = AppOptions { size: Some(size), settings: Some(settings), ..default() };
    let mut app = headless(options);
    app.update();
    begin_battle(&mut app, level, 7);
    (0..20).for_each(|_| app.update());
    for order in played.save.orders.into_iter().take(160) {
        app.world_mut().resource_mut::<OrderQueue>().give(order);
        // What is new is laid out in the first of these frames, and stands in the second.
        (0..3).for_each(|_| app.update());
        look(app.world_mut());
    }
}

/// Whether a panel stands where it stood, to half a point: widths follow from those of words.
fn is_there(before: Rect, now: Rect) -> bool {
    before.min.distance(now.min) < 0.5 && before.max.distance(now.max) < 0.5
}

#[test]
fn panels_keep_their_place_whatever_they_say() {
    for (size, text_size) in [((1280, 720), 1.0), ((1280, 720), 1.3), ((1280, 360), 1.0)] {
        let mut first: Option<(Rect, Option<Rect>, Option<Rect>)> = None;
        let (mut margins, mut changes) = (Margins::default(), 0);
        let mut met = 0;
        watch("first-clash", size, text_size, |world| {
            let ctx = context(world).expect("it has a window");
            let room = room(&ctx).expand(0.6);
            // Until the battle is over.
            let Some(orders) = panel(&ctx, "orders") else { return };
            let (log, dice) = (panel(&ctx, "last_lines"), panel(&ctx, "dice"));
            for shown in [log, dice].into_iter().flatten() {
                assert!(room.contains_rect(shown), "{size:?}: {shown} in {room}");
                assert!(!shown.intersects(orders), "{size:?}: {shown} and {orders}");
            }
            if let (Some(log), Some(dice)) = (log, dice) {
                assert!(!log.intersects(dice), "{size:?}: {log} and {dice}");
                met += 1;
            }
            // They are told once.
            if *world.resource::<Margins>() != margins {
                (margins, changes) = (*world.resource::<Margins>(), changes + 1);
            }
            let card = panel(&ctx, "card");
            let (orders_before, log_before, card_before) =
                *first.get_or_insert((orders, log, card));
            assert!(is_there(orders_before, orders), "{size:?}: {orders_before}, {orders}");
            for (before, now) in [(log_before, log), (card_before, card)] {
                match (before, now) {
                    (Some(before), Some(now)) => {
                        assert!(is_there(before, now), "{size:?}: {before}, {now}")
                    }
                    (before, now) => assert_eq!(before, now, "{size:?}"),
                }
            }
        });
        assert_eq!(changes, 1, "{size:?}: the table jumped");
        assert!(met > 0, "{size:?}: log and dice were never there together");
    }
}

#[test]
fn the_card_of_the_unit_under_the_pointer_has_a_place_of_its_own() {
    let mut met = 0;
    watch("first-clash", (1280, 720), 1.0, |world| {
        let ctx = context(world).expect("it has a window");
        let room = room(&ctx).expand(0.6);
        if let (Some(card), Some(compared)) = (panel(&ctx, "card"), panel(&ctx, "compared")) {
            assert!(!card.intersects(compared), "{card} and {compared}");
            assert!(room.contains_rect(compared), "{compared} in {room}");
            assert!(compared.right() <= room.left() + world.resource::<Margins>().left);
            met += 1;
        }
        let shown = world.resource::<Selection>().unit.or(world.frame().active);
        let others = world.roster().units().filter(|unit| Some(*unit) != shown);
        let other = others.into_iter().find_map(|unit| world.standing(unit).first().copied());
        if let Some(model) = other {
            aim::put_on(world, model);
        }
    });
    assert!(met > 0, "no unit was ever compared");
}

#[test]
fn the_button_that_ends_an_activation_keeps_its_place_whatever_else_is_offered() {
    for size in [(1280, 720), (390, 844)] {
        let mut first: Option<Rect> = None;
        let mut units = BTreeSet::new();
        watch("artillery-duel", size, 1.0, |world| {
            let Some(unit) = world.frame().active else { return };
            let ctx = context(world).expect("it has a window");
            let button = ctx.read_response(egui::Id::new(orders_panel::ENDING));
            let Some(now) = button.map(|button| button.rect) else { return };
            let before = *first.get_or_insert(now);
            assert!(is_there(before, now), "{size:?}: {before}, {now} for {unit:?}");
            units.insert(unit);
        });
        assert!(units.len() > 3, "{size:?}: {units:?}");
    }
}

#[test]
fn a_low_window_has_no_room_for_a_second_card() {
    assert_eq!(compared_height(554.0, 1.0), Some(COMPARED.1));
    assert_eq!(compared_height(400.0, 1.0), Some(200.0), "half of what there is");
    assert_eq!(compared_height(200.0, 1.0), None);
    assert_eq!(compared_height(400.0, 1.3), None, "large text needs more");
}

#[test]
fn log_and_dice_never_meet() {
    for room in [0.0, 60.0, 180.0, 200.0, 400.0, 560.0, 940.0, 2000.0] {
        for text in [0.9, 1.0, 1.3] {
            for open in [false, true] {
                let Shares { log, dice } = share(room, text, open, true);
                let between = if dice > 0.0 { panel::GAP } else { 0.0 };
                assert!(log + between + dice <= room + 0.01, "{room}: {log}, {dice}");
                assert!(log >= 0.0 && (dice == 0.0 || dice >= TOO_LITTLE), "{room}: {log}, {dice}");
                let alone = share(room, text, open, false);
                assert!(alone.log >= log && alone.dice == 0.0, "{room}");
            }
        }
    }
}

#[test]
fn each_has_a_fair_share_of_a_low_window() {
    // 1280 by 360.
    let low = share(200.0, 1.0, false, true);
    assert!(low.log > 100.0 && low.dice > 80.0, "{low:?}");
    let whole = share(200.0, 1.0, true, true);
    assert_eq!(whole, Shares { log: 200.0, dice: 0.0 }, "the whole log tells the dice too");
    // 1280 by 720: the log has all it wants, and the dice the rest.
    let usual = share(560.0, 1.0, false, true);
    assert_eq!(usual, Shares { log: LAST_LINES, dice: DICE });
    assert!(share(560.0, 1.0, true, true).log > 300.0);
}

//! What the result says, and keys that were still meant for the battle when it came.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::egui;

use super::*;
use crate::{
    app::{
        battle_ui::player::{ARCHERS, Player},
        loading::Loading,
        orders::OrderQueue,
        running::NextBattle,
        theme::ThemeName,
        third_party::egui::{context, press},
        words,
    },
    battle::{Commander, Commanders, SideId, playable::Acting},
};

/// A battle that somebody has given up, with its result on the screen.
fn over() -> Player {
    let mut player = Player::of(ARCHERS);
    let concession = Game::concession(SideId(0));
    player.app.world_mut().resource_mut::<OrderQueue>().give(concession);
    for _ in 0..100 {
        player.wait(1);
        if *player.world().resource::<State<Screen>>().get() == Screen::Result {
            return player;
        }
    }
    panic!("there is no result")
}

/// Tab and then Enter, as panels see them.
fn tab_and_enter(player: &mut Player) {
    for key in [egui::Key::Tab, egui::Key::Enter] {
        press(player.app.world_mut(), key);
        player.wait(2);
    }
}

fn begins_anew(player: &Player) -> bool {
    let world = player.world();
    world.resource::<NextBattle>().0.is_some() || world.contains_resource::<Loading>()
}

#[test]
fn a_draw_is_not_told_in_the_colour_of_a_side() {
    for theme in ThemeName::ALL.map(Theme::of) {
        for side in [0, 1].map(SideId) {
            let (draw, wins) = (theme.heading(None), theme.heading(Some(side)));
            assert_ne!(draw, wins, "{:?}", theme.name);
        }
    }
}

#[test]
fn keys_meant_for_the_battle_do_nothing_to_its_result() {
    let mut player = over();
    tab_and_enter(&mut player);
    assert!(!begins_anew(&player));
    assert!(!player.world().resource::<Aside>().0);
}

#[test]
fn enter_takes_the_first_button_and_that_is_the_table() {
    let mut player = over();
    player.wait(60);
    press(player.app.world_mut(), egui::Key::Enter);
    player.wait(2);
    assert!(!begins_anew(&player));
    assert!(player.world().resource::<Aside>().0, "the result is put aside");
}

#[test]
fn escape_and_home_put_the_result_aside_and_bring_it_back_however_quickly_they_are_struck() {
    for key in [KeyCode::Escape, KeyCode::Home] {
        let mut player = over();
        player.wait(60);
        let mut tapped = |key: KeyCode| {
            player.tap(&[key]);
            player.world().resource::<Aside>().0
        };
        assert!(tapped(key), "{key:?} puts it aside");
        assert!(!tapped(key), "{key:?} brings it back");
        assert!(tapped(key));
        assert!(!tapped(KeyCode::Enter), "and so does Enter");
    }
}

#[test]
fn the_list_of_keys_opens_over_the_result_and_has_the_keys() {
    let mut player = over();
    player.wait(60);
    let help = |player: &Player| player.world().resource::<OpenPanels>().help;
    let aside = |player: &Player| player.world().resource::<Aside>().0;
    player.key(KeyCode::F1);
    assert!(help(&player));
    let ctx = context(player.app.world_mut()).unwrap();
    assert!(ctx.memory(|memory| memory.top_modal_layer().is_some()), "it is shown");
    player.key(KeyCode::Home);
    player.key(KeyCode::Enter);
    assert!(help(&player) && !aside(&player), "these keys are the list's");
    press(player.app.world_mut(), egui::Key::Escape);
    player.key(KeyCode::Escape);
    assert!(!help(&player) && !aside(&player), "Escape closes it and nothing else");
    player.key(KeyCode::F1);
    assert!(help(&player));
    player.key(KeyCode::F1);
    assert!(!help(&player), "the same key closes it");
}

#[test]
fn keys_lead_on_from_the_first_button_which_shows_that_it_has_them() {
    let mut player = over();
    let focused = |player: &mut Player| {
        let ctx = context(player.app.world_mut()).unwrap();
        ctx.memory(|memory| memory.focused())
    };
    assert_eq!(focused(&mut player), None, "keys don't count yet");
    player.wait(60);
    let first = focused(&mut player);
    assert!(first.is_some());
    press(player.app.world_mut(), egui::Key::Tab);
    player.wait(2);
    assert!(focused(&mut player).is_some_and(|next| Some(next) != first));
    press(player.app.world_mut(), egui::Key::Escape);
    player.wait(3);
    assert_eq!(focused(&mut player), first, "who lets go of them begins again");
}

/// Where the result is, once it is seen.
fn seen_at(player: &mut Player) -> Option<egui::Rect> {
    let ctx = context(player.app.world_mut())?;
    let is_seen = player.world().resource::<Settling>().is_over;
    ctx.memory(|memory| memory.area_rect(egui::Id::new("result"))).filter(|_| is_seen)
}

#[test]
fn the_result_does_not_jump_once_it_is_seen() {
    let mut player = over();
    let first = (0..12).find_map(|_| {
        player.wait(1);
        seen_at(&mut player)
    });
    let first = first.expect("it is seen soon");
    for _ in 0..20 {
        player.wait(1);
        assert_eq!(seen_at(&mut player), Some(first));
    }
}

#[test]
fn keys_count_once_they_were_let_go_and_a_moment_has_passed() {
    let mut time = Time::<Real>::default();
    time.advance_by(Duration::from_secs(10));
    let counts = |until: f64, let_go: bool| Rest { until, let_go }.is_over(&time);
    assert!(counts(9.0, true));
    assert!(!counts(9.0, false), "a key is still held");
    assert!(!counts(11.0, true), "no moment has passed");
}

#[test]
fn the_result_names_the_computer_that_led_a_side() {
    let mut player = over();
    let led = |player: &mut Player| {
        let words = words(&mut player.app).into_iter().map(|(words, _)| words);
        words.filter(|words| words.contains(" led ")).collect::<Vec<_>>()
    };
    assert!(led(&mut player).is_empty(), "people led both");
    let mut commanders = player.app.world_mut().resource_mut::<Commanders>();
    commanders.give(SideId(1), Commander::Computer("captain".to_owned()));
    assert_eq!(led(&mut player), ["Captain led Far at the end."]);
    let mut give = |side, to: &str| {
        let mut commanders = player.app.world_mut().resource_mut::<Commanders>();
        commanders.give(SideId(side), Commander::Computer(to.to_owned()));
        led(&mut player)
    };
    assert_eq!(give(0, "recruit"), ["Recruit led Near and Captain led Far at the end."]);
    assert_eq!(give(0, "captain"), ["Captain led both sides at the end."]);
}

#[test]
fn a_battle_given_up_while_armies_deploy_took_no_turns() {
    let told = |turn| how_long(turn, 6).unwrap_or_default();
    assert_eq!(
        [0, 1, 4].map(told),
        ["It ended before the first turn.", "It took 1 turn.", "It took 4 turns."]
    );
    assert_eq!(how_long(6, 6), None, "its turns are over, and nobody says so twice");
}

//! What the panel offers has room in it, at the usual size of a window.

use super::*;
use crate::{
    app::{
        AppOptions,
        battle_ui::player::{ARCHERS, DWARFS, MAGE, Player, SPEARS},
        begin_battle, buttons, headless,
        settings::{AnimationSpeed, Settings},
        third_party::egui::context,
    },
    battle::levels,
};

/// A battle of a level that has just begun, in the usual window.
fn begun(level: &str) -> App {
    let settings = Settings { speed: AnimationSpeed::Off, ..default() };
    let size = Some((1280, 720));
    let mut app = headless(AppOptions { size, settings: Some(settings), ..default() });
    app.update();
    let level = levels::find(level, None).expect("it comes with the game");
    begin_battle(&mut app, level, 21);
    (0..20).for_each(|_| app.update());
    app
}

/// Where the panel is.
fn place(app: &mut App) -> egui::Rect {
    let ctx = context(app.world_mut()).expect("it has a window");
    ctx.memory(|memory| memory.area_rect(egui::Id::new("orders"))).expect("orders are shown")
}

#[test]
fn all_units_to_choose_from_are_whole_in_the_usual_window() {
    let mut app = begun("pitched-battle");
    let Situation::Choosing { units, enemies, .. } = offered::situation(app.world_mut()) else {
        panic!("nobody acts yet");
    };
    let enemies = enemies.expect("the winner of the initiative may choose them").units;
    for list in [units, enemies] {
        let side = app.world().side_of(list[0]);
        if side != app.world().frame().side {
            choosing::list_enemies(app.world_mut());
        }
        app.world_mut().resource_mut::<Selection>().unit = list.first().copied();
        (0..4).for_each(|_| app.update());
        let panel = place(&mut app).expand(0.5);
        let there = buttons(&mut app);
        for unit in list {
            let name = app.world().unit_name(unit);
            let plate =
                there.iter().find(|(label, rect)| label == name && rect.top() >= panel.top());
            let (_, rect) = plate.unwrap_or_else(|| panic!("{name} isn't in the list"));
            assert!(panel.contains_rect(*rect), "{name} at {rect} in {panel}");
        }
    }
}

#[test]
fn a_level_whose_verbs_have_room_in_a_row_leaves_the_rest_to_the_table() {
    let mut app = begun("first-clash");
    let panel = place(&mut app);
    assert!(panel.height() < 120.0, "{panel}");
}

#[test]
fn verbs_that_every_unit_has_stay_where_they_are_whoever_acts() {
    let places = |unit: &str| -> Vec<(String, egui::Rect)> {
        let mut player = Player::of(unit);
        let (own, _) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        player.wait(5);
        let panel = place(&mut player.app);
        let mut there = buttons(&mut player.app);
        there.retain(|(name, rect)| {
            let names = ["Move", "Charge", "Fight", "Shoot", "Stand up", "Rally", "Hold"];
            names.contains(&&**name) && panel.contains_rect(*rect)
        });
        // Panels of battles whose verbs take two rows are higher.
        let within =
            |(name, rect): (String, egui::Rect)| (name, rect.translate(-panel.min.to_vec2()));
        there.into_iter().map(within).collect()
    };
    let all = places(SPEARS);
    assert_eq!(all.len(), 7, "{all:?}");
    for unit in [ARCHERS, MAGE] {
        assert_eq!(places(unit), all, "{unit}");
    }
}

#[test]
fn a_charge_of_which_nothing_comes_is_not_approved_of() {
    for (apart, wanted) in [(22.0, Tone::Warning), (4.5, Tone::Good)] {
        let mut player = Player::before(DWARFS, DWARFS, apart);
        let (own, enemy) = player.units();
        let (_, at) = player.first(own);
        player.double_click(at);
        player.key(KeyCode::KeyC);
        let (_, target) = player.first(enemy);
        player.point(target);
        player.wait(40);
        let mode = player.world().resource::<Mode>().clone();
        let draft = player.world().resource::<Draft>();
        assert!(draft.is_legal(), "{:?}", draft.refused);
        let (text, tone) = approval(player.world(), &mode, draft);
        assert_eq!(tone, wanted, "{text}");
        assert_eq!(text.contains(" short of "), wanted == Tone::Warning, "{text}");
    }
}

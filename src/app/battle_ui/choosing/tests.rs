//! Who chooses the next unit to act: what is listed, what acts by which key, and what stays where it is.

use super::*;
use crate::{
    app::{
        battle_ui::{
            open_panels::OpenPanels,
            player::{ARCHERS, Player},
            toast::Toasts,
        },
        buttons,
    },
    battle::playable::acting::VerbId,
};

#[test]
fn the_enemy_is_listed_only_for_whoever_asks_for_it_and_until_it_chooses_among_its_own() {
    let mut world = World::new();
    world.init_resource::<Selection>();
    world.init_resource::<EnemyListed>();
    let enemies = Enemies { units: vec![UnitId(7)], title: "", about: "", id: "", verb: VerbId(0) };
    let select = |world: &mut World, unit: u32| {
        world.resource_mut::<Selection>().unit = Some(UnitId(unit));
        lists_enemy(world, Some(&enemies))
    };
    assert!(!select(&mut world, 1));
    assert!(!select(&mut world, 7), "an enemy's unit was clicked on the table, to look at it");
    list_enemies(&mut world);
    assert!(select(&mut world, 7), "the button was pressed");
    assert!(!select(&mut world, 1), "one of the own units was clicked");
    list_enemies(&mut world);
    assert!(select(&mut world, 1), "the button was pressed while an own unit is selected");
    assert!(!lists_enemy(&mut world, None), "another unit has acted");
    assert!(!select(&mut world, 1));
}

/// What the last refusal says.
fn told(player: &Player) -> String {
    player.world().resource::<Toasts>().refusal().unwrap_or_default().to_owned()
}

fn clicks_enemy(player: &mut Player) -> UnitId {
    let (_, enemy) = player.units();
    let (_, at) = player.first(enemy);
    player.click(at, MouseButton::Left);
    assert_eq!(player.world().resource::<Selection>().unit, Some(enemy), "it is looked at");
    enemy
}

#[test]
fn an_enemy_that_is_looked_at_acts_neither_by_the_key_that_confirms_nor_by_a_double_click() {
    let mut player = Player::of(ARCHERS);
    let enemy = clicks_enemy(&mut player);
    let (_, at) = player.first(enemy);
    let before = player.orders();
    assert_eq!(listed_enemies(player.app.world_mut()), None, "the own units are still listed");
    player.key(KeyCode::Enter);
    assert_eq!((player.orders(), player.world().frame().active), (before, None));
    let why = told(&player);
    assert!(why.contains("belongs to") && why.contains("(Shift+E)"), "{why}");
    player.wait(60);
    player.double_click(at);
    assert_eq!(player.orders(), before);
    player.key_with_shift(KeyCode::KeyE);
    assert_eq!(player.world().frame().active, Some(enemy), "its own key makes it act");
}

#[test]
fn escape_closes_the_list_of_the_enemy_before_anything_else() {
    let mut player = Player::of(ARCHERS);
    player.key_with_shift(KeyCode::KeyE);
    assert!(listed_enemies(player.app.world_mut()).is_some());
    player.key(KeyCode::Escape);
    assert_eq!(listed_enemies(player.app.world_mut()), None);
    assert!(!player.world().resource::<OpenPanels>().menu, "the menu isn't meant");
    player.key(KeyCode::Escape);
    assert!(player.world().resource::<OpenPanels>().menu);
}

#[test]
fn keys_list_the_enemy_go_through_its_units_and_make_one_act() {
    let mut player = Player::of(ARCHERS);
    let side = player.world().frame().side;
    let selected_side = |player: &Player| {
        let unit = player.world().resource::<Selection>().unit.expect("somebody is selected");
        player.world().side_of(unit)
    };
    for _ in 0..4 {
        player.key(KeyCode::Tab);
        assert_eq!(selected_side(&player), side, "only the own units, as long as they are listed");
    }
    player.key_with_shift(KeyCode::KeyE);
    assert!(listed_enemies(player.app.world_mut()).is_some());
    player.key(KeyCode::Tab);
    assert_ne!(selected_side(&player), side);
    let before = player.orders();
    player.key(KeyCode::Enter);
    assert_eq!(player.orders(), before, "nobody acts by accident");
    player.key_with_shift(KeyCode::KeyE);
    assert_eq!(player.orders(), before + 1);
    assert_ne!(player.world().frame().side, side);
}

/// Where a button is whose name begins so.
fn place_of(player: &mut Player, name: &str) -> Option<egui::Rect> {
    let there = buttons(&mut player.app);
    there.into_iter().find(|(label, _)| label.starts_with(name)).map(|(_, rect)| rect)
}

#[test]
fn no_button_gives_its_place_to_another_whoever_is_selected_or_acts() {
    let mut player = Player::of(ARCHERS);
    let lists = Game::verbs().iter().find(|words| words.id == "ActFirst").expect("a verb").name;
    let places =
        |player: &mut Player| [Command::Measure.name(), lists].map(|name| place_of(player, name));
    let before = places(&mut player);
    assert!(before.iter().all(Option::is_some), "{before:?}");
    clicks_enemy(&mut player);
    assert_eq!(places(&mut player), before, "an enemy is selected");
    let (own, _) = player.units();
    let (_, at) = player.first(own);
    player.click(at, MouseButton::Left);
    assert_eq!(places(&mut player), before, "an own unit is selected");
    let activates = place_of(&mut player, "Activate").expect("it may act");
    assert!(before.iter().flatten().all(|place| !place.intersects(activates)), "{activates}");
    player.key(KeyCode::Enter);
    let measure = place_of(&mut player, Command::Measure.name()).expect("one may always measure");
    let was_there =
        |place: egui::Rect| measure.contains(place.left_center() + egui::vec2(9.0, 0.0));
    assert!(before[0].is_some_and(was_there), "a unit acts: {measure} after {before:?}");
}

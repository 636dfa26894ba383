//! How the list comes to be.

use std::collections::BTreeMap;

use super::*;
use crate::{
    app::{AppOptions, buttons, headless, third_party::egui as panels},
    battle::levels,
};

/// What can be pressed whose name is that of a level, in words or as an id.
fn rows(app: &mut App, names: &[String]) -> BTreeMap<String, egui::Rect> {
    buttons(app).into_iter().filter(|(name, _)| names.contains(name)).collect()
}

#[test]
fn the_list_stands_still_from_the_first_name_on() {
    let mut app = headless(AppOptions { exit: true, ..default() });
    (0..3).for_each(|_| app.update());
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelChoice);
    let ids = levels::ids(None);
    let named = |id: &String| levels::find(id, None).map(|level: Level| level.name).unwrap();
    let names: Vec<String> = ids.iter().map(named).chain(ids.iter().cloned()).collect();
    let mut shown = None;
    let mut frames_without = 0;
    for _ in 0..ids.len() + 12 {
        let now = rows(&mut app, &names);
        match &shown {
            None if now.is_empty() => frames_without += 1,
            None => shown = Some(now),
            Some(first) => assert_eq!(now, *first),
        }
    }
    assert!(frames_without >= ids.len(), "nothing is named before all were read");
    let shown = shown.expect("the levels are listed in the end");
    assert!(shown.len() > 1 && !shown.keys().any(|name| ids.contains(name)), "{shown:?}");
}

#[test]
fn arrows_choose_a_level_and_tab_leaves_the_list_with_it() {
    let mut app = headless(AppOptions { exit: true, ..default() });
    (0..3).for_each(|_| app.update());
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::LevelChoice);
    (0..levels::ids(None).len() + 12).for_each(|_| app.update());
    let mut picked_after = |key: egui::Key| {
        panels::press(app.world_mut(), key);
        (0..3).for_each(|_| app.update());
        app.world().resource::<LevelList>().picked.clone()
    };
    let first = picked_after(egui::Key::ArrowUp);
    let second = picked_after(egui::Key::ArrowDown);
    assert_ne!(first, second, "the list has the keyboard as soon as it is there");
    let third = picked_after(egui::Key::ArrowDown);
    assert_ne!(second, third);
    for _ in 0..4 {
        assert_eq!(picked_after(egui::Key::Tab), third);
    }
}

//! How the list comes to be.

use std::collections::BTreeMap;

use super::*;
use crate::{
    app::{AppOptions, buttons, headless},
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

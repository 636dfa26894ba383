//! Files of earlier formats, kept forever: whatever changes, they are opened. `first` is how the game
//! wrote them before saves and links said the version of the rules; `second` is since then. In
//! `second/rules_2` and `second/rules_3` are the battles that were stored with these versions of the
//! rules.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ironrank::{
    battle::{Battle, Opened, RuleSystem, link, save::Save},
    no_quarter::{NoQuarter, level::Level},
};

/// The files of a format and kind, at least so many.
fn files(folder: &str, at_least: usize) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(folder);
    let entries = fs::read_dir(&folder).expect("the folder is part of the project");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() >= at_least, "{}: {} files", folder.display(), files.len());
    files
}

fn text(file: &Path) -> String {
    fs::read_to_string(file).expect("the files are part of the project")
}

/// Opens a battle and goes on with it: it is whole, whichever way it was opened.
fn goes_on(file: &Path, save: &Save<NoQuarter>) -> Opened {
    let name = file.display();
    let (mut battle, opened) =
        Battle::open(save).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    println!("{name}: {opened}");
    let anew = battle.save().write().expect("a save has a form");
    let again = Save::<NoQuarter>::read("again.ron", &anew)
        .unwrap_or_else(|errors| panic!("{name}, saved anew: {errors:?}"));
    let (same, opened_again) =
        Battle::open(&again).unwrap_or_else(|errors| panic!("{name}, saved anew: {errors:?}"));
    assert_eq!(opened_again, Opened::AsSaved, "{name}, saved anew");
    assert_eq!(same.state_hash(), battle.state_hash(), "{name}, saved anew");
    if battle.outcome().is_none() {
        let order = NoQuarter::fallback(&battle.world);
        battle.order(order).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    opened
}

#[test]
fn levels_of_the_first_format_can_be_played() {
    for file in files("first/levels", 8) {
        let name = file.display();
        let level = Level::read(&name.to_string(), &text(&file))
            .unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        Battle::<NoQuarter>::new(&level, 1).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    }
}

#[test]
fn saves_of_both_formats_go_on() {
    for (folder, at_least) in [("first/saves", 7), ("second/saves", 2)] {
        for file in files(folder, at_least) {
            let save = Save::<NoQuarter>::read(&file.display().to_string(), &text(&file));
            goes_on(&file, &save.unwrap_or_else(|errors| panic!("{file:?}: {errors:?}")));
        }
    }
}

#[test]
fn links_of_both_formats_go_on() {
    for (folder, at_least) in [("first/links", 10), ("second/links", 2)] {
        for file in files(folder, at_least) {
            let text = text(&file);
            // The state hash stands above the link.
            let (_, link) = text.trim().split_once('\n').unwrap();
            let save = link::read::<NoQuarter>(link);
            goes_on(&file, &save.unwrap_or_else(|error| panic!("{file:?}: {error}")));
        }
    }
}

/// Opens the battles that were stored with a version of the rules, and counts the questions that were not
/// asked then: they lead where they led.
fn answered_of_version(version: u32, at_least: usize) -> usize {
    let mut answered = 0;
    for file in files(&format!("second/rules_{version}"), at_least) {
        let text = text(&file);
        let (hash, link) = text.trim().split_once('\n').unwrap();
        let save = link::read::<NoQuarter>(link).unwrap();
        assert_eq!(save.rules_version, Some(version), "{file:?}");
        let orders = save.orders.len();
        let (battle, opened) = Battle::open(&save).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(opened, Opened::AsSaved, "{file:?}");
        assert_eq!(format!("{:016x}", battle.state_hash()), hash, "{file:?}");
        answered += battle.save().orders.len() - orders;
    }
    answered
}

/// Version 3 asks whether a failed command test is rolled again; before, it always was. That alone
/// leads no older battle elsewhere.
#[test]
fn battles_of_version_2_of_the_rules_lead_where_they_led() {
    let answered = answered_of_version(2, 10);
    assert!(answered > 1, "{answered} questions that weren't asked then");
}

/// Version 4 asks when the battle begins after the last unit was deployed; before, it began at once.
#[test]
fn battles_of_version_3_of_the_rules_lead_where_they_led() {
    let answered = answered_of_version(3, 9);
    assert!(answered >= 1, "{answered} battles that began by themselves");
}

//! Files of earlier formats, kept forever: whatever changes, they are opened. `first` is how the game
//! wrote them before saves and links said the version of the rules; `second` is since then, and
//! `third` since saves have a seal. In `second/rules_2` to `second/rules_4` and `third/rules_5` to
//! `third/rules_10` are the battles that were stored with these versions of the rules, as links.
//!
//! `IRONRANK_RENEW=1 cargo test --test formats` writes those of the present format that aren't there
//! yet. None that is there is ever written again.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use ironrank::{
    battle::{Battle, Opened, RuleSystem, levels, link, save::Save},
    lab::{Bout, play},
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

/// The battles that are kept of the present format: a level, a seed, and how many orders are given. The
/// first three were fought under version 4 of the rules, the next three under version 5, with spells in play
/// and ground that spells have made, one each under versions 6 to 11.
const KEPT: [(&str, u64, usize); 12] = [
    ("duel-at-the-wall", 31, usize::MAX),
    ("artillery-duel", 32, 40),
    ("plain", 33, 25),
    ("lamp-and-ember", 51, usize::MAX),
    ("lamp-and-ember", 52, 30),
    ("barrow-night", 53, 60),
    ("siege-of-the-hut-line", 61, 80),
    ("infiltration", 71, 80),
    ("tide-of-graves", 81, 60),
    ("escort", 91, 80),
    ("first-clash", 101, 60),
    ("brass-and-claw", 111, 60),
];

/// Writes a file of the present format, unless it is there.
fn keep(folder: &str, name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/third").join(folder);
    let file = folder.join(name);
    if !file.exists() {
        fs::create_dir_all(&folder).expect("a folder for them can be made");
        fs::write(file, text).expect("files can be written there");
    }
}

/// Fights the battles that are to be kept of the present format.
fn keep_present_format() {
    for (level, seed, orders) in KEPT {
        let found = levels::find(level, None).expect("levels are checked by a test");
        let played =
            play(Bout::<NoQuarter>::random(&found, seed)).expect("random battles end").save;
        let mut battle = Battle::<NoQuarter>::new(&found, seed).expect("it was played");
        for order in played.orders.into_iter().take(orders) {
            battle.order(order).expect("it was legal");
        }
        let save = battle.save();
        let name = format!("{level}-{seed}");
        keep("saves", &format!("{name}.ron"), &save.write().expect("a save has a form"));
        let link = link::write(&save).expect("it fits into a link");
        keep("links", &format!("{name}.txt"), &format!("{}\n{link}\n", save.hash));
    }
}

/// Saves of the present format are as they were written, and lead where they led as long as their rules
/// are the present ones.
#[test]
fn battles_of_the_third_format_go_on_and_their_seals_hold() {
    if env::var_os("IRONRANK_RENEW").is_some() {
        keep_present_format();
    }
    let is_of_present_rules =
        |save: &Save<NoQuarter>| save.rules_version == Some(NoQuarter::VERSION);
    for file in files("third/saves", KEPT.len()) {
        let save = Save::<NoQuarter>::read(&file.display().to_string(), &text(&file));
        let save = save.unwrap_or_else(|errors| panic!("{file:?}: {errors:?}"));
        assert_eq!(save.is_as_written(), Some(true), "{file:?}");
        assert!(save.position.is_some(), "{file:?}");
        match goes_on(&file, &save) {
            Opened::AsSaved => {}
            Opened::AtPosition(change) if !is_of_present_rules(&save) => {
                assert!(change.of_rules(), "{file:?}");
            }
            opened => panic!("{file:?}: {opened}"),
        }
    }
    for file in files("third/links", KEPT.len()) {
        let text = text(&file);
        let (hash, link) = text.trim().split_once('\n').expect("a hash and a link");
        let save =
            link::read::<NoQuarter>(link).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        assert_eq!(save.hash, hash, "{file:?}");
        let opened = goes_on(&file, &save);
        assert!(opened == Opened::AsSaved || !is_of_present_rules(&save), "{file:?}: {opened}");
    }
}

#[test]
fn levels_of_earlier_formats_can_be_played() {
    for file in files("first/levels", 8).into_iter().chain(files("third/levels", 4)) {
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
            let (_, link) = text.trim().split_once('\n').expect("a hash and a link");
            let save = link::read::<NoQuarter>(link);
            goes_on(&file, &save.unwrap_or_else(|error| panic!("{file:?}: {error}")));
        }
    }
}

/// What opening the battles that were stored with a version of the rules comes to.
#[derive(Debug, Default)]
struct OfVersion {
    /// Questions that weren't asked then, and were answered now.
    answered: usize,
    /// Battles that lead where they led.
    as_saved: usize,
}

/// Opens the battles that were stored with a version of the rules. A link doesn't say where its battle
/// stood: as the rules have changed since, a battle goes on after the last of its orders that holds, which
/// may be the very last.
fn of_version(folder: &str, version: u32, at_least: usize) -> OfVersion {
    let mut all = OfVersion::default();
    for file in files(folder, at_least) {
        let text = text(&file);
        let (hash, link) = text.trim().split_once('\n').expect("a hash and a link");
        let save = link::read::<NoQuarter>(link).expect("a link that was kept can be read");
        assert_eq!(save.rules_version, Some(version), "{file:?}");
        assert_eq!(save.hash, hash, "{file:?}");
        let (mut battle, opened) =
            Battle::open(&save).unwrap_or_else(|errors| panic!("{errors:?}"));
        println!("{}: {opened}", file.display());
        let held = match &opened {
            Opened::AsSaved => {
                assert_eq!(format!("{:016x}", battle.state_hash()), hash, "{file:?}");
                all.as_saved += 1;
                save.orders.len()
            }
            Opened::Elsewhere(change) => {
                assert!(change.of_rules(), "{file:?}: {opened}");
                save.orders.len()
            }
            Opened::AtLastOrder { held, change, .. } => {
                assert!(change.of_rules() && *held > 0, "{file:?}: {opened}");
                *held
            }
            Opened::AtPosition(_) => panic!("{file:?}: a link has no position"),
        };
        // Answers that nobody asks for any more are left out.
        all.answered += battle.save().orders.len().saturating_sub(held);
        if battle.outcome().is_none() {
            let order = NoQuarter::fallback(&battle.world);
            battle.order(order).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        }
    }
    println!("{folder}: {all:?}");
    all
}

/// Version 3 asks whether a failed command test is rolled again; before, it always was.
#[test]
fn battles_of_version_2_of_the_rules_go_on() {
    let found = of_version("second/rules_2", 2, 10);
    assert!(found.answered > 1, "{found:?}");
}

/// Version 4 asks when the battle begins after the last unit was deployed; before, it began at once.
#[test]
fn battles_of_version_3_of_the_rules_go_on() {
    let found = of_version("second/rules_3", 3, 9);
    assert!(found.answered >= 1, "{found:?}");
}

/// Version 5 reads the book anew where the game played otherwise: retreats in ranks, combat assistance,
/// free hits, momentum, fear, cover under indirect fire and more. It asks nothing else.
#[test]
fn battles_of_version_4_of_the_rules_go_on() {
    assert_eq!(of_version("second/rules_4", 4, 10).answered, 0);
}

/// Version 6 lets nobody run into contact with an enemy, and doesn't ask those on hold who couldn't do
/// anything. Most battles know neither, and lead where they led.
#[test]
fn battles_of_version_5_of_the_rules_go_on() {
    let found = of_version("third/rules_5", 5, 13);
    assert!(found.answered == 0 && found.as_saved > 6, "{found:?}");
}

/// Version 7 has other armies on most levels. The rules are the same, and so battles lead where they led, on
/// the levels as they were.
#[test]
fn battles_of_version_6_of_the_rules_lead_where_they_led() {
    let found = of_version("third/rules_6", 6, 13);
    assert_eq!((found.answered, found.as_saved), (0, 13), "{found:?}");
}

/// Version 8 has other armies on nine levels, and the same rules.
#[test]
fn battles_of_version_7_of_the_rules_lead_where_they_led() {
    let found = of_version("third/rules_7", 7, 13);
    assert_eq!((found.answered, found.as_saved), (0, 13), "{found:?}");
}

/// Version 9 has other armies on four levels, and the same rules.
#[test]
fn battles_of_version_8_of_the_rules_lead_where_they_led() {
    let found = of_version("third/rules_8", 8, 13);
    assert_eq!((found.answered, found.as_saved), (0, 13), "{found:?}");
}

/// Version 10 has other armies on two levels, and the same rules.
#[test]
fn battles_of_version_9_of_the_rules_lead_where_they_led() {
    let found = of_version("third/rules_9", 9, 13);
    assert_eq!((found.answered, found.as_saved), (0, 13), "{found:?}");
}

/// Version 11 has longer battles on two levels, and the same rules.
#[test]
fn battles_of_version_10_of_the_rules_lead_where_they_led() {
    let found = of_version("third/rules_10", 10, 13);
    assert_eq!((found.answered, found.as_saved), (0, 13), "{found:?}");
}

//! `check`: what is wrong with a file is told once, with its file, line and field.

use std::{fs, path::Path};

use crate::{LEVEL, file, folder, ironrank};

/// Checks a file and expects one clear error that names it and says `parts`.
pub(crate) fn refused(name: &str, text: &str, parts: &[&str]) {
    let path = file(name, text);
    let ran = ironrank(&["check", path.to_str().unwrap()]);
    assert_eq!(ran.code, 1, "{name}: {ran:?}");
    assert!(ran.err.starts_with("error: "), "{name}: {ran:?}");
    assert!(!ran.err.contains("panicked"), "{name}: {ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{name}: {ran:?}");
    for part in parts.iter().chain(&[name]) {
        assert!(ran.err.contains(part), "{name}: \"{part}\" not in {ran:?}");
    }
}

#[test]
fn all_that_comes_with_the_game_is_all_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("levels"), root.join("assets/no_quarter")];
    let [levels, data] = folders.each_ref().map(|folder| folder.to_str().unwrap());
    let ran = ironrank(&["check", levels, data]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = ironrank(&["levels"]);
    assert!(ran.code == 0 && ran.out.contains("first-clash: First Clash"), "{ran:?}");
}

/// The examples of a page of the documentation, as they stand there.
pub(crate) fn examples(page: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
    let blocks = text.split("```ron\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// What the documentation tells a newcomer to write can be played, with a weapon of his own too.
#[test]
fn the_examples_of_the_documentation_can_be_played() {
    let levels = examples("docs/adding-a-level.md");
    let [profiles, weapons, prices] = &examples("docs/adding-a-profile.md")[..] else {
        panic!("one example of profiles, one of weapons and one of prices")
    };
    assert_eq!(levels.len(), 1);
    assert!(levels[0].contains("men_at_arms") && profiles.contains("\"halberd\""));
    // The profiles' file comes before the weapons' by name.
    let data = file("own/a.ron", &profiles.replace("\"halberd\"", "\"pike\""));
    file("own/b.ron", weapons);
    file("own/c.ron", prices);
    let data = data.parent().unwrap().to_str().unwrap();
    for profile in ["men_at_arms", "pikeman"] {
        let level = file("documented.ron", &levels[0].replace("men_at_arms", profile));
        let level = level.to_str().unwrap();
        let ran = ironrank(&["check", "--data", data, data, level]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let ran = ironrank(&["battle", "--data", data, "--level", level]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
}

#[test]
fn broken_files_are_refused_with_one_clear_error() {
    refused("broken.ron", &LEVEL[..200], &[":"]);
    refused("empty.ron", "", &[]);
    refused("noise.ron", "\u{0}\u{1}ÿ)]}{[(", &[]);
    refused(
        "field.ron",
        &LEVEL.replace("count: 4, place: At(12, 4", "cuont: 4, place: At(12, 4"),
        &["field.ron:7", "cuont"],
    );
    refused(
        "profile.ron",
        &LEVEL.replace("orc_bruiser", "orx"),
        &["profile.ron:8", "orx", "orc_bruiser"],
    );
    refused(
        "terrain.ron",
        &LEVEL.replace("\"wall\"", "\"moat\""),
        &["terrain.ron:4", "moat", "wall"],
    );
    refused(
        "off.ron",
        &LEVEL.replace("At(12, 4, 90)", "At(-3, 4, 90)"),
        &["off.ron:7", "off the table"],
    );
    refused("overlap.ron", &LEVEL.replace("At(12, 20, 270)", "At(12, 4, 90)"), &["on top of"]);
    refused("wall.ron", &LEVEL.replace("At(12, 4, 90)", "At(12, 12.2, 90)"), &["wall"]);
    refused(
        "sides.ron",
        &LEVEL
            .replace(", (name: \"Blue\", edge: North)", "")
            .replace("side: \"Blue\"", "side: \"Red\""),
        &["sides"],
    );
    refused(
        "one_side.ron",
        &LEVEL.replace("side: \"Blue\"", "side: \"Red\""),
        &["\"Blue\" has no units"],
    );
    refused("huge.ron", &LEVEL.replace("width: 24", "width: 1e30"), &["table.width"]);
    refused(
        "nan.ron",
        &LEVEL.replace("At(12, 4, 90)", "At(NaN, 4, 90)"),
        &["a place that isn't a number"],
    );
    refused(
        "many.ron",
        &LEVEL.replace("count: 4, place: At(12, 4", "count: 4000000000, place: At(12, 4"),
        &["200 is the limit"],
    );
    refused("turns.ron", &LEVEL.replace("units: [", "turns: Fixed(99999), units: ["), &["turns"]);
    refused(
        "rules.ron",
        &LEVEL.replace("name: \"Small\",", "name: \"Small\", rules: \"chess\","),
        &["chess"],
    );
}

#[test]
fn broken_data_is_refused_with_one_clear_error() {
    let profile = |change: &str| {
        format!(
            "[(id: \"imp\", name: \"Imp\", actions: 8, ranged_attack: 2, close_combat: 4, \
             strength: 3, toughness: 3, wounds: 1, command: 4,\n base: Round(25), points: 12, \
             {change})]"
        )
    };
    let good = file("imp.ron", &profile("weapons: [\"sword\"]"));
    assert_eq!(ironrank(&["check", good.to_str().unwrap()]).code, 0);
    refused("spoon.ron", &profile("weapons: [\"spoon\"]"), &["spoon.ron:2", "imp", "nearest"]);
    refused("armour.ron", &profile("armour: 900"), &["imp", "armour is 900"]);
    refused("word.ron", &profile("armor: 2"), &["word.ron:2", "armor"]);
    refused("type.ron", &profile("armour: \"lots\""), &["type.ron:2"]);
    let weapon = "[(id: \"cat\", name: \"Cat\", use_cost: 0, strength: Bonus(1))]";
    refused("weapons-of-mine.ron", weapon, &["cat", "use_cost is 0"]);
    refused("my-armoury.ron", weapon, &["cat", "use_cost is 0"]);
    let terrain = "[(id: \"tower\", name: \"tower\", height: 900)]";
    refused("my-terrain.ron", terrain, &["tower", "height is 900"]);
}

#[cfg(unix)]
#[test]
fn every_file_is_checked_once_whatever_links_there_are() {
    let folder = folder("looped");
    fs::create_dir(folder.join("inner")).unwrap();
    fs::write(folder.join("inner/a.ron"), LEVEL).unwrap();
    std::os::unix::fs::symlink("..", folder.join("inner/up")).unwrap();
    std::os::unix::fs::symlink("a.ron", folder.join("inner/b.ron")).unwrap();
    let path = folder.to_str().unwrap();
    let ran = ironrank(&["check", path, path, folder.join("inner").to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1), "{ran:?}");
}

#[test]
fn a_level_is_a_level_whatever_its_comments_and_names_say() {
    for (name, text) in [
        ("mark.ron", format!("\u{feff}{LEVEL}")),
        ("comment.ron", format!("/* version: 1, orders: [ */\n// (\n{LEVEL}")),
        ("named.ron", LEVEL.replacen("Small", "version: 1, hash: [id: 1]", 1)),
    ] {
        let ran = ironrank(&["check", file(name, &text).to_str().unwrap()]);
        assert!(ran.code == 0 && ran.out.contains(": a level, "), "{name}: {ran:?}");
    }
}

/// A level with something that only the battle would find is refused, at its line.
#[test]
fn what_a_battle_would_stumble_over_is_told_before() {
    let replaced = |from: &str, to: &str| {
        assert!(LEVEL.contains(from), "{from}");
        LEVEL.replacen(from, to, 1)
    };
    let orcs = "At(12, 20, 270)";
    let aims = |aims: &str| replaced("units: [", &format!("objectives: [{aims}],\n    units: ["));
    let wall = "Line(points: [(8, 12), (16, 12)], width: 0.5)";
    let lady = LEVEL.replacen(
        "count: 4, place: At(12, 4",
        "count: 4, command: [(role: Leader, name: \"Lady\")], place: At(12, 4",
        1,
    );
    let escort = |to: &str| {
        let aim = format!("objectives: [Escort(side: \"Red\", model: \"Lady\"{to})],\n units: [");
        lady.replacen("units: [", &aim, 1)
    };
    for (name, text, parts) in [
        (
            "scattered.ron",
            replaced(orcs, "Each([(4, 20, 270), (5, 20, 270), (12, 20, 270), (13, 20, 270)])"),
            &["scattered.ron:8", "is scattered", "1\" is the limit"][..],
        ),
        ("own-edge.ron", escort(", to: South"), &["own-edge.ron:6", "side's own"]),
        (
            "twice.ron",
            aims("Feature(terrain: 0), Feature(terrain: 0)"),
            &["twice.ron:6", "the same as objectives[0]"],
        ),
        (
            "both.ron",
            aims("Hold(side: \"Red\", at: (9, 9)), Hold(side: \"Red\", at: (9, 9))"),
            &["both.ron:6", "the same as objectives[0]"],
        ),
        (
            "off.ron",
            replaced(wall, "Line(points: [(80, 12), (90, 12)], width: 0.5)"),
            &["off.ron:4", "off the table"],
        ),
        ("pond.ron", replaced(wall, "Circle(at: (-4, 9), radius: 3)"), &["off the table"]),
        (
            "battery.ron",
            replaced(orcs, "At(12, 20, 270), battery: 1"),
            &["battery.ron:8", "support weapons"],
        ),
        ("angle.ron", replaced(orcs, "At(12, 20, 4000)"), &["angle.ron:8", "a whole turn"]),
        ("turns.ron", replaced("units: [", "turns: 7,\n units: ["), &["turns.ron:6", "Fixed(7)"]),
    ] {
        refused(name, &text, parts);
    }
    // What is nearly the same is all right.
    for (name, text) in [
        ("across.ron", escort("")),
        ("edge.ron", replaced(wall, "Circle(at: (-2, 9), radius: 3)")),
        ("aims.ron", aims("Hold(side: \"Red\", at: (9, 9)), Hold(side: \"Blue\", at: (9, 9))")),
        (
            "close.ron",
            replaced(orcs, "Each([(9, 20, 270), (10, 20, 270), (12, 20, -90), (13, 20, 270)])"),
        ),
    ] {
        let ran = ironrank(&["check", file(name, &text).to_str().unwrap()]);
        assert_eq!(ran.code, 0, "{name}: {ran:?}");
    }
}

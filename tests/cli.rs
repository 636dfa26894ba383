//! The command line as a player meets it: the program is run, and what it prints is read.

#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What the program printed and how it ended.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn ironrank(arguments: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_ironrank")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// A file in a folder of the tests' own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// A good small level, to be broken.
const LEVEL: &str = r#"(
    name: "Small",
    table: (width: 24, depth: 24),
    terrain: [(kind: "wall", shape: Line(points: [(8, 12), (16, 12)], width: 0.5))],
    sides: [(name: "Red", edge: South), (name: "Blue", edge: North)],
    units: [
        (side: "Red", profile: "men_at_arms", count: 4, place: At(12, 4, 90)),
        (side: "Blue", profile: "orc_bruiser", count: 4, place: At(12, 20, 270)),
    ],
)"#;

/// Checks a file and expects one clear error that names it and says `parts`.
fn refused(name: &str, text: &str, parts: &[&str]) {
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
fn help_names_every_command_and_gives_examples() {
    let ran = ironrank(&["--help"]);
    assert_eq!(ran.code, 0);
    let words = ["battle", "check", "replay", "levels", "soak", "--screenshot", "--script"];
    for word in words.iter().chain(&["--exit", "--seed", "Examples:", "Exit status"]) {
        assert!(ran.out.contains(word), "{word} not in {}", ran.out);
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
fn examples(page: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
    let blocks = text.split("```ron\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

/// What the documentation tells a newcomer to write can be played, with a weapon of his own too.
#[test]
fn the_examples_of_the_documentation_can_be_played() {
    let levels = examples("docs/adding-a-level.md");
    let [profiles, weapons] = &examples("docs/adding-a-profile.md")[..] else {
        panic!("one example of profiles and one of weapons")
    };
    assert_eq!(levels.len(), 1);
    assert!(levels[0].contains("men_at_arms") && profiles.contains("\"halberd\""));
    // The profiles' file comes before the weapons' by name.
    let data = file("own/a.ron", &profiles.replace("\"halberd\"", "\"pike\""));
    file("own/b.ron", weapons);
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
    refused("nan.ron", &LEVEL.replace("At(12, 4, 90)", "At(NaN, 4, 90)"), &["no number"]);
    refused(
        "many.ron",
        &LEVEL.replace("count: 4, place: At(12, 4", "count: 4000000000, place: At(12, 4"),
        &["200 is the most"],
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

#[test]
fn files_that_are_not_there_are_a_problem() {
    for arguments in [
        &["check", "nowhere.ron"][..],
        &["replay", "nowhere.ron"],
        &["battle", "--level", "nowhere"],
        &["battle", "--level", "nowhere.ron"],
        &["battle", "--level", "plain", "--players", "script:nowhere.ron"],
        &["battle", "--level", "plain", "--data", "nowhere"],
        &["levels", "--data", "nowhere"],
        &["check", "src"],
    ] {
        let ran = ironrank(arguments);
        assert_eq!(ran.code, 1, "{arguments:?}: {ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {ran:?}");
    }
}

#[test]
fn wrong_usage_is_told_apart() {
    for arguments in [
        &["battle"][..],
        &["dance"],
        &["battle", "--level", "plain", "--seed", "many"],
        &["battle", "--level", "plain", "--players", "magnus"],
        &["battle", "--level", "plain", "--players", "random,random,random"],
        &["check"],
    ] {
        let ran = ironrank(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains("error: "), "{arguments:?}: {ran:?}");
    }
}

#[test]
fn a_battle_is_fought_saved_and_replayed() {
    let save = file("fought.ron", "");
    let save = save.to_str().unwrap();
    let battle = ["battle", "--level", "duel-at-the-wall", "--seed", "5", "--save", save];
    let ran = ironrank(&[&battle[..], &["--json", "--log"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let result: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&result["format"], &result["seed"]), (&1.into(), &5.into()));
    assert_eq!(result["finished"], true);
    assert_eq!(result["sides"].as_array().unwrap().len(), 2);
    assert!(result["log"].as_array().is_some());
    let hash = result["hash"].as_str().unwrap().to_owned();

    let again = ironrank(&["replay", save]);
    assert_eq!((again.code, again.out.trim()), (0, hash.as_str()), "{again:?}");
    assert_eq!(ironrank(&["check", save]).code, 0);
    let plain = ironrank(&battle);
    assert!(plain.out.contains(&hash), "{plain:?}");

    let text = fs::read_to_string(save).unwrap();
    // Cut in the middle, of another version, of another game, changed.
    refused("cut.ron", &text[..text.len() / 2], &["cut.ron:"]);
    refused("version.ron", &text.replacen("version: 2", "version: 99", 1), &["version 99"]);
    refused("game.ron", &text.replacen("\"no_quarter\"", "\"chess\"", 1), &["chess"]);
    let changed = file("changed.ron", &text.replace(&hash, "0123456789abcdef"));
    let ran = ironrank(&["replay", changed.to_str().unwrap()]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("0123456789abcdef"), "{ran:?}");
}

#[test]
fn a_script_can_play() {
    // The scripts know no order: the battle stops at once and is no result.
    let script = file("script.ron", "[]");
    let player = format!("script:{}", script.to_str().unwrap());
    let ran = ironrank(&["battle", "--level", "plain", "--players", &player]);
    assert!(ran.code == 0 && ran.out.contains("no result"), "{ran:?}");
    // An order that isn't legal is a problem, and told.
    let script = file("illegal.ron", "[Rally]");
    let player = format!("script:{}", script.to_str().unwrap());
    let ran = ironrank(&["battle", "--level", "plain", "--players", &player]);
    assert!(ran.code == 1 && ran.err.contains("Rally"), "{ran:?}");
}

#[test]
fn one_script_holds_the_orders_of_both_sides() {
    let kept = file("both.ron", "");
    let kept = kept.to_str().unwrap();
    let battle = ["battle", "--level", "duel-at-the-wall", "--seed", "5"];
    let random = ironrank(&[&battle[..], &["--save", kept]].concat());
    assert_eq!(random.code, 0, "{random:?}");
    let save = fs::read_to_string(kept).unwrap();
    let (_, orders) = save.split_once("\n    orders: ").unwrap();
    let (orders, _) = orders.split_once("\n    hash: ").unwrap();
    let script = file("both-script.ron", orders.trim().trim_end_matches(','));
    let player = format!("script:{}", script.to_str().unwrap());
    let scripted = ironrank(&[&battle[..], &["--players", &player]].concat());
    assert_eq!(scripted.code, 0, "{scripted:?}");
    let last = |ran: &Ran| ran.out.lines().find(|line| line.contains("hash")).unwrap().to_owned();
    assert_eq!(last(&random), last(&scripted));
}

#[test]
fn soaking_counts_battles() {
    let ran = ironrank(&["soak", "--battles", "2", "--level", "duel-at-the-wall", "--jobs", "1"]);
    assert!(ran.code == 0 && ran.out.contains("2 battles, 0 went wrong"), "{ran:?}");
    assert!(ran.out.contains("kinds of orders; never "), "{ran:?}");
    // Two men on foot at a wall don't do everything.
    let all = ["soak", "--battles", "1", "--level", "duel-at-the-wall", "--all-kinds"];
    let ran = ironrank(&all);
    assert!(ran.code == 1 && ran.err.contains("never "), "{ran:?}");
}

#[test]
fn kept_battles_are_replayed_and_compared_order_by_order() {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept");
    let _ = fs::remove_dir_all(&kept);
    let folder = kept.to_str().unwrap();
    let soak = ["soak", "--battles", "3", "--level", "duel-at-the-wall", "--keep", folder];
    assert_eq!(ironrank(&soak).code, 0);
    let ran = ironrank(&["replay", folder]);
    assert!(ran.code == 0 && ran.out.contains("3 of 3 battles"), "{ran:?}");

    // The state before the fourth order is that after the third, which stands at orders[2].
    let trail = kept.join("duel-at-the-wall-2.trail");
    let mut hashes: Vec<String> =
        fs::read_to_string(&trail).unwrap().lines().map(str::to_owned).collect();
    hashes[3] = "0123456789abcdef".to_owned();
    fs::write(&trail, hashes.join("\n")).unwrap();
    let ran = ironrank(&["replay", folder]);
    assert!(ran.code == 1 && ran.out.contains("2 of 3 battles"), "{ran:?}");
    let parts = ["duel-at-the-wall-2.ron", "first differs after orders[2]"];
    assert!(parts.iter().all(|part| ran.err.contains(part)), "{ran:?}");
    let ran = ironrank(&["replay", folder, "--log"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[cfg(not(feature = "app"))]
#[test]
fn without_the_window_it_says_how_to_get_one() {
    let ran = ironrank(&[]);
    assert!(ran.code == 2 && ran.err.contains("cargo run --release"), "{ran:?}");
}

#[test]
fn a_battle_survives_being_a_link_at_any_point() {
    let save = file("linked.ron", "");
    let save = save.to_str().unwrap();
    let ran = ironrank(&["battle", "--level", "duel-at-the-wall", "--seed", "3", "--save", save]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let hash = ironrank(&["replay", save]).out;
    let link = ironrank(&["link", save, "--base", "https://example.org/"]).out;
    assert!(link.starts_with("https://example.org/#b="), "{link}");
    let again = ironrank(&["replay", "--link", link.trim()]);
    assert_eq!((again.code, &again.out), (0, &hash), "{again:?}");
    let cut = ironrank(&["replay", "--link", &link.trim()[..200]]);
    assert_eq!(cut.code, 1, "{cut:?}");
    assert!(cut.err.contains("damaged"), "{cut:?}");

    // Any point of it can be linked, also its beginning and its end.
    let after = |orders: &str| ironrank(&["link", save, "--orders", orders]);
    let early = ironrank(&["replay", "--link", after("7").out.trim(), "--json"]);
    assert_eq!(early.code, 0, "{early:?}");
    assert!(early.out.contains("\"orders\": 7,"), "{early:?}");
    let whole = ironrank(&["replay", "--link", link.trim(), "--json"]).out;
    let orders = whole.lines().find_map(|line| line.trim().strip_prefix("\"orders\": ")).unwrap();
    let orders: usize = orders.trim_end_matches(',').parse().unwrap();
    assert_eq!(ironrank(&["replay", "--link", after("0").out.trim()]).code, 0);
    assert_eq!(
        format!("https://example.org/{}", after(&orders.to_string()).out),
        link,
        "all {orders} orders"
    );
    let more = after(&(orders + 1).to_string());
    assert!(more.code == 1 && more.err.contains(&format!("has {orders} orders")), "{more:?}");
}

/// A link as somebody may have made it by hand.
fn packed(text: &str) -> String {
    let mut bytes = vec![1];
    bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 9));
    format!("#b={}", data_encoding::BASE64URL_NOPAD.encode(&bytes))
}

/// Runs the program on something hostile: it refuses it in a few plain lines.
fn refused_plainly(arguments: &[&str], part: &str) {
    let ran = ironrank(arguments);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains(part), "{ran:?}");
    for text in [&ran.out, &ran.err] {
        assert!(text.len() < 20_000, "{} bytes", text.len());
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    }
}

#[test]
fn what_is_hostile_in_a_file_or_link_is_not_repeated_to_the_terminal() {
    let battle = "rules:\"no_quarter\",seed:1,practice:false,orders:[]";
    let link = packed(&format!(
        "({battle},level:Known(id:\"plain\",deployment:AsPlaced),hash:\"\\u{{1b}}]0;x\\u{{7}}\\u{{1b}}[2J\")"
    ));
    refused_plainly(&["replay", "--link", &link], "\\u{1b}]0;x\\u{7}");
    let other = packed(
        "(rules:\"\\u{1b}[2J\",seed:1,level:Known(id:\"plain\",deployment:AsPlaced),\
                        practice:false,orders:[],hash:\"\")",
    );
    refused_plainly(&["replay", "--link", &other], "\\u{1b}[2J");
    let profile = file("esc.ron", &LEVEL.replace("men_at_arms", "\\u{1b}[2J\\u{1b}]0;x\\u{7}"));
    refused_plainly(&["check", profile.to_str().unwrap()], "\\u{1b}[2J");
    // A name of a megabyte in fewer than two thousand characters.
    let level = LEVEL.replace("men_at_arms", &"a".repeat(1_000_000)).replace('\n', "");
    let long = packed(&format!("({battle},level:Whole{level},hash:\"\")"));
    assert!(long.len() < 3000, "{} characters", long.len());
    refused_plainly(&["replay", "--link", &long], "no profile is called \"aaa");
    let rules = LEVEL.replace(
        "name: \"Small\",",
        &format!("name: \"Small\", rules: \"{}\",", "b".repeat(900_000)),
    );
    refused_plainly(&["check", file("long.ron", &rules).to_str().unwrap()], "bbb");
}

#[test]
fn a_battle_of_other_rules_is_told_and_opened_where_it_stood() {
    let save = file("older.ron", "");
    let path = save.to_str().unwrap();
    let battle = ["battle", "--level", "duel-at-the-wall", "--seed", "9", "--save", path];
    assert_eq!(ironrank(&battle).code, 0);
    let text = fs::read_to_string(&save).unwrap();
    // As if the rules had led somewhere else then: the first two orders are gone.
    let of_version = |text: &str| {
        let at = text.find("rules_version: ").unwrap() + "rules_version: ".len();
        let end = at + text[at..].find(',').unwrap();
        format!("{}0{}", &text[..at], &text[end..])
    };
    let (before, orders) = text.split_once("    orders: [").unwrap();
    let (at, _) = orders.match_indices("\n        Activate(").nth(1).unwrap();
    let older = of_version(&format!("{before}    orders: [{}", &orders[at..]));
    fs::write(&save, older).unwrap();
    let told = ["version 0 of the rules", "goes on from where it stood", "not taken back"];
    let ran = ironrank(&["replay", path]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(told.iter().all(|part| ran.err.contains(part)), "{ran:?}");
    let ran = ironrank(&["check", path]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(told.iter().all(|part| ran.out.contains(part)), "{ran:?}");
    // Its link begins where it stood.
    let ran = ironrank(&["link", path]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(told.iter().all(|part| ran.err.contains(part)), "{ran:?}");
    let linked = ironrank(&["replay", "--link", ran.out.trim()]);
    assert_eq!(linked.code, 0, "{linked:?}");
}

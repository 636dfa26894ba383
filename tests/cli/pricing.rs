//! `points`: what profiles cost, line by line; and what `check` says of points and armies.

use serde_json::Value;

use crate::{
    LEVEL,
    checking::{examples, refused},
    file, ironrank,
};

/// A profile whose points are left out, with some more fields.
fn imp(more: &str) -> String {
    format!(
        "[(id: \"imp\", name: \"Imp\", actions: 8, ranged_attack: 3, close_combat: 3, strength: 3,\n \
         toughness: 3, wounds: 1, command: 4, base: Round(25), {more})]"
    )
}

#[test]
fn an_account_says_what_each_thing_costs() {
    let ran = ironrank(&["points", "ogre"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let expected = "\
Ogre (ogre), elite: 67 points
  actions 8               0
  ranged attack 4         3
  close combat 6          6
  strength 6             11
  toughness 7            16
  wounds 2               10
  command 6               6
  armour 4, 1 of it free  4
  mace                    3
  extra attack 2          8
  all together           67
";
    let lines = |text: &str| -> Vec<String> {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().filter(|line| !line.contains("advice:")).map(words).collect()
    };
    assert_eq!(lines(&ran.out), lines(expected), "{ran:?}");
    let ends: Vec<usize> =
        ran.out.lines().skip(1).filter(|line| !line.contains("advice:")).map(str::len).collect();
    assert!(ends.iter().all(|&end| end == ends[0]), "the points stand below each other: {ran:?}");
}

#[test]
fn several_profiles_are_told_one_after_the_other_by_id_or_name() {
    let ran = ironrank(&["points", "warrior", "Basic Soldier"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let parts =
        ["Warrior (warrior), core: 24 points\n", "\n\nBasic Soldier (basic_soldier), core: 21"];
    assert!(parts.iter().all(|part| ran.out.contains(part)), "{ran:?}");
    assert!(ran.out.contains("warning: the profile states 20 points"), "{ran:?}");
}

#[test]
fn an_unknown_profile_is_wrong_usage_and_the_nearest_is_told() {
    let ran = ironrank(&["points", "warior"]);
    assert!(ran.code == 2 && ran.err.contains("warrior") && ran.out.is_empty(), "{ran:?}");
    assert_eq!(ironrank(&["points"]).code, 2);
}

#[test]
fn accounts_are_there_as_json_too() {
    let ran = ironrank(&["points", "skeleton", "wood_elf_archer", "--json"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, told["format"].as_u64()), (0, Some(1)), "{ran:?}");
    let [skeleton, archer] = [&told["profiles"][0], &told["profiles"][1]];
    assert_eq!((skeleton["points"].as_i64(), skeleton["stated"].as_u64()), (Some(20), Some(20)));
    assert_eq!((archer["points"].as_i64(), archer["stated"].as_u64()), (Some(32), Some(35)));
    let lines = skeleton["lines"].as_array().unwrap();
    let sum: i64 = lines.iter().map(|line| line["points"].as_i64().unwrap()).sum();
    assert_eq!(sum, 20);
}

#[test]
fn points_that_a_profile_leaves_out_are_worked_out() {
    let data = file("priced/imp.ron", &imp("weapons: [\"axe\"]"));
    let folder = data.parent().unwrap().to_str().unwrap();
    let ran = ironrank(&["points", "imp", "--data", folder]);
    assert!(ran.code == 0 && ran.out.starts_with("Imp (imp), core: 13 points"), "{ran:?}");
    assert!(!ran.out.contains("states"), "{ran:?}");
    let level = file("priced.ron", &LEVEL.replacen("men_at_arms", "imp", 1));
    let ran = ironrank(&["check", "--data", folder, level.to_str().unwrap()]);
    assert!(ran.code == 0 && ran.out.contains("52 points of Red"), "{ran:?}");
}

#[test]
fn stated_points_that_are_others_get_a_warning_with_both() {
    let path = file("dear.ron", &imp("points: 90"));
    let ran = ironrank(&["check", path.to_str().unwrap()]);
    let warning = "warning: \"Imp\" states 90 points; the book's tables give 9";
    assert!(ran.code == 0 && ran.out.contains(warning), "{ran:?}");
    let path = file("right.ron", &imp("points: 9"));
    assert!(!ironrank(&["check", path.to_str().unwrap()]).out.contains("warning"));
}

#[test]
fn broken_restrictions_are_errors_with_their_rule_and_maxima_are_advice() {
    refused(
        "faultless.ron",
        &imp("\n abilities: [Unerring]"),
        &["faultless.ron:1", "imp", "unerring is only for individuals", "AB-UNERRING"],
    );
    refused("strong.ron", &imp("armour: 9"), &["armour 9 has no price", "PTS-02"]);
    refused("quick.ron", &imp("").replace("actions: 8", "actions: 14"), &["actions 14", "PTS-01"]);
    let path = file("brave.ron", &imp("").replace("command: 4", "command: 9"));
    let ran = ironrank(&["check", path.to_str().unwrap()]);
    assert!(ran.code == 0 && ran.out.contains("advice: \"Imp\": command 9; 6"), "{ran:?}");
    assert!(ran.out.contains("(PTS-09)"), "{ran:?}");
}

/// No level that comes with the game breaks the book's rules of armies without saying why.
#[test]
fn levels_of_the_game_need_no_warning() {
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/levels");
    let ran = ironrank(&["check", levels]);
    assert!(ran.code == 0 && !ran.out.contains("warning"), "{ran:?}");
    assert!(ran.out.matches("armies of its own").count() >= 2, "{ran:?}");
}

/// One core unit and two elite ones, checked as strictly as the level says.
#[test]
fn armies_are_held_against_the_rules_of_composition() {
    let elite = "units: [\n (side: \"Red\", profile: \"dwarf\", count: 1, place: At(3, 4, 90)),\n \
                 (side: \"Red\", profile: \"dwarf\", count: 1, place: At(20, 4, 90)),";
    let level =
        |armies: &str| LEVEL.replacen("units: [", &format!("set_up: ({armies}),\n    {elite}"), 1);
    let told = "\"Red\" has 2 elite units and 1 core unit";
    let checked = |name: &str, armies: &str| {
        let path = file(name, &level(armies));
        ironrank(&["check", path.to_str().unwrap()])
    };
    let ran = checked("advised.ron", "");
    assert!(ran.code == 0 && ran.out.contains(&format!("warning: {told}")), "{ran:?}");
    assert!(ran.out.contains("(SET-07)"), "{ran:?}");
    let ran = checked("free.ron", "armies: Free");
    assert!(ran.code == 0 && !ran.out.contains(told), "{ran:?}");
    refused("strict.ron", &level("armies: ByTheBook"), &[told, "SET-07"]);
    let ran = checked("scenario.ron", "armies: Scenario(\"dwarfs alone hold the gate\")");
    let reason = "armies of its own: dwarfs alone hold the gate";
    assert!(ran.code == 0 && ran.out.contains(reason), "{ran:?}");
    assert!(!ran.out.contains("warning"), "{ran:?}");
    let reasons = [(String::new(), "without its reason"), ("a".repeat(201), "200 at most")];
    for (reason, told) in reasons {
        refused("no-reason.ron", &level(&format!("armies: Scenario(\"{reason}\")")), &[told]);
    }
}

#[test]
fn armies_in_files_of_their_own_are_checked() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let army = root.join("assets/no_quarter/armies/river_watch.ron");
    let ran = ironrank(&["check", army.to_str().unwrap()]);
    let told = "an army, \"The River Watch\": 4 units of 31 models, 1024 points";
    assert!(ran.code == 0 && ran.out.contains(told), "{ran:?}");
    let own =
        |profile: &str| format!("(army: \"Mine\", units: [\n (profile: \"{profile}\", count: 5)])");
    refused("my-army.ron", &own("warior"), &["my-army.ron:2", "units[0]", "warrior"]);
    refused("no-army.ron", &own("warrior").replace("count: 5", "count: 0"), &["without models"]);
    let path = file("elite-army.ron", &own("dwarf"));
    let ran = ironrank(&["check", path.to_str().unwrap()]);
    let warning = "warning: it has 1 elite unit and 0 core units";
    assert!(ran.code == 0 && ran.out.contains(warning), "{ran:?}");
}

#[test]
fn another_army_may_fight_for_a_side() {
    let battle = |armies: &[&str]| {
        let mut arguments = vec!["battle", "--level", "plain", "--seed", "3"];
        arguments.extend(armies.iter().flat_map(|army| ["--army", *army]));
        ironrank(&arguments)
    };
    let ran = battle(&["The Living=river_watch", "The Dead=hill_raiders"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("The River Watch") && ran.out.contains("The Hill Raiders"), "{ran:?}");
    for wrong in ["The Living", "The Livin=river_watch", "The Living=river_wach"] {
        let ran = battle(&[wrong]);
        assert!(ran.code == 2 && ran.err.lines().count() == 1, "{ran:?}");
    }
    assert_eq!(battle(&["The Living=nowhere.ron"]).code, 1);
}

/// A level may name an army of the same data directory.
#[test]
fn a_level_may_name_an_army() {
    let army = file(
        "mustered/armies/mine.ron",
        "(army: \"Mine\", units: [(profile: \"warrior\", count: 5)])",
    );
    let data = army.parent().unwrap().parent().unwrap().to_str().unwrap();
    let level = "(name: \"Mustered\", table: (width: 48, depth: 48), deployment: ByHand,\n \
                 sides: [(army: \"mine\", edge: South), (army: \"river_watch\", edge: North)])";
    let level = file("mustered.ron", level);
    let level = level.to_str().unwrap();
    let ran = ironrank(&["check", "--data", data, level]);
    assert!(ran.code == 0 && ran.out.contains("120 points of Mine against"), "{ran:?}");
    let save = file("mustered/kept.save", "");
    let save = save.to_str().unwrap();
    let battle = ["battle", "--data", data, "--level", level, "--save", save];
    assert_eq!(ironrank(&battle).code, 0);
    assert_eq!(ironrank(&["replay", save]).code, 0, "a save holds its armies");
    let ran = ironrank(&["check", level]);
    assert!(ran.code == 1 && ran.err.contains("no army is called \"mine\""), "{ran:?}");
}

/// What the documentation tells a newcomer to write can be checked and fielded.
#[test]
fn the_army_of_the_documentation_can_fight() {
    let [army] = &examples("docs/adding-an-army.md")[..] else { panic!("one example") };
    let path = file("documented-army.ron", army);
    let path = path.to_str().unwrap();
    let ran = ironrank(&["check", path]);
    assert!(ran.code == 0 && ran.out.contains("an army, \"The Border Levy\""), "{ran:?}");
    assert!(!ran.out.contains("warning"), "{ran:?}");
    let ran = ironrank(&["battle", "--level", "plain", "--army", &format!("The Dead={path}")]);
    assert!(ran.code == 0 && ran.out.contains("The Border Levy"), "{ran:?}");
}

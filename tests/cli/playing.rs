//! `battle`, scripts and `replay`.

use std::fs;

use crate::{Ran, checking::refused, file, folder, fought, ironrank, ironrank_with};

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
    refused("version.ron", &text.replacen("version: 3", "version: 99", 1), &["version 99"]);
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
    let script = file("illegal.ron", "[ // Rally\n Rally]");
    let player = format!("script:{}", script.to_str().unwrap());
    let ran = ironrank(&["battle", "--level", "plain", "--players", &player]);
    let told = ["illegal.ron:2: order 1 of the battle is not legal, by script (rally "];
    assert!(ran.code == 1 && told.iter().all(|part| ran.err.contains(part)), "{ran:?}");
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
    let told = ["version 0 of the rules", "continues from where it stood", "but not undone"];
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

#[test]
fn a_save_that_was_changed_is_refused_by_all_that_read_it() {
    let path = fought("sealed.ron", "5");
    let text = fs::read_to_string(&path).unwrap();
    let (before, orders) = text.split_once("\n    orders: [").unwrap();
    let (orders, after) = orders.split_once("\n    hash: ").unwrap();
    let last = orders.trim_end().rfind("\n        ").unwrap();
    let hash = &after[1..17];
    // What was done to it, and what is told: its orders, its hash, a name, the story, practice.
    for (changed, told) in [
        (
            format!("{before}\n    orders: [{}\n    ],\n    hash: {after}", &orders[..last]),
            "changed after it was saved",
        ),
        (text.replace(hash, "0123456789abcdef"), "0123456789abcdef"),
        (text.replacen("Duel at the Wall", "Picnic at the Wall", 1), "seal: "),
        (text.replacen("\n        \"Turn 1 begins", "\n        \"Turn 1 ends", 1), "seal: "),
        (text.replacen("practice: false", "practice: true", 1), "seal: "),
        (text.replacen("    seal: ", "    // seal: ", 1), "seal: "),
    ] {
        assert_ne!(changed, text, "{told}");
        refused("resealed.ron", &changed, &[told]);
        let changed = file("resealed.ron", &changed);
        for command in ["replay", "link"] {
            let ran = ironrank(&[command, changed.to_str().unwrap()]);
            assert!(ran.code == 1 && ran.err.contains(told), "{told}: {ran:?}");
            assert!(command == "replay" || ran.out.is_empty(), "{told}: {ran:?}");
        }
    }
    // White space and comments are no change.
    let spaced = file("spaced.ron", &text.replace("\n    orders", "\n\n// kept\n  orders"));
    assert_eq!(ironrank(&["check", spaced.to_str().unwrap()]).code, 0);
}

#[test]
fn standard_input_is_read_for_a_file_of_this_name() {
    let save = fs::read_to_string(fought("piped.ron", "5")).unwrap();
    let hash = ironrank_with(&save, &["replay", "-"]);
    assert!(hash.code == 0 && hash.out.trim().len() == 16, "{hash:?}");
    let checked = ironrank_with(&save, &["check", "-"]);
    assert!(checked.out.starts_with("standard input: a saved battle of "), "{checked:?}");
    let link = ironrank_with(&save, &["link", "-"]);
    let linked = ironrank_with(&link.out, &["replay", "--link", "-"]);
    assert_eq!((linked.code, &linked.out), (0, &hash.out), "{linked:?}");
    let level = ironrank_with(crate::LEVEL, &["battle", "--level", "-"]);
    assert!(level.code == 0 && level.out.starts_with("Small, seed 1: "), "{level:?}");
    let script = ["battle", "--level", "plain", "--players", "script:-"];
    let script = ironrank_with("[Rally]", &script);
    assert!(script.code == 1 && script.err.contains("standard input:1: order 1"), "{script:?}");
}

#[test]
fn an_order_that_was_put_into_a_save_is_told_in_lines_of_its_own() {
    let path = fought("put_in.ron", "5");
    let text = fs::read_to_string(&path).unwrap();
    let (before, orders) = text.split_once("\n    orders: [").unwrap();
    let changed = format!("{before}\n    orders: [\n        Rally,{orders}");
    let changed = file("put_in.ron", &changed);
    let path = changed.to_str().unwrap();
    for command in ["check", "replay", "link"] {
        let ran = ironrank(&[command, path]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let lines: Vec<&str> = ran.err.lines().collect();
        assert!(lines.len() == 2 && lines[0].starts_with("error: "), "{command}: {ran:?}");
        assert!(lines[0].contains("changed after it was saved"), "{command}: {ran:?}");
        assert!(lines[1].contains("this order is not legal here"), "{command}: {ran:?}");
        assert!(!ran.err.contains("\\u{a}"), "{command}: {ran:?}");
    }
}

#[test]
fn a_scenario_ends_with_what_decided_it() {
    let ran = ironrank(&["battle", "--level", "barrow-night", "--seed", "1", "--log"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let report = ran.out.lines().find(|line| line.starts_with("Barrow Night, seed 1: ")).unwrap();
    let reason = report.split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')')).unwrap();
    let decided = ["hold the marked place", "no models of", "nobody is left"];
    assert!(decided.iter().any(|part| reason.contains(part)), "{report}");
    let last = ran.out.lines().take_while(|line| *line != report).last().unwrap();
    assert!(last.contains(&format!(": {reason} (")), "{last}\n{report}");
}

#[test]
fn levels_are_listed_for_whoever_goes_down_the_list() {
    let out = ironrank(&["levels"]).out;
    let ids = out.lines().filter(|line| !line.starts_with(' '));
    let ids: Vec<&str> = ids.filter_map(|line| line.split(':').next()).collect();
    assert_eq!(ids[..3], ["duel-at-the-wall", "escort", "first-clash"], "{ids:?}");
    let place = |id: &str| ids.iter().position(|&one| one == id);
    assert!(place("plain") < place("lamp-and-ember"), "magic comes later: {ids:?}");
}

#[test]
fn a_handicap_is_points_from_the_beginning_and_a_save_keeps_it() {
    let path = folder("handicap").join("battle.ron");
    let save = path.to_str().unwrap();
    let fought = |handicap: &[&str]| {
        let battle =
            ["battle", "--level", "duel-at-the-wall", "--players", "recruit,sergeant", "--json"];
        let ran = ironrank(&[&battle[..], handicap].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()
    };
    let points =
        |result: &serde_json::Value, side: usize| result["sides"][side]["points"].as_i64().unwrap();
    let usual = fought(&[]);
    let helped = fought(&["--handicap", "0,4000", "--save", save]);
    assert_eq!(points(&helped, 0), points(&usual, 0), "the same battle");
    assert_eq!(points(&helped, 1), points(&usual, 1) + 4000);
    assert_eq!(helped["winner"], helped["sides"][1]["name"]);
    let again = ironrank(&["replay", save, "--json"]);
    assert_eq!(again.code, 0, "{}", again.err);
    let again = serde_json::from_str::<serde_json::Value>(&again.out).unwrap();
    assert_eq!(points(&again, 1), points(&helped, 1));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("Computer(\"sergeant\")") && text.contains("by_computer"), "who led");
    let refused = ironrank(&["battle", "--level", "plain", "--handicap", "0,many"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("\"many\" isn't a number of points"), "{}", refused.err);
}

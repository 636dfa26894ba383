//! `ironrank lab` as somebody meets it who compares players.

use std::{fs, process::Stdio, time::Duration};

use crate::{LEVEL, Ran, file, folder, ironrank, program};

/// A short series on the smallest level.
const SHORT: [&str; 5] = ["lab", "--players", "first-legal,random", "--level", "duel-at-the-wall"];

fn lab(more: &[&str]) -> Ran {
    ironrank(&[&SHORT[..], more].concat())
}

/// A result as JSON without what depends on the machine.
fn timeless(ran: &Ran) -> serde_json::Value {
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut value: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    for meeting in value["meetings"].as_array_mut().unwrap() {
        meeting["all"]["decisions_a_second"].take();
        for level in meeting["levels"].as_array_mut().unwrap() {
            level[1]["decisions_a_second"].take();
        }
    }
    value
}

#[test]
fn a_series_says_who_is_stronger() {
    let ran = lab(&["--pairs", "3"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in ["1 level, seeds 1 to 3", "first-legal against random: 6 battles", "Elo "] {
        assert!(ran.out.contains(part), "no {part:?} in\n{}", ran.out);
    }
    let csv = lab(&["--pairs", "3", "--csv"]);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!(lines.len(), 7);
    assert!(lines[0].starts_with("level,seed,first_side,second_side,winner"));
    assert!(lines[1].starts_with("duel-at-the-wall,1,first-legal,random,"));
    assert!(lines[2].starts_with("duel-at-the-wall,1,random,first-legal,"));
    assert!(lines.iter().all(|line| line.split(',').count() == 19), "{}", csv.out);
}

#[test]
fn one_program_at_a_time_writes_to_the_file_of_a_series() {
    let path = folder("series-in-use").join("deeper").join("series");
    let into = path.to_str().unwrap();
    let series = ["lab", "--players", "random,first-legal", "--level", "duel-at-the-wall"];
    let many = [&series[..], &["--pairs", "5000", "--into", into]].concat();
    let mut first = program(&many).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !path.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = ironrank(&many);
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.code, 1);
    assert!(second.err.contains("another program is writing to this file"), "{}", second.err);
    // Whoever was killed keeps nobody from going on.
    let pairs = fs::read_to_string(&path).unwrap().lines().count().saturating_sub(1);
    let grown = [&series[..], &["--pairs", "5001", "--into", into, "--sprt", "-400,-100"]].concat();
    let third = ironrank(&grown);
    assert_eq!(third.code, 0, "{} after {pairs} pairs", third.err);
    let there: Vec<_> = path.parent().unwrap().read_dir().unwrap().collect();
    assert_eq!(there.len(), 1, "nothing lies beside the file: {there:?}");
}

#[test]
fn a_series_is_refused_that_makes_no_sense() {
    let refused = |arguments: &[&str], part: &str| {
        let ran = ironrank(&[&["lab", "--level", "duel-at-the-wall"], arguments].concat());
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(part), "{}", ran.err);
    };
    refused(&["--players", "random,recruit", "--into", "-"], "--into: a file was expected");
    refused(&["--ladder", "--players", "random,recruit,random"], "random is named twice");
}

#[test]
fn a_player_against_itself_is_exactly_as_strong() {
    let ran = ironrank(&[
        "lab",
        "--players",
        "random,random",
        "--level",
        "plain",
        "--pairs",
        "4",
        "--json",
    ]);
    let all = &timeless(&ran)["meetings"][0]["all"];
    assert_eq!((all["share"].as_f64(), all["elo"].as_f64()), (Some(0.5), Some(0.0)));
    assert_eq!(all["elo_interval"], serde_json::json!([0.0, 0.0]));
}

#[test]
fn a_series_that_was_stopped_goes_on_where_it_was() {
    let folder = folder("lab-resume");
    let (file, text) = (folder.join("series"), folder.join("series").display().to_string());
    // One battle at a time, so that their lines stand in order.
    let whole = timeless(&lab(&["--pairs", "4", "--jobs", "1", "--json", "--into", &text]));
    let kept = fs::read_to_string(&file).unwrap();
    assert_eq!(kept.lines().count(), 5);
    // The program was killed within the fourth line.
    let cut: usize = kept.split_inclusive('\n').take(3).map(str::len).sum();
    fs::write(&file, &kept[..cut + 40]).unwrap();
    assert_eq!(timeless(&lab(&["--pairs", "4", "--json", "--into", &text])), whole);
    let again = fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(again.lines().take(3).collect::<Vec<_>>(), lines[..3]);
    // And it can grow.
    let longer = timeless(&lab(&["--pairs", "5", "--json", "--into", &text]));
    assert_eq!(longer["meetings"][0]["all"]["battles"], 10);
    // But nothing else goes into its file.
    let other = lab(&["--pairs", "5", "--seed", "2", "--into", &text]);
    assert_eq!(other.code, 1);
    assert!(
        other.err.contains("a file of another series: its first seed is 1, not 2"),
        "{}",
        other.err
    );
}

#[test]
fn parts_played_on_several_machines_make_the_whole() {
    let folder = folder("lab-parts");
    let whole = timeless(&lab(&["--pairs", "5", "--json"]));
    let files: Vec<String> =
        (1..=3).map(|part| folder.join(part.to_string()).display().to_string()).collect();
    for (file, part) in files.iter().zip(["1/3", "2/3", "3/3"]) {
        let ran = lab(&["--pairs", "5", "--shard", part, "--into", file]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let [one, two, three] = [0, 1, 2].map(|part| files[part].as_str());
    let merged = ironrank(&["lab", "merge", three, one, two, "--json"]);
    assert_eq!(timeless(&merged), whole);
    // A part that is missing is told, and can be played from what the others make.
    let into = folder.join("half").display().to_string();
    let half = ironrank(&["lab", "merge", one, three, "--into", &into]);
    assert!(half.out.contains("2 pairs of battles still to be played"), "{}", half.out);
    assert_eq!(timeless(&lab(&["--pairs", "5", "--json", "--into", &into])), whole);
    // What is put together doesn't replace what holds more, nor anything else.
    let kept = fs::read_to_string(&into).unwrap();
    let fewer = ironrank(&["lab", "merge", one, three, "--into", &into]);
    assert_eq!(fewer.code, 1);
    assert!(fewer.err.contains("2 pairs of its series would be lost"), "{}", fewer.err);
    assert_eq!(fs::read_to_string(&into).unwrap(), kept);
    let notes = file("lab-notes", "my notes\n");
    let replaced = ironrank(&["lab", "merge", one, three, "--into", notes.to_str().unwrap()]);
    assert_eq!(replaced.code, 1);
    assert!(replaced.err.contains("no series begins here"), "{}", replaced.err);
    assert_eq!(fs::read_to_string(&notes).unwrap(), "my notes\n");
    let again = ironrank(&["lab", "merge", one, two, three, "--json", "--into", &into]);
    assert_eq!(timeless(&again), whole);
    // Parts that overlap are refused.
    let twice = ironrank(&["lab", "merge", one, &into]);
    assert_eq!(twice.code, 1);
    assert!(twice.err.contains("was in an earlier file already"), "{}", twice.err);
}

#[test]
fn without_a_clock_the_same_series_is_the_same_file() {
    let folder = folder("lab-untimed");
    let play = |name: &str, more: &[&str]| {
        let path = folder.join(name).display().to_string();
        let ran =
            lab(&[&["--pairs", "6", "--untimed", "--json", "--into", &path][..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        (path, ran.out)
    };
    let kept = |path: &str| fs::read_to_string(path).unwrap();
    let (alone, told) = play("alone", &["--jobs", "1"]);
    let (several, told_of_several) = play("several", &["--jobs", "4"]);
    let parts = ["1/4", "2/4", "3/4", "4/4"].map(|part| {
        let (path, _) = play(&part.replace('/', "-"), &["--shard", part]);
        path
    });
    let merged = folder.join("merged").display().to_string();
    let [one, two, three, four] = parts.each_ref().map(String::as_str);
    let ran = ironrank(&["lab", "merge", four, two, one, three, "--json", "--into", &merged]);
    assert_eq!([&told_of_several, &ran.out], [&told; 2]);
    assert_eq!([kept(&several), kept(&merged)], [kept(&alone), kept(&alone)]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    let decisions = &told["meetings"][0]["all"]["decisions_a_second"];
    assert_eq!(*decisions, serde_json::json!([null, null]));
    assert!(!kept(&alone).contains(r#""decisions":0,"#));
}

#[test]
fn a_test_says_the_same_however_many_battles_are_played_at_a_time() {
    let folder = folder("lab-tests");
    let test = |jobs: &str| {
        let into = folder.join(jobs).display().to_string();
        let series = ["--pairs", "60", "--sprt", "-300,-100", "--untimed", "--into", &into];
        let ran = lab(&[&series[..], &["--jobs", jobs, "--json"]].concat());
        (timeless(&ran), fs::read_to_string(&into).unwrap())
    };
    let (alone, kept) = test("1");
    assert_eq!((alone.clone(), kept.clone()), test("3"), "nor does its file differ");
    assert_ne!(alone["meetings"][0]["test"]["verdict"], "open");
    assert!(alone["left"].as_u64().unwrap() > 0, "it stopped when it knew");
    // What was fought before stays in the file, though the test needs less.
    let into = folder.join("1").display().to_string();
    let series = ["--pairs", "60", "--untimed", "--into", &into];
    let whole = lab(&series);
    assert_eq!(whole.code, 0, "{}", whole.err);
    let whole = fs::read_to_string(&into).unwrap();
    assert_eq!(whole.lines().count(), 61);
    let again = lab(&[&series[..], &["--sprt", "-300,-100"]].concat());
    assert!(again.out.contains("Decided early"), "{}", again.out);
    assert_eq!(fs::read_to_string(&into).unwrap(), whole);
}

#[test]
fn a_ladder_rates_all_players() {
    // Those who hardly think.
    let quick = "random,first-legal,recruit,sergeant";
    let level = ["--level", "duel-at-the-wall", "--pairs", "1"];
    let ran = ironrank(&[&["lab", "--ladder", "--players", quick][..], &level].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("player") && ran.out.contains("95 % confidence"), "{}", ran.out);
}

/// A level that can't be set up is refused before the first battle, once and not for each of them.
#[test]
fn a_level_that_cannot_be_set_up_is_refused_at_once() {
    let level = file("lab-overlap.ron", &LEVEL.replace("At(12, 20, 270)", "At(12, 4, 90)"));
    let levels = format!("plain,{}", level.display());
    let ran = ironrank(&["lab", "--players", "random,random", "--level", &levels, "--pairs", "3"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
    assert!(ran.err.lines().count() == 1 && ran.err.contains("on top of"), "{}", ran.err);
}

#[test]
fn what_makes_no_sense_is_wrong_usage() {
    for (arguments, told) in [
        (&["lab"][..], "--players"),
        (&["lab", "--players", "random"], "1 player named; a series needs two"),
        (
            &["lab", "--players", "random,random", "--pairs", "-3"],
            "a whole number from 1 to 1000000",
        ),
        (&["lab", "--players", "random,random", "--level", "all,plain"], "stands for every level"),
        (&["lab", "--players", "random,randon"], "random"),
        (&["lab", "--players", "random,random", "--level", "plian"], "plain"),
        (&["lab", "--players", "random,random", "--level", "plain,plain"], "named twice"),
        (&["lab", "--players", "random,random", "--seed", "1000000"], "use --claim"),
        (
            &["lab", "--players", "random,random", "--seed", "999995", "--pairs", "10"],
            "begin with a lower --seed or play fewer --pairs",
        ),
        (&["lab", "--players", "random,random", "--claim", "--seed", "5"], "leave out --claim"),
        (
            &["lab", "--players", "random,random", "--claim", "--seed", "18446744073709551615"],
            "than there are",
        ),
        (&["lab", "--players", "random,random", "--sprt", "20,0"], "the smaller first"),
        (&["lab", "--players", "random,random", "--shard", "1/2"], "--into"),
        (
            &["lab", "--players", "random,random", "--shard", "3/2", "--into", "x"],
            "the third of 64",
        ),
        (&["lab", "merge"], "FILE"),
        (&["lab", "merge", "some", "--into", "-"], "--into: a file was expected"),
    ] {
        let ran = ironrank(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(told), "{arguments:?}: no {told:?} in {}", ran.err);
    }
}

//! Whatever a battle tells is right in number and article: "1 model", "an orc", one space between
//! words. All levels are played at random, and every line of the log, every question with its
//! answers and every reason why a verb isn't offered is read.

use std::{collections::BTreeSet, fs, path::Path};

use ironrank::{
    battle::{
        Acting, Battle, Level, Log, Mapping, Pending, SideId, Telling, TurnFrame,
        level::Deployment,
        levels,
        playable::acting::{Began, Focus, Situation},
    },
    no_quarter::{NoQuarter, Order},
    players::{Kind, whose_order},
};

/// Nouns that are counted, in the plural: wrong after a 1.
const COUNTED: [&str; 28] = [
    "actions",
    "armies",
    "attacks",
    "barriers",
    "casualties",
    "characters",
    "degrees",
    "dice",
    "enemies",
    "friends",
    "hits",
    "inches",
    "kinds",
    "lines",
    "losses",
    "models",
    "objectives",
    "orders",
    "points",
    "ranks",
    "rolls",
    "rounds",
    "saves",
    "shots",
    "steps",
    "turns",
    "units",
    "wounds",
];

/// Words that begin with a vowel, but not with its sound.
const LIKE_CONSONANTS: [&str; 5] = ["one", "once", "unit", "use", "used"];

/// Words that begin with a consonant, but not with its sound. Numbers are read out.
const LIKE_VOWELS: [&str; 6] = ["honest", "honour", "hour", "8", "11", "18"];

#[test]
fn every_line_of_every_level_is_worded_right() {
    let mut read = BTreeSet::new();
    for level in levels::ids(None) {
        for seed in 1..=2 {
            read.extend(lines_of(&level, seed));
        }
    }
    assert!(read.len() > 1000, "only {} lines were read", read.len());
    let wrong: Vec<_> =
        read.iter().filter_map(|l| Some(format!("{}: {l}", why_wrong(l)?))).collect();
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn help_is_whole_sentences() {
    let verbs = NoQuarter::verbs().iter().map(|verb| verb.help);
    let overlays = NoQuarter::overlays().iter().map(|overlay| overlay.about);
    let wrong: Vec<_> = verbs.chain(overlays).filter(|help| !is_sentence(help)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_refusal_that_stands_alone_begins_with_a_capital() {
    let level = levels::find("plain", None).expect("an embedded level");
    let mut battle = Battle::<NoQuarter>::new(&level, 1).expect("the level can be played");
    let error = battle.order(Order::EndActivation).expect_err("no unit is active");
    let text = NoQuarter::objection(&error).text;
    assert!(text.starts_with("No unit is active"), "{text}");
}

#[test]
fn an_order_in_preparation_is_called_as_its_button_is() {
    let mut names = BTreeSet::new();
    for level in levels::ids(None) {
        let level = levels::find(&level, None).expect("an embedded level");
        let begin = || Battle::<NoQuarter>::new(&level, 1).expect("the level can be played");
        for unit in NoQuarter::selectable(&begin().world) {
            let mut battle = begin();
            if battle.order(Order::Activate { unit }).is_err() {
                continue;
            }
            let focus = Focus { unit: Some(unit), ..Focus::default() };
            for offer in NoQuarter::offers(&battle.world, focus) {
                let began = NoQuarter::begun_by(&battle.world, focus, None, offer.verb);
                if let Began::Prepares(intent) | Began::PreparesForOnlyTarget(intent) = began {
                    let called = NoQuarter::name_of(&battle.world, &intent);
                    assert_eq!(called, Some(offer.name.as_str()));
                    names.insert(offer.name);
                }
            }
        }
    }
    for name in ["Fire", "Crew shoots", "Shoot", "Charge"] {
        assert!(names.contains(name), "{name} is offered to nobody: {names:?}");
    }
    assert!(!names.contains("Template"), "players never read this");
}

#[test]
fn sides_that_deploy_keep_the_number_of_their_name() {
    let mut level: Level<NoQuarter> =
        levels::find("pitched-battle", None).expect("an embedded level");
    level.deployment = Deployment::ByHand;
    for seed in 1..=4 {
        let battle = Battle::new(&level, seed).expect("the level can be played");
        let Situation::SettingUp(setting_up) = NoQuarter::situation(&battle.world) else {
            panic!("the armies are deployed by hand");
        };
        let side = battle.world.resource::<TurnFrame>().side;
        let told = ["The Crown deploys:", "The Hill Horde deploy:"][side.index()];
        assert_eq!(setting_up.title, told);
    }
}

#[test]
fn what_rules_tell_names_no_keys() {
    let is_key = |word: &str| ["Enter", "Shift", "Ctrl", "Escape", "Esc", "Tab"].contains(&word);
    let mut wrong = Vec::new();
    for (path, text) in sources("src/no_quarter".as_ref()) {
        let told = text.split("mod tests {").next().unwrap_or_default().lines();
        for line in told.filter(|line| !line.trim_start().starts_with("//")) {
            let quoted = line.split('"').skip(1).step_by(2);
            let mut words =
                quoted.clone().flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
            if words.any(is_key) || quoted.clone().any(|text| text.contains(", and .")) {
                wrong.push(format!("{path}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "players change keys:\n{}", wrong.join("\n"));
}

/// All files of Rust in a folder and those below it, with their text.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder of the sources");
    let mut all = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            all.push((path.display().to_string(), text));
        }
    }
    all
}

#[test]
fn what_is_wrong_is_found() {
    for (line, why) in [
        ("1 models in contact.", "1 models"),
        ("Grim moves 3\" for 1 actions.", "1 actions"),
        ("It meets a orc.", "a orc"),
        ("It meets an goblin.", "an goblin"),
        ("It rolls a 8.", "a 8"),
        ("Two  spaces.", "two spaces"),
        ("A gap , here.", "a space before a mark"),
        ("It ends..", "two full stops"),
    ] {
        assert_eq!(why_wrong(line).as_deref(), Some(why), "{line}");
    }
    let right =
        ["1 model.", "A unit of 11 orcs.", "It rolls an 8, needs 1 or less.", "Goblin 1 turns."];
    for line in right {
        assert_eq!(why_wrong(line), None, "{line}");
    }
}

/// What a random battle tells from its beginning to its end.
fn lines_of(level: &str, seed: u64) -> Vec<String> {
    let level = levels::find(level, None).expect("an embedded level");
    let mut battle = Battle::<NoQuarter>::new(&level, seed).expect("the level can be played");
    let mut players = [0, 1].map(|side| Kind::Random.player::<NoQuarter>(seed, SideId(side)));
    let mut lines = Vec::new();
    while battle.outcome().is_none() {
        if let Some(decision) = &battle.world.resource::<Pending<NoQuarter>>().0 {
            let asking = NoQuarter::asking(&battle.world, decision);
            lines.push(asking.text);
            lines.extend(asking.replies.into_iter().map(|reply| reply.text));
        }
        let side = whose_order::<NoQuarter>(&battle.world);
        let order = players[side.index()].order(&battle.world).expect("a random order");
        battle.order(order).expect("a legal order");
    }
    let events = &battle.world.resource::<Log<NoQuarter>>().0;
    lines.extend(events.iter().map(|event| NoQuarter::told(&battle.world, event).text));
    lines
}

/// Whether help has a capital letter at its beginning and a full stop at its end.
fn is_sentence(help: &str) -> bool {
    help.starts_with(char::is_uppercase) && help.ends_with('.')
}

/// The first thing in a line that a reader would stumble over.
fn why_wrong(line: &str) -> Option<String> {
    if line.contains("  ") {
        return Some("two spaces".to_owned());
    }
    if [" ,", " .", " :", " ;", " ?", " !"].iter().any(|mark| line.contains(mark)) {
        return Some("a space before a mark".to_owned());
    }
    if line.contains("..") {
        return Some("two full stops".to_owned());
    }
    let mut before = "";
    let words: Vec<_> = line.split_whitespace().collect();
    words.windows(2).find_map(|pair| {
        let (first, second) = (pair[0], bare(pair[1]));
        // "Grim 1 turns" is the first Grim, and what it does.
        let is_named = before.starts_with(char::is_uppercase);
        before = first;
        let wrong = match first {
            "1" => !is_named && COUNTED.contains(&second.as_str()),
            "a" | "A" => sounds_like_a_vowel(&second),
            "an" | "An" => !sounds_like_a_vowel(&second),
            _ => false,
        };
        wrong.then(|| format!("{first} {second}"))
    })
}

/// A word without the marks around it.
fn bare(word: &str) -> String {
    word.trim_matches(|mark: char| !mark.is_alphanumeric()).to_lowercase()
}

fn sounds_like_a_vowel(word: &str) -> bool {
    LIKE_VOWELS.contains(&word)
        || word.starts_with(['a', 'e', 'i', 'o', 'u']) && !LIKE_CONSONANTS.contains(&word)
}

//! Whatever a battle tells is right in number and article: "1 model", "an orc", one space between
//! words, the article of a side small within a sentence. All levels are played at random, and
//! everything that a player can be told on the way is read (`reading`).

mod reading;

use std::{collections::BTreeSet, fs, path::Path, process::Command, sync::LazyLock};

use ironrank::{
    battle::{
        Acting, Battle, Level, Mapping, SideId, Telling, TurnFrame,
        level::Deployment,
        levels,
        playable::acting::{Began, Focus, Situation},
    },
    no_quarter::{NoQuarter, Order, uses::Usable},
    players::Kind,
};
use reading::Reading;

/// Words that end like plurals and may stand after a 1.
const NO_PLURALS: [&str; 9] = ["as", "does", "has", "his", "is", "its", "plus", "this", "was"];

/// Plurals that don't end like others.
const PLURALS: [&str; 2] = ["dice", "men"];

/// Words that begin with a vowel, but not with its sound.
const LIKE_CONSONANTS: [&str; 5] = ["one", "once", "unit", "use", "used"];

/// Words that begin with a consonant, but not with its sound. Numbers are read out.
const LIKE_VOWELS: [&str; 6] = ["honest", "honour", "hour", "8", "11", "18"];

/// So many battles are read of each level.
const BATTLES: u64 = 3;

/// So many orders of each player who tries its plans are read with their reasons.
const REASONED: usize = 40;

/// What random battles on all levels tell.
static READ: LazyLock<Reading> = LazyLock::new(|| {
    let mut reading = Reading::default();
    for level in levels::ids(None) {
        for seed in 1..=BATTLES {
            reading.battle(&level, seed);
        }
        [0, 1].into_iter().for_each(|side| reading.concession(&level, SideId(side)));
    }
    for level in levels::ids(None) {
        reading.reasons(&level, Kind::Sergeant, usize::MAX);
    }
    for level in ["duel-at-the-wall", "lamp-and-ember"] {
        reading.reasons(level, Kind::Captain, REASONED);
    }
    for line in listed_levels().lines() {
        reading.lines.insert(line.trim_start().to_owned());
    }
    reading
});

/// Names with a large article at their beginning or within, whoever says them: of levels, units, models
/// and rules.
static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let levels = levels::ids(None).into_iter().map(|id| found(&id));
    let names = levels.flat_map(|level| {
        let units = level.units.into_iter().flat_map(|unit| {
            unit.command.into_iter().filter_map(|model| model.name).chain(unit.name)
        });
        units.chain([level.name]).collect::<Vec<String>>()
    });
    let read = READ.names.iter().cloned();
    names.chain(read).filter(|name| name.contains("The ")).collect()
});

fn found(id: &str) -> Level<NoQuarter> {
    levels::find(id, None).expect("an embedded level")
}

/// What `ironrank levels` prints.
fn listed_levels() -> String {
    let listed = Command::new(env!("CARGO_BIN_EXE_ironrank")).arg("levels").output();
    String::from_utf8(listed.expect("the program runs").stdout).expect("a text")
}

#[test]
fn every_line_of_every_level_is_worded_right() {
    let read = READ.lines.iter().chain(&READ.choices);
    assert!(READ.lines.len() > 1000, "only {} lines were read", READ.lines.len());
    let wrong: Vec<_> = read.filter_map(|l| Some(format!("{}: {l}", why_wrong(l)?))).collect();
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn choices_begin_with_a_capital_or_a_number() {
    assert!(READ.choices.len() > 50, "only {} choices were read", READ.choices.len());
    let begins = |text: &String| text.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    let wrong: Vec<_> = READ.choices.iter().filter(|text| !begins(text)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A plan stands within a sentence, so that only names have capitals.
#[test]
fn considered_plans_are_told_apart_and_have_capitals_only_in_names() {
    assert!(READ.plans.len() > 1000, "only {} choices were read", READ.plans.len());
    let spells = Usable::all().filter(|what| matches!(what, Usable::Spell(_)));
    let names = spells.map(|spell| spell.about().verb.name.to_owned());
    let names: BTreeSet<String> = names.chain(READ.proper.iter().cloned()).collect();
    let words: BTreeSet<&str> = names.iter().flat_map(|name| name.split_whitespace()).collect();
    for plans in &READ.plans {
        let different: BTreeSet<&String> = plans.iter().collect();
        assert_eq!(different.len(), plans.len(), "{plans:?}");
        for plan in plans {
            let large = plan.split_whitespace().map(|word| word.trim_end_matches([',', '.']));
            let mut large = large.filter(|word| word.starts_with(char::is_uppercase));
            assert_eq!(large.find(|word| !words.contains(word)), None, "{plan}");
        }
    }
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
        let told = told.filter(|line| !line.trim_start().starts_with("//"));
        // The usual keys of verbs are told by their names, and may be changed.
        for line in told.filter(|line| !line.trim_start().starts_with("key: VerbKey::")) {
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
        ("1 blows, none hit.", "1 blows"),
        ("1 of 1 models", "1 of 1"),
        ("It ran away 2 times.", "2 times"),
        ("It begins (1 turns left).", "1 turns"),
        ("Lady Merrin is lost to The Embassy.", "The Embassy."),
        ("27 of The Ordnance against 22 of the Smoke Clans", "The Ordnance"),
        ("They see The Light.", "The Light."),
        ("It is a high_wall.", "the id high_wall"),
        ("Smoke SP-SMOKE", "the id SP-SMOKE"),
        ("As MOVE-07 says.", "the id MOVE-07"),
        ("It casts LavaPool.", "the id LavaPool"),
    ] {
        assert_eq!(why_wrong(line).as_deref(), Some(why), "{line}");
    }
    let right = [
        "1 model.",
        "A unit of 11 orcs.",
        "It rolls an 8, needs 1 or less.",
        "Goblin 1 turns.",
        "1 is left of 1.",
        "1 less, 1 of 10 models.",
        "The Crown wins. The Horde concedes.",
        "plain: The Plain (48\" x 48\")",
        "A re-roll on a D10, at -1 with a long-bow.",
        "The Duel, seed 1: the raiders won in turn 1 (Raiders concede).",
        "It casts See the Light.",
        "+1 AC, CC 4-5, ST/T: 2D6 in all.",
    ];
    for line in right {
        assert_eq!(why_wrong(line), None, "{line}");
    }
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
    if let Some(name) = large_article(line) {
        return Some(name);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if let Some(id) = words.iter().map(|word| word.trim_matches(is_mark)).find(|word| is_id(word)) {
        return Some(format!("the id {id}"));
    }
    (1..words.len()).find_map(|at| {
        let first = words[at - 1].trim_start_matches('(');
        let second = bare(words[at]);
        // "Grim 1 turns" is the first Grim, and what it does.
        let is_named = at > 1 && words[at - 2].starts_with(char::is_uppercase);
        let all = words.get(at + 1).map(|word| bare(word)).unwrap_or_default();
        match first {
            "1" if is_named || words[at].starts_with('(') => None,
            "1" if second == "of" && all == "1" => Some(format!("1 of {all}")),
            "1" if is_plural(&second) => Some(format!("1 {second}")),
            "2" if second == "times" => Some(format!("2 {second}")),
            "a" | "A" if sounds_like_a_vowel(&second) => Some(format!("{first} {second}")),
            "an" | "An" if !sounds_like_a_vowel(&second) => Some(format!("{first} {second}")),
            _ => None,
        }
    })
}

/// A large article within a sentence, with the word after it.
fn large_article(line: &str) -> Option<String> {
    line.match_indices("The ").find_map(|(at, _)| {
        let before = line[..at].trim_end_matches(' ');
        let begins = before.is_empty() || before.ends_with(['.', '?', '!', '"', '·']);
        let is_name = NAMES.iter().any(|name| {
            let within = |(far, _): (usize, _)| {
                line.get(at.wrapping_sub(far)..).is_some_and(|rest| rest.starts_with(name))
            };
            name.match_indices("The ").any(within)
        });
        let word = line[at..].split(' ').nth(1).unwrap_or_default();
        (!begins && !is_name).then(|| format!("The {word}"))
    })
}

/// Whether a word is, or looks like, a plural.
fn is_plural(word: &str) -> bool {
    PLURALS.contains(&word)
        || word.ends_with('s') && !word.ends_with("ss") && !NO_PLURALS.contains(&word)
}

/// A word without the marks around it.
fn bare(word: &str) -> String {
    word.trim_matches(is_mark).to_lowercase()
}

fn is_mark(mark: char) -> bool {
    !mark.is_alphanumeric()
}

/// Whether a word is what files and the ledger call something by: high_wall, SP-SMOKE, LavaPool.
fn is_id(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let grows = letters.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase());
    let parts: Vec<&str> = word.split('-').collect();
    let is_loud = |part: &&str| {
        let of_ledger = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
        !part.is_empty() && part.chars().all(of_ledger)
    };
    let names_a_rule = parts.len() > 1
        && parts.iter().all(is_loud)
        && parts[0].len() > 1
        && parts[0].chars().all(|letter| letter.is_ascii_uppercase());
    word.contains('_') || grows || names_a_rule
}

fn sounds_like_a_vowel(word: &str) -> bool {
    LIKE_VOWELS.contains(&word)
        || word.starts_with(['a', 'e', 'i', 'o', 'u']) && !LIKE_CONSONANTS.contains(&word)
}

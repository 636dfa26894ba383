//! What ARCHITECTURE.md says that isn't there: a storey that looks up at one above it, chance or a
//! clock or threads inside a battle, an order of chance, a rule that asks a plan, an ability that
//! many files name, words of one book in what all rule systems share. The tests read the sources, so that a wrong `use` can't hide.

mod sources;

use std::{
    fs,
    path::{Path, PathBuf},
};

use sources::Source;

/// The storeys of the library, from the ground up: each uses only those before it.
const STOREYS: [&str; 7] = ["dice", "table", "battle", "no_quarter", "players", "lab", "app"];

/// Those that a battle is played with: all but the window.
const BATTLE: [&str; 6] = ["dice", "table", "battle", "no_quarter", "players", "lab"];

/// What No Quarter has for those who play it and for its boards: these may ask what an order would
/// do. Its rules never do.
const FOR_PLAYERS: [&str; 6] = ["plan", "plans", "preview", "propose", "boards", "playable"];

#[test]
fn storeys_only_use_those_they_stand_on() {
    let level = |storey: &str| STOREYS.iter().position(|known| *known == storey);
    let mut wrong = Vec::new();
    for source in library() {
        let Some(own) = source.storey().and_then(level) else { continue };
        for path in source.paths() {
            let first = path.first().map_or("*", String::as_str);
            if first == "*" || level(first).is_some_and(|used| used > own) {
                wrong.push(format!("{} uses {}", source.file.display(), path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_library_is_a_storey() {
    let modules: Vec<_> = library().into_iter().filter(|source| source.module.len() == 1).collect();
    for source in &modules {
        let storey = source.storey().unwrap_or_default();
        assert!(STOREYS.contains(&storey), "{storey} is no storey");
    }
    assert_eq!(modules.len(), STOREYS.len(), "a storey is missing");
}

#[test]
fn the_command_line_is_all_that_the_program_adds() {
    let modules = program().into_iter().filter(|source| source.module.len() == 1);
    let modules: Vec<_> = modules.filter_map(|source| source.storey().map(str::to_owned)).collect();
    assert_eq!(modules, ["cli"]);
}

#[test]
fn no_rule_asks_a_plan_a_preview_or_what_the_window_is_told() {
    let mut wrong = Vec::new();
    let mut chapters = 0;
    for source in library() {
        let chapter = match source.module.as_slice() {
            [storey, chapter, ..] if storey == "no_quarter" => chapter,
            _ => continue,
        };
        if FOR_PLAYERS.contains(&chapter.as_str()) {
            continue;
        }
        chapters += 1;
        for path in source.paths() {
            if let [storey, module, ..] = path.as_slice()
                && storey == "no_quarter"
                && ["plan", "plans", "preview", "playable"].contains(&module.as_str())
            {
                wrong.push(format!("{} uses {}", source.file.display(), path.join("::")));
            }
        }
    }
    assert!(chapters > 50, "only {chapters} files of chapters were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Abilities whose names mean nothing else. Each is named by no more files than its variant, what it
/// does, its chapter and one that speaks of it. What it costs is data.
#[test]
fn an_ability_is_named_by_few_files() {
    const ABILITIES: [&str; 33] = [
        "Adept",
        "AggressiveAttack",
        "Agile",
        "ArmourEcho",
        "ArmouredHide",
        "Bloodlust",
        "BoilerOverload",
        "CavalryMove",
        "Determined",
        "Devour",
        "Dodge",
        "DoubleTime",
        "Ethereal",
        "EtherealEmbrace",
        "ExtraHead",
        "ExtraLimb",
        "ExtraShot",
        "GreatLeader",
        "Hesitate",
        "Horns",
        "InfamousFighters",
        "Infiltrate",
        "InspiringLeadership",
        "Jaws",
        "MightyStrike",
        "MoveAndFire",
        "Overrun",
        "PoisonousAttack",
        "RainOfArrows",
        "Scythes",
        "SureShot",
        "TailAttack",
        "WaterAptitude",
    ];
    const MOST: usize = 4;
    let sources: Vec<Source> = library().into_iter().chain(program()).collect();
    for ability in ABILITIES {
        let name = ability.to_lowercase();
        let names = |word: &String| {
            let letters = word.chars().filter(|letter| letter.is_alphanumeric());
            letters.collect::<String>().to_lowercase().contains(&name)
        };
        let tells = |source: &&Source| source.tokens.iter().chain(&source.texts).any(names);
        let files: Vec<String> =
            sources.iter().filter(tells).map(|source| source.file.display().to_string()).collect();
        assert!(files.len() > 1, "{ability} is named by nobody but its variant");
        assert!(files.len() <= MOST, "{ability} is named by\n{}", files.join("\n"));
    }
}

#[test]
fn only_the_seat_of_the_window_names_a_rule_system() {
    let seat = ["app", "seat"].map(str::to_owned);
    let window = library().into_iter().filter(|source| source.storey() == Some("app"));
    let names = |source: &Source| {
        let used = |path: &Vec<String>| path.first().is_some_and(|storey| storey == "no_quarter");
        let told =
            |text: &String| ["No Quarter", "no_quarter"].iter().any(|name| text.contains(name));
        source.paths().iter().any(used)
            || source.tokens.iter().any(|word| word == "NoQuarter")
            || source.texts.iter().any(told)
            // Unit tests that play a battle of one stand in files of their own.
            || fs::read_to_string(&source.file).is_ok_and(|text| text.contains("no_quarter"))
    };
    let (seats, others): (Vec<_>, Vec<_>) = window.partition(|source| source.module == seat);
    let wrong: Vec<_> = others.iter().filter(|source| names(source)).collect();
    let wrong: Vec<_> = wrong.iter().map(|source| source.file.display().to_string()).collect();
    assert!(wrong.is_empty(), "these name a rule system:\n{}", wrong.join("\n"));
    assert!(seats.iter().any(names), "the seat of the window is empty");
}

#[test]
fn only_one_place_says_what_of_the_window_covers_what() {
    let list = ["app", "layer"].map(str::to_owned);
    let window = library().into_iter().filter(|source| source.storey() == Some("app"));
    let names = |source: &Source| {
        let of_layers = ["LayerId", "layer_painter"];
        let of_orders = ["Background", "Middle", "Foreground", "Tooltip"];
        source.tokens.iter().any(|word| of_layers.contains(&word.as_str()))
            || source.tokens.windows(3).any(|words| {
                words[0] == "Order" && words[1] == "::" && of_orders.contains(&words[2].as_str())
            })
    };
    let (lists, others): (Vec<_>, Vec<_>) = window.partition(|source| source.module == list);
    let wrong: Vec<_> = others.iter().filter(|source| names(source)).collect();
    let wrong: Vec<_> = wrong.iter().map(|source| source.file.display().to_string()).collect();
    assert!(wrong.is_empty(), "these have layers of their own:\n{}", wrong.join("\n"));
    assert!(lists.iter().any(names), "the list of layers is empty");
}

#[test]
fn what_all_rule_systems_share_has_no_words_of_one_book() {
    // Words of the first book, which another needn't have, as names may begin with them.
    const OF_A_BOOK: [&str; 15] = [
        "armour",
        "batter",
        "cavalry",
        "formation",
        "frontage",
        "infiltrat",
        "initiative",
        "melee",
        "momentum",
        "morale",
        "musician",
        "phase",
        "role",
        "skirmish",
        "spell",
    ];
    let of_a_book = |word: &str| {
        words_in(word).iter().any(|part| OF_A_BOOK.iter().any(|known| part.starts_with(known)))
    };
    assert!(of_a_book("check_battery") && of_a_book("TheirFormation") && of_a_book("ROLES"));
    assert!(!of_a_book("information") && !of_a_book("enrole"));
    let common = library().into_iter();
    let common = common.filter(|source| matches!(source.storey(), Some("dice" | "battle")));
    no_word(common, of_a_book, "it belongs to the storey of its rule system");
}

/// The words that a name is made of, in small letters.
fn words_in(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = '_';
    for letter in name.chars() {
        let begins = last == '_' || letter.is_uppercase() && !last.is_uppercase();
        last = letter;
        if letter == '_' {
            continue;
        }
        match words.last_mut() {
            Some(word) if !begins => word.extend(letter.to_lowercase()),
            _ => words.push(letter.to_lowercase().collect()),
        }
    }
    words
}

#[test]
fn only_the_dice_hold_a_generator() {
    let elsewhere = battle().into_iter().filter(|source| source.storey() != Some("dice"));
    let generator = |word: &str| ["rand", "rand_chacha", "getrandom"].contains(&word);
    no_word(elsewhere.chain(program()), generator, "ask `dice`");
}

#[test]
fn no_clock_runs_in_a_battle() {
    let clock = |word: &str| ["SystemTime", "Instant", "UNIX_EPOCH"].contains(&word);
    no_word(battle(), clock, "count steps");
}

#[test]
fn no_thread_runs_in_a_battle() {
    let thread = |word: &str| {
        const WORDS: [&str; 10] = [
            "thread",
            "thread_local",
            "mpsc",
            "Mutex",
            "RwLock",
            "Condvar",
            "Barrier",
            "AsyncComputeTaskPool",
            "ComputeTaskPool",
            "TaskPool",
        ];
        WORDS.contains(&word) || word.starts_with("Atomic")
    };
    // What a thread keeps there is how to read a world, not what stands in it.
    let kept = "battle/kept_query.rs";
    let (keeps, others): (Vec<_>, Vec<_>) =
        battle().into_iter().partition(|source| source.file.ends_with(kept));
    assert_eq!(keeps.len(), 1, "{kept} is gone");
    no_word(others, thread, "a battle is played by one");
}

#[test]
fn nothing_in_a_battle_is_kept_in_an_order_of_chance() {
    let by_hash = |word: &str| {
        let words = ["HashMap", "HashSet", "HashTable", "EntityHash", "TypeIdMap", "hashbrown"];
        words.iter().any(|hash| word.contains(hash))
    };
    no_word(battle().into_iter().chain(program()), by_hash, "take a BTreeMap");
}

/// The sources of the library.
fn library() -> Vec<Source> {
    Source::all_from(&root().join("lib.rs"))
}

/// The storeys that a battle is played with.
fn battle() -> Vec<Source> {
    let mut sources = library();
    sources.retain(|source| source.storey().is_some_and(|storey| BATTLE.contains(&storey)));
    sources
}

/// The sources of the program, which adds the command line to the library.
fn program() -> Vec<Source> {
    Source::all_from(&root().join("main.rs"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Fails if a word of a kind stands in one of the sources.
fn no_word(sources: impl IntoIterator<Item = Source>, kind: impl Fn(&str) -> bool, instead: &str) {
    let mut wrong = Vec::new();
    let mut read = 0;
    for source in sources {
        read += 1;
        let word = source.tokens.iter().find(|word| kind(word));
        wrong.extend(word.map(|word| format!("{}: {word}; {instead}", source.file.display())));
    }
    assert!(read > 5, "only {read} sources were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

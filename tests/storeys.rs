//! The storeys of the house: each uses only those below it in the building, which come before it
//! in this list. The test reads the sources, so that a wrong `use` can't hide.

use std::{
    fs,
    path::{Path, PathBuf},
};

const STOREYS: [&str; 7] = ["dice", "table", "battle", "no_quarter", "players", "lab", "app"];

#[test]
fn storeys_only_use_those_they_stand_on() {
    let mut wrong = Vec::new();
    for (level, storey) in STOREYS.iter().enumerate() {
        for file in sources(storey) {
            let text = fs::read_to_string(&file).expect("sources are readable");
            for used in used_modules(without_tests(&text)) {
                match STOREYS.iter().position(|storey| *storey == used) {
                    Some(other) if other > level => {
                        wrong.push(format!("{} uses {used}", file.display()));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_library_is_a_storey() {
    let text = fs::read_to_string(root().join("lib.rs")).expect("lib.rs is readable");
    let modules = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    for module in modules {
        assert!(STOREYS.contains(&module), "{module} is no storey");
    }
}

#[test]
fn only_the_dice_hold_a_generator() {
    for storey in &STOREYS[1..] {
        for file in sources(storey) {
            let text = fs::read_to_string(&file).expect("sources are readable");
            for word in ["rand::", "rand_chacha", "SystemTime", "Instant::now"] {
                let allowed = *storey == "app";
                assert!(allowed || !code(&text).contains(word), "{}: {word}", file.display());
            }
        }
    }
}

#[test]
fn nothing_in_a_battle_is_kept_in_an_order_of_chance() {
    for storey in &STOREYS[..STOREYS.len() - 1] {
        for file in sources(storey) {
            let text = fs::read_to_string(&file).expect("sources are readable");
            for word in ["HashMap", "HashSet", "EntityHash"] {
                let text = code(without_tests(&text));
                assert!(!text.contains(word), "{}: {word}; take a BTreeMap", file.display());
            }
        }
    }
}

#[test]
fn uses_are_found_in_braces_and_across_lines() {
    let text = "use crate::{\n    battle::{Level, levels},\n    table::Pose,\n};\nuse crate::dice;\n\
                // crate::app in a comment\nfn f() { crate::lab::g() }";
    assert_eq!(used_modules(text), ["battle", "table", "dice", "lab"]);
}

/// A file without the unit tests at its end, which may play whole battles.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of a storey: `name.rs` and all in `name/`.
fn sources(storey: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let single = root().join(format!("{storey}.rs"));
    if single.is_file() {
        files.push(single);
    }
    collect(&root().join(storey), &mut files);
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// A source without its comments.
fn code(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// The modules named after `crate::`, in order.
fn used_modules(text: &str) -> Vec<String> {
    let code = code(text);
    let mut modules = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            modules.extend(heads(list));
        } else {
            modules.push(word(rest));
        }
    }
    modules
}

/// The first words of a brace's entries, up to its closing brace.
fn heads(list: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let mut depth = 0;
    let mut start = 0;
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                heads.push(word(list[start..at].trim()));
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

//! docs/rulings.md has every ruling: those that rule boards make, and those in the comments of the
//! rules. `IRONRANK_RENEW=1 cargo test --test rulings` writes it anew.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use ironrank::no_quarter::{
    boards::{Board, read_boards},
    rule_names::rule_name,
};

/// The page, from the folder of the project.
const PAGE: &str = "docs/rulings.md";

/// What stands before the lists.
const HEAD: &str = "\
# Rulings

Where the book of No Quarter is silent, or says two things at once, the game plays by these rulings. \
The page is written by `IRONRANK_RENEW=1 cargo test --test rulings` from the rule boards and the \
comments of the rules; change those, not the page.
";

/// Where the rules are whose comments are read.
const SOURCES: [&str; 2] = ["src/no_quarter", "src/table"];

/// The boards, from the folder of the project.
const BOARDS: &str = "assets/rules/no_quarter";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The rulings of the boards, by rule: each with the boards that make it, as links.
fn of_boards() -> String {
    let mut rulings: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let boards = read_boards(&root().join(BOARDS)).expect("the boards are part of the project");
    for (file, board) in boards {
        let board = board.unwrap_or_else(|error| panic!("{error}"));
        let Board { id, title, ruling: Some(ruling), .. } = board else { continue };
        let file = file.rsplit_once(BOARDS).map_or(file.as_str(), |(_, rest)| rest);
        let link = format!("[{title}](../{BOARDS}/{})", file.trim_start_matches('/'));
        rulings.entry((id, ruling)).or_default().push(link);
    }
    let line = |((id, ruling), boards): (&(String, String), &Vec<String>)| {
        let heading = rule_name(id).expect("every rule with a board has a name");
        format!("- **{id}**, {heading}. {ruling} ({})\n", boards.join(", "))
    };
    rulings.iter().map(line).collect()
}

/// The rulings in comments, file by file.
fn of_comments() -> String {
    let mut files = Vec::new();
    for folder in SOURCES {
        sources(&root().join(folder), &mut files);
    }
    files.sort();
    let mut list = String::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source can be read");
        let comments = comments(&text);
        let header = comments.first().map(|comment| ids(comment)).unwrap_or_default();
        let file = file.strip_prefix(root()).expect("it is in the project");
        let file = file.display().to_string().replace('\\', "/");
        for (ruling, own) in comments.iter().flat_map(|comment| rulings_in(comment)) {
            let rules = if own.is_empty() { &header } else { &own };
            let rules = rules.join(", ");
            let rules = if rules.is_empty() { rules } else { format!("**{rules}**. ") };
            list += &format!("- {rules}{ruling} ([{file}](../{file}))\n");
        }
    }
    list
}

/// All sources of a folder and of those in it.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The comments of a source: lines of them that follow one another, joined.
fn comments(text: &str) -> Vec<String> {
    let mut comments: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines().map(str::trim_start) {
        let said = line.strip_prefix("//").map(|said| said.trim_start_matches(['/', '!']).trim());
        match said {
            // An empty line of a comment ends a paragraph.
            None | Some("") => goes_on = false,
            Some(said) => {
                if goes_on && let Some(last) = comments.last_mut() {
                    *last = format!("{last} {said}");
                } else {
                    comments.push(said.to_owned());
                }
                goes_on = true;
            }
        }
    }
    comments
}

/// The rulings in a comment, a sentence each, with the ids that follow, or that the comment names at all.
fn rulings_in(comment: &str) -> Vec<(String, Vec<String>)> {
    let rulings = comment.split("Ruling: ").skip(1).map(|rest| {
        let end = rest.find(". ").unwrap_or(rest.len());
        let sentence = rest[..end].trim_end_matches('.');
        let said = match sentence.rsplit_once(" (") {
            Some((said, named)) if !ids(named).is_empty() => said,
            _ => sentence,
        };
        let mut letters = said.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        let said: String = first.chain(letters).chain(['.']).collect();
        let own = ids(rest);
        (said, if own.is_empty() { ids(comment) } else { own })
    });
    rulings.collect()
}

/// The ids of rules in a text.
fn ids(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let is_id = |word: &&str| {
        word.split_once('-').is_some_and(|(chapter, rest)| {
            chapter.len() > 1
                && !rest.is_empty()
                && chapter.chars().all(|c| c.is_ascii_uppercase())
                && rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
        })
    };
    let mut ids: Vec<String> = words.filter(is_id).map(str::to_owned).collect();
    ids.dedup();
    ids
}

#[test]
fn the_page_has_every_ruling_and_no_other() {
    let (boards, comments) = (of_boards(), of_comments());
    assert!(boards.lines().count() > 100, "{boards}");
    assert!(comments.lines().count() > 80, "{comments}");
    let page = format!("{HEAD}\n## On rule boards\n\n{boards}\n## In the rules\n\n{comments}");
    let file = root().join(PAGE);
    if env::var_os("IRONRANK_RENEW").is_some() {
        fs::write(&file, &page).expect("docs is part of the project");
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    let missing: Vec<_> = page.lines().filter(|line| !text.contains(line)).collect();
    let others: Vec<_> = text.lines().filter(|line| !page.contains(line)).collect();
    let renew = "IRONRANK_RENEW=1 cargo test --test rulings";
    assert!(text == page, "{PAGE}: write it anew ({renew}): {missing:#?}, {others:#?}");
}

#[test]
fn a_ruling_in_a_comment_is_its_first_sentence() {
    let comment = "Who helps. Ruling: the tall, and those\nbeside them (CC-06). Others don't.";
    let comment = comment.replace('\n', " ");
    let found = rulings_in(&comment);
    let (said, own) = &found[0];
    assert_eq!(said, "The tall, and those beside them.");
    assert_eq!(own, &["CC-06"]);
    assert_eq!(comments("/// One\n/// two.\n///\n// Three.").len(), 2);
}

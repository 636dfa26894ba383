//! Names of rules, as the headings of the book have them, for players who don't know ledger ids by
//! heart. They are those of the rule boards' chapters.

use std::{collections::BTreeMap, sync::LazyLock};

use super::boards::Board;

/// The heading under which the book has the rule with a ledger id: "Enemy Attack Zones" for
/// "MOVE-08". None for an id without a rule board.
pub fn rule_name(id: &str) -> Option<&'static str> {
    static NAMES: LazyLock<BTreeMap<String, String>> = LazyLock::new(names);
    NAMES.get(id).map(String::as_str)
}

fn names() -> BTreeMap<String, String> {
    let mut chapters: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (id, chapter) in Board::headings() {
        let known = chapters.entry(id.to_owned()).or_default();
        match known.iter_mut().find(|(_, known)| known == chapter) {
            Some((count, _)) => *count += 1,
            None => known.push((1, chapter.to_owned())),
        }
    }
    // Under several headings a rule goes by the one that most of its boards have, the first of
    // equals.
    let usual = |known: Vec<(usize, String)>| {
        known.into_iter().rev().max_by_key(|(count, _)| *count).map(|(_, chapter)| chapter)
    };
    let named = chapters.into_iter().filter_map(|(id, known)| {
        let chapter = usual(known)?;
        Some((id, heading(&chapter).to_owned()))
    });
    named.collect()
}

/// The innermost heading of a chapter's: "Parry" of "Close Combat, Parry".
fn heading(chapter: &str) -> &str {
    let first = chapter.split("; ").next().unwrap_or(chapter);
    first.rsplit(", ").next().unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn rules_go_by_the_innermost_heading_most_boards_have() {
        assert_eq!(rule_name("MOVE-08"), Some("Enemy Attack Zones"));
        assert_eq!(rule_name("CC-13"), Some("Attacks Against Very Large Targets"));
        assert_eq!(rule_name("CHG-01"), Some("Charges"));
        assert_eq!(rule_name(""), None);
        assert_eq!(heading("Charges; Terrain Barriers"), "Charges");
    }

    #[test]
    fn headings_are_those_of_the_boards() {
        let boards = Board::all().into_iter().map(|(_, board)| board.unwrap());
        let boards: Vec<_> = boards.map(|board| (board.id, board.chapter)).collect();
        let owned = |(id, chapter): (&str, &str)| (id.to_owned(), chapter.to_owned());
        let headings: Vec<_> = Board::headings().into_iter().map(owned).collect();
        assert_eq!(headings, boards);
    }

    /// The words between quotes that look like ledger ids, in all sources of a folder.
    fn ids_in(folder: &Path, ids: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                ids_in(&path, ids);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let id = |word: &&str| {
                word.contains('-')
                    && word.starts_with(|c: char| c.is_ascii_uppercase())
                    && word
                        .chars()
                        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
            };
            ids.extend(text.split('"').filter(id).map(str::to_owned));
        }
    }

    #[test]
    fn every_rule_that_refuses_an_order_has_a_name() {
        let mut ids = Vec::new();
        ids_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/no_quarter"), &mut ids);
        assert!(ids.len() > 100, "{}", ids.len());
        let nameless: Vec<_> = ids.iter().filter(|id| rule_name(id).is_none()).collect();
        assert_eq!(nameless, Vec::<&String>::new());
    }
}

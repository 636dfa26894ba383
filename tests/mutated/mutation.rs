//! Small changes to good texts, as accidents and ill will make them.

use proptest::{collection::vec, prelude::*, sample::Index};

/// What may suddenly stand somewhere.
const WORDS: [&str; 26] = [
    "NaN",
    "inf",
    "-1",
    "0",
    "1e30",
    "-0.0",
    "255",
    "65536",
    "4294967295",
    "18446744073709551616",
    "\"\"",
    "\"\\u{1b}[2J\"",
    "\u{1b}]0;x\u{7}",
    "\u{202e}",
    "\u{feff}",
    "None",
    "Some(",
    "((((((((",
    "[[[[[[[[",
    ")",
    "]",
    "//",
    "/*",
    "r#\"",
    "\"",
    "é",
];

/// One change, with its places as parts of the text.
#[derive(Clone, Debug)]
enum Change {
    Delete(Index, usize),
    Insert(Index, &'static str),
    /// Puts a word in the place of the one that stands there.
    Replace(Index, &'static str),
    /// Repeats a part where it stands.
    Repeat(Index, usize, usize),
    /// Puts a part somewhere else too.
    Copy(Index, usize, Index),
    SwapLines(Index, Index),
    Cut(Index),
}

/// Some of the texts with a few changes each.
pub(crate) fn of(texts: Vec<String>) -> impl Strategy<Value = String> {
    let one = prop::sample::select(texts);
    (one, vec(change(), 1..5)).prop_map(|(text, changes)| changes.iter().fold(text, made))
}

fn change() -> impl Strategy<Value = Change> {
    let word = prop::sample::select(&WORDS[..]);
    let place = any::<Index>;
    prop_oneof![
        3 => (place(), 1..40_usize).prop_map(|(at, length)| Change::Delete(at, length)),
        3 => (place(), word.clone()).prop_map(|(at, word)| Change::Insert(at, word)),
        6 => (place(), word).prop_map(|(at, word)| Change::Replace(at, word)),
        2 => (place(), 1..30_usize, 2..300_usize)
            .prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
        3 => (place(), 1..200_usize, place())
            .prop_map(|(from, length, to)| Change::Copy(from, length, to)),
        1 => (place(), place()).prop_map(|(a, b)| Change::SwapLines(a, b)),
        1 => place().prop_map(Change::Cut),
    ]
}

fn made(mut text: String, change: &Change) -> String {
    match *change {
        Change::Delete(at, length) => text.replace_range(part(&text, at, length), ""),
        Change::Insert(at, word) => text.insert_str(part(&text, at, 0).start, word),
        Change::Replace(at, word) => {
            let at = part(&text, at, 0).start;
            let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
            let begins = text[..at].rfind(|c| !inside(c)).map_or(0, |before| {
                before + text[before..].chars().next().map_or(1, char::len_utf8)
            });
            let ends = text[at..].find(|c| !inside(c)).map_or(text.len(), |end| at + end);
            text.replace_range(begins..ends, word);
        }
        Change::Repeat(at, length, times) => {
            let part = part(&text, at, length);
            let repeated = text[part.clone()].repeat(times);
            text.replace_range(part, &repeated);
        }
        Change::Copy(from, length, to) => {
            let copied = text[part(&text, from, length)].to_owned();
            text.insert_str(part(&text, to, 0).start, &copied);
        }
        Change::SwapLines(a, b) => {
            let mut lines: Vec<&str> = text.lines().collect();
            if !lines.is_empty() {
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
                text = lines.join("\n");
            }
        }
        Change::Cut(at) => text.truncate(part(&text, at, 0).start),
    }
    text
}

/// A part of a text: whole letters from a place on, about so many bytes.
fn part(text: &str, at: Index, length: usize) -> std::ops::Range<usize> {
    let letter = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let begins = letter(at.index(text.len() + 1));
    begins..letter((begins + length).min(text.len()))
}

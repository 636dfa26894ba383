//! Reading data files: RON embedded in the binary or laid over it from a directory. A broken file
//! names itself, the line, the field and what was expected.

use std::{borrow::Cow, fmt};

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// What is wrong with a piece of data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct DataError {
    /// The file, as the player named it.
    pub file: String,
    /// The line, from 1, when it is known.
    pub line: Option<usize>,
    /// The column, from 1, when it is known.
    pub column: Option<usize>,
    /// The field or thing at fault.
    pub field: Option<String>,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl DataError {
    /// An error about a whole file.
    pub fn new(file: impl Into<String>, problem: impl Into<String>) -> Self {
        let (file, problem) = (file.into(), problem.into());
        Self { file, line: None, column: None, field: None, problem }
    }

    /// Names the field at fault.
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Finds the line where `needle` first stands in the file's text.
    #[must_use]
    pub fn near(self, text: &str, needle: &str) -> Self {
        self.near_from(text, 0, needle)
    }

    /// As [`DataError::near`], behind the first place of another text, such as the name of an entry
    /// that `needle` belongs to.
    #[must_use]
    pub fn near_behind(self, text: &str, first: &str, needle: &str) -> Self {
        let from = text.find(first).unwrap_or_default();
        self.near_from(text, from, needle)
    }

    /// As [`DataError::near`], inside an element of a list if the field is one: the third unit for
    /// `units[2]` or `units[2].place`.
    #[must_use]
    pub fn near_field(self, text: &str, field: &str, needle: &str) -> Self {
        let element = field.split_once('[').and_then(|(list, rest)| {
            let (index, _) = rest.split_once(']')?;
            element_at(text, list, index.parse().ok()?)
        });
        match element {
            Some(at) => self.near_from(text, at, needle),
            None => self.near(text, needle),
        }
    }

    fn near_from(mut self, text: &str, from: usize, needle: &str) -> Self {
        let found = text.get(from..).and_then(|rest| rest.find(needle)).map(|at| from + at);
        let element = (from > 0).then_some(from);
        if let Some(at) = found.or(element) {
            let before = &text[..at];
            self.line = Some(before.matches('\n').count() + 1);
            self.column = Some(before.len() - before.rfind('\n').map_or(0, |n| n + 1) + 1);
        }
        self
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&printable(&self.file))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        f.write_str(": ")?;
        if let Some(field) = &self.field {
            write!(f, "{}: ", printable(field))?;
        }
        f.write_str(&printable(&self.problem))
    }
}

/// Longer texts from a file are cut short where an error repeats them, in characters.
const LONGEST_PRINTED: usize = 2000;

/// A text from a file as an error may repeat it: not endless, and with what a terminal would take for
/// a command written out.
pub fn printable(text: &str) -> Cow<'_, str> {
    // Marks that turn the direction of writing are no letters either.
    let plain = |c: char| !c.is_control() && !turns_writing(c);
    if text.len() <= LONGEST_PRINTED && text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut letters = text.chars();
    for letter in letters.by_ref().take(LONGEST_PRINTED) {
        match letter {
            letter if plain(letter) => shown.push(letter),
            letter => shown.extend(letter.escape_unicode()),
        }
    }
    if letters.next().is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// Whether a character turns the direction of what is written after it, which would garble the log.
pub(super) fn turns_writing(c: char) -> bool {
    matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Where the element with a place in a list field begins in RON text; comments and strings are
/// passed over.
fn element_at(text: &str, list: &str, index: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut inside = None;
    let mut count = 0;
    let mut fresh = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '/' if text[at..].starts_with("//") => {
                while chars.next_if(|&(_, c)| c != '\n').is_some() {}
                continue;
            }
            '"' => {
                let begins = inside == Some(depth) && fresh;
                if begins && count == index {
                    return Some(at);
                }
                fresh &= !begins;
                while let Some((_, c)) = chars.next() {
                    match c {
                        '\\' => drop(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                continue;
            }
            _ => {}
        }
        if inside == Some(depth) && fresh && !c.is_whitespace() && c != ']' {
            if count == index {
                return Some(at);
            }
            fresh = false;
        }
        match c {
            '(' | '[' | '{' => {
                depth += 1;
                let before = text[..at].trim_end();
                let named = before.strip_suffix(':').map(str::trim_end);
                if depth == 2 && c == '[' && named.is_some_and(|named| named.ends_with(list)) {
                    inside = Some(depth);
                    fresh = true;
                }
            }
            ')' | ']' | '}' => {
                if inside == Some(depth) {
                    return None;
                }
                depth = depth.checked_sub(1)?;
            }
            ',' if inside == Some(depth) => {
                count += 1;
                fresh = true;
            }
            _ => {}
        }
    }
    None
}

/// At most so many names are all listed; of more, only the nearest.
const NAMES_LISTED: usize = 20;

/// Longer than any name that somebody could have meant, in characters.
const LONGEST_MEANT: usize = 60;

/// Says that nothing of a kind has a name, and which name was probably meant: the nearest by
/// letters, and all of them if they are few. Of a name beyond measure only the beginning counts.
pub fn no_such_name<'a>(
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    let mut known: Vec<&str> = known.into_iter().collect();
    let beginning: String = name.chars().take(LONGEST_MEANT).collect();
    let cut = if beginning.len() < name.len() { "…" } else { "" };
    let name = format!("{beginning}{cut}");
    let meant = beginning.to_lowercase();
    // By the whole name or its likest word, in whole thousandths, so that names alike sort by their
    // letters.
    let likeness = |known: &str| {
        let known = known.to_lowercase();
        let words = known.split(['_', '-', ' ']).chain([known.as_str()]);
        words.map(|word| (strsim::jaro_winkler(&meant, word) * 1000.0) as u16).max()
    };
    if known.len() <= NAMES_LISTED {
        known.sort_unstable();
        return format!("no {kind} is called \"{name}\"; known are {}", known.join(", "));
    }
    known.sort_unstable_by_key(|known| (std::cmp::Reverse(likeness(known)), *known));
    let (nearest, others) = known.split_at(3);
    format!(
        "no {kind} is called \"{name}\"; the nearest of {} are {}",
        nearest.len() + others.len(),
        nearest.join(", ")
    )
}

/// The RON dialect of all our files: `Some` and newtypes may be left out.
pub fn ron_options() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME
            | Extensions::UNWRAP_NEWTYPES
            | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// A text without its comments, to tell by what stands in it what it is.
pub fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Files longer than this are refused unread, in bytes.
pub const LONGEST_FILE: usize = 16 * 1024 * 1024;

/// Reads a value from the text of a RON file.
///
/// # Errors
/// Where the text stops making sense, and what was expected there.
pub fn read_ron<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DataError> {
    if text.len() > LONGEST_FILE {
        let problem = format!("{} bytes is too long; {LONGEST_FILE} is the most", text.len());
        return Err(DataError::new(file, problem));
    }
    ron_options().from_str(text).map_err(|error| {
        let mut wrong = DataError::new(file, error.code.to_string());
        wrong.line = Some(error.span.start.line);
        wrong.column = Some(error.span.start.col);
        wrong
    })
}

/// Writes a value as readable RON.
///
/// # Errors
/// When the value has no RON form.
pub fn write_ron<T: serde::Serialize>(value: &T) -> Result<String, ron::Error> {
    let pretty = ron::ser::PrettyConfig::new().depth_limit(5).separate_tuple_members(false);
    ron_options().to_string_pretty(value, pretty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_file_line_and_field() {
        let error = read_ron::<Vec<u8>>("x.ron", "[1,\n2,\nthree]").unwrap_err();
        assert_eq!((error.file.as_str(), error.line), ("x.ron", Some(3)));
        let error = DataError::new("a.ron", "no such profile").near("(\n  profile: \"orx\"", "orx");
        assert_eq!(error.to_string(), "a.ron:2:13: no such profile");
    }

    #[test]
    fn an_unknown_name_is_told_the_nearest() {
        let few = no_such_name("side", "Reds", ["Red", "Blue"]);
        assert_eq!(few, "no side is called \"Reds\"; known are Blue, Red");
        let foot =
            ["spearman", "swordsman", "archer", "ogre", "goblin", "orc_king"].map(str::to_owned);
        let many: Vec<String> = (1..=15).map(|n| format!("wall_{n}")).chain(foot).collect();
        let told = |name| no_such_name("profile", name, many.iter().map(String::as_str));
        let nearest = "no profile is called \"Swordman\"; the nearest of 21 are swordsman, ";
        assert!(told("Swordman").starts_with(nearest), "{}", told("Swordman"));
        assert!(!told("Swordman").contains("ogre"), "{}", told("Swordman"));
        assert!(told("orx").contains("are orc_king, "), "{}", told("orx"));
        let long = told(&"swordsman".repeat(100_000));
        assert!(
            long.len() < 300 && long.contains("…\"; the nearest of 21 are swordsman"),
            "{long}"
        );
    }

    #[test]
    fn errors_repeat_no_commands_to_a_terminal_and_nothing_endless() {
        let error =
            DataError::new("a\u{1b}[2J.ron", "called \"\u{1b}]0;x\u{7}\"\n").field("\u{202e}b");
        let told = r#"a\u{1b}[2J.ron: \u{202e}b: called "\u{1b}]0;x\u{7}"\u{a}"#;
        assert_eq!(error.to_string(), told);
        let long = DataError::new("a.ron", "x".repeat(1_000_000)).to_string();
        assert!(long.chars().count() < 2 * LONGEST_PRINTED && long.ends_with('…'));
        assert_eq!(DataError::new("ä.ron", "Größe").to_string(), "ä.ron: Größe");
    }
}

//! Reading data files: RON embedded in the binary or laid over it from a directory. A broken file
//! names itself, the line, the field and what was expected.

mod nearest;
pub mod outline;
mod printed;
mod unreadable;

pub use nearest::{no_such_name, no_such_name_or_file};
pub use printed::{is_printable, printable, printable_lines, quoted};

use std::fmt;

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
        let from = place_of(text, 0, first).unwrap_or_default();
        self.near_from(text, from, needle)
    }

    /// As [`DataError::near`], inside an element of a list if the field is one: the third unit for
    /// `units[2]` or `units[2].place`.
    #[must_use]
    pub fn near_field(self, text: &str, field: &str, needle: &str) -> Self {
        let element = field.split_once('[').and_then(|(list, rest)| {
            let (index, _) = rest.split_once(']')?;
            outline::element_at(text, list, index.parse().ok()?)
        });
        match element {
            Some(at) => self.near_from(text, at, needle),
            None => self.near(text, needle),
        }
    }

    fn near_from(self, text: &str, from: usize, needle: &str) -> Self {
        let element = (from > 0).then_some(from);
        match place_of(text, from, needle).filter(|_| !needle.is_empty()).or(element) {
            Some(at) => self.at(text, at),
            None => self,
        }
    }

    /// Names the line and the column of a place in the file's text.
    #[must_use]
    pub fn at(mut self, text: &str, place: usize) -> Self {
        let (line, column) = outline::line_and_column(text, place);
        (self.line, self.column) = (Some(line), Some(column));
        self
    }
}

/// Where something stands from a place of a file's text on: a field, a text in its quotes or the beginning
/// of something else, and only if there is none, any part of the text.
fn place_of(text: &str, from: usize, needle: &str) -> Option<usize> {
    let within = || text.get(from..)?.find(needle).map(|at| from + at);
    outline::find(text, from, needle).or_else(within)
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
            write!(f, "{}: ", printed::shortened(field))?;
        }
        f.write_str(&printable(&self.problem))
    }
}

/// The RON dialect of all our files: `Some` and newtypes may be left out.
pub fn ron_options() -> ron::Options {
    ron::Options::default().with_default_extension(
        Extensions::IMPLICIT_SOME
            | Extensions::UNWRAP_NEWTYPES
            | Extensions::UNWRAP_VARIANT_NEWTYPES,
    )
}

/// Files longer than this are refused unread, in bytes.
pub const LONGEST_FILE: usize = 16 * 1024 * 1024;

/// Reads a value from the text of a RON file.
///
/// # Errors
/// Where the text stops making sense, and what was expected there.
pub fn read_ron<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DataError> {
    if text.len() > LONGEST_FILE {
        let problem = format!("{} bytes is too long; {LONGEST_FILE} is the limit", text.len());
        return Err(DataError::new(file, problem));
    }
    // Some editors begin a file with a mark of how its letters are written.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    ron_options().from_str(text).map_err(|error| {
        let mut wrong = DataError::new(file, unreadable::problem(&error.code));
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
        let text = "// \"orc\" has a \"bow\"\n[(\"elf\", \"bow\"),\n (\"orc\", \"bow\")]";
        let error = DataError::new("a.ron", "no bow").near_behind(text, "\"orc\"", "\"bow\"");
        assert_eq!(error.to_string(), "a.ron:3:10: no bow", "past the comment");
    }

    #[test]
    fn errors_repeat_no_commands_to_a_terminal_and_nothing_endless() {
        let error =
            DataError::new("a\u{1b}[2J.ron", "called \"\u{1b}]0;x\u{7}\"\n").field("\u{202e}b");
        let told = r#"a\u{1b}[2J.ron: \u{202e}b: called "\u{1b}]0;x\u{7}"\u{a}"#;
        assert_eq!(error.to_string(), told);
        assert_eq!(DataError::new("ä.ron", "Größe").to_string(), "ä.ron: Größe");
    }

    #[test]
    fn a_mark_of_how_letters_are_written_is_passed_over() {
        assert_eq!(read_ron::<Vec<u8>>("x.ron", "\u{feff}[1]"), Ok(vec![1]));
    }

    #[test]
    fn what_stands_in_a_file_is_quoted_shortly() {
        let error = read_ron::<std::ops::Bound<u8>>("x.ron", &"a".repeat(100_000)).unwrap_err();
        assert!(error.to_string().len() < 300, "{error}");
    }
}

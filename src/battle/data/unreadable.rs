//! What is wrong with a file that isn't RON or holds something else than was expected, in our words: those
//! of the crate that reads it are for programmers.

use ron::Error;

use super::{no_such_name, printed::with_short_quotations, quoted};

/// What is wrong, and what was expected.
pub(super) fn problem(error: &Error) -> String {
    match error {
        Error::Eof => "the file ends too early: something in it isn't closed".to_owned(),
        Error::TrailingCharacters => "there is more after the end: a bracket too many?".to_owned(),
        Error::UnclosedBlockComment => "a comment isn't closed; */ was expected".to_owned(),
        Error::UnclosedLineComment => "a comment has no end".to_owned(),
        Error::ExceededRecursionLimit => "there are too many brackets within brackets".to_owned(),
        Error::UnexpectedChar(letter) => {
            format!("{} doesn't belong here", quoted(&letter.to_string()))
        }
        Error::NoSuchStructField { expected, found, .. } => {
            no_such_name("field", found, expected.iter().copied())
        }
        Error::NoSuchEnumVariant { expected, found, .. } => {
            no_such_name("choice", found, expected.iter().copied())
        }
        Error::MissingStructField { field, .. } => {
            format!("the field {} is missing", quoted(field))
        }
        Error::DuplicateStructField { field, .. } => {
            format!("the field {} is there twice", quoted(field))
        }
        Error::InvalidValueForType { expected, found } => {
            format!("{} was found, and {} was expected", plainly(found), plainly(expected))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            let expected = plainly(expected);
            format!("there are {found} of them, and {expected} was expected")
        }
        Error::ExpectedDifferentStructName { expected, found } => {
            format!("{} was found, and {} or ( was expected", quoted(found), quoted(expected))
        }
        Error::IntegerOutOfBounds => "the number is too large or too small".to_owned(),
        Error::InvalidIntegerDigit { digit, .. } => {
            format!("{} isn't a digit of this number", quoted(&digit.to_string()))
        }
        Error::FloatUnderscore | Error::UnderscoreAtBeginning => {
            "an underscore doesn't belong here".to_owned()
        }
        Error::InvalidIdentifier(word) | Error::SuggestRawIdentifier(word) => {
            format!("{} can't be a name here", quoted(word))
        }
        Error::NoSuchExtension(name) => format!("no extension of RON is called {}", quoted(name)),
        error => match wanted(error) {
            Some(wanted) => format!("{wanted} was expected"),
            // What our own readers say, and what no text file can cause.
            None => with_short_quotations(&error.to_string()),
        },
    }
}

/// What was expected, where nothing else is known.
fn wanted(error: &Error) -> Option<&'static str> {
    Some(match error {
        Error::ExpectedArray => "a list in [ and ]",
        Error::ExpectedArrayEnd => "] or a comma",
        Error::ExpectedAttribute => "#![enable(...)]",
        Error::ExpectedAttributeEnd => ")] after #![enable(",
        Error::ExpectedBoolean => "true or false",
        Error::ExpectedComma => "a comma or a closing bracket",
        Error::ExpectedChar => "a letter in single quotation marks",
        Error::ExpectedFloat => "a number",
        Error::ExpectedInteger => "a whole number",
        Error::ExpectedMap => "{",
        Error::ExpectedMapColon => "a colon",
        Error::ExpectedMapEnd => "} or a comma",
        Error::ExpectedOption => "Some(...) or None",
        Error::ExpectedOptionEnd | Error::ExpectedStructLikeEnd => ") or a comma",
        Error::ExpectedStructLike | Error::ExpectedNamedStructLike(_) => "(",
        Error::ExpectedStructName(_) | Error::ExpectedIdentifier => "a name",
        Error::ExpectedUnit => "()",
        Error::ExpectedString => "text in quotation marks",
        Error::ExpectedStringEnd => "a closing quotation mark",
        _ => return None,
    })
}

/// What programmers call the kinds of values, at the beginning of their names, and what others do.
const KINDS: [(&str, &str); 13] = [
    ("the unsigned integer ", "the number "),
    ("the signed integer ", "the number "),
    ("the floating point number ", "the number "),
    ("the boolean ", ""),
    ("the UTF-8 character ", "the letter "),
    ("the string ", "the text "),
    ("a sequence", "a list"),
    ("a map", "a list of names and values"),
    ("a string", "text in quotation marks"),
    ("a unit value", "()"),
    ("a boolean", "true or false"),
    ("struct ", "something in brackets for "),
    ("enum ", "a word for "),
];

/// A kind of value in words that aren't a programmer's.
fn plainly(kind: &str) -> String {
    let kind = with_short_quotations(kind);
    match kind.as_str() {
        "u8" | "u16" | "u32" | "u64" | "usize" => return "a whole number from 0 on".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => return "a whole number".to_owned(),
        "f32" | "f64" => return "a number".to_owned(),
        _ => {}
    }
    if let Some(size) = kind.strip_prefix("a tuple of size ") {
        return format!("{size} values in brackets");
    }
    let known = KINDS.iter().find_map(|(theirs, ours)| {
        let rest = kind.strip_prefix(theirs)?;
        Some(format!("{ours}{rest}"))
    });
    known.unwrap_or(kind)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::battle::data::read_ron;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Unit {
        #[expect(dead_code, reason = "it is only read")]
        name: String,
        #[expect(dead_code, reason = "it is only read")]
        count: u8,
        #[serde(default)]
        #[expect(dead_code, reason = "it is only read")]
        kind: Option<Kind>,
    }

    #[derive(Debug, Deserialize)]
    enum Kind {
        Foot,
        Horse,
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_to_people() {
        let _ = [Kind::Foot, Kind::Horse];
        let cases = [
            ("(name: \"Orcs\", count: 3", "a comma or a closing bracket was expected"),
            ("(name: \"Orcs\", count: 3) )", "there is more after the end: a bracket too many?"),
            ("(name: \"Orcs\")", "the field \"count\" is missing"),
            ("(name: \"Orcs\", name: \"Orcs\")", "the field \"name\" is there twice"),
            ("(name: \"Orcs\", cuont: 3)", "no field is called \"cuont\". Did you mean \"count\"?"),
            ("(name: \"Orcs\", count: 300)", "the number is too large or too small"),
            ("(name: 5, count: 3)", "text in quotation marks was expected"),
            ("(name: \"Orcs\", count: x)", "a whole number was expected"),
            (
                "(name: \"Orcs\", count: 3, kind: Foo)",
                "no choice is called \"Foo\". Did you mean \"Foot\"?",
            ),
        ];
        let wrong = cases.iter().filter_map(|&(text, told)| {
            let error = read_ron::<Unit>("x.ron", text).expect_err("it is wrong");
            (!error.problem.starts_with(told)).then(|| format!("{text}: {error}"))
        });
        assert_eq!(wrong.collect::<Vec<String>>(), Vec::<String>::new());
        let error = read_ron::<Vec<bool>>("x.ron", "(1, 2)").unwrap_err();
        assert_eq!(error.problem, "a list in [ and ] was expected");
        let end = problem(&Error::Eof);
        assert_eq!(end, "the file ends too early: something in it isn't closed");
    }
}

//! The seal of a save: a number for all that stands in it, names, story and practice too, which the
//! state hash says nothing about. It shows what was changed by hand or by accident; it keeps nobody
//! from sealing a change again. What is sealed is the text itself, so a save that was written before its
//! format got another field still counts as it was written.

use std::iter;

use serde::{Deserialize, Deserializer};

use super::Save;
use crate::battle::{checksum::Checksum, rules::RuleSystem};

/// The first format whose saves are sealed.
const FIRST_SEALED: u32 = 3;

/// The seal of a save that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seal {
    /// What the file says.
    says: String,
    /// What its text comes to.
    is: String,
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self { says: String::deserialize(deserializer)?, is: String::new() })
    }
}

impl<R: RuleSystem> Save<R> {
    /// Whether a save that was read is as the game has written it, apart from white space and
    /// comments. None if that can't be said: of earlier formats, and of links, which have no seal.
    pub fn is_as_written(&self) -> Option<bool> {
        self.seal.as_ref().map(|Seal { says, is }| says == is)
    }

    /// Compares the text that a save was read from with its seal. One without a seal that should have
    /// one has an empty one.
    pub(super) fn look_at_seal(&mut self, text: &str) {
        if self.version >= FIRST_SEALED {
            self.seal.get_or_insert_default();
        }
        if let Some(Seal { says, is }) = &mut self.seal {
            let all = bare(text);
            let own = format!(",seal:\"{says}\"");
            let sealed = match all.rfind(&own) {
                Some(at) => format!("{}{}", &all[..at], &all[at + own.len()..]),
                None => all,
            };
            *is = of(&sealed);
        }
    }
}

/// The seal of a bare text, as sixteen hexadecimal digits.
fn of(bare: &str) -> String {
    format!("{:016x}", Checksum::of(bare))
}

/// A save's text with its seal at the end.
pub(super) fn sealed(text: &str) -> String {
    let seal = of(&bare(text));
    match text.strip_suffix("\n)") {
        Some(fields) => format!("{fields}\n    seal: \"{seal}\",\n)"),
        None => format!("{},seal:\"{seal}\")", text.strip_suffix(')').unwrap_or(text)),
    }
}

/// A text in RON without white space, comments, and commas before the end of something.
fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            'r' if rest.starts_with("r\"") || rest.starts_with("r#") => raw(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            _ => first.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        match first {
            _ if first.is_whitespace() => {}
            '/' if length > 1 => {}
            ')' | ']' | '}' => {
                if bare.ends_with(',') {
                    bare.pop();
                }
                bare.push(first);
            }
            _ => bare.push_str(part),
        }
    }
    bare
}

/// The length of what stands between quotes at the beginning of a text.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of what stands between raw quotes at the beginning of a text.
fn raw(text: &str) -> usize {
    let signs = text[1..].chars().take_while(|&letter| letter == '#').count();
    let end: String = iter::once('"').chain(iter::repeat_n('#', signs)).collect();
    let inside = 1 + signs + usize::from(text[1 + signs..].starts_with('"'));
    text[inside..].find(&end).map_or(text.len(), |at| inside + at + end.len())
}

/// The length of a comment at the beginning of a text; there may be others in it.
fn comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        battle::{Battle, levels},
        no_quarter::NoQuarter,
    };

    fn save() -> Save<NoQuarter> {
        let level = levels::find("duel-at-the-wall", None).unwrap();
        Battle::<NoQuarter>::new(&level, 1).unwrap().save()
    }

    fn is_as_written(text: &str) -> Option<bool> {
        Save::<NoQuarter>::read("sealed.ron", text).unwrap().is_as_written()
    }

    #[test]
    fn white_space_and_comments_belong_to_no_text() {
        let text = "(\n  a: \"b /* c */ \\\" d\", // e\n  f: [1, 2,], /* g /* h */ i */ j: '\"', \
                    k: r#\"l \" m\"#,\n)";
        let expected = "(a:\"b /* c */ \\\" d\",f:[1,2],j:'\"',k:r#\"l \" m\"#)";
        assert_eq!(bare(text), expected);
        assert_eq!(bare("\"open"), "\"open");
        assert_eq!(bare("r#open /* open"), "r#open /* open");
    }

    #[test]
    fn a_save_in_either_form_is_as_written_until_something_is_changed() {
        let save = save();
        for text in [save.write().unwrap(), save.write_compact().unwrap()] {
            assert_eq!(is_as_written(&text), Some(true));
            let spaced = text.replace("practice:", "/* by hand */ practice :  ");
            assert_eq!(is_as_written(&spaced), Some(true));
            let changed = text.replacen("Duel at the Wall", "Duel at the  Wall", 1);
            assert_eq!(is_as_written(&changed), Some(false));
        }
    }

    #[test]
    fn a_field_that_was_added_since_breaks_no_seal() {
        // As if the version of the rules had been added to the format.
        let text = save().write().unwrap();
        let (before, _) = text.rsplit_once("\n    seal: ").unwrap();
        let field = format!("\n    rules_version: {},", NoQuarter::VERSION);
        let earlier = format!("{before}\n)").replacen(&field, "", 1);
        assert!(earlier.len() < before.len());
        assert_eq!(is_as_written(&sealed(&earlier)), Some(true));
    }

    #[test]
    fn saves_of_other_rules_are_sealed_too() {
        let save = Save { rules_version: Some(NoQuarter::VERSION - 1), ..save() };
        let text = save.write().unwrap();
        assert_eq!(is_as_written(&text), Some(true));
        assert_eq!(
            is_as_written(&text.replacen("practice: false", "practice: true", 1)),
            Some(false)
        );
    }
}

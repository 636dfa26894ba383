//! Words from outside as the game may repeat them: no longer than somebody reads, and with what a
//! terminal would take for a command written out.

use std::borrow::Cow;

/// Longer messages are cut short, in characters.
const LONGEST_PRINTED: usize = 2000;

/// An error repeats at most so many characters of a name or a text from outside: longer than any
/// name that somebody could have meant.
pub(super) const LONGEST_QUOTED: usize = 60;

/// A message as it may be shown: not endless, and with what a terminal would take for a command
/// written out.
pub fn printable(text: &str) -> Cow<'_, str> {
    plain(text, LONGEST_PRINTED, |_| false)
}

/// The same of any length, with its line breaks.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    plain(text, usize::MAX, |letter| letter == '\n')
}

/// A text from outside within an error: in quotation marks, and of a long one only its beginning.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text))
}

/// The same without the marks.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    plain(text, LONGEST_QUOTED, |_| false)
}

/// Cuts what stands between marks of quotation in another crate's message short.
pub(super) fn with_short_quotations(message: &str) -> String {
    let mut shown = String::new();
    let mut rest = message;
    while let Some(at) = rest.find(['"', '`', '\'']) {
        let mark = rest[at..].chars().next().unwrap_or('"');
        let (before, from) = rest.split_at(at + mark.len_utf8());
        let Some(end) = end_of_quotation(from, mark) else { break };
        shown.push_str(before);
        shown.push_str(&plain(&from[..end], LONGEST_QUOTED, |_| true));
        shown.push(mark);
        rest = &from[end + mark.len_utf8()..];
    }
    shown.push_str(rest);
    shown
}

/// Where a quotation ends; a backslash takes its meaning from the letter behind it.
fn end_of_quotation(text: &str, mark: char) -> Option<usize> {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            letter if letter == mark => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether a character is shown as itself: neither a command to a terminal nor one that turns the
/// direction of writing.
pub fn is_printable(c: char) -> bool {
    !c.is_control() && !turns_writing(c)
}

/// Whether a character turns the direction of what is written after it, which would garble the log.
fn turns_writing(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn plain(text: &str, most: usize, kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_plain = |c: char| kept(c) || is_printable(c);
    let fits = text.len() <= most || text.chars().nth(most).is_none();
    if fits && text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut letters = text.chars();
    for letter in letters.by_ref().take(most) {
        match letter {
            letter if is_plain(letter) => shown.push(letter),
            letter => shown.extend(letter.escape_unicode()),
        }
    }
    if letters.next().is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_hold_no_commands_to_a_terminal_and_nothing_endless() {
        assert_eq!(printable("a\u{1b}[2J\n\u{202e}b"), r"a\u{1b}[2J\u{a}\u{202e}b");
        assert_eq!(printable("Größe"), "Größe");
        let long = "x".repeat(1_000_000);
        assert_eq!(printable(&long).chars().count(), LONGEST_PRINTED + 1);
        assert_eq!(printable_lines(&format!("{long}\n\u{9b}2J")), format!("{long}\n\\u{{9b}}2J"));
    }

    #[test]
    fn a_quotation_is_no_longer_than_a_name() {
        assert_eq!(quoted("Orc \u{7}"), r#""Orc \u{7}""#);
        assert_eq!(quoted(&"ä".repeat(60)), format!("\"{}\"", "ä".repeat(60)));
        assert_eq!(quoted(&"ä".repeat(61)), format!("\"{}…\"", "ä".repeat(60)));
    }

    #[test]
    fn quotations_of_others_are_cut_short() {
        let long = "a".repeat(500);
        let told = with_short_quotations(&format!(
            "unknown field `{long}`, expected `name`, not \"{long}\\\"{long}\" in it's place"
        ));
        let short = "a".repeat(60);
        assert_eq!(
            told,
            format!("unknown field `{short}…`, expected `name`, not \"{short}…\" in it's place")
        );
    }
}

//! What stands where in RON text, without reading it: brackets, names of fields, elements of lists.
//! It tells what a file means to be and which line an error is about, also of a file that can't be
//! read; comments and strings are passed over.
//!
//! - *depth*: how many brackets are open around something.

/// Something in RON text besides white space and comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// `(`, `[` or `{`.
    Opening(u8),
    /// `)`, `]` or `}`.
    Closing,
    /// `,`.
    Comma,
    /// `:`.
    Colon,
    /// A name of a field, a variant or a type.
    Word(&'a str),
    /// A number, a text or anything else.
    Value,
}

/// The tokens of a text, each with the place of its first byte.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

/// Whether the text is one list, as data files and scripts are.
pub fn is_list(text: &str) -> bool {
    tokens(text).next().is_some_and(|(_, token)| token == Token::Opening(b'['))
}

/// The names of the fields at a depth: 1 for those of the text's outermost value, 2 for those of the
/// entries of a list.
pub fn fields(text: &str, depth: usize) -> impl Iterator<Item = &str> {
    let mut open = 0_usize;
    let mut word = None;
    tokens(text).filter_map(move |(_, token)| {
        let named = (token == Token::Colon && open == depth).then(|| word.take()).flatten();
        word = None;
        match token {
            Token::Opening(_) => open += 1,
            Token::Closing => open = open.saturating_sub(1),
            Token::Word(name) => word = Some(name),
            Token::Comma | Token::Colon | Token::Value => {}
        }
        named
    })
}

/// The first word or number of the value that a field of the text's outermost value has, and where it
/// begins.
pub fn value<'a>(text: &'a str, field: &str) -> Option<(usize, &'a str)> {
    let (mut open, mut named) = (0_usize, false);
    let mut all = tokens(text).peekable();
    while let Some((_, token)) = all.next() {
        match token {
            Token::Opening(_) => open += 1,
            Token::Closing => open = open.saturating_sub(1),
            Token::Colon if named => {
                let &(at, _) = all.peek()?;
                let (length, _) = word(&text[at..]);
                return Some((at, &text[at..at + length]));
            }
            Token::Colon | Token::Comma | Token::Word(_) | Token::Value => {}
        }
        named = open == 1 && token == Token::Word(field);
    }
    None
}

/// Where something first stands from a place on: a name of a field, a text in its quotes or whatever else
/// begins with it. What comments and texts speak of is passed over.
pub(super) fn find(text: &str, from: usize, needle: &str) -> Option<usize> {
    let rest = text.get(from..)?;
    let is_word = word(needle).0 == needle.len();
    let is_there = |&(at, token): &(usize, Token)| match token {
        Token::Word(name) if is_word => name == needle,
        _ => rest[at..].starts_with(needle),
    };
    tokens(rest).find(is_there).map(|(at, _)| from + at)
}

/// Where the elements of the text's outermost list begin.
pub fn elements(text: &str) -> Vec<usize> {
    lists(text, None).into_iter().next().map(|list| list.elements).unwrap_or_default()
}

/// Where an element begins in the list that a field holds, the outermost field of that name; in
/// that of the whole text without a name.
pub(super) fn element_at(text: &str, field: &str, index: usize) -> Option<usize> {
    let list = lists(text, Some(field)).into_iter().min_by_key(|list| list.depth)?;
    list.elements.get(index).copied()
}

/// A line and a column, both from 1, of a place in a text.
pub(super) fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_begins = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[line_begins..].chars().count() + 1)
}

/// The line, from 1, of a place in a text.
pub fn line(text: &str, at: usize) -> usize {
    line_and_column(text, at).0
}

/// A list: how deep it stands, and where its elements begin.
struct List {
    depth: usize,
    elements: Vec<usize>,
}

/// The lists of all fields with a name, or the one that is the whole text.
fn lists(text: &str, field: Option<&str>) -> Vec<List> {
    let mut found: Vec<List> = Vec::new();
    // Of each open bracket the place of its list, if it is one that is looked for.
    let mut open: Vec<Option<usize>> = Vec::new();
    let (mut named, mut word) = (None, None);
    let mut fresh = false;
    for (at, token) in tokens(text) {
        let inside = open.last().copied().flatten();
        if let Some(list) = inside.filter(|_| fresh && token != Token::Closing) {
            found[list].elements.push(at);
            fresh = false;
        }
        match token {
            Token::Opening(bracket) => {
                let wanted = match field {
                    Some(field) => named.take() == Some(field),
                    None => open.is_empty(),
                };
                let list = (wanted && bracket == b'[').then_some(found.len());
                if list.is_some() {
                    found.push(List { depth: open.len(), elements: Vec::new() });
                    fresh = true;
                }
                open.push(list);
            }
            Token::Closing => {
                open.pop();
                fresh = false;
            }
            Token::Comma => fresh = inside.is_some(),
            Token::Colon | Token::Word(_) | Token::Value => {}
        }
        named = if token == Token::Colon { word } else { None };
        word = if let Token::Word(name) = token { Some(name) } else { None };
    }
    found
}

fn tokens(text: &str) -> Tokens<'_> {
    Tokens { text, at: 0 }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, Token<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.pass_over();
        let at = self.at;
        let rest = &self.text[at..];
        let first = rest.chars().next()?;
        let (length, token) = match first {
            '(' | '[' | '{' => (1, Token::Opening(first as u8)),
            ')' | ']' | '}' => (1, Token::Closing),
            ',' => (1, Token::Comma),
            ':' => (1, Token::Colon),
            '"' => (1 + string(&rest[1..]), Token::Value),
            '\'' => (letter(rest), Token::Value),
            _ => match raw_string(rest) {
                Some(length) => (length, Token::Value),
                None => word(rest),
            },
        };
        self.at += length.min(rest.len());
        Some((at, token))
    }
}

impl Tokens<'_> {
    /// Passes over white space, comments and `#![…]`.
    fn pass_over(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let blank = rest.len() - trimmed.len();
            let length = if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else if trimmed.starts_with("/*") {
                comment(trimmed)
            } else if trimmed.starts_with("#!") {
                trimmed.find(']').map_or(trimmed.len(), |end| end + 1)
            } else {
                0
            };
            self.at += blank + length;
            if length == 0 {
                return;
            }
        }
    }
}

/// How long a comment is that may hold others.
fn comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(found) = text[at..].find(['/', '*']) {
        at += found;
        let (step, deeper) = match text.get(at..at + 2) {
            Some("/*") => (2, depth + 1),
            Some("*/") => (2, depth.saturating_sub(1)),
            _ => (1, depth),
        };
        at += step;
        depth = deeper;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// How long a string is behind its first mark, the last one with it.
fn string(text: &str) -> usize {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How long a letter between apostrophes is; an apostrophe by itself has no other meaning.
fn letter(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    let escaped = matches!(letters.next(), Some((_, '\\')));
    let mut rest = letters.skip(usize::from(escaped)).take(12);
    let end = rest.find(|&(_, letter)| letter == '\'');
    end.map_or(1, |(at, _)| at + 1)
}

/// How long a string is that begins with `b`, `r` or both.
fn raw_string(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('b').unwrap_or(text);
    let before = text.len() - rest.len();
    if let Some(inside) = rest.strip_prefix('"') {
        return Some(before + 1 + string(inside));
    }
    let hashes = rest.strip_prefix('r')?;
    let inside = hashes.trim_start_matches('#');
    let marks = hashes.len() - inside.len();
    let inside = inside.strip_prefix('"')?;
    let begins = text.len() - inside.len();
    let end = format!("\"{}", "#".repeat(marks));
    Some(inside.find(&end).map_or(text.len(), |at| begins + at + end.len()))
}

/// A name or a number.
fn word(text: &str) -> (usize, Token<'_>) {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-');
    let length = text.find(|c: char| !inside(c)).unwrap_or(text.len());
    let name = &text[..length];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match length {
        0 => (text.chars().next().map_or(1, char::len_utf8), Token::Value),
        _ if is_name => (length, Token::Word(name)),
        _ => (length, Token::Value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_at_their_depth_and_nowhere_else() {
        let text = r##"
            // version: 3
            #![enable(implicit_some)]
            /* hash: /* 1 */ */
            (name: "a (b, orders: [", r#"raw: ""#: 1, 'x': '\'', level: (inner: 2), seed: -4.5e3)"##;
        assert_eq!(fields(text, 1).collect::<Vec<_>>(), ["name", "level", "seed"]);
        assert_eq!(fields(text, 2).collect::<Vec<_>>(), ["inner"]);
        assert!(!is_list(text) && is_list("\u{feff} // (\n [") && !is_list(""));
    }

    #[test]
    fn elements_of_lists_are_found() {
        let text = "[A, B(x: [1, 2]), // C,\n \"D,\", (E)]";
        let found: Vec<&str> = elements(text).into_iter().map(|at| &text[at..at + 1]).collect();
        assert_eq!(found, ["A", "B", "\"", "("]);
        assert!(elements("[]").is_empty());
        let text = "(earlier: (orders: [X]), orders: [Y,\n Z], suborders: [W])";
        assert_eq!(element_at(text, "orders", 1), text.find('Z'));
        assert_eq!(element_at(text, "orders", 2), None);
        assert_eq!(line(text, text.find('Z').unwrap()), 2);
        let text = "(level: (turns: 1), // turns: 2\n turns: 36, seed: -4.5)";
        assert_eq!(value(text, "turns"), text.find("36").map(|at| (at, "36")));
        assert_eq!(value(text, "seed").map(|(_, value)| value), Some("-4.5"));
        assert_eq!(value("(turns:", "turns"), None);
    }

    #[test]
    fn what_comments_and_texts_speak_of_is_not_found() {
        let text =
            "// turns: 1\n(about: \"turns, (edge: 1)\", turns_left: 3, turns: 2, name: \"edge\")";
        assert_eq!(find(text, 0, "turns"), text.find("turns: 2"));
        assert_eq!(find(text, 0, "\"edge\""), text.find("\"edge\""));
        assert_eq!(find(text, 0, "edge"), None);
        assert_eq!(find(text, text.len() + 1, "turns"), None);
    }

    #[test]
    fn broken_text_has_an_outline_too() {
        for text in ["(", "[(a: \"", "/* ", "r#\"", "b", "'", "'\\", "))]", "(a: [1,", "é'é", "#!["]
        {
            fields(text, 1).for_each(drop);
            elements(text);
            element_at(text, "a", 0);
        }
        assert_eq!(element_at("(a: [1,", "a", 0), Some(5));
    }
}

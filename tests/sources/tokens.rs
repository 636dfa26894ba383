//! Rust's text in words, signs and what stands between quotes. Comments are left out.

/// With what a text between quotes begins; no word and no sign does.
const QUOTE: char = '"';

/// Whether a token is a text between quotes.
pub fn is_quoted(token: &str) -> bool {
    token.starts_with(QUOTE)
}

/// The words and signs of a text; `::` is one sign.
pub fn tokens(text: &str) -> Vec<String> {
    let mut tokens = tokens_and_texts(text);
    tokens.retain(|token| !is_quoted(token));
    tokens
}

/// The words and signs of a text, and what stands between quotes in it, each with a quote before it.
pub fn tokens_and_texts(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        at += match rest {
            ['/', '/', ..] => up_to(rest, |rest| rest[0] == '\n'),
            ['/', '*', ..] => up_to(rest, |rest| rest.starts_with(&['*', '/'])) + 2,
            ['"', ..] => {
                let length = quoted(rest);
                tokens.push(text_of(rest, length));
                length
            }
            ['r', '"' | '#', ..] if raw_quoted(rest) > 0 => {
                let length = raw_quoted(rest);
                tokens.push(text_of(&rest[1..], length - 1));
                length
            }
            ['\'', '\\', ..] => 3 + up_to(&rest[3..], |rest| rest[0] == '\'') + 1,
            ['\'', _, '\'', ..] => 3,
            [':', ':', ..] => {
                tokens.push("::".to_owned());
                2
            }
            [first, ..] if is_of_word(*first) => {
                let length = up_to(rest, |rest| !is_of_word(rest[0]));
                tokens.push(rest[..length].iter().collect());
                length
            }
            [first, ..] if !first.is_whitespace() => {
                tokens.push(first.to_string());
                1
            }
            _ => 1,
        };
    }
    tokens
}

/// A text between quotes as a token.
fn text_of(letters: &[char], length: usize) -> String {
    let inside = letters.iter().take(length).filter(|&&letter| letter != '#' && letter != QUOTE);
    std::iter::once(&QUOTE).chain(inside).collect()
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// How many letters come before the first place of a kind.
fn up_to(letters: &[char], found: impl Fn(&[char]) -> bool) -> usize {
    (0..letters.len()).find(|&at| found(&letters[at..])).unwrap_or(letters.len())
}

/// The length of a text between quotes.
fn quoted(letters: &[char]) -> usize {
    let mut at = 1;
    while at < letters.len() && letters[at] != '"' {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of a text that begins like `r#"`; 0 if none begins here.
fn raw_quoted(letters: &[char]) -> usize {
    let signs = letters[1..].iter().take_while(|&&letter| letter == '#').count();
    if letters.get(1 + signs) != Some(&'"') {
        return 0;
    }
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', signs)).collect();
    let inside = 2 + signs;
    inside + up_to(&letters[inside..], |rest| rest.starts_with(&end)) + end.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_are_left_out() {
        let text =
            "a::b // c\n/* d */ \"e \\\" f\" 'g' '\\'' '\\u{1F}' r#\"h\"# &'i str \"\\\\\" j.k";
        assert_eq!(tokens(text), ["a", "::", "b", "&", "'", "i", "str", "j", ".", "k"]);
    }

    #[test]
    fn what_stands_between_quotes_is_kept_by_itself() {
        let text = "a(\"One Two\") // \"no\"\nb(r#\"three\"#)";
        let tokens = tokens_and_texts(text);
        assert_eq!(tokens, ["a", "(", "\"One Two", ")", "b", "(", "\"three", ")"]);
    }

    #[test]
    fn a_word_that_ends_in_r_begins_no_text() {
        assert_eq!(tokens("for\"x\" r r#type"), ["for", "r", "r", "#", "type"]);
    }
}

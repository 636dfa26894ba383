//! The program's own sources, read module by module as the compiler finds them, without comments,
//! texts and unit tests, and with each path resolved to the module it leads to.

mod tokens;

use std::{
    fs,
    path::{Path, PathBuf},
};

use tokens::{is_quoted, tokens_and_texts};

/// A module's source.
pub struct Source {
    /// Where it is.
    pub file: PathBuf,
    /// The module's path, without `crate`: `["table", "sight"]`.
    pub module: Vec<String>,
    /// Its words and signs, without those of its unit tests.
    pub tokens: Vec<String>,
    /// What stands between quotes, without what its unit tests have there.
    pub texts: Vec<String>,
}

impl Source {
    /// The modules, without those for tests, below one file.
    pub fn all_from(file: &Path) -> Vec<Self> {
        let mut sources = Vec::new();
        read(file.to_owned(), Vec::new(), &mut sources);
        sources
    }

    /// The storey it belongs to; none for `lib.rs` and `main.rs`.
    pub fn storey(&self) -> Option<&str> {
        self.module.first().map(String::as_str)
    }

    /// The paths it uses that begin at the root of the crate, written as `crate::`, `super::`,
    /// `self::` or as one of its own modules, without `crate`.
    pub fn paths(&self) -> Vec<Vec<String>> {
        let own = children(&self.tokens);
        let mut paths = Vec::new();
        let mut rest = self.tokens.as_slice();
        while let [first, after @ ..] = rest {
            rest = after;
            let mut above = self.module.clone();
            match (first.as_str(), after) {
                // What follows belongs to a path that begins elsewhere.
                ("::", [_, after @ ..]) => rest = after,
                ("crate", [next, ..]) if next == "::" => {
                    above.clear();
                    rest = follow(&after[1..], above, &mut paths);
                }
                ("self", [next, ..]) if next == "::" => {
                    rest = follow(&after[1..], above, &mut paths);
                }
                ("super", [next, ..]) if next == "::" => {
                    above.pop();
                    rest = follow(&after[1..], above, &mut paths);
                }
                (word, [next, ..]) if next == "::" && own.iter().any(|child| child == word) => {
                    above.push(word.to_owned());
                    rest = follow(&after[1..], above, &mut paths);
                }
                _ => {}
            }
        }
        paths
    }
}

/// Reads a module and those that it declares.
fn read(file: PathBuf, module: Vec<String>, sources: &mut Vec<Source>) {
    let text = fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    let (texts, tokens) = texts_and_tokens(&text);
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folder = match stem {
        "lib" | "main" | "mod" => file.with_file_name(""),
        _ => file.with_extension(""),
    };
    let declared = children(&tokens);
    sources.push(Source { file, module: module.clone(), tokens, texts });
    for child in declared {
        let alone = folder.join(format!("{child}.rs"));
        let file = if alone.is_file() { alone } else { folder.join(&child).join("mod.rs") };
        read(file, module.iter().cloned().chain([child]).collect(), sources);
    }
}

/// What stands between quotes in a text, and its words and signs, without its unit tests.
fn texts_and_tokens(text: &str) -> (Vec<String>, Vec<String>) {
    without_tests(tokens_and_texts(text)).into_iter().partition(|token| is_quoted(token))
}

/// The modules that a module declares in files of their own.
fn children(tokens: &[String]) -> Vec<String> {
    let declared = tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";");
    declared.map(|three| three[1].clone()).collect()
}

/// Adds the paths that go on here, one or those of a brace, and gives what comes after them.
fn follow<'a>(
    tokens: &'a [String],
    mut above: Vec<String>,
    paths: &mut Vec<Vec<String>>,
) -> &'a [String] {
    let mut rest = tokens;
    loop {
        match rest {
            [open, inside @ ..] if open == "{" => {
                rest = inside;
                while let [token, after @ ..] = rest {
                    rest = match token.as_str() {
                        "}" => return after,
                        "," => after,
                        _ => follow(rest, above.clone(), paths),
                    };
                }
                return rest;
            }
            [word, next, ..] if next == "::" => {
                step(word, &mut above);
                rest = &rest[2..];
            }
            [word, after @ ..] => {
                step(word, &mut above);
                paths.push(above);
                return match after {
                    [renamed, _, after @ ..] if renamed == "as" => after,
                    after => after,
                };
            }
            [] => return rest,
        }
    }
}

fn step(word: &str, path: &mut Vec<String>) {
    match word {
        "super" => {
            path.pop();
        }
        "self" => {}
        word => path.push(word.to_owned()),
    }
}

/// Leaves out each item that is only there for tests.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const FOR_TESTS: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut rest = tokens.as_slice();
    while let [token, after @ ..] = rest {
        if rest.len() >= FOR_TESTS.len() && rest.iter().zip(FOR_TESTS).all(|(a, b)| a == b) {
            rest = after_item(&rest[FOR_TESTS.len()..]);
        } else {
            kept.push(token.clone());
            rest = after;
        }
    }
    kept
}

/// What follows an item: it ends with its semicolon or its outermost brace.
fn after_item(tokens: &[String]) -> &[String] {
    let mut depth = 0;
    let mut imports = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "use" if depth == 0 => imports = true,
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => {
                depth -= 1;
                if depth == 0 && token == "}" && !imports {
                    return &tokens[at + 1..];
                }
            }
            ";" if depth == 0 => return &tokens[at + 1..],
            _ => {}
        }
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(module: &[&str], text: &str) -> Source {
        let (texts, tokens) = texts_and_tokens(text);
        let module = module.iter().map(|word| (*word).to_owned()).collect();
        Source { file: PathBuf::new(), module, tokens, texts }
    }

    fn paths(module: &[&str], text: &str) -> Vec<String> {
        source(module, text).paths().into_iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn uses_are_found_in_braces_and_across_lines() {
        let text = "use crate::{\n    battle::{Level, levels::{find, self}},\n    table::Pose,\n};\n\
                    // crate::app in a comment\nuse crate::dice; const TEXT: &str = \"crate::app\";\
                    /* crate::app */ fn f<'a>() -> char { crate::lab::g('\"') }";
        assert_eq!(
            paths(&["players"], text),
            [
                "battle::Level",
                "battle::levels::find",
                "battle::levels",
                "table::Pose",
                "dice",
                "lab::g"
            ]
        );
    }

    #[test]
    fn a_way_up_and_down_again_is_followed() {
        let text = "mod b; pub use b::B; use super::{super::lab::Bout as app, c};\n\
                    use self::b::D; fn f() { super::super::super::app::run() }";
        assert_eq!(
            paths(&["battle", "a"], text),
            ["battle::a::b::B", "lab::Bout", "battle::c", "battle::a::b::D", "app::run"]
        );
        assert_eq!(paths(&["battle", "a"], "use std::collections::BTreeMap; f(x::Y)"), [""; 0]);
    }

    #[test]
    fn only_what_is_for_tests_is_left_out() {
        let text = "use crate::dice;\n#[cfg(test)]\nuse crate::{lab};\n#[cfg(test)] mod scene;\n\
                    #[cfg(test)]\nmod tests { fn f() { crate::app::run([1; 2]) } }\n\
                    #[cfg(test)] pub(crate) fn g(of: [u8; 2]) -> u8 { crate::app::of(of) }\n\
                    fn h() { crate::table::h() }";
        assert_eq!(paths(&["battle"], text), ["dice", "table::h"]);
    }

    #[test]
    fn texts_are_kept_but_for_those_of_tests() {
        let text = "const A: &str = \"One Book\"; // \"Two\"\n\
                    #[cfg(test)] mod tests { const B: &str = \"Three\"; }";
        assert_eq!(source(&["app"], text).texts, ["\"One Book"]);
    }
}

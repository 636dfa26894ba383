//! What a data file means to be, by what stands in it.

use ironrank::battle::data::outline::{elements, fields, is_list};

/// The kinds of file that the game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A level.
    Level,
    /// An army in a file of its own.
    Army,
    /// A saved battle.
    Save,
    /// A list of orders.
    Script,
    /// Profiles, weapons, terrain kinds, templates, prices or the codex.
    Data,
}

impl Kind {
    /// The kind of a file with a text; comments and strings say nothing about it.
    pub(super) fn of(text: &str) -> Self {
        if is_list(text) {
            // Orders begin with a word, entries with a bracket or with their fields.
            let entry = |at: &usize| text[*at..].starts_with('(');
            let named = fields(text, 2).any(|field| matches!(field, "id" | "term"));
            if named || elements(text).first().is_some_and(entry) {
                Self::Data
            } else {
                Self::Script
            }
        } else if fields(text, 1).any(|field| matches!(field, "version" | "orders" | "hash")) {
            Self::Save
        } else if fields(text, 1).any(|field| field == "army") {
            Self::Army
        } else {
            Self::Level
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_what_stands_in_them() {
        assert_eq!(Kind::of("// version: 3\n(\n  name: \"Hill\")"), Kind::Level);
        assert_eq!(Kind::of("(\n    version: 1,\n    rules: \"no_quarter\""), Kind::Save);
        assert_eq!(Kind::of("[EndActivation, Activate(unit: 3)]"), Kind::Script);
        assert_eq!(Kind::of("[(id: \"axe\", use_cost: 4)]"), Kind::Data);
        assert_eq!(Kind::of("[(term: \"AC\", name: \"Actions\")]"), Kind::Data);
        assert_eq!(Kind::of("[(name: \"no id\")]"), Kind::Data);
        assert_eq!(Kind::of("(units: [], army: \"Red\")"), Kind::Army);
        assert_eq!(Kind::of("(sides: [(army: \"red\")], units: [])"), Kind::Level);
        assert_eq!(Kind::of("[]"), Kind::Script);
        assert_eq!(Kind::of(""), Kind::Level);
    }

    #[test]
    fn comments_and_strings_say_nothing() {
        assert_eq!(Kind::of("(/* version: 1, */ name: \"version: 1, orders: [\")"), Kind::Level);
        assert_eq!(Kind::of("\u{feff}/* [ */ (name: r#\"\"hash: 1\"#)"), Kind::Level);
        assert_eq!(Kind::of("(name: \"//\", version: 2)"), Kind::Save);
        assert_eq!(Kind::of("[Activate(unit: 1), /* (id: 3) */ EndActivation]"), Kind::Script);
        assert_eq!(Kind::of("(objectives: [(hash: 1)])"), Kind::Level);
    }
}

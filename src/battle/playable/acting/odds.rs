//! The chances of attacks, as cards tell them: attacks that are alike together, each step of the
//! chain with its needed number and every modifier by name.

/// The chances of all attacks of an order or an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Odds {
    /// How many attacks there are, and how much harm to expect of them.
    pub expected: String,
    /// The chance that at least one of them wounds, from 0 to 1.
    pub at_least_one: f32,
    /// What that is a chance to do, after it: "to wound".
    pub aim: &'static str,
    /// Attacks that are alike but for who makes them.
    pub kinds: Vec<OddsOfKind>,
}

/// The chances of attacks that are alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsOfKind {
    /// Who attacks whom.
    pub who: String,
    /// All of it in a line.
    pub short: Vec<Said>,
    /// With what, and what it costs.
    pub weapon: Vec<Said>,
    /// The needed numbers, a line for each.
    pub numbers: Vec<Vec<Said>>,
    /// What they come to.
    pub chance: String,
}

/// A part of a sentence, and what it tells on hovering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The words.
    pub text: String,
    /// The term of the codex that they tell, if they do.
    pub term: Option<&'static str>,
}

impl Odds {
    /// Whether there are no attacks.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

impl Said {
    /// Words that tell nothing more.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), term: None }
    }

    /// Words that tell a term of the codex.
    pub fn of(text: impl Into<String>, term: &'static str) -> Self {
        Self { text: text.into(), term: Some(term) }
    }
}

/// A chance in per cent.
pub fn per_cent(chance: f32) -> String {
    format!("{:.0}%", chance * 100.0)
}

//! A list to choose from, where a name on a button would say too little: a row for each choice, with
//! its details in columns.

use super::{Acting, Choice, Line};

/// A list to choose from.
#[derive(Clone, Debug)]
pub struct Listing<S: Acting> {
    /// What it is called.
    pub title: String,
    /// What the first column is called, in which the choices' names stand.
    pub what: &'static str,
    /// What the columns with their details are called.
    pub columns: Vec<&'static str>,
    /// The choices, those together that belong together.
    pub sections: Vec<Section<S>>,
}

/// Choices that belong together.
#[derive(Clone, Debug)]
pub struct Section<S: Acting> {
    /// Whose they are; empty where that needs no words.
    pub heading: String,
    /// How that one is at the moment.
    pub aside: String,
    /// The choices.
    pub rows: Vec<Row<S>>,
}

/// A choice with its details.
#[derive(Clone, Debug)]
pub struct Row<S: Acting> {
    /// The choice.
    pub choice: Choice<S>,
    /// Its details, one for each column; an empty one has nothing to say.
    pub details: Vec<String>,
    /// What else is to be known of it, in lines.
    pub notes: Vec<String>,
    /// What everybody should see of it before, though it can be chosen.
    pub remark: Option<Line>,
    /// The term of the rule that it goes by; empty if there is none.
    pub term: String,
}

impl<S: Acting> Listing<S> {
    /// All choices, from the first to the last.
    pub fn choices(&self) -> impl Iterator<Item = &Choice<S>> {
        self.sections.iter().flat_map(|section| section.rows.iter().map(|row| &row.choice))
    }
}

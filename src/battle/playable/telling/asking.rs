//! What a decision is about and what each answer would do.

use crate::{
    battle::{ModelId, UnitId},
    table::{Inches, Pose},
};

/// What a decision is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Asking {
    /// The question, in full.
    pub text: String,
    /// What is decided, in a few words.
    pub about: &'static str,
    /// The term of the codex that explains it.
    pub term: &'static str,
    /// The unit that decides for itself.
    pub own: Option<UnitId>,
    /// The unit on whose account it decides.
    pub other: Option<UnitId>,
    /// The model that may be sent to any place within so many inches instead of taking one of the
    /// answers.
    pub circle: Option<(ModelId, Inches)>,
    /// Whether it is asked beside the table, among the orders, as what comes next: nothing on the table
    /// has to be marked or hidden for it.
    pub beside: bool,
    /// What may be answered, in the order of the decision's options.
    pub replies: Vec<Reply>,
}

/// One answer to a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// What the answer does, as a button says it.
    pub text: String,
    /// The terms of the codex that explain what it is about, besides what the question is about.
    pub terms: Vec<&'static str>,
    /// The model that it is about.
    pub target: Option<ModelId>,
    /// Who would stand elsewhere afterwards.
    pub displaced: Vec<Displaced>,
}

/// A model that would stand elsewhere afterwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displaced {
    /// Who.
    pub model: ModelId,
    /// Where it would stand.
    pub pose: Pose,
    /// What would become of it.
    pub fate: Fate,
}

/// What would become of a model that stands elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It goes there.
    Goes,
    /// It goes there and fights.
    Fights,
    /// It is pushed there by others.
    Pushed,
}

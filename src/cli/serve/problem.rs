//! Why a request isn't carried out, as the client reads it.

use std::fmt::Display;

use ironrank::{
    battle::{DataError, ModelId, data::printable},
    no_quarter::{OrderError, Refusal},
};
use serde::Serialize;

/// What is wrong, for code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// The line is too long, or no text.
    Line,
    /// The line isn't JSON, or not an object with an id.
    Json,
    /// There is no such request.
    Request,
    /// A field is unknown, missing, or of another form.
    Field,
    /// Nothing has this name or number.
    Unknown,
    /// No battle was begun.
    NoBattle,
    /// A level, a save or a link can't be opened or written.
    Data,
    /// The rules forbid it.
    Refused,
    /// It can't be taken back.
    Undo,
    /// There would be too much of something.
    Limit,
    /// The program has made a mistake.
    Panic,
}

/// Why a request isn't carried out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Problem {
    /// What is wrong, for code.
    pub(super) kind: Kind,
    /// What is wrong, for people.
    pub(super) message: String,
    /// What the rules say, if it is they who forbid it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<Box<Refused>>,
}

/// What the rules say about an order that they forbid.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Refused {
    /// The reason, with what was measured.
    refusal: Refusal,
    /// The ledger id of the rule; empty where no rule of the book speaks.
    rule: String,
    /// The model concerned.
    model: Option<ModelId>,
    /// The place, in inches.
    at: Option<[f32; 2]>,
}

impl Problem {
    /// A problem in words, which may repeat what stood in the request.
    pub(super) fn new(kind: Kind, message: impl Display) -> Self {
        let message = printable(&message.to_string()).into_owned();
        Self { kind, message, refused: None }
    }

    /// What is wrong with a field.
    pub(super) fn field(name: &str, message: impl Display) -> Self {
        Self::new(Kind::Field, format_args!("{name}: {message}"))
    }

    /// What is wrong with a level, a save or a link.
    pub(super) fn data(errors: &[DataError]) -> Self {
        let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Self::new(Kind::Data, told.join("; "))
    }

    /// What the rules say.
    pub(super) fn refused(error: &OrderError) -> Self {
        Self {
            refused: Some(Box::new(Refused::of(error))),
            ..Self::new(Kind::Refused, &error.text)
        }
    }
}

impl Refused {
    fn of(error: &OrderError) -> Self {
        Self {
            refusal: error.refusal.clone(),
            rule: error.rule.clone(),
            model: error.model,
            at: error.at.map(Into::into),
        }
    }
}

//! What a client may ask for: each request with its fields in one table, by which lines are read and
//! which `help` prints.

use ironrank::battle::data::no_such_name;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    json::Json,
    problem::{Kind, Problem},
};

/// The kinds of request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Do {
    Begin,
    State,
    Plans,
    Check,
    Order,
    Answer,
    Preview,
    Snapshot,
    Restore,
    Undo,
    Events,
    Think,
    Play,
    Save,
    Link,
    Help,
    End,
}

/// A kind of request, in words.
#[derive(Serialize)]
pub(super) struct Known {
    #[serde(skip)]
    pub(super) what: Do,
    /// The word for it.
    #[serde(rename = "do")]
    pub(super) name: &'static str,
    /// What it does.
    about: &'static str,
    fields: &'static [Field],
}

/// A field of a request, in words.
#[derive(Serialize)]
struct Field {
    name: &'static str,
    about: &'static str,
}

const fn field(name: &'static str, about: &'static str) -> Field {
    Field { name, about }
}

const fn known(
    what: Do,
    name: &'static str,
    about: &'static str,
    fields: &'static [Field],
) -> Known {
    Known { what, name, about, fields }
}

const ORDER: Field = field("order", "the order, as scripts have it, in JSON");
const DATA: Field = field("data", "true: events as data too, not only as sentences");
const QUIET: Field = field("quiet", "true: without orders and events");

/// All requests.
pub(super) static REQUESTS: [Known; 17] = [
    known(
        Do::Begin,
        "begin",
        "begins a battle in the place of the present one; exactly one of level, save and link",
        &[
            field("level", "a level by its name"),
            field("seed", "with a level: the seed of the dice, 1 if left out"),
            field("deploy", "with a level, true: the players deploy the armies"),
            field("save", "the text of a saved battle"),
            field("link", "a link to a battle"),
            field("practice", "true: any order can be taken back"),
        ],
    ),
    known(
        Do::State,
        "state",
        "the whole battle: turn, decision, sides, units, models, terrain, hash",
        &[],
    ),
    known(
        Do::Plans,
        "plans",
        "the legal plans of whoever's turn it is, by their numbers",
        &[field("foresight", "how far they are weighed: next_blow or, if left out, next_reply")],
    ),
    known(Do::Check, "check", "whether an order is legal now; nothing changes", &[ORDER]),
    known(Do::Order, "order", "gives an order, and tells what happened", &[ORDER, DATA, QUIET]),
    known(
        Do::Answer,
        "answer",
        "answers the pending decision",
        &[field("number", "the place of the answer among the decision's options"), DATA, QUIET],
    ),
    known(Do::Preview, "preview", "what an order would do, with its chances", &[ORDER]),
    known(Do::Snapshot, "snapshot", "keeps the battle as it stands, in practice battles", &[]),
    known(
        Do::Restore,
        "restore",
        "puts the battle back to a snapshot, in practice battles",
        &[field("name", "the name that the program gave the snapshot")],
    ),
    known(
        Do::Undo,
        "undo",
        "takes orders back",
        &[field("orders", "how many orders are to be left; one less than now if left out")],
    ),
    known(
        Do::Events,
        "events",
        "what has happened",
        &[
            field("since", "the number of the first event, 0 if left out"),
            field("most", "how many events at most, 1000 if left out"),
            DATA,
        ],
    ),
    known(
        Do::Think,
        "think",
        "what a computer player would order now, and why; nothing changes",
        &[field("player", "the player's name")],
    ),
    known(
        Do::Play,
        "play",
        "carries out a plan, or lets a computer player play; exactly one of plan, rest and player",
        &[
            field("plan", "the number of a plan, as plans tells it now"),
            field("rest", "true: the rest of a plan that a decision has stopped"),
            field("player", "the name of a computer player"),
            field("until", "with a player: plan, side or end; until its plan is done if left out"),
            DATA,
            QUIET,
        ],
    ),
    known(Do::Save, "save", "the battle as the text of a save", &[]),
    known(Do::Link, "link", "the battle as a link", &[]),
    known(Do::Help, "help", "all requests, players and levels", &[]),
    known(Do::End, "end", "ends the session", &[]),
];

/// The place of whoever asks among their own requests: any whole number.
pub(super) type Id = u64;

/// A request that was understood, as far as its fields' names go.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) id: Id,
    pub(super) what: Do,
    fields: Map<String, Value>,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it, and its id if it has one.
    pub(super) fn read(line: &str) -> Result<Self, (Option<Id>, Problem)> {
        let not_json = |problem: String| (None, Problem::new(Kind::Json, problem));
        let Json(value) = serde_json::from_str(line).map_err(|error: serde_json::Error| {
            // What is there twice is JSON all the same.
            not_json(if error.is_data() { error.to_string() } else { format!("not JSON: {error}") })
        })?;
        let Value::Object(mut fields) = value else {
            return Err(not_json(
                "a request is an object, such as {\"id\": 1, \"do\": \"help\"}".into(),
            ));
        };
        let id = fields.remove("id").and_then(|id| id.as_u64());
        let id = id.ok_or_else(|| not_json(format!("id: {}", whole_number(Id::MAX))))?;
        let of_id = |problem| (Some(id), problem);
        let name = fields.remove("do");
        let name = name.as_ref().and_then(Value::as_str);
        let name =
            name.ok_or_else(|| of_id(Problem::field("do", "the name of a request was expected")))?;
        let Some(known) = REQUESTS.iter().find(|known| known.name == name) else {
            let told = no_such_name("request", name, REQUESTS.iter().map(|known| known.name));
            return Err(of_id(Problem::new(Kind::Request, told)));
        };
        known.check_names(&fields).map_err(of_id)?;
        Ok(Self { id, what: known.what, fields })
    }

    /// A field; nothing if it is left out or null.
    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        debug_assert!(
            REQUESTS.iter().any(|k| k.what == self.what && k.fields.iter().any(|f| f.name == name)),
            "the table has the field {name}"
        );
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Result<Option<&str>, Problem> {
        let wrong = || Problem::field(name, "a text was expected");
        self.value(name).map(|value| value.as_str().ok_or_else(wrong)).transpose()
    }

    /// A text that can't be left out.
    pub(super) fn needed_text(&self, name: &str) -> Result<&str, Problem> {
        self.text(name)?.ok_or_else(|| Problem::field(name, "it is missing"))
    }

    /// Whether something is to be so; not if it is left out.
    pub(super) fn flag(&self, name: &str) -> Result<bool, Problem> {
        let wrong = || Problem::field(name, "true or false was expected");
        self.value(name).map_or(Ok(false), |value| value.as_bool().ok_or_else(wrong))
    }

    /// A whole number from 0 to `most`.
    pub(super) fn number(&self, name: &str, most: u64) -> Result<Option<u64>, Problem> {
        let wrong = || Problem::field(name, whole_number(most));
        let number = |value: &Value| value.as_u64().filter(|&n| n <= most).ok_or_else(wrong);
        self.value(name).map(number).transpose()
    }
}

/// That something else was expected.
fn whole_number(most: u64) -> String {
    format!("a whole number from 0 to {most} was expected")
}

impl Known {
    fn check_names(&self, fields: &Map<String, Value>) -> Result<(), Problem> {
        let names = || self.fields.iter().map(|field| field.name);
        let Some(name) = fields.keys().find(|name| names().all(|known| known != *name)) else {
            return Ok(());
        };
        let kind = format!("field of {}", self.name);
        Err(Problem::new(
            Kind::Field,
            no_such_name(&kind, name, ["id", "do"].into_iter().chain(names())),
        ))
    }
}

//! `serve`: another program plays, over lines of JSON.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use serde_json::{Value, json};

use crate::{Ran, file, ironrank, ironrank_with, program};

mod hostile;
mod ports;

const LEVEL: &str = "duel-at-the-wall";

/// After so many plans in one activation the last one is taken, which is always legal.
const PLANS_IN_ACTIVATION: usize = 10;

/// A session that goes on.
struct Serving {
    program: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Serving {
    fn begin() -> Self {
        let piped = program(&["serve"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut program = piped.unwrap();
        let input = program.stdin.take();
        let output = BufReader::new(program.stdout.take().unwrap());
        let mut serving = Self { program, input, output, asked: 0 };
        let greeting = serving.read();
        assert_eq!(greeting["ironrank"]["protocol"], 1, "{greeting}");
        serving
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let printable = |letter: char| letter == '\n' || !letter.is_control();
        assert!(line.ends_with('\n') && line.chars().all(printable), "{line:?}");
        serde_json::from_str(&line).unwrap()
    }

    fn line(&mut self, line: &[u8]) -> Value {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        self.read()
    }

    fn ask(&mut self, what: &str, fields: Value) -> Value {
        self.asked += 1;
        let mut request = json!({ "id": self.asked, "do": what });
        for (name, value) in fields.as_object().unwrap() {
            request[name] = value.clone();
        }
        let answer = self.line(request.to_string().as_bytes());
        assert_eq!(answer["id"], self.asked, "{request}: {answer}");
        answer
    }

    /// What a request brings that is carried out.
    fn ok(&mut self, what: &str, fields: Value) -> Value {
        let answer = self.ask(what, fields);
        answer.get("ok").unwrap_or_else(|| panic!("{what}: {answer}")).clone()
    }

    /// The kind and the words of the error of one that isn't.
    fn error(&mut self, what: &str, fields: Value) -> (String, String) {
        let answer = self.ask(what, fields);
        told(&answer).unwrap_or_else(|| panic!("{what}: {answer}"))
    }

    fn hash(&mut self) -> Value {
        self.ok("state", json!({}))["hash"].clone()
    }

    /// Has both sides follow the plans that are worth most, until the battle is over.
    fn play_by_plans(&mut self, seed: u64) {
        let begun = self.ok("begin", json!({ "level": LEVEL, "seed": seed }));
        let (mut now, mut active, mut plans) = (begun["now"].clone(), Value::Null, 0);
        while now["over"] == false {
            plans = if now["active"] == active { plans + 1 } else { 0 };
            active = now["active"].clone();
            let told = self.ok("plans", json!({ "foresight": "next_blow" }));
            let listed = told["plans"].as_array().unwrap();
            let worth = |plan: &&Value| plan["worth"].as_f64().unwrap_or(f64::NEG_INFINITY);
            let best = listed.iter().max_by(|a, b| worth(a).total_cmp(&worth(b))).unwrap();
            let plan = if plans < PLANS_IN_ACTIVATION { best } else { listed.last().unwrap() };
            let played = self.ok("play", json!({ "plan": plan["number"] }));
            assert!(!played["orders"].as_array().unwrap().is_empty(), "{played}");
            assert_eq!(played["orders"][0]["order"], plan["order"], "{played}");
            now = played["now"].clone();
            if played["rest"] == true && now["asked"] == false {
                now = self.ok("play", json!({ "rest": true }))["now"].clone();
            }
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.input.take();
        let ended = self.program.wait().unwrap();
        assert!(std::thread::panicking() || ended.success(), "{ended}");
    }
}

/// The kind and the words of an answer's error.
fn told(answer: &Value) -> Option<(String, String)> {
    let error = answer.get("error")?;
    Some((error["kind"].as_str()?.to_owned(), error["message"].as_str()?.to_owned()))
}

#[test]
fn a_battle_is_played_by_plans_to_its_end_and_every_time_alike() {
    let mut first = Serving::begin();
    first.play_by_plans(3);
    let state = first.ok("state", json!({}));
    assert_eq!((&state["phase"], &state["now"]["over"]), (&"Over".into(), &true.into()));
    assert!(state["outcome"]["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    assert_eq!(first.ok("plans", json!({}))["plans"], json!([]));
    let (kind, _) = first.error("play", json!({ "plan": 0 }));
    assert_eq!(kind, "refused");
    let mut second = Serving::begin();
    second.play_by_plans(3);
    assert_eq!(second.hash(), state["hash"]);
    second.play_by_plans(4);
    assert_ne!(second.hash(), state["hash"]);
    // The save is one as any other, for the command line and for a session.
    let save = first.ok("save", json!({}))["save"].as_str().unwrap().to_owned();
    let path = file("served.ron", &save);
    let ran = ironrank(&["replay", path.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.trim()), (0, state["hash"].as_str().unwrap()), "{ran:?}");
    let link = first.ok("link", json!({}))["link"].clone();
    for beginning in [json!({ "save": save }), json!({ "link": link })] {
        let begun = second.ok("begin", beginning);
        assert_eq!(begun["changed"], Value::Null, "{begun}");
        assert_eq!(second.hash(), state["hash"]);
    }
}

#[test]
fn computer_players_play_as_long_as_they_are_let() {
    let mut serving = Serving::begin();
    serving.ok("begin", json!({ "level": LEVEL, "seed": 2 }));
    let before = serving.hash();
    let thought = serving.ok("think", json!({ "player": "recruit" }));
    assert!(thought["reason"].as_str().is_some(), "{thought}");
    assert_eq!(serving.hash(), before);
    let side = serving.ok("state", json!({}))["now"]["side"].clone();
    let played = serving.ok("play", json!({ "player": "recruit" }));
    assert_eq!(played["orders"][0]["order"], thought["order"], "{played}");
    let played = serving.ok("play", json!({ "player": "recruit", "until": "side", "data": true }));
    assert_ne!(played["now"]["side"], side, "{played}");
    let events = played["events"].as_array().unwrap();
    assert!(!events.is_empty() && events.iter().all(|event| event.get("data").is_some()));
    let quiet = json!({ "player": "first-legal", "until": "end", "quiet": true });
    let played = serving.ok("play", quiet);
    assert_eq!(played["now"]["over"], true);
    assert!(played.get("events").is_none() && played.get("orders").is_none(), "{played}");
    // All that has happened is told in parts.
    let (mut since, mut told) = (json!(0), 0);
    loop {
        let part = serving.ok("events", json!({ "since": since, "most": 100, "data": true }));
        told += part["events"].as_array().unwrap().len();
        since = part["next"].clone();
        if since == part["all"] {
            break;
        }
    }
    assert_eq!(since, told);
}

#[test]
fn a_practice_battle_goes_back_and_any_other_does_not() {
    let mut serving = Serving::begin();
    serving.ok("begin", json!({ "level": LEVEL, "practice": true }));
    let turn = |serving: &mut Serving| {
        serving.ok("play", json!({ "player": "recruit", "until": "side" }));
        (serving.hash(), serving.ok("events", json!({})))
    };
    turn(&mut serving);
    let name = serving.ok("snapshot", json!({}))["name"].clone();
    let start = serving.hash();
    let first = turn(&mut serving);
    let later = serving.ok("snapshot", json!({}))["name"].clone();
    serving.ok("restore", json!({ "name": name }));
    assert_eq!(serving.hash(), start);
    serving.ok("play", json!({ "player": "first-legal", "until": "side" }));
    assert_ne!(serving.hash(), first.0);
    // Also to where the battle didn't come from, with its story, its save and its undo.
    serving.ok("restore", json!({ "name": later }));
    assert_eq!((serving.hash(), serving.ok("events", json!({}))), first);
    let save = serving.ok("save", json!({}))["save"].clone();
    let last = serving.ok("state", json!({}))["now"]["orders"].as_u64().unwrap();
    let undone = serving.ok("undo", json!({}));
    assert_eq!(undone["now"]["orders"], last - 1);
    serving.ok("undo", json!({ "orders": 0 }));
    let mut other = Serving::begin();
    other.ok("begin", json!({ "save": save }));
    assert_eq!(other.hash(), first.0);
    let (kind, known) = serving.error("restore", json!({ "name": "snapshot-3" }));
    assert!(kind == "unknown" && known.contains("snapshot-2"), "{known}");
    // Whatever begins anew has no snapshots.
    serving.ok("begin", json!({ "level": LEVEL }));
    for (what, fields) in [("snapshot", json!({})), ("restore", json!({ "name": name }))] {
        let (kind, problem) = serving.error(what, fields);
        assert!(kind == "undo" && problem.contains("practice"), "{problem}");
    }
    assert_eq!(serving.error("undo", json!({})).0, "undo");
}

#[test]
fn orders_are_checked_previewed_given_and_answered() {
    let mut serving = Serving::begin();
    serving.ok("begin", json!({ "level": LEVEL, "seed": 5 }));
    let hash = serving.hash();
    let order = serving.ok("plans", json!({}))["plans"][0]["order"].clone();
    let checked = serving.ok("check", json!({ "order": order }));
    assert_eq!((&checked["legal"], &checked["refused"]), (&true.into(), &Value::Null));
    let checked = serving.ok("check", json!({ "order": "Rally" }));
    assert_eq!(
        (&checked["legal"], &checked["refused"]["kind"]),
        (&false.into(), &"refused".into())
    );
    let preview = serving.ok("preview", json!({ "order": "EndActivation" }));
    assert_eq!(preview["refused"]["refusal"], "NoActiveUnit", "{preview}");
    assert_eq!(serving.error("order", json!({ "order": "EndActivation" })).0, "refused");
    assert_eq!(serving.error("answer", json!({ "number": 0 })).0, "refused");
    assert_eq!(serving.hash(), hash);
    let given = serving.ok("order", json!({ "order": order }));
    assert_eq!(given["now"]["orders"], 1);
    // Until somebody is asked: then every option has a number.
    let asked = (1..40).any(|seed| {
        let mut now = serving.ok("begin", json!({ "level": LEVEL, "seed": seed }))["now"].clone();
        while now["over"] == false && now["asked"] == false {
            let random = json!({ "player": "random", "quiet": true });
            now = serving.ok("play", random)["now"].clone();
        }
        now["asked"] == true
    });
    assert!(asked);
    let decision = serving.ok("state", json!({}))["decision"].clone();
    let options = decision["options"].as_array().unwrap().len();
    let (kind, problem) = serving.error("answer", json!({ "number": options }));
    assert!(kind == "unknown" && problem.contains("counted from 0"), "{problem}");
    assert_eq!(serving.error("order", json!({ "order": "Rally" })).0, "refused");
    let answered = serving.ok("answer", json!({ "number": decision["default"] }));
    let answer = &answered["orders"][0]["order"]["Answer"]["answer"];
    let place = decision["default"].as_u64().unwrap() as usize;
    assert_eq!(*answer, decision["options"][place]["answer"]);
}

#[test]
fn an_undo_far_back_is_as_if_nothing_had_been_done() {
    let mut serving = Serving::begin();
    // Models come in this one, and ground goes.
    for level in ["tide-of-graves", LEVEL] {
        serving.ok("begin", json!({ "level": level, "seed": 4, "practice": true }));
        let mut hashes = vec![serving.hash()];
        while hashes.len() <= 90 {
            let random = json!({ "player": "random", "quiet": true });
            let now = serving.ok("play", random)["now"].clone();
            if now["over"] == true {
                break;
            }
            // One plan may be several orders.
            hashes.resize(now["orders"].as_u64().unwrap() as usize, Value::Null);
            hashes.push(serving.hash());
        }
        let save = serving.ok("save", json!({}))["save"].clone();
        let back = |serving: &mut Serving| {
            let places = (0..hashes.len()).rev().filter(|&place| hashes[place] != Value::Null);
            for place in places.step_by(5) {
                let now = serving.ok("undo", json!({ "orders": place }))["now"].clone();
                assert_eq!(
                    (&now["orders"], serving.hash()),
                    (&place.into(), hashes[place].clone())
                );
            }
        };
        back(&mut serving);
        // A save that is opened goes back in the same way.
        serving.ok("begin", json!({ "save": save }));
        back(&mut serving);
    }
}

#[test]
fn the_session_ends_with_its_input_and_when_it_is_asked_to() {
    let lines = |ran: &Ran| ran.out.lines().count();
    let silent = ironrank_with("", &["serve"]);
    assert!(silent.code == 0 && lines(&silent) == 1 && silent.err.is_empty(), "{silent:?}");
    let ended = ironrank_with(
        "\n  \n{\"id\": 7, \"do\": \"end\"}\n{\"id\": 8, \"do\": \"help\"}\n",
        &["serve"],
    );
    assert_eq!((ended.code, lines(&ended)), (0, 2), "{ended:?}");
    assert_eq!(ended.out.lines().last(), Some(r#"{"id":7,"ok":{}}"#));
    // Nobody reads on.
    let mut running =
        program(&["serve"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(running.stdout.take());
    let _ = running.stdin.take().unwrap().write_all(b"{\"id\": 1, \"do\": \"help\"}\n");
    assert_eq!(running.wait().unwrap().code(), Some(0));
}

/// Anything.
const ELISION: &str = "…";

/// Where a value isn't of the shape of an example: keys and kinds, not numbers and words.
fn difference(example: &Value, given: &Value) -> Option<String> {
    match (example, given) {
        (Value::String(text), _) if text == ELISION => None,
        (Value::Object(example), Value::Object(given)) => {
            let open = example.contains_key(ELISION);
            let surplus = given.keys().find(|name| !open && !example.contains_key(*name));
            if let Some(name) = surplus {
                return Some(format!("{name} isn't in the example"));
            }
            let names = example.iter().filter(|(name, _)| *name != ELISION);
            names.into_iter().find_map(|(name, value)| match given.get(name) {
                Some(given) => difference(value, given).map(|told| format!("{name}: {told}")),
                None => Some(format!("{name} is only in the example")),
            })
        }
        (Value::Array(example), Value::Array(given)) => match (&example[..], &given[..]) {
            ([], _) => None,
            (_, []) => Some("nothing is in it".to_owned()),
            _ => example.iter().zip(given).find_map(|(one, other)| difference(one, other)),
        },
        (Value::Null, Value::Null)
        | (Value::Bool(_), Value::Bool(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::String(_), Value::String(_)) => None,
        _ => Some(format!("{given} isn't like {example}")),
    }
}

#[test]
fn the_examples_of_the_page_are_played_and_answered_as_it_says() {
    let page = fs::read_to_string("docs/serve.md").unwrap();
    let mut serving = Serving::begin();
    let greeting = ironrank_with("", &["serve"]).out;
    let mut said: Value = serde_json::from_str(&greeting).unwrap();
    let (mut requests, mut answers) = (Vec::new(), 0);
    for line in page.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            let value: Value = serde_json::from_str(request).unwrap();
            requests.extend(value["do"].as_str().map(str::to_owned));
            said = serving.line(request.as_bytes());
        } else if let Some(answer) = line.strip_prefix("< ") {
            let example: Value = serde_json::from_str(answer).unwrap();
            let told = difference(&example, &said);
            assert!(told.is_none(), "{answer}: {}\n{said}", told.unwrap_or_default());
            answers += 1;
        }
    }
    assert_eq!(
        answers,
        requests.len() + 1,
        "each request has its answer, and the greeting is told"
    );
    // The page has an example of everything, and names each field.
    let help = Serving::begin().ok("help", json!({}));
    for known in help["requests"].as_array().unwrap() {
        let name = known["do"].as_str().unwrap();
        assert!(requests.iter().any(|request| request == name), "{name}");
        for field in known["fields"].as_array().unwrap() {
            let field = field["name"].as_str().unwrap();
            let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
            assert!(row.is_some_and(|row| row.contains(&format!("`{field}`"))), "{name} {field}");
        }
    }
}

#[test]
fn a_shape_that_differs_is_noticed() {
    let example = json!({ "a": [{ "b": 1 }], "c": null });
    assert_eq!(difference(&example, &json!({ "a": [{ "b": 7 }, {}], "c": null })), None);
    for other in [
        json!({ "a": [], "c": null }),
        json!({ "a": [{ "b": "1" }], "c": null }),
        json!({ "a": [{ "b": 1 }], "c": 1 }),
        json!({ "a": [{ "b": 1 }] }),
        json!({ "a": [{ "b": 1 }], "c": null, "d": 1 }),
    ] {
        assert!(difference(&example, &other).is_some(), "{other}");
    }
    assert_eq!(difference(&json!({ "…": "…", "a": "…" }), &json!({ "a": 1, "b": 2 })), None);
}

//! Lines that nobody means well with, or that somebody got wrong.

use serde_json::json;

use super::{LEVEL, Serving, told};

#[test]
fn hostile_lines_get_an_error_and_the_session_goes_on() {
    let mut serving = Serving::begin();
    let deep = format!("{{\"id\": 1, \"do\": \"check\", \"order\": {}", "[".repeat(100_000));
    let long = format!("{{\"id\": 1, \"do\": \"{}\"}}", "x".repeat(8 << 20));
    let begin = |fields: &str| format!("{{\"id\": 1, \"do\": \"begin\", {fields}}}");
    let level = r#""level": "plain""#;
    for (line, kind, words) in [
        ("nonsense".to_owned(), "json", "not JSON"),
        ("[]".to_owned(), "json", "object"),
        (r#"{"do": "help"}"#.to_owned(), "json", "id"),
        (r#"{"id": -1, "do": "help"}"#.to_owned(), "json", "id"),
        (r#"{"id": 1e99, "do": "help"}"#.to_owned(), "json", "id"),
        (r#"{"id": 1e999, "do": "help"}"#.to_owned(), "json", "not JSON"),
        (deep, "json", "recursion"),
        (long, "line", "8388608"),
        (r#"{"id": 1, "do": "help", "id": 2}"#.to_owned(), "json", "\"id\" is there twice"),
        (r#"{"id": 1}"#.to_owned(), "field", "do"),
        (r#"{"id": 1, "do": "stat"}"#.to_owned(), "request", "Did you mean \"state\"?"),
        (r#"{"id": 1, "do": "\u001b[2J"}"#.to_owned(), "request", r"\u{1b}[2J"),
        (r#"{"id": 1, "do": "help", "a": 1}"#.to_owned(), "field", "no field of help"),
        (begin(r#""lvel": "plain""#), "field", "Did you mean \"level\"?"),
        (begin(r#""level": "pain""#), "unknown", "Did you mean \"plain\"?"),
        (begin(r#""level": "../../etc/passwd""#), "unknown", "no level"),
        (begin(r#""level": "levels/plain.ron""#), "unknown", "no level"),
        (begin(r#""level": 3"#), "field", "a text was expected"),
        (begin(&format!("{level}, \"seed\": -1")), "field", "seed"),
        (begin(&format!("{level}, \"seed\": 1.5")), "field", "seed"),
        (begin(&format!("{level}, \"practice\": 1")), "field", "true or false"),
        (begin(&format!("{level}, \"link\": \"#b=\"")), "field", "exactly one"),
        (begin(r#""seed": 1"#), "field", "level"),
        (begin(r##""link": "#b=AAAA""##), "data", "link"),
        (begin(r#""save": "(version: 99, rules: \"no_quarter\")""#), "data", "version 99"),
        (r#"{"id": 1, "do": "state"}"#.to_owned(), "no_battle", "begin one"),
    ] {
        let answer = serving.line(line.as_bytes());
        let (of_kind, message) = told(&answer).unwrap();
        let shown: String = line.chars().take(80).collect();
        assert!(of_kind == kind && message.contains(words), "{shown}: {answer}");
        assert!(message.chars().count() <= 2001, "{shown}");
        assert_eq!(
            answer["id"],
            if matches!(kind, "json" | "line") { json!(null) } else { json!(1) }
        );
    }
    let (kind, _) = told(&serving.line(b"\xff\xfe")).unwrap();
    assert_eq!(kind, "line");
    serving.ok("begin", json!({ "level": LEVEL }));
    let hash = serving.hash();
    for (what, fields, kind) in [
        ("order", json!({}), "field"),
        ("order", json!({ "order": "Raly" }), "field"),
        ("order", json!({ "order": { "Activate": { "unit": 0, "nobody": 1 } } }), "field"),
        ("order", json!({ "order": { "Activate": { "unit": 9e99 } } }), "field"),
        ("order", json!({ "order": { "Activate": { "unit": 999_999 } } }), "refused"),
        ("order", json!({ "order": { "StandUp": { "models": vec![0; 1001] } } }), "field"),
        ("answer", json!({}), "field"),
        ("answer", json!({ "number": 0 }), "refused"),
        ("plans", json!({ "foresight": "far" }), "unknown"),
        ("play", json!({ "plan": 4_000_000 }), "unknown"),
        ("play", json!({ "plan": 0, "rest": true }), "field"),
        ("play", json!({ "plan": 0, "until": "end" }), "field"),
        ("play", json!({ "player": "sargent" }), "unknown"),
        ("play", json!({ "player": "recruit", "until": "ever" }), "unknown"),
        ("think", json!({}), "field"),
        ("events", json!({ "most": 1001 }), "field"),
        ("undo", json!({}), "undo"),
        ("undo", json!({ "orders": 1 }), "undo"),
    ] {
        assert_eq!(serving.error(what, fields.clone()).0, kind, "{what} {fields}");
    }
    assert_eq!(serving.ok("events", json!({ "since": 4_000_000 }))["events"], json!([]));
    assert_eq!(serving.hash(), hash);
    serving.ok("end", json!({}));
}

#[test]
fn whoever_is_not_there_does_nothing_in_a_preview() {
    let mut serving = Serving::begin();
    serving.ok("begin", json!({ "level": LEVEL }));
    let pose = json!({ "at": [12.0, 4.0], "facing": [0.0, 1.0] });
    let nobody = 999_999;
    for order in [
        json!({ "Charge": { "models": [], "target": nobody } }),
        json!({ "ChargeToReach": { "models": [nobody], "target": 0 } }),
        json!({ "Deploy": { "unit": nobody, "at": pose, "formation": "Skirmish" } }),
        json!({ "Enter": { "unit": nobody, "at": pose, "formation": "Skirmish" } }),
        json!({ "Use": { "model": nobody, "what": "TailAttack", "at": "Itself" } }),
        json!({ "Shoot": { "shots": [{ "shooter": nobody, "target": nobody, "weapon": 9, "aim": false }] } }),
    ] {
        for what in ["check", "preview"] {
            let answer = serving.ask(what, json!({ "order": order }));
            let kind = told(&answer).map(|(kind, _)| kind);
            let refused = &answer["ok"]["refused"]["kind"];
            assert!(kind.is_none_or(|kind| kind == "field"), "{what} {order}: {answer}");
            assert!(answer.get("error").is_some() || *refused == "refused", "{order}: {answer}");
        }
    }
}

//! Orders in JSON: the same words as in scripts. Strict: what an order doesn't have is an error, and so
//! are numbers that lie on no table.

use ironrank::{
    battle::{
        data::{no_such_name, quoted},
        variants::variants_of,
    },
    no_quarter::Order,
};
use serde_json::Value;

use super::{plain, problem::Problem, request::Request};

/// No number of an order is larger: far more than any table is wide or any battle has models.
pub(super) const LARGEST: i32 = 1_000_000;

/// No list in an order is longer: no battle has so many models, nor anybody so many attacks.
pub(super) const LONGEST_LIST: usize = 1000;

/// What errors call it.
const NAME: &str = "order";

/// The order of a request.
///
/// # Errors
/// What is wrong with its form; whether it is legal nobody has asked yet.
pub(super) fn of(request: &Request) -> Result<Order, Problem> {
    let value = request.value(NAME).ok_or_else(|| Problem::field(NAME, "it is missing"))?;
    read(value).map_err(|problem| Problem::field(NAME, problem))
}

fn read(value: &Value) -> Result<Order, String> {
    let kind = match value {
        Value::String(kind) => kind,
        Value::Object(fields) if fields.len() == 1 => {
            fields.keys().next().expect("it has one field")
        }
        _ => {
            return Err("the name of an order was expected, or an object whose only field has it"
                .to_owned());
        }
    };
    if too_large(value) {
        return Err(format!("it has a number beyond {LARGEST}"));
    }
    if too_long(value) {
        return Err(format!("it has a list of more than {LONGEST_LIST}"));
    }
    let order: Order = plain::read(value).map_err(|wrong| {
        let kinds = variants_of::<Order>();
        if kinds.contains(&kind.as_str()) {
            wrong.to_string()
        } else {
            no_such_name("order", kind, kinds.iter().copied())
        }
    })?;
    let written = serde_json::to_value(&order).map_err(|error| error.to_string())?;
    // An order that is read by a former name is written by its present one.
    let same_kind = written.get(kind).is_some() || written == *value;
    match surplus(value, &written).filter(|_| same_kind) {
        Some(field) => Err(format!("{kind} has no field {}", quoted(field))),
        None => Ok(order),
    }
}

fn too_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_none_or(|number| number.abs() > LARGEST.into()),
        Value::Array(values) => values.iter().any(too_large),
        Value::Object(fields) => fields.values().any(too_large),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

fn too_long(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.len() > LONGEST_LIST || values.iter().any(too_long),
        Value::Object(fields) => fields.values().any(too_long),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// A field that a value has and an order doesn't, as it was written again.
fn surplus<'a>(given: &'a Value, written: &Value) -> Option<&'a str> {
    match (given, written) {
        (Value::Object(given), Value::Object(written)) => {
            given.iter().find_map(|(name, value)| match written.get(name) {
                Some(written) => surplus(value, written),
                // What holds nothing isn't always written.
                None if value.is_null() => None,
                None => Some(name.as_str()),
            })
        }
        (Value::Array(given), Value::Array(written)) => {
            given.iter().zip(written).find_map(|(given, written)| surplus(given, written))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ironrank::{
        battle::levels,
        lab::{Bout, play},
        no_quarter::NoQuarter,
    };
    use serde_json::json;

    use super::*;

    #[test]
    fn every_order_of_a_battle_is_read_as_it_is_written() {
        for level in ["duel-at-the-wall", "plain"] {
            let level = levels::find(level, None).unwrap();
            let mut orders = play(Bout::<NoQuarter>::random(&level, 2)).unwrap().save.orders;
            orders.push(Order::Rally);
            for order in orders {
                let value: Value =
                    serde_json::from_str(&serde_json::to_string(&order).unwrap()).unwrap();
                assert_eq!(read(&value).as_ref(), Ok(&order));
            }
        }
    }

    #[test]
    fn what_an_order_does_not_have_is_an_error_that_names_it() {
        let refused = |value: Value| read(&value).unwrap_err();
        assert!(
            refused(json!({"Actvate": {"unit": 1}})).contains("Did you mean \"Activate\"?")
                || refused(json!({"Actvate": {"unit": 1}})).contains("nearest")
        );
        let told = refused(json!({"Activate": {"unit": 1, "at": [1, 2]}}));
        assert_eq!(told, "Activate has no field \"at\"");
        let pose = json!({"at": [1, 2], "facing": [1, 0], "to": 3});
        let told = refused(json!({"Deploy": {"unit": 1, "at": pose, "formation": "Skirmish"}}));
        assert_eq!(told, "Deploy has no field \"to\"");
        let number = "a whole number from 0 to 1000000 was expected";
        for (order, told) in [
            (
                json!("Activate"),
                "Activate: an object with the field \"unit\" was expected".to_owned(),
            ),
            (
                json!({"Activate": [3]}),
                "Activate: an object with the field \"unit\" was expected".to_owned(),
            ),
            (json!({"Activate": {}}), "Activate: unit: it is missing".to_owned()),
            (json!({"Activate": {"unit": -1}}), format!("Activate: unit: {number}")),
            (json!({"Activate": {"unit": 1.5}}), format!("Activate: unit: {number}")),
            (json!({"Activate": {"unit": "1"}}), format!("Activate: unit: {number}")),
            (json!({"Rally": {}}), "\"Rally\" alone was expected".to_owned()),
            (
                json!({"Charge": {"models": 4, "target": 3}}),
                "Charge: models: a list was expected".to_owned(),
            ),
            (
                json!({"Charge": {"models": [4, true], "target": 3}}),
                format!("Charge: models: {number}"),
            ),
        ] {
            assert_eq!(refused(order), told);
        }
        let told = refused(json!({"Answer": {"answer": "Nope"}}));
        assert!(told.starts_with("Answer: answer: no value is called \"Nope\"; "), "{told}");
        let told = refused(json!({"Answer": {"answer": 3}}));
        assert!(told.starts_with("Answer: answer: one of these names was expected, "), "{told}");
        assert!(refused(json!({"Activate": {"unit": 1e30}})).contains("beyond"));
        let all: Vec<u32> = (0..=1000).collect();
        let told = refused(json!({"Charge": {"models": all, "target": 3}}));
        assert!(told.contains("a list of more than 1000"), "{told}");
        assert!(read(&json!({"Charge": {"models": all[1..], "target": 3}})).is_ok());
        for other in [json!([]), json!(1), json!({}), json!({"Rally": {}, "Activate": {}})] {
            assert!(refused(other).contains("the name of an order"));
        }
    }
}

//! Reads a save whose orders or positions were written in the words of other rules, as far as the
//! present ones understand them. Links read their orders the same way.

use ron::value::RawValue;
use serde::{Deserialize, de::DeserializeOwned};

use super::{Earlier, Save, Seal, Unread};
use crate::battle::{
    commanders::Commanders,
    data::{DataError, read_ron, ron_options},
    handicap::Handicap,
    history::ByComputer,
    level::Level,
    rules::RuleSystem,
    snapshot::Snapshot,
};

/// A save as any rules have it.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct Lenient<R: RuleSystem> {
    version: u32,
    rules: String,
    #[serde(default)]
    rules_version: Option<u32>,
    seed: u64,
    level: Level<R>,
    practice: bool,
    #[serde(default)]
    commanders: Commanders,
    #[serde(default)]
    handicap: Handicap,
    #[serde(default)]
    earlier: Option<LenientEarlier>,
    orders: Vec<Box<RawValue>>,
    #[serde(default)]
    by_computer: ByComputer,
    hash: String,
    #[serde(default)]
    position: Option<Box<RawValue>>,
    #[serde(default)]
    told: Vec<String>,
    #[serde(default)]
    seal: Option<Seal>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LenientEarlier {
    #[serde(default)]
    orders: Vec<String>,
    #[serde(default)]
    told: Vec<String>,
    position: Box<RawValue>,
}

/// Reads a save; none if that isn't possible.
pub(super) fn read<R: RuleSystem>(file: &str, text: &str) -> Option<Save<R>> {
    let lenient: Lenient<R> = read_ron(file, text).ok()?;
    let position = lenient.position.as_deref().and_then(known::<Box<Snapshot<R>>>);
    let (mut orders, mut unread) = orders::<R>(file, text, &lenient.orders);
    let earlier = match lenient.earlier {
        None => None,
        Some(LenientEarlier { orders: before, told, position: raw }) => {
            let begins = match known(&raw) {
                Some(begins) => begins,
                // Only the end can be understood: nothing is to be replayed.
                None => {
                    orders.clear();
                    let problem = "it follows a position of other rules";
                    unread = Some(unread_from(file, text, &lenient.orders, 0, problem));
                    position.clone()?
                }
            };
            Some(Earlier { orders: before, told, position: begins })
        }
    };
    Some(Save {
        version: lenient.version,
        rules: lenient.rules,
        rules_version: lenient.rules_version,
        seed: lenient.seed,
        level: lenient.level,
        practice: lenient.practice,
        commanders: lenient.commanders,
        handicap: lenient.handicap,
        earlier,
        orders,
        by_computer: lenient.by_computer,
        hash: lenient.hash,
        position,
        told: lenient.told,
        seal: lenient.seal,
        unread,
    })
}

/// The orders up to the first that isn't understood, and the others.
pub(in crate::battle) fn orders<R: RuleSystem>(
    file: &str,
    text: &str,
    all: &[Box<RawValue>],
) -> (Vec<R::Order>, Option<Unread>) {
    let mut orders = Vec::new();
    for (index, raw) in all.iter().enumerate() {
        match ron_options().from_str(raw.get_ron()) {
            Ok(order) => orders.push(order),
            Err(error) => {
                let problem = format!("these rules have no such order: {}", error.code);
                return (orders, Some(unread_from(file, text, all, index, &problem)));
            }
        }
    }
    (orders, None)
}

fn unread_from(
    file: &str,
    text: &str,
    all: &[Box<RawValue>],
    from: usize,
    problem: &str,
) -> Unread {
    let field = format!("orders[{from}]");
    let problem = DataError::new(file, problem).near_field(text, &field, "").field(&field);
    let raw = all.iter().skip(from);
    Unread { orders: raw.map(|raw| raw.get_ron().trim().to_owned()).collect(), problem }
}

fn known<T: DeserializeOwned>(raw: &RawValue) -> Option<T> {
    ron_options().from_str(raw.get_ron()).ok()
}

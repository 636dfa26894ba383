//! What orders are counted as: by their variants, and what is used one by one.

use super::Order;
use crate::{battle::variants::variants_of, no_quarter::uses::Usable};

/// What an order is counted as, if the name of its variant says too little.
pub(in crate::no_quarter) fn finer_kind(order: &Order) -> Option<String> {
    match order {
        Order::Use { what, .. } => Some(of_use(*what)),
        _ => None,
    }
}

/// All that orders are counted as.
pub(in crate::no_quarter) fn kinds() -> Vec<String> {
    let used = || Usable::all().map(of_use);
    let kinds = variants_of::<Order>().iter();
    let of = |kind: &&str| if *kind == USE { used().collect() } else { vec![(*kind).to_owned()] };
    kinds.flat_map(of).collect()
}

/// The name of the variant for all that is used.
const USE: &str = "Use";

fn of_use(what: Usable) -> String {
    match what {
        Usable::Spell(spell) => format!("{USE} {spell:?}"),
        plain => format!("{USE} {plain:?}"),
    }
}

//! What lasts on models and units: what their abilities do, and what the rules leave behind for a
//! while. Chapters ask here what changes a test, what is forbidden and what somebody has a gift for;
//! they don't ask which ability or rule that comes from.
//!
//! - *effect*: one thing that lasts, with its source and its end.
//! - *gift*: something that a model can do, or needn't suffer, which others can't or must.

mod abilities;
mod asking;
mod ending;
mod innate;
mod laying;
mod tested;
mod vocabulary;

pub use abilities::{VAULT, does, does_for_the_led, is_shared};
pub(super) use asking::fastest;
pub use asking::{
    added, added_by_charging, added_by_spells, by_leaders, comes_from, forbids, forbids_unit, has,
    has_with, is_hampered, modifiers, modifiers_against, modifiers_between, modifiers_by_charging,
    modifiers_of_unit, on, on_element, on_unit, rate, spell_that_forbids, unit_has_from, vaults,
    withstands,
};
pub use ending::Until;
pub(super) use ending::{
    awaits_move, begin_go, end_activation, end_hold, end_turn, has_moved, share_go,
};
pub use innate::Innate;
pub use laying::{
    lay_on_model, lay_on_unit, lift_from_model, lift_from_unit, lift_source_from_model,
    lift_source_from_unit, replace_on_model,
};
pub use tested::{Again, ExtraDie, Test, When, Whose};
pub use vocabulary::{Deed, Does, Effect, Effects, Gift, Source};

#[cfg(test)]
mod modifier_tests;
#[cfg(test)]
mod tests;

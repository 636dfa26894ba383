//! Ironrank: tabletop battles on a real table, in inches, by the book.
//!
//! The storeys, from the ground up; each may use those above it in this list, never those below:
//! [`dice`], [`table`], [`battle`], [`no_quarter`], [`players`], [`lab`], `app`.

/// An array with one value of each variant of an enum, in the order given. It doesn't compile when a
/// variant is missing or is given twice.
macro_rules! one_of_each {
    (
        $type:ident:
        $($variant:ident $(($($inside:expr),+))? $({ $($field:ident: $value:expr),+ })?),+ $(,)?
    ) => {{
        const _: fn(&$type) = |value| match value {
            $($type::$variant { .. } => (),)+
        };
        [$($type::$variant $(($($inside),+))? $({ $($field: $value),+ })?),+]
    }};
}

pub mod battle;
pub mod dice;
pub mod lab;
pub mod no_quarter;
pub mod players;
pub mod table;

#[cfg(feature = "app")]
pub mod app;

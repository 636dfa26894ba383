//! Orders that were written before there was one for all that is used: saves, links and boards still
//! have them.

use bevy::math::Vec2;
use serde::{Deserialize, Deserializer};

use super::{At, Usable};
use crate::{
    battle::{ModelId, UnitId},
    no_quarter::{
        boards::{BoardAt, BoardOrder},
        former::Renewed,
        order::Order,
    },
    table::formation::Flank,
};

/// The names of those orders.
const NAMES: &[&str] = &["SweepTail", "Overrun"];

/// One of them in a save or a link.
#[derive(Deserialize)]
pub(in crate::no_quarter) enum FormerOrder {
    SweepTail { model: ModelId, flank: Flank },
    Overrun { model: ModelId, target: UnitId, to: Vec2 },
}

impl From<FormerOrder> for Order {
    fn from(former: FormerOrder) -> Self {
        match former {
            FormerOrder::SweepTail { model, flank } => {
                Self::Use { model, what: Usable::TailAttack, at: At::Side(flank) }
            }
            FormerOrder::Overrun { model, target: unit, to } => {
                Self::Use { model, what: Usable::Overrun, at: At::Through { unit, to } }
            }
        }
    }
}

impl<'de> Renewed<'de> for Order {
    type Former = FormerOrder;
    const FORMER: &'static [&'static str] = NAMES;

    fn read_present<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// One of them on a board.
#[derive(Deserialize)]
pub(in crate::no_quarter) enum FormerBoardOrder {
    SweepTail(String, Flank),
    Overrun(String, String, (f32, f32)),
}

impl From<FormerBoardOrder> for BoardOrder {
    fn from(former: FormerBoardOrder) -> Self {
        match former {
            FormerBoardOrder::SweepTail(model, flank) => {
                Self::Use(model, Usable::TailAttack, BoardAt::Side(flank))
            }
            FormerBoardOrder::Overrun(model, unit, to) => {
                Self::Use(model, Usable::Overrun, BoardAt::Through(unit, to))
            }
        }
    }
}

impl<'de> Renewed<'de> for BoardOrder {
    type Former = FormerBoardOrder;
    const FORMER: &'static [&'static str] = NAMES;

    fn read_present<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::data::ron_options;

    #[test]
    fn former_orders_are_read_as_what_they_are_now() {
        let read = |text: &str| -> Order { ron_options().from_str(text).unwrap() };
        let model = ModelId(3);
        let sweep = Order::Use { model, what: Usable::TailAttack, at: At::Side(Flank::Left) };
        assert_eq!(read("SweepTail(model: 3, flank: Left)"), sweep);
        let at = At::Through { unit: UnitId(5), to: Vec2::new(1.5, 2.0) };
        let drive = Order::Use { model, what: Usable::Overrun, at };
        assert_eq!(read("Overrun(model: 3, target: 5, to: (1.5, 2.0))"), drive);
        for order in [sweep, drive, Order::Rally, Order::Activate { unit: UnitId(1) }] {
            assert_eq!(read(&ron_options().to_string(&order).unwrap()), order);
        }
    }

    #[test]
    fn former_orders_on_boards_are_read_as_what_they_are_now() {
        let read = |text: &str| -> BoardOrder { ron_options().from_str(text).unwrap() };
        let sweep = "Use(\"lord\", TailAttack, Side(Left))";
        assert_eq!(read("SweepTail(\"lord\", Left)"), read(sweep));
        let drive = "Use(\"chariot\", Overrun, Through(\"orcs\", (12, 15)))";
        assert_eq!(read("Overrun(\"chariot\", \"orcs\", (12, 15))"), read(drive));
    }

    #[test]
    fn an_order_that_never_was_is_refused_by_its_name() {
        let error = ron_options().from_str::<Order>("Dance(model: 3)").unwrap_err();
        assert!(error.to_string().contains("Dance"), "{error}");
    }
}

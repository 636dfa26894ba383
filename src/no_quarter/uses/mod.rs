//! What models set off by themselves, besides moves, blows and shots: one order for all of it, and one
//! list of what a model can use. Each has its chapter below; this is where the order finds it, under
//! its name and under those that it had before there was one order for all.

mod offers;
mod overrun;
mod tail;
mod using;

pub use offers::{UseOffer, had, offers};
pub(super) use overrun::announce as announce_drive;
pub use overrun::{Lane, MEANS as MEANS_OF_DRIVE, lane, strength as strength_of_drive};
pub use using::{About, At, Foretold, Occasion, UsedAt, Using};

use bevy::math::Vec2;
use serde::{Deserialize, Deserializer, Serialize};

use super::{
    boards::{BoardAt, BoardOrder},
    former::Renewed,
    order::Order,
};
use crate::{
    battle::{ModelId, UnitId},
    table::formation::Flank,
};

/// Something that models can set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Usable {
    /// A tail that sweeps along one side. Book: Traits, Tail Attack (TR-TAIL).
    TailAttack,
    /// A drive straight through enemies. Book: Abilities, Overrun (COMBO-02).
    Overrun,
}

impl Usable {
    /// All of them.
    pub const ALL: [Self; 2] = one_of_each!(Usable: TailAttack, Overrun);

    /// What is known of it, whoever has it.
    pub const fn about(self) -> About {
        match self {
            Self::TailAttack => tail::ABOUT,
            Self::Overrun => overrun::ABOUT,
        }
    }

    /// Its chapter.
    pub fn rules(self) -> &'static dyn Using {
        match self {
            Self::TailAttack => &tail::Tail,
            Self::Overrun => &overrun::Overrun,
        }
    }
}

/// An order of its own as saves and links had it.
#[derive(Deserialize)]
pub(super) enum FormerOrder {
    SweepTail { model: ModelId, flank: Flank },
    Overrun { model: ModelId, target: UnitId, to: Vec2 },
}

/// An order of its own as boards had it.
#[derive(Deserialize)]
pub(super) enum FormerBoardOrder {
    SweepTail(String, Flank),
    Overrun(String, String, (f32, f32)),
}

/// The names of those orders.
const FORMER: &[&str] = &["SweepTail", "Overrun"];

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
    const FORMER: &'static [&'static str] = FORMER;

    fn read_present<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
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
    const FORMER: &'static [&'static str] = FORMER;

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

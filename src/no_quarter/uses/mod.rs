//! What models set off by themselves, besides moves, blows and shots: one order for all of it, and one
//! list of what a model can use. Each has its chapter below; this is where the order finds it, under
//! its name and under those that it had before there was one order for all.

mod boiler;
mod leap;
mod offers;
mod overrun;
mod rain;
mod tail;
mod taunt;
mod using;

pub use boiler::Overload;
pub(super) use boiler::overloaded;
pub(super) use leap::land;
pub use leap::{LEAP_ACTIONS, STRONG};
pub use offers::{UseOffer, had, offers};
pub(super) use overrun::announce as announce_drive;
pub use overrun::{
    Lane, MEANS as MEANS_OF_DRIVE, drives_over, lane, strength as strength_of_drive,
};
pub use rain::ARCHERS;
pub(super) use rain::rain_down;
pub use taunt::{EARSHOT, TAUNT_ACTIONS, TAUNTERS};
pub(super) use taunt::{
    answer as answer_taunt, obey, on_activation as taunted, tested as taunt_tested,
};
pub(super) use using::elsewhere;
pub use using::{About, At, FirstRoll, Foretold, Occasion, UsedAt, Using};

use bevy::{math::Vec2, prelude::World};
use serde::{Deserialize, Deserializer, Serialize};

use super::{
    boards::{BoardAt, BoardOrder},
    error::OrderError,
    former::Renewed,
    magic::{self, Spell},
    order::Order,
};
use crate::{
    battle::{BattleWorld, ModelId, UnitId},
    table::formation::Flank,
};

/// Something that models can set off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Usable {
    /// A tail that sweeps along one side. Book: Traits, Tail Attack (TR-TAIL).
    TailAttack,
    /// A drive straight through enemies. Book: Abilities, Overrun (COMBO-02).
    Overrun,
    /// Arrows that come down on friend and foe. Book: Abilities, Rain Of Arrows (AB-RAIN-OF-ARROWS).
    RainOfArrows,
    /// A leap onto whoever is there. Book: Abilities, Leap (AB-LEAP).
    Leap,
    /// Insults that make an enemy charge. Book: Abilities, Taunt (AB-TAUNT).
    Taunt,
    /// A boiler that is overloaded for one blow at a castle. Book: Traits, Boiler Overload
    /// (TR-BOILER-OVERLOAD).
    BoilerOverload,
    /// Concentrating on the next spell. Book: Concentrating (MAG-02).
    Concentration,
    /// Ending a spell in play. Book: Cancelling A Spell In Play (MAG-07).
    Cancelling,
    /// A spell. Book: Casting A Spell (MAG-01).
    Spell(Spell),
}

/// One of each kind, those with a verb of their own first.
const KINDS: [Usable; 9] = one_of_each!(Usable:
    TailAttack,
    Overrun,
    RainOfArrows,
    Leap,
    Taunt,
    BoilerOverload,
    Concentration,
    Cancelling,
    Spell(Spell::ALL[0]),
);

impl Usable {
    /// All but the spells: each of these has a verb of its own.
    pub const PLAIN: [Self; 8] = {
        let [tail, overrun, rain, leap, taunt, boiler, concentration, cancelling, _] = KINDS;
        [tail, overrun, rain, leap, taunt, boiler, concentration, cancelling]
    };

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::PLAIN.into_iter().chain(Spell::ALL.iter().copied().map(Self::Spell))
    }

    /// What is known of it, whoever has it.
    pub const fn about(self) -> About {
        match self {
            Self::TailAttack => tail::ABOUT,
            Self::Overrun => overrun::ABOUT,
            Self::RainOfArrows => rain::ABOUT,
            Self::Leap => leap::ABOUT,
            Self::Taunt => taunt::ABOUT,
            Self::BoilerOverload => boiler::ABOUT,
            Self::Concentration => magic::ABOUT_CONCENTRATION,
            Self::Cancelling => magic::ABOUT_CANCELLING,
            Self::Spell(spell) => spell.about(),
        }
    }

    /// Its chapter.
    pub fn rules(self) -> &'static dyn Using {
        match self {
            Self::TailAttack => &tail::Tail,
            Self::Overrun => &overrun::Overrun,
            Self::RainOfArrows => &rain::Rain,
            Self::Leap => &leap::Leap,
            Self::Taunt => &taunt::Taunt,
            Self::BoilerOverload => &boiler::Boiler,
            Self::Concentration => &magic::Concentration,
            Self::Cancelling => &magic::Cancelling,
            Self::Spell(spell) => spell.kept(),
        }
    }
}

/// Whether a model may use something at a place now.
pub(super) fn check(world: &World, model: ModelId, what: Usable, at: At) -> Result<(), OrderError> {
    if world.roster().model(model).is_none() {
        return Err(OrderError::no_such_model());
    }
    what.rules().check(world, model, at)
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
    use crate::{
        battle::{RuleSystem, data::ron_options},
        no_quarter::{
            NoQuarter,
            components::Formation,
            magic::{Bearer, SpellOn},
            test_world::{TestWorld, man},
        },
    };

    #[test]
    fn nobody_uses_nothing_and_nothing_is_used_on_nobody() {
        let mut test = TestWorld::new();
        let men = test.unit(0, Formation::Skirmish, &[(10.0, 10.0, 90.0)], man());
        test.unit(1, Formation::Skirmish, &[(20.0, 10.0, 90.0)], man());
        test.activate(men);
        let (man, nobody, none) = (test.model(men, 0), ModelId(999_999), UnitId(999_999));
        let place = Vec2::new(-3.0, 1e6);
        let spell = Spell::ALL[0];
        let places = [
            At::Itself,
            At::Side(Flank::Left),
            At::Through { unit: none, to: place },
            At::Unit(none),
            At::Model(nobody),
            At::Place(place),
            At::Towards(Vec2::ZERO),
            At::Teardrop { from: place, facing: Vec2::ZERO },
            At::Spell(SpellOn { spell, on: Bearer::Unit(none) }),
        ];
        for what in Usable::all() {
            for at in places {
                for model in [nobody, man] {
                    let order = Order::Use { model, what, at };
                    let refused = NoQuarter::check(&test.world, &order);
                    assert!(refused.is_err(), "{order:?}");
                    assert!(!NoQuarter::order_in_words(&test.world, &order).is_empty());
                }
            }
        }
    }

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

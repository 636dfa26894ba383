//! The earth aspect. Book: Earth Aspect.

use super::{
    aim::{Aim, Whom},
    spell::{Aspect, Card, Lasts, PLAIN, Work},
};
use crate::{
    no_quarter::{
        effects::{Does, Gift},
        statistics::Stat,
    },
    table::Inches,
};

pub(super) const STONE_ARMOUR: Card = Card {
    name: "Stone Armour",
    rule: "SP-STONE-ARMOUR",
    term: "spell StoneArmour",
    aspect: Aspect::Earth,
    use_cost: 6,
    level: 4,
    points: 25,
    aim: Aim::Unit(Whom::Friends, Inches(10.0)),
    does: Work::Leaves(&[Does::Adds(Stat::Armour, 2)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(3) },
    ..PLAIN
};

pub(super) const METEOR: Card = Card {
    name: "Meteor",
    rule: "SP-METEOR",
    term: "spell Meteor",
    aspect: Aspect::Earth,
    use_cost: 8,
    level: 3,
    points: 35,
    aim: Aim::Unit(Whom::Enemies, Inches(30.0)),
    does: Work::Crater { diameter: Inches(2.5), strength: 7, astray: 5 },
    ..PLAIN
};

pub(super) const GROWTH: Card = Card {
    name: "Growth",
    rule: "SP-GROWTH",
    term: "spell Growth",
    aspect: Aspect::Earth,
    use_cost: 6,
    level: 4,
    points: 8,
    aim: Aim::Model(Whom::Friends, Inches(10.0)),
    does: Work::Leaves(&[Does::Adds(Stat::Strength, 2), Does::Adds(Stat::Toughness, 2)]),
    lasts: Lasts::ThroughNextActivation,
    ..PLAIN
};

pub(super) const SPORES: Card = Card {
    name: "Spores",
    rule: "SP-SPORES",
    term: "spell Spores",
    aspect: Aspect::Earth,
    use_cost: 5,
    level: 4,
    points: 5,
    aim: Aim::Unit(Whom::Friends, Inches(20.0)),
    does: Work::Leaves(&[Does::Adds(Stat::Toughness, 1)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(3) },
    ..PLAIN
};

pub(super) const TREACHEROUS_GROUND: Card = Card {
    name: "Treacherous Ground",
    rule: "SP-TREACHEROUS-GROUND",
    term: "spell TreacherousGround",
    aspect: Aspect::Earth,
    use_cost: 4,
    level: 5,
    points: 4,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[Does::Gives(Gift::Hampered)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(2) },
    ..PLAIN
};

pub(super) const QUICKSAND: Card = Card {
    name: "Quicksand",
    rule: "SP-QUICKSAND",
    term: "spell Quicksand",
    aspect: Aspect::Earth,
    use_cost: 5,
    level: 4,
    points: 25,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[Does::Gives(Gift::Sinking)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(2) },
    ..PLAIN
};

//! The water aspect. Book: Water Aspect.

use bevy::prelude::World;

use super::{
    Casting, Ended,
    aim::{Aim, Whom},
    in_play,
    spell::{Aspect, Card, Lasts, PLAIN, Work},
};
use crate::{
    no_quarter::{
        effects::{Does, Gift},
        statistics::Stat,
        uses::At,
    },
    table::Inches,
};

pub(super) const CLEANSE: Card = Card {
    name: "Cleanse",
    rule: "SP-CLEANSE",
    term: "spell Cleanse",
    aspect: Aspect::Water,
    use_cost: 2,
    level: 6,
    points: 5,
    aim: Aim::InPlay,
    does: Work::Does(cleanse),
    ..PLAIN
};

/// The spell that it is cast at is over.
fn cleanse(world: &mut World, casting: &Casting) {
    if let At::Spell(what) = casting.at {
        in_play::end(world, what, Ended::Cancelled);
    }
}

pub(super) const RIVERWALK: Card = Card {
    name: "Riverwalk",
    rule: "SP-RIVERWALK",
    term: "spell Riverwalk",
    aspect: Aspect::Water,
    use_cost: 4,
    level: 6,
    points: 4,
    aim: Aim::Unit(Whom::Anybody, Inches(20.0)),
    does: Work::Leaves(&[Does::Gives(Gift::Wading)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(2) },
    ..PLAIN
};

pub(super) const TALISMAN: Card = Card {
    name: "Talisman",
    rule: "SP-TALISMAN",
    term: "spell Talisman",
    aspect: Aspect::Water,
    use_cost: 5,
    level: 4,
    points: 12,
    aim: Aim::Unit(Whom::Anybody, Inches(20.0)),
    does: Work::Leaves(&[Does::Gives(Gift::Warded)]),
    lasts: Lasts::UntilCasterActs { upkeep: Some(3) },
    ..PLAIN
};

pub(super) const RAIN_STORM: Card = Card {
    name: "Rain Storm",
    rule: "SP-RAIN-STORM",
    term: "spell RainStorm",
    aspect: Aspect::Water,
    use_cost: 5,
    level: 5,
    points: 5,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[Does::Adds(Stat::RangedAttack, -1)]),
    lasts: Lasts::NextActivation,
    ..PLAIN
};

pub(super) const QUICKENING: Card = Card {
    name: "Quickening",
    rule: "SP-QUICKENING",
    term: "spell Quickening",
    aspect: Aspect::Water,
    use_cost: 4,
    level: 5,
    points: 10,
    aim: Aim::Unit(Whom::Friends, Inches(20.0)),
    does: Work::Leaves(&[Does::EasesWeapons(1)]),
    lasts: Lasts::FromNextActivation { upkeep: Some(2) },
    ..PLAIN
};

pub(super) const FLOOD: Card = Card {
    name: "Flood",
    rule: "SP-FLOOD",
    term: "spell Flood",
    aspect: Aspect::Water,
    use_cost: 5,
    level: 5,
    points: 4,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Leaves(&[Does::GoesAtMost(Inches(4.0))]),
    lasts: Lasts::NextActivation,
    ..PLAIN
};

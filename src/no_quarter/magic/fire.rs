//! The fire aspect. Book: Fire Aspect.

use super::{
    aim::{Aim, Whom},
    lava, smoke,
    spell::{Aspect, Card, Lasts, PLAIN, Work},
    work::Harm,
};
use crate::{
    no_quarter::{profile::TeardropSize, statistics::Stat},
    table::Inches,
};

pub(super) const FIREBALL: Card = Card {
    name: "Fireball",
    rule: "SP-FIREBALL",
    term: "spell Fireball",
    aspect: Aspect::Fire,
    use_cost: 6,
    level: 3,
    points: 15,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Blast { diameter: Inches(2.5), strength: 5 },
    ..PLAIN
};

pub(super) const MOLTEN_GRASP: Card = Card {
    name: "Molten Grasp",
    rule: "SP-MOLTEN-GRASP",
    term: "spell MoltenGrasp",
    aspect: Aspect::Fire,
    use_cost: 4,
    level: 4,
    points: 6,
    aim: Aim::Touch,
    resisted: Some(Stat::Strength),
    does: Work::Harms(Harm::Hit { strength: 7, saved: false }),
    ..PLAIN
};

pub(super) const SMOKE: Card = Card {
    name: "Smoke",
    rule: "SP-SMOKE",
    term: "spell Smoke",
    aspect: Aspect::Fire,
    use_cost: 5,
    level: 5,
    points: 9,
    aim: Aim::Place(Inches(20.0)),
    does: Work::Does(smoke::rise),
    makes: Some(smoke::foreseen),
    means: Some(smoke::means),
    lasts: Lasts::ByItself,
    ..PLAIN
};

pub(super) const BURNING_HAND: Card = Card {
    name: "Burning Hand",
    rule: "SP-BURNING-HAND",
    term: "spell BurningHand",
    aspect: Aspect::Fire,
    use_cost: 6,
    level: 3,
    points: 12,
    aim: Aim::FromTheBase(TeardropSize::Small),
    does: Work::Teardrop { strength: 5 },
    ..PLAIN
};

pub(super) const STEAM_VENT: Card = Card {
    name: "Steam Vent",
    rule: "SP-STEAM-VENT",
    term: "spell SteamVent",
    aspect: Aspect::Fire,
    use_cost: 4,
    level: 5,
    points: 4,
    aim: Aim::Anywhere(TeardropSize::Small, Inches(20.0)),
    does: Work::Teardrop { strength: 4 },
    ..PLAIN
};

pub(super) const LAVA_POOL: Card = Card {
    name: "Lava Pool",
    rule: "SP-LAVA-POOL",
    term: "spell LavaPool",
    aspect: Aspect::Fire,
    use_cost: 5,
    level: 4,
    points: 20,
    aim: Aim::AnyPlace(Inches(20.0)),
    resisted: Some(Stat::Command),
    does: Work::Pool { diameter: Inches(2.5), harm: Harm::Wound },
    makes: Some(lava::foreseen),
    means: Some(lava::means),
    lasts: Lasts::ByItself,
    ..PLAIN
};

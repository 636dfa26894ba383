//! The wind aspect. Book: Wind Aspect.

use bevy::prelude::World;

use super::{
    Casting, Ended, SpellOn,
    aim::{Aim, Whom},
    fog, gust,
    in_play::{self, Bearer},
    lure,
    spell::{Aspect, Card, Lasts, PLAIN, Work},
    work::Harm,
};
use crate::{
    battle::{BattleWorld, UnitId},
    no_quarter::{
        components::{Activation, Holding},
        effects::{Deed, Does},
        event::Event,
        statistics::Stat,
        system::emit,
        uses::At,
    },
    table::Inches,
};

pub(super) const ELDERITH_WIND: Card = Card {
    name: "Elderith Wind",
    rule: "SP-ELDERITH-WIND",
    term: "spell ElderithWind",
    aspect: Aspect::Wind,
    use_cost: 5,
    level: 4,
    points: 12,
    aim: Aim::Model(Whom::Enemies, Inches(10.0)),
    does: Work::Strikes { strength: 5, by: gust::blow },
    means: Some(|die| format!("it throws its target {}", Inches(f32::from(die)))),
    ..PLAIN
};

pub(super) const WIND_OF_THOR: Card = Card {
    name: "Wind of Thor",
    rule: "SP-WIND-OF-THOR",
    term: "spell WindOfThor",
    aspect: Aspect::Wind,
    use_cost: 6,
    level: 4,
    points: 8,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    does: Work::Does(blow_cold),
    lasts: Lasts::ByItself,
    pauses: true,
    ..PLAIN
};

/// The target loses its next activation: that of this turn or, if it has had it, that of the next.
fn blow_cold(world: &mut World, casting: &Casting) {
    let (spell, At::Unit(unit)) = (casting.spell, casting.at) else { return };
    let what = SpellOn { spell, on: Bearer::Unit(unit) };
    in_play::leave(world, what, casting.caster, &[Does::Forbids(Deed::BeActivated)]);
    if *world.of_unit::<Activation>(unit) == Activation::Unactivated {
        freeze(world, unit, what);
    }
}

/// A unit has its go without doing anything; what froze it is over.
pub(super) fn freeze(world: &mut World, unit: UnitId, what: SpellOn) {
    world.set_unit(unit, Activation::Activated);
    emit(world, Event::ActivationLost { unit });
    if world.of_unit::<Holding>(unit).0.is_some() {
        world.set_unit(unit, Holding(None));
        emit(world, Event::HoldEnded { unit });
    }
    in_play::end(world, what, Ended::RanOut);
}

pub(super) const CHILL_BLAST: Card = Card {
    name: "Chill Blast",
    rule: "SP-CHILL-BLAST",
    term: "spell ChillBlast",
    aspect: Aspect::Wind,
    use_cost: 4,
    level: 6,
    points: 5,
    aim: Aim::Unit(Whom::Enemies, Inches(20.0)),
    resisted: Some(Stat::Strength),
    does: Work::Harms(Harm::Fall),
    ..PLAIN
};

pub(super) const DUST_STORM: Card = Card {
    name: "Dust Storm",
    rule: "SP-DUST-STORM",
    term: "spell DustStorm",
    aspect: Aspect::Wind,
    use_cost: 5,
    level: 6,
    points: 4,
    aim: Aim::Unit(Whom::Enemies, Inches(30.0)),
    does: Work::Leaves(&[Does::Forbids(Deed::AttackFromAfar)]),
    lasts: Lasts::NextActivation,
    pauses: true,
    ..PLAIN
};

pub(super) const FOG: Card = Card {
    name: "Fog",
    rule: "SP-FOG",
    term: "spell Fog",
    aspect: Aspect::Wind,
    use_cost: 6,
    level: 5,
    points: 8,
    aim: Aim::Around(Inches(5.0)),
    does: Work::Does(fog::rise),
    makes: Some(fog::foreseen),
    lasts: Lasts::UntilCasterActs { upkeep: Some(3) },
    ..PLAIN
};

pub(super) const LURE: Card = Card {
    name: "Lure",
    rule: "SP-LURE",
    term: "spell Lure",
    aspect: Aspect::Wind,
    use_cost: 6,
    level: 4,
    points: 14,
    aim: Aim::Unit(Whom::Enemies, Inches(30.0)),
    does: Work::Does(lure::call),
    lasts: Lasts::UntilCasterActs { upkeep: Some(3) },
    ..PLAIN
};
